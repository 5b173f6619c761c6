import EventLog

// World maps, and the ways out of a relocalization.

private func text(_ value: String?) -> StoryValue? { value.map { .text($0) } }
private func list(_ values: [String]?) -> StoryValue? { values.map { .list($0.map { .text($0) }) } }
private func flag(_ value: Bool?) -> StoryValue? { value.map { .bool($0) } }
private func count(_ value: Int64?) -> StoryValue? { value.map { .integer($0) } }

public func mapRequested(_ t: Double, source: String? = nil) -> StoryLine {
    StoryLine(t, "worldMap.requested", [("source", text(source))])
}

public func mapDeferred(_ t: Double) -> StoryLine { StoryLine(t, "worldMap.deferred", []) }

public func mapCaptured(
    _ t: Double, _ map: String, anchors: Int64? = nil, keys: [String]? = nil
) -> StoryLine {
    StoryLine(
        t, "worldMap.captured", [("map", .text(map)), ("anchors", count(anchors)), ("keys", list(keys))])
}

public func mapSaved(
    _ t: Double, _ map: String, room: String? = nil, bytes: Int64? = nil, anchors: Int64? = nil,
    keys: [String]? = nil, isAtomic: Bool? = nil, isProtected: Bool? = nil
) -> StoryLine {
    StoryLine(
        t, "worldMap.saved",
        [
            ("map", .text(map)), ("room", text(room)), ("bytes", count(bytes)),
            ("anchors", count(anchors)), ("keys", list(keys)), ("isAtomic", flag(isAtomic)),
            ("isProtected", flag(isProtected)),
        ])
}

public func mapVerified(
    _ t: Double, _ map: String, isIntact: Bool = true, missing: [String]? = nil
) -> StoryLine {
    StoryLine(
        t, "worldMap.verified",
        [("map", .text(map)), ("isIntact", .bool(isIntact)), ("missingKeys", list(missing))])
}

public func mapLoaded(
    _ t: Double, _ map: String, room: String? = nil, anchors: Int64? = nil, keys: [String]? = nil
) -> StoryLine {
    StoryLine(
        t, "worldMap.loaded",
        [
            ("map", .text(map)), ("room", text(room)), ("anchors", count(anchors)), ("keys", list(keys)),
        ])
}

public func mapLoadFailed(_ t: Double, _ map: String? = nil, code: Int64? = nil) -> StoryLine {
    StoryLine(t, "worldMap.loadFailed", [("map", text(map)), ("code", count(code))])
}

public func mapDeleted(_ t: Double, _ map: String, room: String? = nil) -> StoryLine {
    StoryLine(t, "worldMap.deleted", [("map", .text(map)), ("room", text(room))])
}

public func mapSent(
    _ t: Double, _ map: String, to peer: String? = nil, bytes: Int64? = nil, isReliable: Bool? = nil,
    hasConsent: Bool? = nil
) -> StoryLine {
    StoryLine(
        t, "worldMap.sent",
        [
            ("map", .text(map)), ("peer", text(peer)), ("bytes", count(bytes)),
            ("isReliable", flag(isReliable)), ("hasConsent", flag(hasConsent)),
        ])
}

public func mapReceived(_ t: Double, _ map: String, from peer: String? = nil) -> StoryLine {
    StoryLine(t, "worldMap.received", [("map", .text(map)), ("peer", text(peer))])
}

public func statusShown(_ t: Double) -> StoryLine { StoryLine(t, "recovery.statusShown", []) }

/// Ways out are offered; by default all three.
public func offered(
    _ t: Double, _ choices: [String] = ["retry", "placeRelative", "startOver"]
) -> StoryLine {
    StoryLine(t, "recovery.offered", [("choices", .list(choices.map { .text($0) }))])
}

extension StoryLine {
    /// The same event of another device.
    public func told(by device: String) -> StoryLine { with("device", .text(device)) }
}
