import EventLog
import Projections
import TestSupport

/// Whatever happens: models and rules come to an end, and where batches end makes no difference.
enum RulesTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let script = EventScript(Array(bytes.dropFirst()))
        let log = try MemoryLog(mcap: script.mcap(isMerged: first & 1 == 1, chunkSize: 1 << 16))
        let whole = judged([log.batch])
        let single = judged(log.batches(of: 1))
        try require(whole.findings == single.findings, "event by event there are other findings")
        try require(
            whole.notJudged == single.notJudged && whole.folded == single.folded,
            "event by event other rules judge")
        try require(
            traces([log.batch]) == traces(log.batches(of: 1)), "event by event there are other traces")
        let world = World(keepsGone: true)
        world.take(log.batch)
        try require(
            world.eventCount == log.headers.count, "\(world.eventCount) events of \(log.headers.count)")
    }

    private struct Judgement {
        var findings: [Finding]
        var notJudged: [String]
        var folded: [FoldedFindings]
    }

    private static func judged(_ batches: [EventBatch]) -> Judgement {
        let analysis = Analysis()
        for batch in batches { analysis.take(batch) }
        let findings = analysis.finish()
        return Judgement(
            findings: findings, notJudged: analysis.notJudged.map { "\($0.rule): \($0.reason)" },
            folded: analysis.folded)
    }

    private static func traces(_ batches: [EventBatch]) -> [String] {
        let traceLog = TraceLog()
        for batch in batches { traceLog.take(batch) }
        return traceLog.traces.map { "\($0)" }
    }
}
