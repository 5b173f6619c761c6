import EventLog

/// Which events of a log make no sense without which earlier ones.
///
/// A log stays whole when an event goes together with everything that hangs on it: no node on an anchor that was never
/// added, no update without its anchor, no packet that is applied and never came. Only what the log itself told before
/// counts: where it begins in the middle, or where the fault is that something was never added, nothing is asked for.
struct Dependencies {
    /// By the event's place: the places of those that hang on it, ascending.
    private(set) var dependents: [[Int32]]

    /// A thing that later events name.
    private struct Key: Hashable {
        enum Thing: UInt8 {
            case anchor, node, packet, sentPacket, received, interruption, handshake, offer
        }

        let thing: Thing
        let id: EntityID
        let session: EntityID?
        let device: UInt16
    }

    init(_ headers: [EventHeader], in store: EventStore) {
        dependents = Array(repeating: [], count: headers.count)
        var told: [Key: Int] = [:]
        for (place, header) in headers.enumerated() {
            let names = Names(of: store.event(header))
            func key(_ thing: Key.Thing, _ id: EntityID? = nil, anywhere: Bool = false) -> Key {
                Key(
                    thing: thing, id: id ?? .null, session: anywhere ? nil : names.session,
                    device: anywhere ? 0 : header.device)
            }
            let (needs, tells) = Self.links(header.kind, names, key)
            for need in needs {
                guard let earlier = told[need], dependents[earlier].last != Int32(place) else { continue }
                dependents[earlier].append(Int32(place))
            }
            for tell in tells { told[tell] = place }
        }
    }

    /// What an event needs to have been told before, and what it tells itself.
    private static func links(
        _ kind: EventKind, _ names: Names, _ key: (Key.Thing, EntityID?, Bool) -> Key
    ) -> (needs: [Key], tells: [Key]) {
        func one(_ thing: Key.Thing, _ id: EntityID?) -> [Key] { id.map { [key(thing, $0, false)] } ?? [] }
        func anywhere(_ thing: Key.Thing, _ id: EntityID?) -> [Key] {
            id.map { [key(thing, $0, true)] } ?? []
        }
        let anchor = one(.anchor, names.anchor)
        let node = one(.node, names.node)
        let packet = one(.packet, names.packet)
        switch kind {
        case .anchorAdded: return ([], anchor)
        case .anchorUpdated, .anchorRemoved, .anchorRemoveRequested, .remoteAnchorMapped: return (anchor, [])
        case .nodeAttached: return (anchor + one(.node, names.parent), node)
        case .nodeDetached, .nodeVisibilityChanged, .nodeMoved: return (node, [])
        case .sessionInterruptionBegan: return ([], [key(.interruption, nil, false)])
        case .sessionInterruptionEnded: return ([key(.interruption, nil, false)], [])
        case .recoveryOffered: return ([], [key(.offer, nil, false)])
        case .recoveryChosen, .recoveryCancelled: return ([key(.offer, nil, false)], [])
        case .collaborationDataProduced: return ([], packet)
        case .collaborationDataSent: return (packet, anywhere(.sentPacket, names.packet))
        case .collaborationDataDropped: return (packet, [])
        case .collaborationDataReceived:
            return (anywhere(.sentPacket, names.packet), one(.received, names.packet))
        case .collaborationDataApplied, .collaborationDataDiscarded, .collaborationDecodeFailed:
            return (one(.received, names.packet), [])
        case .collaborationHandshakeStarted: return ([], [key(.handshake, names.peer, false)])
        case .collaborationHandshakeCompleted: return ([key(.handshake, names.peer, false)], [])
        default: return ([], [])
        }
    }

    /// The ids that an event names.
    private struct Names {
        var session: EntityID?
        var anchor: EntityID?
        var node: EntityID?
        var parent: EntityID?
        var packet: EntityID?
        var peer: EntityID?

        init(of event: LoggedEvent) {
            for (field, id) in event.identities {
                switch field {
                case "session": session = id
                case "anchor": anchor = id
                case "node": node = id
                case "parent": parent = id
                case "packet": packet = id
                case "peer": peer = id
                default: break
                }
            }
        }
    }
}
