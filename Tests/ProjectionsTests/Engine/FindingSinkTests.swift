import EventLog
import TestSupport
import Testing

@testable import Projections

struct FindingSinkTests {
    private let about = DoubleRun.about

    private func report(
        _ sink: FindingSink, _ part: UInt64, _ severity: Severity, at number: UInt32, events: [UInt32] = [],
        rule: Int = 0, device: Int = 0
    ) {
        sink.report(
            rule: rule, about: about, subject: Subject(nil, device: device, [part]), severity: severity,
            at: Mark(number: number, time: UInt64(number)), events: events + [number], limit: nil,
            advice: nil
        ) { "message \(number)" }
    }

    @Test func repeats() {
        let sink = FindingSink()
        report(sink, 1, .warning, at: 5, events: [3, 4, 3])
        report(sink, 1, .warning, at: 6)
        report(sink, 1, .error, at: 7, events: [6])
        report(sink, 1, .error, at: 8)
        report(sink, 1, .info, at: 9)
        #expect(sink.sorted.count == 1)
        let finding = sink.sorted.first
        #expect(finding?.count == 5 && finding?.severity == .error)
        #expect(finding?.events == [6, 7] && finding?.mark.number == 7 && finding?.message == "message 7")
        #expect(finding?.advice == about.advice)
    }

    /// Numbers that come again, as in a file that somebody put together, and all else that a table's order could decide.
    @Test func theOrderDoesNotDependOnTheProcess() {
        let sink = FindingSink()
        for part in (0..<40).shuffled() {
            sink.report(
                rule: 0, about: about, subject: Subject(nil, device: part % 4, [UInt64(part)]),
                severity: .warning, at: Mark(number: 7, time: UInt64(part / 8)),
                events: [UInt32(part % 2 + 1)],
                limit: nil, advice: nil
            ) { "message \(part)" }
        }
        let keys = sink.sorted.map { [Int($0.mark.time), $0.device, Int($0.events[0])] }
        #expect(keys.count == 40)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 == $1 || $0.lexicographicallyPrecedes($1) })
        #expect(Mark(number: 7, time: 1) < Mark(number: 7, time: 2))
        #expect(Mark(number: 7, time: 9) < Mark(number: 8, time: 2))
    }

    @Test func evidenceIsSortedAndEachOnce() {
        let sink = FindingSink()
        report(sink, 1, .warning, at: 9, events: [7, 2, 7, 9, 1])
        #expect(sink.sorted.first?.events == [1, 2, 7, 9])
    }

    @Test func raising() {
        let sink = FindingSink()
        report(sink, 1, .warning, at: 5)
        let (known, unknown) = (Subject(nil, device: 0, [1]), Subject(nil, device: 0, [2]))
        for (subject, severity) in [
            (known, Severity.info), (unknown, .error), (known, .error), (known, .error),
        ] {
            sink.raise(
                rule: 0, subject: subject, to: severity, at: Mark(number: 8, time: 8), events: [5, 8]
            ) { "worse" }
        }
        #expect(sink.sorted.map(\.events) == [[5, 8]])
        #expect(sink.sorted.first?.count == 1 && sink.sorted.first?.message == "worse")
    }

    @Test func inTheOrderOfTheirEvents() {
        let sink = FindingSink()
        report(sink, 1, .warning, at: 9)
        report(sink, 2, .warning, at: 5)
        report(sink, 3, .warning, at: 7)
        sink.settle(0) { _ in true }
        report(sink, 4, .warning, at: 6)
        #expect(sink.sorted.map(\.mark.number) == [5, 6, 7, 9])
    }

    @Test func tooMany() {
        let sink = FindingSink()
        for part in 1...1200 { report(sink, UInt64(part), .warning, at: UInt32(part)) }
        report(sink, 1, .warning, at: 5000)
        report(sink, 1, .warning, at: 5001, rule: 1)
        #expect(sink.sorted.count == FindingSink.limit + 1)
        #expect(sink.allFolded == [FindingSink.Fold(rule: 0, severity: .warning): 200])
    }

    /// A script that looks for errors must not miss one because a thousand warnings came before it.
    @Test func theWorstAreKept() {
        let sink = FindingSink()
        for part in 1...1001 { report(sink, UInt64(part), .warning, at: UInt32(part)) }
        report(sink, 5000, .error, at: 5000)
        report(sink, 5001, .info, at: 5001)
        #expect(sink.sorted.count == FindingSink.limit)
        #expect(sink.sorted.last?.severity == .error)
        #expect(
            sink.allFolded == [
                FindingSink.Fold(rule: 0, severity: .warning): 2,
                FindingSink.Fold(rule: 0, severity: .info): 1,
            ])
        for part in 6000...7100 { report(sink, UInt64(part), .error, at: UInt32(part)) }
        #expect(sink.sorted.allSatisfy { $0.severity == .error })
        #expect(sink.allFolded[FindingSink.Fold(rule: 0, severity: .error)] == 102)
    }

    @Test func retracted() {
        let sink = FindingSink()
        for part in 1...1000 { report(sink, UInt64(part), .warning, at: UInt32(part)) }
        sink.retract(rule: 0, subject: Subject(nil, device: 0, [7]))
        sink.retract(rule: 0, subject: Subject(nil, device: 0, [7]))
        sink.retract(rule: 1, subject: Subject(nil, device: 0, [8]))
        #expect(sink.sorted.count == 999)
        // Its place is free again.
        report(sink, 2000, .warning, at: 2000)
        report(sink, 2001, .warning, at: 2001)
        #expect(sink.sorted.count == 1000 && sink.allFolded.values.reduce(0, +) == 1)
    }

    /// A later recording takes back what was found in an earlier one, and nothing of its own.
    @Test func retractedLater() {
        let sink = FindingSink()
        let subject = Subject(nil, device: 0, [1])
        report(sink, 1, .warning, at: 1)
        report(sink, 2, .warning, at: 2)
        sink.retractSettled(rule: 0, subject: subject)
        #expect(sink.sorted.count == 2)
        sink.settle(0) { _ in true }
        report(sink, 1, .warning, at: 3)
        sink.settle(0) { _ in true }
        report(sink, 1, .warning, at: 4)
        sink.retractSettled(rule: 1, subject: subject)
        sink.retractSettled(rule: 0, subject: subject)
        #expect(sink.sorted.map(\.mark.number) == [1, 2, 4])
    }

    @Test func settled() {
        let sink = FindingSink()
        report(sink, 1, .warning, at: 1)
        report(sink, 1, .warning, at: 2, rule: 1)
        report(sink, 1, .warning, at: 3, device: 1)
        sink.settle(0) { $0 == 0 }
        sink.settle(5) { _ in false }
        // The same subject of the next recording is another.
        report(sink, 1, .error, at: 4)
        #expect(sink.sorted.map(\.mark.number) == [1, 3, 4])
        #expect(sink.sorted.map(\.count) == [1, 1, 1])
        #expect(sink.sorted.map(\.device) == [0, 1, 0])
    }
}
