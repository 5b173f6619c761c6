internal import EventLog

/// What the handler decided against what the recorded app did.
///
/// Outputs are compared in order, for each session of each device by itself. Behind a place where the two part, the
/// comparison goes on where they meet again, if that is near. Values have to be equal but for what is measured
/// (`ReplayTolerance`) and ids that the app makes up, which are told by where they occur first. A replay that ended early
/// is compared up to there.
public struct ReplayComparison: Sendable {
    /// The places where they part, in the order of time, at most `limit` of them.
    public let divergences: [Divergence]
    /// How many there are.
    public let count: Int
    /// Outputs that are the same on both sides.
    public let matched: Int

    /// The first place where they part; later ones may follow from it.
    public var first: Divergence? { divergences.first }

    /// How many divergences are kept.
    public static let limit = 1000

    public init(
        _ recording: EventStore, _ replay: ReplayResult, tolerance: ReplayTolerance = ReplayTolerance()
    ) {
        var comparer = OutputComparer(recording, replay, tolerance)
        comparer.run()
        divergences = comparer.found
        count = comparer.count
        matched = comparer.matched
    }
}
