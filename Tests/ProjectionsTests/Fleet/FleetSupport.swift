import EventLog
import TestSupport

@testable import Projections

extension LogSummary {
    /// A summary of made-up sums, each part of it there or not. `names` is how many different names there may be.
    init(random numbers: inout SeededGenerator, names: Int = 40) {
        self.init()
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            let version = VersionTally(random: &numbers)
            total.add(version.unnamed)
            versions.add(version, to: "App \(Int.random(in: 0..<names, using: &numbers))")
            devices.add(version.tally, to: "iPhone \(Int.random(in: 0..<names, using: &numbers))")
            systems.add(version.tally, to: "iOS \(Int.random(in: 0..<3, using: &numbers))")
            let fingerprint = EntityID(hashing: "\(Int.random(in: 0..<names, using: &numbers))").uuidText
                .filter { $0 != "-" }.lowercased()
            faults.add(Fault(random: &numbers, names: names), to: fingerprint)
            faults.addToOthers(Fault(random: &numbers, names: 2))
            notJudged.add(Amount(random: &numbers), to: "rule-\(Int.random(in: 0..<5, using: &numbers))")
            sessions.insert(SessionEntry(random: &numbers))
            let kind = Trouble.Kind.allCases.randomElement(using: &numbers) ?? .unread
            troubles.insert(Trouble(kind, path: .random(&numbers), reason: .random(&numbers)))
            unread.add(Amount(random: &numbers))
        }
        if Bool.random(using: &numbers) {
            first = UInt64.random(in: 0...1 << 62, using: &numbers)
            last = UInt64.random(in: 0...1 << 62, using: &numbers)
        }
        hasPrivateTexts = Bool.random(using: &numbers)
    }

    /// As it is written.
    var json: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().array
    }
}

extension String {
    /// One of few texts, some of them nasty.
    static func random(_ numbers: inout SeededGenerator) -> String {
        ["a", "b/c", "", "</script>", "\u{202E}\u{0}", "ä…🎈", "=1+1"].randomElement(using: &numbers) ?? ""
    }
}

extension Amount {
    /// Now and then so large that sums reach the end.
    init(random numbers: inout SeededGenerator) {
        self.init(
            UInt64.random(in: 0..<20, using: &numbers) == 0
                ? .max - 3 : UInt64.random(in: 0..<9, using: &numbers))
    }
}

extension VersionTally {
    init(random numbers: inout SeededGenerator) {
        self.init()
        app = ShortText.name(.random(&numbers))
        for (_, path) in SessionTally.fields where Bool.random(using: &numbers) {
            tally[keyPath: path] = Amount(random: &numbers)
        }
        for measure in Measure.allCases where Bool.random(using: &numbers) {
            measures[measure].missed = Amount(random: &numbers)
            for _ in 0..<Int.random(in: 0...5, using: &numbers) {
                let bits = UInt64.random(in: 0...63, using: &numbers)
                measures[measure].values.add(UInt64.random(in: 0...UInt64.max >> bits, using: &numbers))
            }
        }
    }
}

extension Fault {
    init(random numbers: inout SeededGenerator, names: Int) {
        self.init()
        rule = ["double-run", "drift", nil].randomElement(using: &numbers) ?? nil
        for path in [\Fault.new, \Fault.known] {
            self[keyPath: path].logs = Amount(random: &numbers)
            let severity = Severity.allCases.randomElement(using: &numbers) ?? .info
            self[keyPath: path].add(UInt64.random(in: 0..<5, using: &numbers), severity)
        }
        if Bool.random(using: &numbers) {
            example = Example(
                message: .random(&numbers),
                severity: Severity.allCases.randomElement(using: &numbers) ?? .info,
                time: UInt64.random(in: 0..<4, using: &numbers))
        }
        devices.add(Amount(random: &numbers), to: "iPhone \(Int.random(in: 0..<names, using: &numbers))")
        versions.add(Amount(random: &numbers), to: "App \(Int.random(in: 0..<names, using: &numbers))")
    }
}

extension SessionEntry {
    init(random numbers: inout SeededGenerator) {
        self.init()
        path = .random(&numbers)
        level = HealthVerdict.Level.allCases.randomElement(using: &numbers) ?? .unknown
        errors = UInt64.random(in: 0..<3, using: &numbers)
        warnings = UInt64.random(in: 0..<3, using: &numbers)
        remarks = UInt64.random(in: 0..<3, using: &numbers)
        start = UInt64.random(in: 0..<3, using: &numbers)
        duration = UInt64.random(in: 0..<3, using: &numbers)
        hasLoss = Bool.random(using: &numbers)
        deviceModel = ShortText.name(.random(&numbers))
        app = ShortText.name(.random(&numbers))
        rule = ShortText.name(.random(&numbers))
        ending = (EndingKind.allCases + [nil]).randomElement(using: &numbers) ?? nil
    }
}

/// The sum of values, from left to right.
func total<Value: Summable>(_ values: some Sequence<Value>) -> Value {
    values.reduce(into: Value()) { $0.add($1) }
}

/// The sum of values in a made-up order and grouping.
func shuffledTotal<Value: Summable>(_ values: [Value], _ numbers: inout SeededGenerator) -> Value {
    var left = values.shuffled(using: &numbers)
    while left.count > 1 {
        let one = left.remove(at: Int.random(in: 0..<left.count, using: &numbers))
        let place = Int.random(in: 0..<left.count, using: &numbers)
        left[place].add(one)
    }
    return left.first ?? Value()
}
