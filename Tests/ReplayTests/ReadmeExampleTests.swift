import EventLog
import Foundation
import Projections
import Replay
import TestSupport
import Testing

// What the README shows, as it stands there.

final class Placement: ReplayHandler {
    func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {
        guard input.kind == .anchorAdded else { return }
        let added = try input.read(Event.AnchorAdded.self)
        replay.emit(
            Event.NodeAttached {
                $0.node = replay.makeID("node")
                $0.anchor = added.anchor
            })
    }
}

func faultsThatStay(in path: String) throws -> [Finding] {
    let source = try EventSource(path: path)
    let recording = EventStore(labels: source.labels)
    _ = try recording.append(source)
    let result = ReplayPlayer().replay(recording) { Placement() }
    return FindingsComparison(before: recording.findings(), after: result.findings()).stayed
}

@Suite struct ReadmeExampleTests {
    @Test func theREADMEShowsIt() throws {
        let readme = String(
            decoding: try TestFiles.bytes(at: TestFiles.package + "/README.md"), as: UTF8.self)
        let here = String(decoding: try TestFiles.bytes(at: #filePath), as: UTF8.self)
        let begin = try #require(here.range(of: "final class Placement"))
        let end = try #require(here.range(of: "\n@Suite struct ReadmeExampleTests"))
        #expect(readme.contains(here[begin.lowerBound..<end.lowerBound]))
    }

    @Test func itRuns() throws {
        let path = try #require(TestFiles.logs) + "/placement-double-run.mcap"
        // The handler never calls run, so nothing calls it twice.
        #expect(try !faultsThatStay(in: path).contains { $0.rule == "double-run" })
    }
}
