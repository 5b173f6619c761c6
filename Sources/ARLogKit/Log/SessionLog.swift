internal import EventLog
internal import Synchronization

/// One session's part of a log: takes what the session tells, and writes what is new in it.
///
/// It knows nothing of ARKit and may be called from any thread. While nothing but frames and anchor updates come,
/// nothing is allocated.
final class SessionLog: Sendable {
    /// What is decided with, under one lock.
    struct State: ~Copyable {
        var anchors = AnchorTable()
        var frames = FrameTally()
        var ring = FrameRing()
        /// The step between two frames at the camera's rate, in seconds.
        var interval = 1.0 / 60
        var mapping: MappingStatus?
        var cameraDue: UInt64 = 0
        var figuresDue: UInt64 = 0
        var lastTick: UInt64
        var run = RunState()
        var origins = AnchorOrigins()
        var producedCount: UInt64 = 0
    }

    let recorder: Recorder
    /// The session's label; `nil` for `main`.
    let session: EntityID?
    let clock: @Sendable () -> UInt64
    /// Whether the app tells of its runs and pauses.
    let knowsRuns: Bool
    /// Nanoseconds between two poses of one anchor, and of the camera.
    let anchorStep: UInt64
    let cameraStep: UInt64
    let state: Mutex<State>

    init(
        _ recorder: Recorder, session: EntityID?, knowsRuns: Bool, anchorStep: UInt64, cameraStep: UInt64,
        clock: @escaping @Sendable () -> UInt64
    ) {
        self.recorder = recorder
        self.session = session
        self.knowsRuns = knowsRuns
        self.anchorStep = anchorStep
        self.cameraStep = cameraStep
        self.clock = clock
        state = Mutex(State(lastTick: clock()))
    }

    /// The nanoseconds between two moments at a rate; `.max` for never. A rate is 0 to 1000 a second.
    static func step(_ perSecond: Double) -> UInt64 {
        guard perSecond > 0 else { return .max }
        return UInt64(1e9 / min(max(perSecond, 1e-3), 1000))
    }

    // MARK: Camera

    func trackingStateChanged(_ state: TrackingState, _ reason: TrackingReason?) {
        recorder.append(
            Event.CameraTrackingStateChanged {
                $0.session = session
                $0.state = state
                $0.reason = reason
            })
    }

    func geoTrackingStatusChanged(
        _ state: GeoTrackingState, _ accuracy: GeoTrackingAccuracy?, _ reason: String?
    ) {
        recorder.append(
            Event.GeoTrackingStatusChanged {
                $0.session = session
                $0.state = state
                $0.accuracy = accuracy
                $0.reason = reason
            })
    }

    // MARK: Interruption and failure

    func interruptionBegan() {
        let reason: InterruptionReason? = state.withLock {
            $0.run.isInterrupted = true
            // Only that is known here: who else took the camera is not told.
            return $0.run.isInBackground ? .background : nil
        }
        recorder.append(
            Event.SessionInterruptionBegan {
                $0.session = session
                $0.reason = reason
            })
    }

    func interruptionEnded() {
        state.withLock { $0.run.isInterrupted = false }
        recorder.append(Event.SessionInterruptionEnded { $0.session = session })
    }

    func relocalizationAsked(answer: Bool) {
        recorder.append(
            Event.SessionRelocalizationAsked {
                $0.session = session
                $0.answer = answer
            })
    }

    func failed(code: Int64, name: String?, text: String) {
        state.withLock { $0.run.isRunning = false }
        recorder.append(
            Event.SessionFailed {
                $0.session = session
                $0.code = code
                $0.name = name
                $0.text = Text.cut(text)
            })
    }

    // MARK: Collaboration

    /// A packet came out of ARKit that nobody has made bytes of; its id only tells it from the others.
    func producedUncounted(_ priority: PacketPriority) {
        let number = state.withLock { state in
            state.producedCount += 1
            return state.producedCount
        }
        let id = EntityID(low: recorder.recording.low ^ number.byteSwapped, high: recorder.recording.high)
        produced(id, priority, bytes: nil)
    }

    func produced(_ packet: EntityID, _ priority: PacketPriority, bytes: Int?) {
        recorder.append(
            Event.CollaborationDataProduced {
                $0.session = session
                $0.packet = packet
                $0.priority = priority
                $0.bytes = bytes.map { UInt64($0) }
            })
    }
}

/// What is known of whether the session runs, by the wrappers and the notices of the app.
struct RunState {
    var isRunning = false
    var isInterrupted = false
    var isInBackground = false
    /// Whether a frame came since the last run.
    var hasFrames = false

    /// Whether frames are to be expected, so that none is worth a line.
    var expectsFrames: Bool { isRunning && hasFrames && !isInterrupted && !isInBackground }
}
