extension EventKind {
    /// The family a recorder writes it with; `nil` for the log's own events and `custom`.
    public var family: EventFamily? {
        switch name.prefix(while: { $0 != "." }) {
        case "session", "recovery": .session
        case "camera", "geo": .camera
        case "frame": .frame
        case "anchor", "remoteAnchor": .anchor
        case "node", "scene", "asset": .node
        case "worldMap": .worldMap
        case "collaboration", "peer", "alignment": .collaboration
        case "state", "app", "view", "user", "referenceObject": .state
        case "device": .device
        default: nil
        }
    }
}
