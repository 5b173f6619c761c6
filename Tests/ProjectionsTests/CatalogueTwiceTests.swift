import EventLog
import Foundation
import TestSupport
import Testing

@testable import Projections

/// Each rule's example told of two things in one session, at once and one after the other: what a rule waits for, and
/// what it remembers, goes on after the first.
struct CatalogueTwiceTests {
    /// Rules that speak of each thing by itself, whatever happens to others at the same time.
    private static let ofThings: Set = [
        "duplicate-node", "node-outlives-anchor", "anchor-without-node", "update-after-remove",
        "visible-while-lost", "hidden-while-tracked", "content-on-world-coordinates",
        "content-before-localized",
        "content-before-onboarding-done", "asset-missing", "anchor-before-normal", "dual-host", "map-size",
        "map-anchor-bloat", "map-unprotected", "map-unverified", "anchor-data-lost",
        "map-shared-without-consent", "map-transfer-lossy", "saved-without-anchors", "map-decode-failed",
        "restore-keeps-anchors", "restore-with-reset", "no-merge", "custom-anchor-shared", "peers-too-close",
        "drift",
    ]

    /// Rules whose example, told again in the same session, is not the same fault again, each with why.
    private static let once = [
        "sessions-overlap": "both run already",
        "anchor-before-normal": "tracking was normal once in this visit",
        "state-change-in-view-update": "one for a log",
        "broken-trace": "telling it again is a break, too",
        "state-stuck": "the machine is still in the same visit of the state",
        "no-return": "the first peer stays connected",
        "dual-host": "each map sent goes with each received",
        "map-retention": "one for a log",
        "mapping-stalled": "the first wait has not ended",
        "no-fallback-shown": "one for a log",
        "session-identifier-changed": "the run in between changes it, too",
        "quality-unseen": "one for a log",
        "interruption-unended": "the session is interrupted already",
        "abrupt-end-after-run": "a log ends once",
        "log-gap": "one for a log",
        "log-cut": "a log ends once",
    ]

    /// Fields that name a thing.
    nonisolated(unsafe) private static let names =
        #/"(anchor|node|key|asset|map|initialWorldMap|peer)":"/#

    private static func rule(_ id: String) throws -> RuleAbout {
        try #require(Catalogue.about.first { $0.id == id })
    }

    /// Another thing that the same happens to, so much later.
    private static func other(_ line: StoryLine, after delay: Double) -> StoryLine {
        let time = line.ndjson.prefixMatch(of: #/\{"t":([0-9.]+)/#)
        let seconds = time.flatMap { Double($0.1) } ?? 0
        let rest = time.map { line.ndjson[$0.range.upperBound...] } ?? ""
        return StoryLine(
            "{\"t\":\(seconds + delay)" + String(rest).replacing(Self.names) { "\($0.output.0)other-" })
    }

    /// The lists above have no rule that is gone.
    @Test func exceptionsAreRules() {
        #expect(Self.ofThings.union(Self.once.keys).isSubset(of: Catalogue.about.map(\.id)))
    }

    private static func isOfTheLog(_ line: StoryLine) -> Bool { line.ndjson.contains("\"event\":\"log.") }

    private static func count(_ id: String, _ lines: [StoryLine]) throws -> Int {
        try Story { lines }.then().findings.filter { $0.rule == id }.reduce(0) { $0 + $1.count }
    }

    @Test(arguments: CatalogueTests.tried.filter { ofThings.contains($0) })
    func twoAtOnce(_ id: String) throws {
        var lines: [StoryLine] = []
        for line in CatalogueTests.example(of: try Self.rule(id)).lines {
            lines.append(line)
            let other = Self.other(line, after: 0)
            if !Self.isOfTheLog(line), other.ndjson.contains("other-") {
                lines.append(Self.other(line, after: 0.001))
            }
        }
        #expect(try Self.count(id, lines) == 2)
    }

    @Test(arguments: CatalogueTests.tried.filter { once[$0] == nil })
    func oneAfterTheOther(_ id: String) throws {
        let lines = CatalogueTests.example(of: try Self.rule(id)).lines
        let again = lines.filter { !Self.isOfTheLog($0) }.map { Self.other($0, after: 300) }
        let both = Array(lines.prefix(lines.count - 1)) + again + [closed(500)]
        #expect(try Self.count(id, both) == 2)
    }
}
