import EventLog
import TestSupport
import Testing

@testable import Projections

/// Each rule's example, with events missing just before the one that decides it: nothing is concluded from what was
/// before, neither then nor later.
struct CatalogueGapTests {
    /// Rules that need nothing from before, each with why.
    private static let despite = [
        "anchor-data-lost": "what was verified is told at once, and maps are known across a file",
        "critical-dropped": "one event is enough",
        "critical-unreliable": "one event is enough",
        "frames-retained": "one event is enough",
        "log-cut": "of the log's end",
        "log-gap": "it tells of each gap",
        "map-anchor-bloat": "one event is enough",
        "map-shared-without-consent": "one event is enough",
        "map-size": "one event is enough",
        "map-transfer-lossy": "one event is enough",
        "map-unprotected": "one event is enough",
        "map-unverified": "maps are known across a file",
        "mode-fallback": "one event is enough",
        "overheating": "one event is enough",
        "recovery-incomplete": "one event is enough",
        "restore-with-reset": "one event is enough",
        "state-change-in-view-update": "one event is enough",
    ]
    /// Runs of one burst, whatever is missing between them.
    private static let acrossGaps: Set = ["run-storm"]
    /// Rooms are kept on the device.
    private static let acrossRecordings: Set = ["map-retention"]

    @Test(
        .tags(.gap), arguments: CatalogueTests.tried.filter { despite[$0] == nil && !acrossGaps.contains($0) }
    )
    func gapBeforeIt(_ id: String) throws {
        try Self.isQuiet(id) { [gap($0)] }
    }

    /// Another recording starts from nothing.
    @Test(arguments: CatalogueTests.tried.filter { despite[$0] == nil && !acrossRecordings.contains($0) })
    func recordingEndsBeforeIt(_ id: String) throws {
        try Self.isQuiet(id) { [closed($0), opened($0).with("recording", "R2")] }
    }

    private static func isQuiet(_ id: String, _ between: (Double) -> [StoryLine]) throws {
        let rule = try #require(Catalogue.about.first { $0.id == id })
        let lines = CatalogueTests.example(of: rule).lines
        let found = try #require(try Story { lines }.then().findings.first { $0.rule == id })
        let decisive = Int(found.mark.number) - 1
        let before = lines[decisive - 1].ndjson.prefixMatch(of: #/\{"t":([0-9.]+)/#)
        let time = try #require(before.flatMap { Double($0.1) })
        var told = lines
        told.insert(contentsOf: between(time), at: decisive)
        try Story { told }.then().isQuiet(id)
    }
}
