internal import EventLog

/// Ids that an app makes up, which differ from one run to the next: told by where they occur first, not by their value.
///
/// An id that the world told before the app did is the world's, and has to be the same on both sides. An id that the app
/// told first stands for whatever id the replay tells in its place, from the first time on, and for no other.
struct MadeIDs {
    /// Ids that occur in inputs of the recording, and those of them that no output told before.
    private var told: Set<EntityID> = []
    private var world: Set<EntityID> = []
    private var replayed: [EntityID: EntityID] = [:]
    private var recorded: [EntityID: EntityID] = [:]

    init(_ recording: EventStore) {
        var made: Set<EntityID> = []
        for event in recording.batch(recording.headers).events {
            let role = event.kind.replayRole
            guard role != .neither else { continue }
            for id in event.identities {
                if role == .output {
                    if !world.contains(id) { made.insert(id) }
                } else {
                    told.insert(id)
                    if !made.contains(id) { world.insert(id) }
                }
            }
        }
    }

    /// Whether the replayed id can stand where the recorded one does.
    func match(_ recordedID: EntityID, _ replayedID: EntityID) -> Bool {
        // An anchor that the app asked for comes back under the recorded id.
        if recordedID == replayedID { return true }
        guard !world.contains(recordedID), !told.contains(replayedID) else { return false }
        switch (replayed[recordedID], recorded[replayedID]) {
        case (nil, nil): return true
        case (replayedID?, recordedID?): return true
        default: return false
        }
    }

    /// Has the two stand for each other from here on.
    mutating func pair(_ recordedID: EntityID, _ replayedID: EntityID) {
        guard recordedID != replayedID, replayed[recordedID] == nil, recorded[replayedID] == nil else {
            return
        }
        replayed[recordedID] = replayedID
        recorded[replayedID] = recordedID
    }
}

extension LoggedEvent {
    /// The ids in the payload, but for the session's.
    fileprivate var identities: [EntityID] {
        let fields = KindDescriptor.of(kind).message.fields
        let bytes = content.payload(of: header)?.restBytes ?? []
        return PayloadField.all(in: bytes).compactMap { field in
            guard let about = fields.first(where: { $0.number == field.number }), about.name != "session",
                case .identity = about.type
            else { return nil }
            return EntityID(bytes: Array(bytes[field.value]))
        }
    }
}
