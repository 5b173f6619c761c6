import EventLog

// What happens around the scene: files, cameras, frames, and the app's wishes about anchors.

private func text(_ value: String?) -> StoryValue? { value.map { .text($0) } }

public func removeRequested(_ t: Double, _ anchor: String) -> StoryLine {
    StoryLine(t, "anchor.removeRequested", [("anchor", .text(anchor))])
}

public func assetRequested(_ t: Double, _ asset: String, node: String? = nil) -> StoryLine {
    StoryLine(t, "asset.requested", [("asset", .text(asset)), ("node", text(node))])
}

public func assetLoaded(_ t: Double, _ asset: String, node: String? = nil) -> StoryLine {
    StoryLine(t, "asset.loaded", [("asset", .text(asset)), ("node", text(node))])
}

public func assetFailed(_ t: Double, _ asset: String, node: String? = nil) -> StoryLine {
    StoryLine(t, "asset.loadFailed", [("asset", .text(asset)), ("node", text(node))])
}

public func cameraClaimed(_ t: Double, _ owner: String = "picker") -> StoryLine {
    StoryLine(t, "camera.claimed", [("owner", .text(owner))])
}

public func cameraReleased(_ t: Double, _ owner: String = "picker") -> StoryLine {
    StoryLine(t, "camera.released", [("owner", .text(owner))])
}

/// Frames were counted: `fps` of them a second.
public func frames(_ t: Double, fps: Double) -> StoryLine {
    StoryLine(t, "frame.stats", [("fps", .number(fps))])
}

/// A line of the app's own log, or of the system's.
public func message(_ t: Double, _ text: String) -> StoryLine {
    StoryLine(t, "log.message", [("level", .text("warning")), ("text", .text(text))])
}

extension StoryLine {
    /// The same event of another device of a merged log.
    public func of(device: String) -> StoryLine { with("device", .text(device)) }
}
