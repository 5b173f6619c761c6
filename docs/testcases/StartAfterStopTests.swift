// Made by `arlog testcase` for a fault that start-after-stop finds (error). An awaited load
// finished after Stop, and the session runs although the user stopped it.
//
// The first test holds the recorded events against the rule. The second feeds the inputs among them
// to a handler, one by one and with their times, and expects that what it decides has no such
// fault. Recorded decisions are not fed; they are marked with "the app".
//
// The handler is the library's reference for now: put your own in its place, or name it with
// --handler.

import EventLog
import Projections
import Replay
import Testing

@Suite struct StartAfterStopTests {
    @Test func theRecordingHasTheFault() {
        let (goal, recording) = (Self.goal(), Self.recording())
        #expect(!goal.faults(in: recording).isEmpty)
    }

    @Test func theHandlerDoesNot() {
        let (goal, recording) = (Self.goal(), Self.recording())
        let options = ObjectTrackingReference.Options(of: recording)
        let replay = ReplayPlayer().replay(recording) { ObjectTrackingReference(options) }
        #expect(goal.problems(of: replay) == [])
    }

    /// What has to be gone: a fault of this rule, as bad as this or worse.
    static func goal() -> ReplayGoal {
        ReplayGoal(rule: "start-after-stop", severity: .error)
    }

    /// What the world told the app, and of what the app did what the fault needs.
    static func recording() -> EventStore {
        let log = RecordedLog(labels: ["service-ipad-3"])
        log.at(0, Event.LogOpened.self) {
            $0.device = "service-ipad-3"
            $0.deviceModel = "iPad14,3"
            $0.os = "iOS 18.5"
            $0.app = "de.example.servicelens"
            $0.appVersion = "2.4.0"
            $0.sdk = "18.5"
            $0.recorder = "sample 1"
            $0.protocol = CollaborationProtocol.none
        }
        log.at(0.01, Event.AppLifecycleChanged.self) { $0.phase = .active }
        log.at(0.02, Event.ViewAppeared.self) { $0.view = "ObjectView" }
        log.at(0.5, Event.CameraTrackingStateChanged.self) {
            $0.state = .limited
            $0.reason = .initializing
        }
        log.at(0.52, Event.FrameWorldMappingStatusChanged.self) { $0.status = .notAvailable }
        log.at(1.6, Event.CameraTrackingStateChanged.self) { $0.state = .normal }
        log.at(1.9, Event.FrameWorldMappingStatusChanged.self) { $0.status = .limited }
        log.at(4.1, Event.UserAction.self) { $0.name = "start" }
        log.at(4.9, Event.UserAction.self) { $0.name = "stop" }
        log.at(4.91, Event.StateChanged.self) {  // the app
            $0.machine = "objectTracking"
            $0.from = "loading"
            $0.to = "stopped"
            $0.cause = "stop-button"
        }
        log.at(5.1, Event.CameraTrackingStateChanged.self) {
            $0.state = .limited
            $0.reason = .initializing
        }
        log.at(5.9, Event.CameraTrackingStateChanged.self) { $0.state = .normal }
        log.at(6.4, Event.ReferenceObjectLoaded.self) {
            $0.name = "pump"
            $0.format = .arobject
            $0.hasModel = false
        }
        log.at(6.5, Event.ReferenceObjectLoaded.self) {
            $0.name = "valve"
            $0.format = .arobject
            $0.hasModel = false
        }
        log.at(6.53, Event.StateChanged.self) {  // the app
            $0.machine = "objectTracking"
            $0.from = "stopped"
            $0.to = "running"
            $0.cause = "load-finished"
        }
        log.at(6.7, Event.CameraTrackingStateChanged.self) {
            $0.state = .limited
            $0.reason = .initializing
        }
        log.at(7.1, Event.CameraPose.self) {
            $0.position = Vector3(-0.1794, 1.4466, 0.0907)
            $0.orientation = Quaternion(0, -0.275913, 0, 0.961182)
        }
        log.at(7.53, Event.LogClosed.self) { $0.reason = .normal }
        return log.store
    }
}
