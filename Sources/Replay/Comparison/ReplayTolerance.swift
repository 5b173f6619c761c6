/// How far what was measured may lie apart without being another decision.
public struct ReplayTolerance: Sendable {
    /// Between two positions, metres.
    public var position = 0.001
    /// Between the parts of two unit quaternions.
    public var orientation = 0.001
    /// Between the times of two outputs; `nil` where times do not matter. The replay's clock stands while a handler
    /// works, and the recorded app took its time.
    public var time: Duration? = .seconds(1)

    /// Whether words for people may differ: who called, why, and what the screen says.
    public var anyWords = false

    public init() {}
}
