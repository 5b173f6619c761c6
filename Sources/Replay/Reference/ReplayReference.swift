internal import EventLog

/// The references there are: what an app should do, to replay its log against.
public enum ReplayReference: String, Sendable, CaseIterable {
    /// `ObjectTrackingReference`, for apps that track real objects.
    case objectTracking = "object-tracking"
    /// `SessionReference`, for collaboration, placement and onboarding.
    case session

    /// The one that fits a recording: its states tell whether the app tracks objects, in its only session.
    public init(for recording: EventStore) {
        var isTracking = false
        var sessions: Set<EntityID?> = []
        for header in recording.headers {
            switch header.kind {
            case .stateChanged:
                let changed = recording.event(header).decode(Event.StateChanged.self)
                if changed?.machine == "objectTracking" { isTracking = true }
            case .sessionRun:
                if let run = recording.event(header).decode(Event.SessionRun.self) {
                    sessions.insert(run.session)
                }
            default: break
            }
        }
        self = isTracking && sessions.count <= 1 ? .objectTracking : .session
    }

    /// What it is called in code.
    public var typeName: String {
        switch self {
        case .objectTracking: "ObjectTrackingReference"
        case .session: "SessionReference"
        }
    }

    /// Replays a log against this reference, with the options by which its app seems to have worked.
    public func replay(_ recording: EventStore, by player: ReplayPlayer = ReplayPlayer()) -> ReplayResult {
        switch self {
        case .objectTracking:
            let options = ObjectTrackingReference.Options(of: recording)
            return player.replay(recording) { ObjectTrackingReference(options) }
        case .session:
            let options = SessionReference.Options(of: recording)
            return player.replay(recording) { SessionReference(options) }
        }
    }
}
