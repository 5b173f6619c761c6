public import Projections

/// What the rules say before and after: the same fault is told by its fingerprint.
public struct FindingsComparison: Sendable {
    /// Findings of the recording that the replay does not give.
    public let vanished: [Finding]
    /// Findings of the replay that the recording gives, too.
    public let stayed: [Finding]
    /// Findings of the replay that the recording does not give.
    public let new: [Finding]

    public init(before: [Finding], after: [Finding]) {
        let known = Set(before.map(\.fingerprint))
        let left = Set(after.map(\.fingerprint))
        vanished = before.filter { !left.contains($0.fingerprint) }
        stayed = after.filter { known.contains($0.fingerprint) }
        new = after.filter { !known.contains($0.fingerprint) }
    }
}
