public import EventLog

/// What a report of one log shows beside the findings: facts that were collected in one pass.
///
/// How they are shown is no part of it. Names of ids are asked for when they are shown, so that sharing can withhold
/// them.
public struct SessionHealth: Sendable {
    /// The log's first and last event; `nil` where it has none.
    public let first: Mark?
    public let last: Mark
    public let recordings: [RecordingFacts]
    public let lanes: [Lane]
    public let moments: [TimelineEvent]
    /// How many events of each kind that stands on the timeline there were, also those that are left out.
    public let momentCounts: [EventKind: Int]
    public let spans: [Span]
    public let spanTotals: [Span.Kind: SpanTotal]
    public let links: [Link]
    public let drops: [DropReason: (critical: Int, optional: Int)]
    public let frames: [FrameSeries]
    public let devices: [DeviceSeries]
    public let scene: [SceneLife]
    public let cameras: [CameraPath]
    /// The ten points of a collaboration; empty where there was none.
    public let checklist: [ChecklistPoint]
    /// The limits that packets are held against, where rules have them.
    public let limits: [UsedLimit]
    /// How often events are missing in the middle.
    public let gaps: Int
    public let times: EventTimes
    /// What there was no room for.
    public let leftOut: LeftOut

    /// Nanoseconds from the first event to the last.
    public var duration: UInt64 { first.map { last.elapsed(since: $0) } ?? 0 }
}

/// What a report leaves out of a log that is too long or too full, so many of each.
public struct LeftOut: Sendable {
    public let moments: Int
    public let spans: Int
    public let lives: Int
    public let laneEntries: Int
    /// Lanes whose shortest stays were put together.
    public let coarseLanes: Int

    /// Whether anything was left out or put together.
    public var isAny: Bool { moments + spans + lives + laneEntries + coarseLanes > 0 }
}
