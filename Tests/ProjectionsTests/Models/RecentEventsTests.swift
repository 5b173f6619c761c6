import EventLog
import TestSupport
import Testing

@testable import Projections

struct RecentEventsTests {
    private func recent(_ story: Story, inBatchesOf size: Int) throws -> [UInt32] {
        let world = World()
        let log = try story.log()
        withExtendedLifetime(log) { for batch in log.batches(of: size) { world.take(batch) } }
        return world.devices[0].recent.all.map(\.mark.number)
    }

    /// What comes many times a second is left out, however the log comes in batches.
    @Test(arguments: [1, 2, 3, 100]) func theLastFive(_ size: Int) throws {
        let story = Story {
            opened()
            anchorAdded(1, "A")
            for second in 2..<9 {
                userAction(Double(second))
                anchorUpdated(Double(second) + 0.1, "A")
                event(Double(second) + 0.2, "camera.pose")
                frame(Double(second) + 0.3)
            }
        }
        #expect(try recent(story, inBatchesOf: size) == [11, 15, 19, 23, 27])
    }

    @Test func few() throws {
        #expect(try recent(Story { frame(1) }, inBatchesOf: 1) == [])
        #expect(
            try recent(
                Story {
                    frame(1)
                    userAction(2)
                }, inBatchesOf: 1) == [2])
    }
}
