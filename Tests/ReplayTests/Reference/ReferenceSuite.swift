import Projections
import TestSupport
import Testing

@testable import Replay

/// Suites that replay stories against `SessionReference`.
protocol ReferenceSuite {}

extension ReferenceSuite {
    func replayed(_ story: Story, without cares: ReferenceCares = []) throws -> ReplayResult {
        let recording = try story.recording()
        let options = SessionReference.Options(of: recording)
        let replay = ReplayPlayer().replay(recording) { SessionReference(options, without: cares) }
        #expect(replay.isComplete && replay.accounts.isEmpty)
        return replay
    }

    func faults(_ story: Story, without cares: ReferenceCares = []) throws -> [String] {
        try replayed(story, without: cares).findings().filter { $0.severity > .info }.map(\.rule)
    }

    func steady(_ from: Double, _ to: Double) -> [StoryLine] {
        stride(from: from, through: to, by: 1).map { frame($0) }
    }

    /// Optional packets so often, of so many bytes, with so many waiting.
    func stream(
        _ count: Int, every step: Double, bytes: Int64 = 100, depth: Int64? = nil,
        _ priority: String = "optional"
    ) -> [StoryLine] {
        (0..<count).flatMap { index -> [StoryLine] in
            let (time, packet) = (12 + Double(index) * step, "P\(index)")
            return [
                produced(time, packet, priority).with("bytes", .integer(bytes)),
                sent(
                    time, priority, bytes: bytes, isReliable: priority == "critical", queue: depth,
                    packet: packet),
            ]
        }
    }
}
