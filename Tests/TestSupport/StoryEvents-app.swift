import EventLog

// What the app, its views and its user do, and what the log says of itself.

public func failed(_ t: Double, code: Int64? = nil) -> StoryLine {
    StoryLine(t, "session.failed", [("code", code.map { .integer($0) })])
}

/// The app's phase: active, inactive, background, terminated.
public func app(_ t: Double, _ phase: String) -> StoryLine {
    StoryLine(t, "app.lifecycleChanged", [("phase", .text(phase))])
}

public func viewAppeared(_ t: Double, _ view: String = "ar") -> StoryLine {
    StoryLine(t, "view.appeared", [("view", .text(view))])
}

public func viewDisappeared(_ t: Double, _ view: String = "ar") -> StoryLine {
    StoryLine(t, "view.disappeared", [("view", .text(view))])
}

public func userAction(_ t: Double, _ name: String = "tap") -> StoryLine {
    StoryLine(t, "user.action", [("name", .text(name))])
}

public func gap(_ t: Double, lost: Int64 = 7) -> StoryLine {
    StoryLine(t, "log.gap", [("lost", .integer(lost))])
}

/// A moment at which nothing happened but a frame.
public func frame(_ t: Double) -> StoryLine { StoryLine(t, "frame.stats", [("fps", .integer(60))]) }

public func tablesCleared(_ t: Double, _ tables: [String] = ["anchorNodes"], count: Int64? = nil) -> StoryLine
{
    StoryLine(
        t, "scene.tablesCleared",
        [("tables", .list(tables.map { .text($0) })), ("count", count.map { .integer($0) })])
}

public func nodeMoved(_ t: Double, _ node: String, to position: StoryValue) -> StoryLine {
    StoryLine(t, "node.moved", [("node", .text(node)), ("position", position)])
}

public func remoteMapped(_ t: Double, _ remote: String, to anchor: String) -> StoryLine {
    StoryLine(t, "remoteAnchor.mapped", [("remote", .text(remote)), ("anchor", .text(anchor))])
}

public func machineDeclared(
    _ t: Double, _ machine: String, initial: String, _ transitions: [String]
) -> StoryLine {
    StoryLine(
        t, "state.machineDeclared",
        [
            ("machine", .text(machine)), ("initial", .text(initial)),
            ("transitions", .list(transitions.map { .text($0) })),
        ])
}
