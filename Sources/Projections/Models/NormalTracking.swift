import EventLog

/// Where tracking was normal, as far as it was told since the runs that it depends on.
///
/// A run that begins an epoch, a pause and a failure make the state before them a thing of the past: until the next
/// `camera.trackingStateChanged` it is not known.
public struct NormalTracking: Sendable {
    /// Since when tracking is normal; `nil` where it is not, or where that is not known.
    public private(set) var normalSince: Mark?
    /// The first normal of the visit, if there was one.
    public private(set) var firstOfVisit: Mark?
    /// The run with a world map of this epoch that no normal has followed yet.
    public private(set) var awaitedMap: Mark?
    /// The first normal since the last run, for a visit that turns out to have begun with it.
    private var firstOfRun: Mark?

    init() {}

    /// `camera.trackingStateChanged`.
    mutating func told(_ state: TrackingState, at mark: Mark) {
        guard state == .normal else {
            normalSince = nil
            return
        }
        normalSince = normalSince ?? mark
        firstOfRun = firstOfRun ?? mark
        firstOfVisit = firstOfVisit ?? mark
        awaitedMap = nil
    }

    mutating func ran(_ run: Run) {
        if run.startsEpoch {
            normalSince = nil
            awaitedMap = run.bringsMap ? run.mark : nil
        }
        firstOfRun = nil
        if run.startsVisit { firstOfVisit = nil }
    }

    /// A pause or a failure.
    mutating func stopped() { normalSince = nil }

    /// A view came back and made a visit of the last run.
    mutating func visitBegan() { firstOfVisit = firstOfRun }
}
