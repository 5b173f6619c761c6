/// What `SessionReference` takes care of. A test leaves one out to see what comes of that.
enum ReferenceCare: CaseIterable {
    /// A session is run where that changes something, and not while the run before is unanswered.
    case oneRun
    /// One session has the camera.
    case oneCamera
    /// A run with a map drops the anchors that are there, and a guest's resets tracking.
    case joinOptions
    /// Collaboration is on from the first run.
    case collaborationFromStart
    /// Nodes and tables go before a run that drops their anchors.
    case nodesBeforeRun
    /// Tables are emptied with such a run only.
    case tablesWithRun
    /// What stands in the room goes with its view.
    case visits
    /// One thing is shown once.
    case oneNode
    /// Content is built for anchors that come back.
    case restoredContent
    /// What is not tracked is not shown.
    case tracked
    /// Content waits until the session knows the room.
    case localized
    /// A map is taken where the room is mapped.
    case mapped
    /// Relocalization has words, a deadline and ways out.
    case deadline
    case throttle
    case backpressure
    case decodeStreak
    /// What was missed in an interruption is asked for.
    case resync
    /// A state follows on those it may follow on.
    case steps
    /// Where a device can't collaborate the user is told.
    case fallback
    /// Content on the camera follows the user's choice.
    case choice
}

typealias ReferenceCares = Set<ReferenceCare>
