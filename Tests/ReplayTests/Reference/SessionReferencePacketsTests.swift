import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// What of a collaboration's packets the reference sends, and when it asks for them anew.
@Suite struct SessionReferencePacketsTests: ReferenceSuite {
    private func fates(_ replay: ReplayResult) -> [String] {
        replay.log.batch(replay.log.headers).events.compactMap { event in
            if event.kind == .collaborationDataSent { return "sent" }
            return event.decode(Event.CollaborationDataDropped.self)?.reason.name
        }
    }

    @Test func optionalPacketsGoTenTimesASecond() throws {
        let story = Story {
            together()
            stream(60, every: 0.03125)
            closed(20)
        }
        let fates = fates(try replayed(story))
        #expect(fates.prefix(5) == ["sent", "throttled", "throttled", "throttled", "sent"])
        #expect(fates.filter { $0 == "sent" }.count == 15)
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.throttle]).contains("optional-not-throttled"))
    }

    @Test func optionalPacketsKeepToTheirBudget() throws {
        let story = Story {
            together()
            stream(20, every: 0.125, bytes: 100_000)
            closed(20)
        }
        // Four in two seconds, and the first room for another two seconds after the first.
        let fates = fates(try replayed(story))
        #expect(fates.indices.filter { fates[$0] == "sent" } == [0, 1, 2, 3, 17, 18, 19])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.throttle]) == ["bandwidth"])
    }

    @Test func criticalPacketsAlwaysGo() throws {
        let story = Story {
            together()
            stream(20, every: 0.03125, bytes: 10_000, depth: 50, "critical")
            closed(20)
        }
        #expect(fates(try replayed(story)) == Array(repeating: "sent", count: 20))
    }

    @Test func aLongQueueGetsNoOptionalPacket() throws {
        let story = Story {
            together()
            stream(4, every: 0.5, depth: 7)
            closed(20)
        }
        #expect(fates(try replayed(story)) == Array(repeating: "backpressure", count: 4))
        let short = Story {
            together()
            stream(4, every: 0.5, depth: 6)
            closed(20)
        }
        #expect(fates(try replayed(short)) == Array(repeating: "sent", count: 4))
        #expect(try faults(story, without: [.backpressure]) == ["backpressure-missing"])
    }

    @Test func withoutAPeerNothingGoes() throws {
        let story = Story {
            together()
            peer(11, "B", "notConnected")
            stream(2, every: 0.5)
            closed(20)
        }
        #expect(fates(try replayed(story)) == ["noPeers", "noPeers"])
    }

    @Test func fiveFailuresInARowAskForEverything() throws {
        func story(_ failures: Int, butAfter good: Int) -> Story {
            Story {
                together()
                (0..<failures).flatMap { index -> [StoryLine] in
                    let time = 5 + Double(index) * 0.25
                    return (index == good ? [received(time - 0.125, "G")] : []) + [
                        decodeFailed(time, "Q\(index)")
                    ]
                }
                closed(20)
            }
        }
        func syncs(_ story: Story) throws -> [String] {
            try replayed(story).outputs.filter { $0.contains("sync") }
        }
        #expect(try syncs(story(5, butAfter: -1)) == ["+6.0 collaboration.syncRequested"])
        #expect(try syncs(story(4, butAfter: -1)) == [])
        #expect(try syncs(story(8, butAfter: 4)) == [])
        #expect(try faults(story(5, butAfter: -1), without: [.decodeStreak]).contains("decode-failures"))
    }
}
