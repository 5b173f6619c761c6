/// What a handler may ask for before a replay ends: none of these is met by an app that works.
public struct ReplayLimits: Sendable {
    /// Outputs for one input, or for one timer that fires.
    public var outputsPerStep = 10_000
    /// Timers that fire and pieces of tasks that run between two inputs; 1000 more for each second between them.
    public var stepsBetweenInputs = 100_000
    /// Timers, sleeps and tasks that wait at once.
    public var waiting = 100_000
    /// Bytes of all outputs together.
    public var outputBytes = 256 << 20
    /// How long the handler may take for one step before it counts as never returning, in real time.
    public var budget: Duration = .seconds(10)

    public init() {}
}
