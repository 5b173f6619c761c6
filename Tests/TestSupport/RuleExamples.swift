import EventLog
public import Projections

/// The examples of the rules, each with what it needs around it to be a log in which the rule speaks.
public enum RuleExamples {
    /// An example is a piece of a log; what it needs before and after is little, and told here.
    private static let frames: [String: (before: [StoryLine], after: [StoryLine])] = [
        "duplicate-node": ([anchorAdded(1, "R1", key: "speaker")], [frame(20)]),
        "start-after-stop": ([changed(1, "objectTracking", "idle", to: "loading")], []),
        "anchor-without-node": ([nodeAttached(1, "N0", key: "grid")], []),
        "anchor-added-twice": ([run(1)], []),
        "stuck-initializing": ([run(1)], []),
        "visible-while-lost": ([anchorAdded(1, "O1", "object")], []),
        "hidden-while-tracked": ([anchorAdded(1, "O1", "object")], []),
        "node-outlives-anchor": ([anchorAdded(1, "A1", "anchor")], []),
        "applied-outside-syncing": (
            [opened(protocol: "hostGuest"), run(1, collaboration: true)], []
        ),
        "no-merge": (
            [run(1, collaboration: true), peer(2, "B", "connected")]
                + (0..<13).map { received(12 + 4 * Double($0), "Q") }, [anchorAdded(80, "A1")]
        ),
        "packet-rate": (
            [peer(1, "B", "connected")] + packets(from: 11.05, 40, every: 0.02), []
        ),
        "bandwidth": ([peer(1, "B", "connected")], []),
        "tables-cleared-too-early": (
            [anchorAdded(1, "P1", "plane"), nodeAttached(2, "N1", to: "P1", key: "floor")], [frame(20)]
        ),
    ]

    /// The rule's example, with what it needs around it.
    public static func example(of rule: RuleAbout) -> (lines: [StoryLine], shown: Range<Int>) {
        let (before, after) = frames[rule.id] ?? ([], [])
        let lines = rule.example.split(separator: "\n").map { line(String($0)) }
        // An example that opens its log is a whole one.
        let isWhole = rule.example.contains("log.opened")
        let first = before.count + (isWhole ? 1 : 2)
        return (
            (isWhole ? [] : [opened()]) + before + lines + after + (isWhole ? [] : [closed(100)]),
            first..<first + lines.count
        )
    }
}
