import EventLog
import Projections
import Replay
import TestSupport
import Testing

@Suite struct ReplayPlayerTests {
    private let story = Story {
        opened(device: "A")
        run(0.1, source: "start-button")
        tracking(1, "normal")
        anchorAdded(2, "A1", key: "chair")
        nodeAttached(2.1, "N1", to: "A1", key: "chair")
        message(3, "a line")
        anchorAdded(4, "A2", key: "table")
        closed(5)
    }

    @Test func inputsAreFedAndOutputsTakeThePlaceOfTheRecordedOnes() throws {
        let replay = try story.replayed { input, replay in
            guard input.kind == .anchorAdded else { return }
            let added = try input.read(Event.AnchorAdded.self)
            replay.emit(
                Event.NodeAttached {
                    $0.node = replay.makeID("node")
                    $0.anchor = added.anchor
                    $0.key = added.key
                })
        }
        #expect(
            replay.told == [
                "0.0 log.opened", "1.0 camera.trackingStateChanged", "2.0 anchor.added",
                "+2.0 node.attached", "3.0 log.message", "4.0 anchor.added", "+4.0 node.attached",
                "5.0 log.closed",
            ])
        #expect(replay.recordedNumbers == [1, 3, 4, 0, 6, 7, 0, 8])
        #expect(replay.log.headers.map(\.number) == Array(1...8))
        #expect(replay.isComplete && replay.accounts.isEmpty && replay.outputCount == 2)
        #expect(replay.log.printed.contains(#""node":"node#2","anchor":"A2","key":"table""#))
    }

    @Test func inputsKeepTheirBytesAndTheThingsOwnTime() throws {
        let line = #"{"t":1,"at":0.5,"event":"camera.pose","position":[1,2,3]}"#
        let log = try MemoryLog(ndjson: #"{"t":0,"event":"frame.stats","fps":60}"# + "\n" + line)
        let replay = ReplayPlayer().replay(EventStore(log)) { Scripted { _, _ in } }
        #expect(replay.log.printed == log.printed())
    }

    @Test func whatAHandlerReadsIsItsOwn() throws {
        let replay = try story.replayed { input, replay in
            switch input.kind {
            case .cameraTrackingStateChanged:
                #expect(throws: ReplayInputError.self) { try input.read(Event.AnchorAdded.self) }
                #expect(input.number == 3 && input.time == .seconds(1) && input.device == nil)
            case .anchorAdded:
                let key = input.withEvent { event in
                    event.decode(StoredEvent.AnchorAdded.self)?.key.map { event.content.string($0) }
                }
                replay.emit(said(key.flatMap { $0 } ?? "-"))
                #expect(input.decode(Event.AnchorRemoved.self) == nil)
            default: Issue.record("\(input.kind.name) is no input of the story")
            }
        }
        #expect(replay.outputs == ["+2.0 state.changed chair", "+4.0 state.changed table"])
    }

    @Test func theNewLogIsReadyForRulesAndWriter() throws {
        let replay = try story.replayed { input, replay in
            guard input.kind == .anchorAdded else { return }
            for key in ["chair", "chair"] {
                replay.emit(
                    Event.NodeAttached {
                        $0.node = replay.makeID("node")
                        $0.anchor = "A1"
                        $0.key = key
                    })
            }
        }
        #expect(replay.findings().contains { $0.rule == "duplicate-node" })
        let again = try MemoryLog(mcap: replay.log.mcap())
        #expect(again.events.map(\.number) == replay.log.headers.map(\.number))
        #expect(again.labels.spelling(of: "node#1") == "node#1")
    }

    @Test func namesOfAReplayStayOutOfTheRecording() throws {
        let recording = try story.recording()
        let before = try recording.mcap()
        let replay = ReplayPlayer().replay(recording) {
            Scripted { input, replay in
                replay.label("A1", "the chair by the door")
                replay.emit(said("named"))
            }
        }
        #expect(replay.log.labels.givenName(of: "A1") == "the chair by the door")
        #expect(try recording.mcap() == before)
    }

    @Test func theSameReplayGivesTheSameBytesAHundredTimes() throws {
        let recording = try story.recording()
        func once() throws -> [UInt8] {
            let replay = ReplayPlayer().replay(recording) {
                Scripted { input, replay in
                    for step in 0..<3 {
                        replay.after(.milliseconds(300 * (3 - step))) {
                            replay.emit(
                                Event.NodeAttached {
                                    $0.node = replay.makeID("node")
                                    $0.key = "after \(input.number), \(step)"
                                })
                        }
                    }
                }
            }
            #expect(replay.outputCount == 9)
            return try replay.log.mcap()
        }
        let first = try once()
        for _ in 1..<100 { #expect(try once() == first) }
    }

    @Test func everyDeviceOfAMergedLogHasItsOutputs() throws {
        let log = try MemoryLog(
            ndjson: """
                {"t":0,"event":"user.action","name":"a","device":"phone"}
                {"t":1,"event":"user.action","name":"b","device":"tablet"}
                {"t":3,"event":"user.action","name":"end","device":"phone"}
                """)
        let replay = ReplayPlayer().replay(EventStore(log)) {
            Scripted { input, replay in
                #expect(input.device == (input.number == 2 ? "tablet" : "phone"))
                replay.after(.milliseconds(1500)) { replay.emit(said("later")) }
            }
        }
        let devices = replay.log.headers.map {
            replay.log.labels.text(of: replay.log.devices[Int($0.device)])
        }
        #expect(devices == ["phone", "tablet", "phone", "tablet", "phone"])
    }

    @Test func anEmptyRecordingIsReplayed() {
        let replay = ReplayPlayer().replay(EventStore(labels: LabelTable())) { Scripted { _, _ in } }
        #expect(replay.log.headers.isEmpty && replay.isComplete && replay.accounts.isEmpty)
    }
}
