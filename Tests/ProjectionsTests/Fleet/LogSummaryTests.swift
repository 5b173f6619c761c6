import EventLog
import TestSupport
import Testing

@testable import Projections

/// Adding summaries: the laws that let any engine do it in parts.
@Suite struct LogSummaryTests {
    private func several(_ seed: UInt64, _ count: Int = 12) -> ([LogSummary], SeededGenerator) {
        var numbers = SeededGenerator(seed)
        return ((0..<count).map { _ in LogSummary(random: &numbers) }, numbers)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func addingHasLaws(seed: UInt64) {
        let (all, _) = several(seed, 3)
        let (a, b, c) = (all[0], all[1], all[2])
        #expect(total([a, LogSummary()]) == a && total([LogSummary(), a]) == a)
        #expect(total([a, b]) == total([b, a]))
        #expect(total([total([a, b]), c]) == total([a, total([b, c])]))
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func anyOrderAndGroupingGivesTheSameBytes(seed: UInt64) {
        var (all, numbers) = several(seed)
        let bytes = total(all).json
        for _ in 0..<5 { #expect(shuffledTotal(all, &numbers).json == bytes) }
        // Written and read in between, as an engine does it.
        all = all.map { try! LogSummary($0.json) }
        #expect(shuffledTotal(all, &numbers).json == bytes)
    }

    /// More names than are kept, in every grouping: the same are kept, each whole, and nothing is lost.
    @Test func moreNamesThanAreKept() throws {
        var numbers = SeededGenerator(5)
        let parts = (0..<300).map { _ in
            var sums = NamedSums<Amount>(limit: 8)
            for _ in 0..<6 {
                sums.add(Amount(1), to: "name \(Int.random(in: 0..<50, using: &numbers))")
            }
            return sums
        }
        func add(_ parts: [NamedSums<Amount>]) -> NamedSums<Amount> {
            parts.reduce(into: NamedSums(limit: 8)) { $0.add($1) }
        }
        let whole = add(parts)
        #expect(whole.count == 8)
        #expect(whole.sorted.reduce(whole.others.value) { $0 + $1.value.value } == 1800)
        for _ in 0..<20 {
            let mixed = parts.shuffled(using: &numbers)
            let cut = Int.random(in: 0...300, using: &numbers)
            #expect(add([add(Array(mixed[..<cut])), add(Array(mixed[cut...]))]) == whole)
        }
    }

    @Test func keptSumsAreWhole() throws {
        var numbers = SeededGenerator(6)
        let names = (0..<20_000).map { _ in "name \(Int.random(in: 0..<90, using: &numbers))" }
        let counts = Dictionary(grouping: names) { $0 }.mapValues { UInt64($0.count) }
        let parts = (0..<100).map { part in
            names[part * 200..<part * 200 + 200].reduce(into: NamedSums<Amount>(limit: 10)) {
                $0.add(Amount(1), to: $1)
            }
        }
        let sums = parts.reduce(into: NamedSums<Amount>(limit: 10)) { $0.add($1) }
        #expect(sums.count == 10)
        for (name, sum) in sums.sorted { #expect(sum.value == counts[name], "\(name)") }
    }

    @Test func theWorstAreKept() {
        var numbers = SeededGenerator(7)
        let all = (0..<2000).map { _ in Int.random(in: 0..<500, using: &numbers) }
        let lists = stride(from: 0, to: 2000, by: 50).map { from in
            all[from..<from + 50].reduce(into: FirstOnes<Int>(limit: 30)) { $0.insert($1) }
        }
        let whole = lists.shuffled(using: &numbers).reduce(into: FirstOnes<Int>(limit: 30)) { $0.add($1) }
        #expect(whole.kept == Array(all.sorted().prefix(30)))
    }

    @Test func aSessionsOrderIsTotal() {
        var numbers = SeededGenerator(8)
        let all = (0..<300).map { _ in SessionEntry(random: &numbers) }
        for a in all.prefix(80) {
            for b in all.prefix(80) { #expect(a == b ? !(a < b) : (a < b) != (b < a)) }
        }
        #expect(all.shuffled(using: &numbers).sorted() == all.sorted())
    }

    /// A million logs are no larger than a thousand.
    @Test func itsSizeIsBounded() {
        var numbers = SeededGenerator(9)
        var fleet = LogSummary()
        for _ in 0..<3000 { fleet.add(LogSummary(random: &numbers, names: 100_000)) }
        #expect(fleet.faults.count == 1000 && fleet.devices.count == 500 && fleet.versions.count == 200)
        #expect(fleet.sessions.kept.count == 100 && fleet.troubles.kept.count == 100)
        #expect(fleet.json.count < 2_000_000)
    }

    // MARK: Afterwards

    @Test func sharingLeavesTextsOut() {
        var numbers = SeededGenerator(10)
        var fleet = LogSummary(random: &numbers)
        for _ in 0..<20 { fleet.add(LogSummary(random: &numbers)) }
        fleet.hasPrivateTexts = true
        let shared = fleet.shared
        #expect(!shared.hasPrivateTexts && shared.shared == shared)
        #expect(shared.faults.sorted.allSatisfy { $0.value.example == nil })
        #expect(shared.sessions.kept.allSatisfy { !$0.path.contains("/") })
        #expect(shared.troubles.kept.allSatisfy { !$0.path.contains("/") && $0.reason.isEmpty })
        #expect(shared.total == fleet.total && shared.sessions.kept.count == fleet.sessions.kept.count)
    }

    @Test func aBaselineTakesWhatItKnows() throws {
        func fault(_ severity: Severity) -> Fault {
            var fault = Fault()
            fault.rule = "drift"
            fault.new.logs = Amount(2)
            fault.new.add(3, severity)
            return fault
        }
        let (a, b, c) = (
            String(repeating: "a", count: 32), String(repeating: "b", count: 32),
            String(repeating: "c", count: 32)
        )
        var fleet = LogSummary()
        fleet.faults.add(fault(.warning), to: a)
        fleet.faults.add(fault(.error), to: b)
        fleet.faults.add(fault(.info), to: c)
        let known = [a, b].map { #"{"fingerprint":"\#($0)","rule":"drift","severity":"warning"}"# }
        let baseline = try Baseline(
            Array(#"{"version":1,"findings":[\#(known.joined(separator: ","))]}"#.utf8))
        #expect(fleet.learn(baseline) == 1)
        #expect(fleet.faults[a]?.new == Fault.Seen() && fleet.faults[a]?.known.warnings.value == 3)
        // Worse than it is known to be.
        #expect(fleet.faults[b]?.new.errors.value == 3 && fleet.faults[c]?.new.remarks.value == 3)
        #expect(fleet.learn(baseline) == 0)
    }
}
