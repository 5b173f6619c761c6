/// Finds, among the findings of one log, those that come of another.
///
/// A finding has at most one cause, the nearest: the latest before it that the table allows and the log ties to it, one
/// with a common event before any other. So a chain stays a chain (the run, the node it left standing, the duplicate),
/// and whoever wants the first cause follows it. A cause comes before its consequence, in time or, at one event, in the
/// table; so there are no circles.
enum Causes {
    /// Sets `causedBy` of `findings`, which are in the order in which they became true.
    static func link(_ findings: inout [Finding]) {
        let finder = CauseFinder(findings)
        for index in findings.indices { findings[index].causedBy = finder.cause(of: index) }
    }
}

/// The findings of one log, laid out so that causes are found without comparing each with each.
private struct CauseFinder {
    private struct Possibility {
        let other: String
        let tie: CauseTable.Tie
        /// Whether the cause may become true at the very event at which its consequence does.
        let isNamedFirst: Bool
    }

    /// By the rule of a finding, which rules may be its cause.
    private static let possibilities: [String: [Possibility]] = CauseTable.rows.reduce(into: [:]) {
        found, row in
        found[row.effect, default: []].append(
            Possibility(other: row.cause, tie: row.tie, isNamedFirst: true))
        if row.isOneFault {
            found[row.cause, default: []].append(
                Possibility(other: row.effect, tie: row.tie, isNamedFirst: false))
        }
    }

    private let findings: [Finding]
    /// The rules that may be causes, numbered.
    private let numbers: [String: UInt64]
    /// The findings of those rules by rule and device, each in order.
    private let byPlace: [UInt64: [Int]]
    /// The same once for each event that they rest on, by rule, device and event; sorted. There may be very many.
    private let byEvent: [(key: UInt64, index: Int)]

    init(_ findings: [Finding]) {
        self.findings = findings
        let causes = Set(Self.possibilities.values.joined().map(\.other)).sorted()
        numbers = Dictionary(uniqueKeysWithValues: causes.enumerated().map { ($1, UInt64($0)) })
        var byPlace: [UInt64: [Int]] = [:]
        var byEvent: [(key: UInt64, index: Int)] = []
        for (index, finding) in findings.enumerated() {
            guard let number = numbers[finding.rule] else { continue }
            let place = Self.place(number, finding.device)
            byPlace[place, default: []].append(index)
            for event in finding.events { byEvent.append((place << 32 | UInt64(event), index)) }
        }
        self.byPlace = byPlace
        self.byEvent = byEvent.sorted { ($0.key, $0.index) < ($1.key, $1.index) }
    }

    /// A rule and a device (of which there are fewer than 65,536) as one number.
    private static func place(_ rule: UInt64, _ device: Int) -> UInt64 {
        rule << 16 | UInt64(truncatingIfNeeded: device) & 0xFFFF
    }

    func cause(of index: Int) -> Int? {
        let finding = findings[index]
        var best: (isShared: Bool, index: Int)?
        for possibility in Self.possibilities[finding.rule] ?? [] {
            guard let number = numbers[possibility.other] else { continue }
            let place = Self.place(number, finding.device)
            guard let candidates = byPlace[place] else { continue }
            let common = finding.events.compactMap { shared($0, place, index, possibility) }.max()
            let found = common.map { (true, $0) } ?? soon(candidates, index, possibility).map { (false, $0) }
            guard let found else { continue }
            if best.map({ ($0.isShared ? 1 : 0, $0.index) < (found.0 ? 1 : 0, found.1) }) ?? true {
                best = found
            }
        }
        return best?.index
    }

    /// The latest finding of a rule that rests on this event, too, and can have brought the finding about.
    private func shared(_ event: UInt32, _ place: UInt64, _ index: Int, _ possibility: Possibility) -> Int? {
        let key = place << 32 | UInt64(event)
        let end = byEvent.start {
            $0.key > key || $0.key == key && findings[$0.index].mark > findings[index].mark
        }
        return byEvent[..<end].reversed().prefix { $0.key == key }.prefix(Self.looked)
            .first { precedes($0.index, index, possibility) }?.index
    }

    /// The same where nothing but time, and perhaps a name, ties the two.
    private func soon(_ candidates: [Int], _ index: Int, _ possibility: Possibility) -> Int? {
        let seconds: Double
        let isNamed: Bool
        switch possibility.tie {
        case .event: return nil
        case .soon(let span): (seconds, isNamed) = (span, false)
        case .name(let span): (seconds, isNamed) = (span, true)
        }
        let names = Set(findings[index].identity.filter { $0.text != nil && $0.name != .way })
        // Of many only the latest are looked at: what is longer ago was looked for by its events.
        let end = candidates.start { findings[$0].mark > findings[index].mark }
        for candidate in candidates[..<end].suffix(Self.looked).reversed() {
            let elapsed = findings[index].mark.elapsed(since: findings[candidate].mark)
            guard elapsed <= UInt64(seconds: seconds) else { return nil }
            guard precedes(candidate, index, possibility) else { continue }
            if !isNamed || !names.isDisjoint(with: findings[candidate].identity) { return candidate }
        }
        return nil
    }

    /// Findings of one rule that are looked at as the cause of one.
    private static let looked = 64

    private func precedes(_ candidate: Int, _ index: Int, _ possibility: Possibility) -> Bool {
        let (cause, effect) = (findings[candidate], findings[index])
        guard cause.session == nil || effect.session == nil || cause.session == effect.session else {
            return false
        }
        return cause.mark < effect.mark || cause.mark == effect.mark && possibility.isNamedFirst
    }
}

extension Array {
    /// Where, in an array in which those with the property come last, they begin.
    fileprivate func start(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
