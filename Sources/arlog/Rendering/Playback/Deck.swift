import EventLog

/// Where a playback stands and how fast it goes; keys change it.
struct Deck {
    /// Nanoseconds of the log.
    private(set) var position: UInt64
    /// Times as fast as it was.
    private(set) var speed: Double
    private(set) var isPaused: Bool
    private(set) var isOver = false
    /// Events to be played one by one while it is paused.
    private(set) var steps = 0
    let duration: UInt64

    /// Speeds that keys choose from.
    static let speeds: [Double] = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 100, 1000]

    init(from position: UInt64, duration: UInt64, speed: Double, isPaused: Bool) {
        self.position = min(position, duration)
        self.duration = duration
        self.speed = speed
        self.isPaused = isPaused
    }

    /// Time goes by: so many nanoseconds of the wall clock.
    mutating func tick(_ nanoseconds: UInt64) {
        guard !isPaused else { return }
        let played = Double(nanoseconds) * speed
        let room = duration - position
        position = played >= Double(room) ? duration : position + UInt64(played)
    }

    /// - Parameter nextFinding: when the next finding becomes true, nanoseconds of the log.
    mutating func press(_ key: Keyboard.Key, nextFinding: UInt64?) {
        switch key {
        case .character(" "): isPaused.toggle()
        case .right, .character("."):
            isPaused = true
            steps += 1
        case .character("n"):
            guard let nextFinding else { return }
            isPaused = true
            position = max(position, nextFinding)
        case .up, .character("+"): speed = Self.speeds.first { $0 > speed } ?? speed
        case .down, .character("-"): speed = Self.speeds.last { $0 < speed } ?? speed
        case .character("q"): isOver = true
        default: break
        }
    }

    /// One event was played at this moment.
    mutating func stepped(to elapsed: UInt64) {
        steps = max(0, steps - 1)
        position = max(position, elapsed)
    }

    /// It stops at this moment.
    mutating func pause(at elapsed: UInt64) {
        isPaused = true
        steps = 0
        position = elapsed
    }

    /// Nothing more can be stepped to.
    mutating func end() {
        steps = 0
        position = duration
    }
}
