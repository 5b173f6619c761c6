internal import EventLog
internal import Synchronization

/// What the app and the device tell, which belongs to no session.
final class AppLog: Sendable {
    private struct State {
        var phase: LifecyclePhase?
        var secondsToStats = 0
        var sessions: [Session] = []
    }

    /// A session whose log wants to know where the app is.
    private struct Session: Sendable {
        weak var log: SessionLog?
    }

    let recorder: Recorder
    private let memory: @Sendable () -> UInt64?
    private let state = Mutex(State())

    /// Seconds between two samples of memory.
    static let statsPause = 10

    init(_ recorder: Recorder, memory: @escaping @Sendable () -> UInt64? = { ProcessMemory.footprint }) {
        self.recorder = recorder
        self.memory = memory
    }

    /// Tells this session from now on where the app is.
    func follow(_ log: SessionLog) {
        let phase = state.withLock { state in
            state.sessions.removeAll { $0.log == nil }
            state.sessions.append(Session(log: log))
            return state.phase
        }
        log.wentToBackground(phase == .background)
    }

    func phaseChanged(_ phase: LifecyclePhase) {
        let sessions = state.withLock { state -> [Session]? in
            // `active` comes after `inactive` alone as well as after the background.
            guard state.phase != phase else { return nil }
            state.phase = phase
            return state.sessions
        }
        guard let sessions else { return }
        for session in sessions { session.log?.wentToBackground(phase == .background) }
        recorder.append(Event.AppLifecycleChanged { $0.phase = phase })
    }

    func thermalStateChanged(_ thermal: ThermalState) {
        recorder.append(Event.DeviceThermalStateChanged { $0.state = thermal })
    }

    func memoryWarning() {
        tellMemory()
        recorder.append(
            Event.LogMessage {
                $0.level = .warning
                $0.category = "memory"
                $0.text = "The system warned the app that memory is short."
            })
    }

    func viewAppeared(_ view: String) {
        // What a view needs is what memory has grown by when it comes again.
        tellMemory()
        recorder.append(Event.ViewAppeared { $0.view = view })
    }

    /// To be called once a second.
    func tick() {
        let isDue = state.withLock { state in
            let isDue = state.secondsToStats == 0
            state.secondsToStats = isDue ? Self.statsPause - 1 : state.secondsToStats - 1
            return isDue
        }
        if isDue { tellMemory() }
    }

    private func tellMemory() {
        guard let bytes = memory() else { return }
        recorder.append(Event.DeviceStats { $0.memoryBytes = bytes })
    }
}
