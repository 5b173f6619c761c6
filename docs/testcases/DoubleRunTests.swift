// Made by `arlog testcase` for a fault that double-run finds (error). Two callers ran one session
// before ARKit had answered the first run.
//
// The first test holds the recorded events against the rule. The second feeds the inputs among them
// to a handler, one by one and with their times, and expects that what it decides has no such
// fault. Recorded decisions are not fed; they are marked with "the app".

import EventLog
import Projections
import Replay
import Testing

@testable import RoomPlan

@Suite struct DoubleRunTests {
    @Test func theRecordingHasTheFault() {
        let (goal, recording) = (Self.goal(), Self.recording())
        #expect(!goal.faults(in: recording).isEmpty)
    }

    @Test func theHandlerDoesNot() {
        let (goal, recording) = (Self.goal(), Self.recording())
        let replay = ReplayPlayer().replay(recording) { RoomSession() }
        #expect(goal.problems(of: replay) == [])
    }

    /// What has to be gone: a fault of this rule, as bad as this or worse.
    static func goal() -> ReplayGoal {
        ReplayGoal(rule: "double-run", severity: .error)
    }

    /// What the world told the app, and of what the app did what the fault needs.
    static func recording() -> EventStore {
        let log = RecordedLog(labels: ["iphone-sam", "floor", "chair"])
        log.at(0, Event.LogOpened.self) {
            $0.device = "iphone-sam"
            $0.deviceModel = "iPhone15,3"
            $0.os = "iOS 18.5"
            $0.app = "de.example.roomplan"
            $0.appVersion = "3.1.0"
            $0.sdk = "18.5"
            $0.recorder = "sample 1"
            $0.protocol = CollaborationProtocol.none
        }
        log.at(0.01, Event.AppLifecycleChanged.self) { $0.phase = .active }
        log.at(0.02, Event.ViewAppeared.self) { $0.view = "RoomView" }
        log.at(0.5, Event.CameraTrackingStateChanged.self) {
            $0.state = .limited
            $0.reason = .initializing
        }
        log.at(0.52, Event.FrameWorldMappingStatusChanged.self) { $0.status = .notAvailable }
        log.at(1.8, Event.CameraTrackingStateChanged.self) { $0.state = .normal }
        log.at(2, Event.FrameWorldMappingStatusChanged.self) { $0.status = .limited }
        log.at(3.1, Event.AnchorAdded.self) {
            $0.anchor = "floor"
            $0.kind = .plane
            $0.origin = .detection
            $0.position = Vector3(0, 0, -1.5)
            $0.orientation = Quaternion(0, 0, 0, 1)
        }
        log.at(5.2, Event.UserAction.self) { $0.name = "place-chair" }
        log.at(5.26, Event.AnchorAdded.self) {
            $0.anchor = "chair"
            $0.kind = .anchor
            $0.key = "chair-oak"
            $0.origin = .app
            $0.position = Vector3(0.2, 0, -1.2)
            $0.orientation = Quaternion(0, 0, 0, 1)
        }
        log.at(12, Event.AppLifecycleChanged.self) { $0.phase = .inactive }
        log.at(12.01, Event.SessionInterruptionBegan.self) { $0.reason = .background }
        log.at(12.2, Event.AppLifecycleChanged.self) { $0.phase = .background }
        log.at(20.4, Event.AppLifecycleChanged.self) { $0.phase = .active }
        log.at(20.45, Event.SessionInterruptionEnded.self)
        log.at(20.62, Event.SessionRun.self) {  // the app
            $0.configuration = Event.Configuration {
                $0.kind = .worldTracking
                $0.planeDetection = [.horizontal, .vertical]
                $0.environmentTexturing = .automatic
            }
            $0.options = [.resetTracking, .removeExistingAnchors]
            $0.source = "foreground"
            $0.purpose = .reset
        }
        log.at(20.75, Event.SessionRun.self) {  // the app
            $0.configuration = Event.Configuration {
                $0.kind = .worldTracking
                $0.planeDetection = [.horizontal, .vertical]
                $0.environmentTexturing = .automatic
            }
            $0.options = [.resetTracking]
            $0.source = "network-reconnect"
            $0.purpose = .reset
        }
        log.at(20.9, Event.CameraTrackingStateChanged.self) { $0.state = .notAvailable }
        log.at(21.4, Event.SessionFailed.self) {
            $0.code = 102
            $0.name = "sensorFailed"
            $0.text = "The sensor failed to deliver the required input."
        }
        log.at(23, Event.UserAction.self) { $0.name = "close" }
        log.at(23.35, Event.ViewDisappeared.self) { $0.view = "RoomView" }
        log.at(23.5, Event.LogClosed.self) { $0.reason = .normal }
        return log.store
    }
}
