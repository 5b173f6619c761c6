public import EventLog

/// What one recording says of itself.
public struct RecordingFacts: Sendable {
    public let device: Int
    /// Its first event.
    public let opened: Mark
    /// Its id, from `log.opened`.
    public internal(set) var id: EntityID?
    public internal(set) var deviceModel: String?
    public internal(set) var system: String?
    public internal(set) var app: String?
    public internal(set) var appVersion: String?
    public internal(set) var sdk: String?
    public internal(set) var recorder: String?
    public internal(set) var role: Role?
    public internal(set) var collaborationProtocol: CollaborationProtocol?
    /// The families it says it records; empty where it does not say.
    public internal(set) var records: [EventFamily] = []
    /// How it ended; `nil` until it did.
    public internal(set) var ending: Ending?
    /// Its last event.
    public internal(set) var last: Mark
}

/// How a recording ended.
public enum Ending: Sendable {
    /// `log.closed`, with its reason.
    case closed(CloseReason?)
    /// Without it; whether the app was in the background then, where iOS ends apps.
    case cut(isInBackground: Bool)
}

/// The recordings of a log.
struct Recordings {
    static let limit = 200
    private(set) var all: [RecordingFacts] = []
    private var open: [Int: Int] = [:]

    /// An event of the device; the recording begins with its first.
    mutating func opened(_ payload: StoredEvent.LogOpened, _ event: LoggedEvent, device: Int, at mark: Mark) {
        guard let place = place(device, at: mark) else { return }
        func text(_ range: TextRange?, or known: String?) -> String? {
            TimelineEvents.text(range, event) ?? known
        }
        all[place].id = payload.device
        all[place].deviceModel = text(payload.deviceModel, or: all[place].deviceModel)
        all[place].system = text(payload.os, or: all[place].system)
        all[place].app = text(payload.app, or: all[place].app)
        all[place].appVersion = text(payload.appVersion, or: all[place].appVersion)
        all[place].sdk = text(payload.sdk, or: all[place].sdk)
        all[place].recorder = text(payload.recorder, or: all[place].recorder)
        all[place].role = payload.role ?? all[place].role
        all[place].collaborationProtocol = payload.protocol ?? all[place].collaborationProtocol
        if !payload.records.isEmpty { all[place].records = payload.records.elements }
    }

    private mutating func place(_ device: Int, at mark: Mark) -> Int? {
        if let known = open[device] { return known }
        guard all.count < Self.limit else { return nil }
        open[device] = all.count
        all.append(RecordingFacts(device: device, opened: mark, last: mark))
        return all.count - 1
    }

    /// The device's recording is over.
    mutating func ended(_ device: DeviceState, first: Mark, reason: CloseReason?) {
        guard device.last > .start, let place = place(device.index, at: first) else { return }
        all[place].last = device.last
        all[place].ending =
            device.closed != nil ? .closed(reason) : .cut(isInBackground: device.isInBackground)
        open[device.index] = nil
    }
}
