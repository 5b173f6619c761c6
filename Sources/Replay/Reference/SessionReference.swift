internal import EventLog

/// What an app's session logic should do: the reference that a log is replayed against, and whose parts may be copied.
///
/// It is asked for what the recorded app did on its users' behalf (`RecordedRequests`): runs, pauses, things that are placed,
/// shown, saved. Whether and how that is done it decides by itself, and so it does all that follows from what the
/// world tells. Its parts, one file each:
/// - `RunGate`: the one place that calls `run` and `pause`.
/// - `SceneContent`: nodes and their table, emptied exactly when a run drops the anchors.
/// - `MapExport`: a world map when the room is mapped, and has been for a moment.
/// - `Relocalization`: words, a deadline, three ways out.
/// - `PacketDesk`: critical and optional packets, throttle, back-pressure, failures to decode.
/// - `CollaborationFlow`: the five states between two devices.
/// - `CameraContent`: an onboarding's choice, and the content that hangs on the camera while it is wanted.
///
/// Apps that track real objects have `ObjectTrackingReference`.
public final class SessionReference: ReplayHandler {
    private let options: Options
    private let cares: ReferenceCares
    private var apps: [EntityID?: ReferenceApp] = [:]

    public convenience init(_ options: Options) { self.init(options, without: []) }

    init(_ options: Options, without missing: ReferenceCares) {
        self.options = options
        cares = ReferenceCares(ReferenceCare.allCases).subtracting(missing)
    }

    public func begin(_ replay: ReplayContext) { app(of: nil).begin(replay) }

    public func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {
        try app(of: input.device).handle(input, replay)
    }

    private func app(of device: EntityID?) -> ReferenceApp {
        if let app = apps[device] { return app }
        let app = ReferenceApp(on: device, options, cares)
        apps[device] = app
        return app
    }
}
