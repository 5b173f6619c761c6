public import EventLog

/// Which ARSession: `main`, where there is only one, or the one with an id.
public enum SessionName: Hashable, Sendable {
    case main
    case other(EntityID)

    init(_ id: EntityID?) { self = id.map { .other($0) } ?? .main }
}
