internal import EventLog
internal import Synchronization

extension SessionLog {
    /// What `didAdd` says of an anchor.
    struct AddedAnchor {
        var id: EntityID
        var kind: AnchorKind
        var name: String?
        /// The app's own identity for the content.
        var key: String?
        /// `sessionIdentifier`
        var ownerSession: EntityID?
        /// Whether another device's session made it, by `ownerSession`, while collaboration is on.
        var isForeign: Bool
        var pose: Pose
        var isTracked: Bool?
    }

    func added(_ anchor: AddedAnchor) {
        let now = clock()
        state.withLock { state in
            if let place = state.anchors.place(of: anchor.id, now: now) {
                state.anchors[place.index].isTracked = anchor.isTracked
                state.anchors[place.index].isTrackable = anchor.isTracked != nil
                state.anchors[place.index].pose = anchor.pose
                state.anchors[place.index].isPending = false
                state.anchors[place.index].due = Self.following(now, anchorStep, now)
            }
            let asked = state.origins.takeRequest(anchor.id)
            let origin = state.origins.origin(of: anchor, wasAsked: asked != nil)
            recorder.append(
                Event.AnchorAdded {
                    $0.session = session
                    $0.anchor = anchor.id
                    $0.kind = anchor.kind
                    $0.name = Text.cut(anchor.name)
                    $0.key = Text.cut(anchor.key ?? asked?.key)
                    $0.ownerSession = anchor.ownerSession
                    $0.origin = origin
                    $0.position = anchor.pose.position
                    $0.orientation = anchor.pose.orientation
                    $0.isTracked = anchor.isTracked
                })
        }
    }

    /// `didUpdate` named the anchor: written where `isTracked` changed, and else as often as poses are. `isTracked` is
    /// asked only of anchors that have it, since asking whether one has takes Objective-C longer than all the rest.
    func updated(_ id: EntityID, _ pose: Pose, isTracked: () -> Bool?) {
        let now = clock()
        state.withLock { state in
            guard let place = state.anchors.place(of: id, now: now) else { return }
            let asks = place.isNew || state.anchors[place.index].isTrackable
            let isTracked = asks ? isTracked() : nil
            if place.isNew { state.anchors[place.index].isTrackable = isTracked != nil }
            let isChanged = isTracked != nil && isTracked != state.anchors[place.index].isTracked
            state.anchors[place.index].pose = pose
            if place.isNew || isChanged || now >= state.anchors[place.index].due {
                writePose(&state.anchors[place.index], isTracked: isChanged ? isTracked : nil, now: now)
            } else {
                state.anchors[place.index].isPending = anchorStep < .max
            }
        }
    }

    /// Writes the last pose of an anchor, and `isTracked` where it is given.
    func writePose(_ entry: inout AnchorTable.Entry, isTracked: Bool?, now: UInt64) {
        entry.isPending = false
        entry.due = Self.following(entry.due, anchorStep, now)
        if let isTracked { entry.isTracked = isTracked }
        let (id, pose) = (entry.id, entry.pose)
        recorder.append(
            Event.AnchorUpdated {
                $0.session = session
                $0.anchor = id
                $0.position = pose.position
                $0.orientation = pose.orientation
                $0.isTracked = isTracked
            })
    }

    func removed(_ id: EntityID) {
        state.withLock { $0.anchors.remove(id) }
        recorder.append(
            Event.AnchorRemoved {
                $0.session = session
                $0.anchor = id
            })
    }

    /// The app asks for an anchor; what it shows is remembered until the anchor comes.
    func addRequested(_ id: EntityID, _ kind: AnchorKind, name: String?, key: String?, _ pose: Pose) {
        state.withLock { $0.origins.request(id, key: key) }
        recorder.append(
            Event.AnchorAddRequested {
                $0.session = session
                $0.anchor = id
                $0.kind = kind
                $0.name = Text.cut(name)
                $0.key = Text.cut(key)
                $0.position = pose.position
                $0.orientation = pose.orientation
            })
    }

    func removeRequested(_ id: EntityID) {
        recorder.append(
            Event.AnchorRemoveRequested {
                $0.session = session
                $0.anchor = id
            })
    }
}

/// Where anchors come from, as far as that is known here.
struct AnchorOrigins {
    struct Request {
        var key: String?
    }

    private var requests: [EntityID: Request] = [:]
    /// The anchors of the map that the session runs with.
    private var mapAnchors: Set<EntityID> = []

    /// Anchors that were asked for and have not come, and those of a map.
    static let limit = 16_384

    mutating func request(_ id: EntityID, key: String?) {
        guard requests.count < Self.limit else { return }
        requests[id] = Request(key: key)
    }

    mutating func takeRequest(_ id: EntityID) -> Request? {
        requests.isEmpty ? nil : requests.removeValue(forKey: id)
    }

    mutating func begin(withMap anchors: Set<EntityID>) { mapAnchors = anchors }

    func origin(of anchor: SessionLog.AddedAnchor, wasAsked: Bool) -> AnchorOrigin? {
        if wasAsked { return .app }
        if mapAnchors.contains(anchor.id) { return .worldMap }
        if anchor.isForeign { return .remote }
        switch anchor.kind {
        case .plane, .image, .object, .face, .body, .appClipCode, .environmentProbe, .mesh: return .detection
        // A participant is a device, and a plain anchor may be the app's own or out of a map.
        case .anchor, .custom, .geo, .participant: return nil
        }
    }
}
