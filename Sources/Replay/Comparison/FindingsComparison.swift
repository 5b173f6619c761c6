public import Projections

/// What the rules say before and after: the same fault is told by its fingerprint.
public struct FindingsComparison: Sendable {
    /// Findings of the recording that the replay does not give.
    public let vanished: [Finding]
    /// Findings of the replay that the recording gives, too.
    public let stayed: [Finding]
    /// Findings of the replay that the recording does not give.
    public let new: [Finding]
    /// How bad each fault of the recording was at worst, by its fingerprint.
    private let worst: [String: Severity]

    public init(before: [Finding], after: [Finding]) {
        let known = Set(before.map(\.fingerprint))
        let left = Set(after.map(\.fingerprint))
        vanished = before.filter { !left.contains($0.fingerprint) }
        stayed = after.filter { known.contains($0.fingerprint) }
        new = after.filter { !known.contains($0.fingerprint) }
        worst = Dictionary(before.map { ($0.fingerprint, $0.severity) }, uniquingKeysWith: max)
    }

    /// How bad the fault was in the recording, where that is not how bad it is in the replay.
    public func formerSeverity(of finding: Finding) -> Severity? {
        worst[finding.fingerprint].flatMap { $0 == finding.severity ? nil : $0 }
    }
}
