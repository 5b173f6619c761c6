public import EventLog

/// What the log told of one device: its recording, its app, its views, its sessions.
@safe
public final class DeviceState {
    /// Its place in a merged log; 0 where there is one device.
    public let index: Int
    /// Its id, from `log.opened`.
    @exclusivity(unchecked) @safe public internal(set) var id: EntityID?
    @exclusivity(unchecked) @safe public internal(set) var recording: EntityID?
    /// The segment of the recording that was told last.
    @exclusivity(unchecked) @safe public internal(set) var segment: UInt64?
    @exclusivity(unchecked) @safe public internal(set) var role: Role?
    @exclusivity(unchecked) @safe public internal(set) var collaborationProtocol: CollaborationProtocol?
    /// The families the recorder writes; `nil` where it did not say.
    @exclusivity(unchecked) @safe public internal(set) var records: EnumSet<EventFamily>?
    @exclusivity(unchecked) @safe public internal(set) var opened: Mark?
    @exclusivity(unchecked) @safe public internal(set) var closed: Mark?
    /// Its last event.
    @exclusivity(unchecked) @safe public internal(set) var last = Mark.start
    /// The event before its last, where that is not one of many that are passed over together.
    @exclusivity(unchecked) @safe var previous = Mark.start
    /// The events it told last.
    @exclusivity(unchecked) @safe var recent = RecentEvents()
    /// The kinds of which at least one event was seen.
    @exclusivity(unchecked) @safe var kindsSeen = KindSet()

    /// What rules wait for, in its sessions and on its own; a deadline passes only with an event of this device.
    let timers = Timers()

    @exclusivity(unchecked) @safe public internal(set) var sessions: [SessionState] = []
    @exclusivity(unchecked) @safe public internal(set) var machines = MachineSet()
    /// Whether the app is in the foreground and active; true until told otherwise.
    @exclusivity(unchecked) @safe public internal(set) var isActive = true
    /// Whether the app is in the background, or ended there.
    @exclusivity(unchecked) @safe public internal(set) var isInBackground = false
    /// The last `user.action`.
    @exclusivity(unchecked) @safe public internal(set) var lastUserAction = Mark.start
    /// The session that last ran with collaboration on; peers and the collaboration machine are taken together with it.
    @exclusivity(unchecked) @safe public internal(set) var collaborating: SessionState?
    /// The other devices.
    public let peers = Peers()
    /// Views that are shown, with the event at which they appeared.
    @exclusivity(unchecked) @safe var shown: [Symbol: Mark] = [:]
    /// Views whose appearance or disappearance was told.
    @exclusivity(unchecked) @safe var told: Set<Symbol> = []
    /// The sessions of whose last runs the view that appeared last made a visit.
    @exclusivity(unchecked) @safe var visited: [SessionState] = []
    /// Where events are missing last; nothing is concluded across it.
    @exclusivity(unchecked) @safe public internal(set) var lastGap = Mark.start
    @exclusivity(unchecked) @safe private var byID: [EntityID: Int] = [:]
    /// The session that was asked for last: mostly the next event is of it, too. `sessions` holds it.
    @exclusivity(unchecked) @safe private var latest: Lent<SessionState>?

    init(index: Int) { self.index = index }

    /// The families of which at least one event was seen.
    public var familiesSeen: EnumSet<EventFamily> {
        kindsSeen.kinds.reduce(into: []) { families, kind in
            if let family = kind.family { families.insert(family) }
        }
    }

    /// The session with this id (`nil`: main), if it was mentioned.
    public func session(_ id: EntityID?) -> SessionState? {
        if let latest, latest.object.id == id { return latest.object }
        let place = if let id { byID[id] } else { sessions.firstIndex { $0.id == nil } }
        guard let place else { return nil }
        latest = Lent(sessions[place])
        return sessions[place]
    }

    /// Lends the session with this id to `body`, if it is the one that was asked for last; `false` where it is not.
    @inline(__always)
    func lendLatest(_ id: EntityID?, to body: (SessionState) -> Void) -> Bool {
        guard let latest else { return false }
        return latest.use { session in
            guard session.id == id else { return false }
            body(session)
            return true
        }
    }

    /// The session with this clock; `nil` for the device's own.
    func session(clock: Int) -> SessionState? {
        clock == Timers.deviceClock ? nil : sessions[clock - 1]
    }

    /// Events are missing here: where its machines stand and what its runs were is no longer known.
    func gap(at mark: Mark) {
        lastGap = mark
        timers.clear()
        machines.forget()
        peers.forget(at: mark)
        for session in sessions {
            session.lastGap = mark
            session.machines.forget()
            session.runs.forget()
            session.localization.forget()
            session.worldMapping.forget()
            session.restore = nil
            session.cameraPosition = nil
            session.nodes.forgetPartings()
            session.normalTracking = NormalTracking()
            session.interruption = nil
        }
    }

    func add(_ session: SessionState) {
        if let id = session.id { byID[id] = sessions.count }
        sessions.append(session)
    }
}
