public import EventLog

extension RuleAbout {
    /// The lowest level of recording at which the rule can be judged: every silence it takes for a fact is one there, and
    /// all kinds of its example are written, that is what makes it true.
    public var level: RecordingLevel {
        RecordingLevel.allCases.first { level in
            needs.isSubset(of: level.families) && exampleKinds.allSatisfy { $0.level <= level }
        } ?? .ownState
    }

    /// The kinds of events in its example.
    private var exampleKinds: [EventKind] {
        EventKind.allCases.filter { example.contains("\"event\":\"\($0.name)\"") }
    }
}
