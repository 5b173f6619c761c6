import EventLog

// The events that stories tell most, as calls that read like sentences. All others through `event`.

/// Any event, with its fields in order.
public func event(
    _ t: Double, _ name: String, _ fields: KeyValuePairs<String, StoryValue> = [:]
) -> StoryLine {
    StoryLine(t, name, fields.map { ($0.key, $0.value) })
}

/// A line as it stands.
public func line(_ ndjson: String) -> StoryLine { StoryLine(ndjson) }

private func text(_ value: String?) -> StoryValue? { value.map { .text($0) } }
private func list(_ values: [String]?) -> StoryValue? { values.map { .list($0.map { .text($0) }) } }

// MARK: The log

public func opened(
    _ t: Double = 0, device: String = "A", role: String? = nil, protocol name: String? = nil,
    records: [String]? = nil
) -> StoryLine {
    StoryLine(
        t, "log.opened",
        [
            ("device", .text(device)), ("role", text(role)), ("protocol", text(name)),
            ("records", list(records)),
        ])
}

public func closed(_ t: Double, reason: String = "normal") -> StoryLine {
    StoryLine(t, "log.closed", [("reason", .text(reason))])
}

// MARK: Session

public func run(
    _ t: Double, _ kind: String? = "worldTracking", options: [String]? = nil, source: String? = nil,
    purpose: String? = nil, collaboration: Bool? = nil, map: String? = nil, identifier: String? = nil
) -> StoryLine {
    var configuration: [(String, StoryValue)] = []
    if let kind { configuration.append(("kind", .text(kind))) }
    if let collaboration { configuration.append(("isCollaborationEnabled", .bool(collaboration))) }
    if let map { configuration.append(("initialWorldMap", .text(map))) }
    return StoryLine(
        t, "session.run",
        [
            ("configuration", configuration.isEmpty ? nil : .object(configuration)),
            ("options", list(options)),
            ("source", text(source)), ("purpose", text(purpose)), ("identifier", text(identifier)),
        ])
}

public func reset(_ t: Double, source: String? = nil) -> StoryLine {
    StoryLine(t, "session.reset", [("source", text(source))])
}

public func paused(_ t: Double, source: String? = nil) -> StoryLine {
    StoryLine(t, "session.pause", [("source", text(source))])
}

public func interrupted(_ t: Double, _ reason: String? = nil) -> StoryLine {
    StoryLine(t, "session.interruptionBegan", [("reason", text(reason))])
}

public func resumed(_ t: Double) -> StoryLine { StoryLine(t, "session.interruptionEnded", []) }

public func tracking(_ t: Double, _ state: String, _ reason: String? = nil) -> StoryLine {
    StoryLine(t, "camera.trackingStateChanged", [("state", .text(state)), ("reason", text(reason))])
}

public func mapping(_ t: Double, _ status: String) -> StoryLine {
    StoryLine(t, "frame.worldMappingStatusChanged", [("status", .text(status))])
}

// MARK: Anchors and nodes

public func anchorRequested(
    _ t: Double, _ anchor: String, key: String? = nil, at position: StoryValue? = nil
) -> StoryLine {
    StoryLine(
        t, "anchor.addRequested", [("anchor", .text(anchor)), ("key", text(key)), ("position", position)])
}

public func anchorAdded(
    _ t: Double, _ anchor: String, _ kind: String? = nil, key: String? = nil, origin: String? = nil,
    owner: String? = nil, at position: StoryValue? = nil, isTracked: Bool? = nil
) -> StoryLine {
    StoryLine(
        t, "anchor.added",
        [
            ("anchor", .text(anchor)), ("kind", text(kind)), ("key", text(key)),
            ("ownerSession", text(owner)),
            ("origin", text(origin)), ("position", position), ("isTracked", isTracked.map { .bool($0) }),
        ])
}

public func anchorUpdated(
    _ t: Double, _ anchor: String, at position: StoryValue? = nil, isTracked: Bool? = nil
) -> StoryLine {
    StoryLine(
        t, "anchor.updated",
        [
            ("anchor", .text(anchor)), ("position", position), ("isTracked", isTracked.map { .bool($0) }),
        ])
}

public func anchorRemoved(_ t: Double, _ anchor: String) -> StoryLine {
    StoryLine(t, "anchor.removed", [("anchor", .text(anchor))])
}

public func nodeAttached(
    _ t: Double, _ node: String, to anchor: String? = nil, below parent: String? = nil,
    _ attachment: String? = nil,
    key: String? = nil, asset: String? = nil, role: String? = nil, at position: StoryValue? = nil
) -> StoryLine {
    StoryLine(
        t, "node.attached",
        [
            ("node", .text(node)), ("anchor", text(anchor)), ("parent", text(parent)),
            ("attachment", text(attachment)), ("position", position), ("key", text(key)),
            ("asset", text(asset)),
            ("role", text(role)),
        ])
}

public func nodeDetached(_ t: Double, _ node: String) -> StoryLine {
    StoryLine(t, "node.detached", [("node", .text(node))])
}

public func nodeShown(_ t: Double, _ node: String, _ isVisible: Bool) -> StoryLine {
    StoryLine(t, "node.visibilityChanged", [("node", .text(node)), ("isVisible", .bool(isVisible))])
}

// MARK: States

public func changed(
    _ t: Double, _ machine: String, _ from: String, to: String, cause: String? = nil
) -> StoryLine {
    StoryLine(
        t, "state.changed",
        [("machine", .text(machine)), ("from", .text(from)), ("to", .text(to)), ("cause", text(cause))])
}

public func peer(_ t: Double, _ peer: String, _ state: String) -> StoryLine {
    StoryLine(t, "peer.stateChanged", [("peer", .text(peer)), ("state", .text(state))])
}
