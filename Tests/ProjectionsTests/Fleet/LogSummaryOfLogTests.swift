import EventLog
import TestSupport
import Testing

@testable import Projections

/// What of a log comes into its summary.
@Suite struct LogSummaryOfLogTests {
    private func summary(
        _ story: Story, known: (Finding) -> Bool = { _ in false }, loss: String? = nil
    ) throws -> LogSummary {
        let log = try story.log()
        let collector = HealthCollector()
        let analysis = Analysis()
        analysis.name { log.labels.name(of: $0) }
        analysis.collect(with: collector)
        analysis.take(log.batch)
        let all = analysis.finish()
        let findings = all.filter { !known($0) }
        let health = collector.finish(analysis, findings: findings)
        let verdict = HealthVerdict(findings, [], events: log.batch.headers.count, rules: 9) { _ in "then" }
        return LogSummary(
            of: JudgedLog(
                path: "a/b.mcap", verdict: verdict, findings: findings, known: all.filter(known),
                folded: analysis.folded, knownCount: all.count - findings.count,
                notJudged: analysis.notJudged.map(\.rule), events: log.batch.headers.count, health: health,
                loss: loss, isShared: false))
    }

    private let twoRuns = Story {
        opened()
        run(1, source: "a")
        run(1.1, source: "b")
        tracking(3, "normal")
        mapping(6, "mapped")
        stats(7, fps: 58)
        closed(20)
    }

    @Test func aSessionWithFindings() throws {
        let summary = try summary(twoRuns)
        let entry = try #require(summary.sessions.kept.first)
        #expect(summary.total.tally.sessions == 1 && summary.total.tally.events.value == entry.events)
        #expect(entry.level == .error || entry.level == .warning)
        #expect(entry.path == "a/b.mcap" && entry.rule != nil && entry.ending == .closed)
        #expect(summary.total.tally.errors.value == entry.errors)
        let fault = try #require(summary.faults.sorted.first { $0.value.rule == "double-run" }?.value)
        #expect(fault.new.logs.value == 1 && fault.new.occurrences >= 1 && fault.known == Fault.Seen())
        #expect(fault.example?.message.isEmpty == false)
        #expect(fault.devices.sorted.map(\.name) == [entry.deviceModel ?? LogSummary.untold])
        #expect(fault.versions.sorted.map(\.value) == [Amount(1)])
        #expect(summary.first == entry.start && summary.hasPrivateTexts)
        #expect(try LogSummary(summary.json) == summary)
    }

    @Test func measures() throws {
        let measures = try summary(twoRuns).total.measures
        // From the second run, which begins the visit anew, or the first: to 3 s and to 6 s.
        #expect(measures[.firstNormal].values.count == 1 && measures[.firstNormal].missed.value <= 1)
        #expect([1_900_000, 2_000_000].contains(measures[.firstNormal].values.least))
        #expect([4_900_000, 5_000_000].contains(measures[.firstMapped].values.least))
        #expect(measures[.length].values.least == 20_000_000 && measures[.fps].values.least == 58_000)
        #expect(measures[.packetRate].isEmpty && measures[.relocalization].isEmpty)
    }

    @Test func packets() throws {
        let measures = try summary(
            Story {
                together()
                for index in 0..<40 { sent(5 + Double(index) * 0.01, "critical", bytes: 9) }
                closed(20)
            }
        ).total.measures
        // 40 packets in 20 s, all of them within half a second.
        #expect(measures[.packetRate].values.least == 2000 && measures[.packetPeak].values.least == 80_000)
    }

    @Test func whatABaselineKnowsIsApart() throws {
        let summary = try summary(twoRuns, known: { $0.rule == "double-run" })
        let fault = try #require(summary.faults.sorted.first { $0.value.rule == "double-run" }?.value)
        #expect(fault.new == Fault.Seen() && fault.known.logs.value == 1)
        #expect(summary.total.tally.known.value > 0)
    }

    @Test func whatIsLostIsNamed() throws {
        let summary = try summary(twoRuns, loss: "2 places of damage")
        #expect(summary.total.tally.lossy.value == 1 && summary.troubled == 1)
        #expect(summary.troubles.kept == [Trouble(.damaged, path: "a/b.mcap", reason: "2 places of damage")])
        let unread = LogSummary(unread: "c.mcap", reason: "not a log")
        #expect(unread.total.tally.sessions == 0 && unread.troubled == 1)
        #expect(total([unread, summary]).troubles.kept.map(\.kind) == [.unread, .damaged])
    }

    @Test func aLogWithoutEvents() throws {
        let summary = try summary(Story {})
        #expect(summary.total.tally.unknown.value == 1 && summary.total.tally.healthyShare == nil)
        #expect(summary.first == nil && summary.total.measures[.length].isEmpty)
        #expect(summary.devices.sorted.map(\.name) == [LogSummary.untold])
    }
}
