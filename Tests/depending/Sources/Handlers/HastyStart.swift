import EventLog
import Replay

/// An app's logic with a fault: a load that ends starts the session, also where Stop came meanwhile.
final class HastyStart: ReplayHandler {
    private var state = "idle"

    func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {
        switch input.kind {
        case .userAction:
            go(to: try input.read(Event.UserAction.self).name == "start" ? "loading" : "stopped", replay)
        case .referenceObjectLoaded where state != "running":
            replay.emit(Event.SessionRun { $0.source = "load-finished" })
            go(to: "running", replay)
        default: break
        }
    }

    private func go(to next: String, _ replay: ReplayContext) {
        let before = state
        state = next
        replay.emit(
            Event.StateChanged {
                $0.machine = "objectTracking"
                $0.from = before
                $0.to = next
            })
    }
}

/// Logic that runs the session once, when the app begins.
enum OneRun {
    final class Handler: ReplayHandler {
        func begin(_ replay: ReplayContext) { replay.emit(Event.SessionRun { $0.source = "launch" }) }

        func handle(_ input: ReplayInput, _ replay: ReplayContext) {}
    }

    static func make() -> Handler { Handler() }
}
