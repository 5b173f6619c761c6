import EventLog

/// A made-up session of any length, the same for the same seed: what the benchmark measures on.
///
/// The mix is 70 % anchor updates, 12 % packets, 6 % nodes attached and detached, 4 % anchors added and removed,
/// 3 % tracking and mapping changes, 3 % frame statistics, 2 % state changes, and one run or interruption in ten
/// thousand events; about 200 live anchors that move by millimetres, random packet ids. Nothing in it is a fault, so
/// that no time goes into findings.
struct Generator {
    /// How fast the events follow each other.
    enum Pace: String {
        /// Steps of 1 to 5 ms.
        case full
        /// 60 events a second.
        case quiet
    }

    private struct Place {
        let anchor: EntityID
        /// Where in the room it stands, and what thing is put on it.
        let slot: UInt64
        var node: EntityID?
        var position: Vector3
    }

    private var random: SplitMix
    private let pace: Pace
    private(set) var time: UInt64 = 1_750_000_000_000_000_000
    private var places: [Place] = []
    /// Free slots of the room. One anchor stands in each, half a metre from the next, so that equal things never
    /// come near each other.
    private var slots: [UInt64] = (0..<Self.mostAnchors).reversed()
    private static let mostAnchors: UInt64 = 250
    private var isNormal = false
    private var isMapped = false
    private var phase = "idle"
    private var isInterrupted = false
    /// No run, interruption or return before: two within a moment are a fault.
    private var nextSession: UInt64 = 0

    init(seed: UInt64, pace: Pace) {
        random = SplitMix(state: seed)
        self.pace = pace
    }

    /// Writes `count` events to `sink`, at least 3.
    mutating func write<Sink: EventSink & ~Copyable>(_ count: Int, to sink: inout Sink) throws {
        try sink.write(
            Event.LogOpened {
                $0.device = "bench"; $0.app = "bench"
            }, at: time)
        try sink.write(
            Event.SessionRun {
                $0.configuration = Event.Configuration { $0.kind = .worldTracking }
                $0.source = "bench"
            }, at: next())
        for _ in 0..<max(0, count - 3) { try writeOne(to: &sink) }
        try sink.write(Event.LogClosed { $0.reason = .normal }, at: next())
    }

    private mutating func writeOne<Sink: EventSink & ~Copyable>(to sink: inout Sink) throws {
        let now = next()
        let draw = random.next(below: 10_000)
        switch draw {
        case 0: try writeSession(at: now, to: &sink)
        case ..<200: try writeState(at: now, to: &sink)
        case ..<500: try writeFrame(at: now, to: &sink)
        case ..<800: try writeTracking(at: now, to: &sink)
        case ..<1200: try writeAnchor(at: now, to: &sink)
        case ..<1800: try writeNode(at: now, to: &sink)
        case ..<3000: try writePacket(at: now, to: &sink)
        default: try writeUpdate(at: now, to: &sink)
        }
    }

    private mutating func next() -> UInt64 {
        time += pace == .full ? 1_000_000 + random.next(below: 4_000_000) : 16_666_667
        return time
    }

    private mutating func id() -> EntityID { EntityID(low: random.next(), high: random.next()) }

    private mutating func writeUpdate<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws
    {
        guard !places.isEmpty else { return try writeAnchor(at: now, to: &sink) }
        let index = Int(random.next(below: UInt64(places.count)))
        places[index].position.x += random.millimetres()
        places[index].position.z += random.millimetres()
        let place = places[index]
        try sink.write(
            Event.AnchorUpdated {
                $0.anchor = place.anchor
                $0.position = place.position
                $0.orientation = Quaternion(0, 0, 0, 1)
                $0.isTracked = true
            }, at: now)
    }

    private mutating func writeAnchor<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws
    {
        let free = places.firstIndex { $0.node == nil }
        if let slot = slots.last, places.count < 150 || random.next(below: 2) == 0 || free == nil {
            slots.removeLast()
            let place = Place(
                anchor: id(), slot: slot, node: nil,
                position: Vector3(random.metres(from: slot % 16), 0, random.metres(from: slot / 16)))
            places.append(place)
            try sink.write(
                Event.AnchorAdded {
                    $0.anchor = place.anchor
                    $0.kind = .plane
                    $0.origin = .detection
                    $0.position = place.position
                    $0.orientation = Quaternion(0, 0, 0, 1)
                }, at: now)
        } else if let free {
            let gone = places.remove(at: free)
            slots.append(gone.slot)
            try sink.write(Event.AnchorRemoved { $0.anchor = gone.anchor }, at: now)
        } else {
            try writeUpdate(at: now, to: &sink)
        }
    }

    private mutating func writeNode<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws {
        guard !places.isEmpty else { return try writeAnchor(at: now, to: &sink) }
        let index = Int(random.next(below: UInt64(places.count)))
        if let node = places[index].node {
            places[index].node = nil
            return try sink.write(Event.NodeDetached { $0.node = node }, at: now)
        }
        let node = id()
        places[index].node = node
        let anchor = places[index].anchor
        let key = "thing-\(places[index].slot % 40)"
        try sink.write(
            Event.NodeAttached {
                $0.node = node
                $0.anchor = anchor
                $0.key = key
            }, at: now)
    }

    private mutating func writePacket<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws
    {
        let packet = id()
        let isCritical = random.next(below: 8) == 0
        let bytes = 500 + random.next(below: 8000)
        let priority = isCritical ? PacketPriority.critical : .optional
        switch random.next(below: 3) {
        case 0:
            try sink.write(
                Event.CollaborationDataProduced {
                    $0.packet = packet
                    $0.priority = priority
                    $0.bytes = bytes
                }, at: now)
        case 1:
            try sink.write(
                Event.CollaborationDataReceived {
                    $0.packet = packet
                    $0.peer = "B"
                    $0.priority = priority
                    $0.bytes = bytes
                }, at: now)
        default: try sink.write(Event.CollaborationDataApplied { $0.packet = packet }, at: now)
        }
    }

    private mutating func writeTracking<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink)
        throws
    {
        if random.next(below: 2) == 0 {
            isNormal.toggle()
            let state = isNormal ? TrackingState.normal : .limited
            try sink.write(
                Event.CameraTrackingStateChanged {
                    $0.state = state
                    if state == .limited { $0.reason = .excessiveMotion }
                }, at: now)
        } else {
            isMapped.toggle()
            let status = isMapped ? MappingStatus.mapped : .extending
            try sink.write(Event.FrameWorldMappingStatusChanged { $0.status = status }, at: now)
        }
    }

    private mutating func writeFrame<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws
    {
        let points = 100 + random.next(below: 400)
        try sink.write(
            Event.FrameStats {
                $0.fps = 60
                $0.dropped = 0
                $0.featurePoints = points
            }, at: now)
    }

    private mutating func writeState<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink) throws
    {
        let ways = [
            "idle": "loading", "loading": "running", "running": "detected", "detected": "lost",
            "lost": "detected",
        ]
        let from = phase
        let to = from == "lost" && random.next(below: 10) == 0 ? "idle" : ways[from] ?? "idle"
        phase = to
        try sink.write(
            Event.StateChanged {
                $0.machine = "objectTracking"
                $0.from = from
                $0.to = to
            }, at: now)
    }

    private mutating func writeSession<Sink: EventSink & ~Copyable>(at now: UInt64, to sink: inout Sink)
        throws
    {
        guard now >= nextSession else { return try writeUpdate(at: now, to: &sink) }
        nextSession = now + 5_000_000_000
        if isInterrupted {
            isInterrupted = false
            return try sink.write(Event.SessionInterruptionEnded { _ in }, at: now)
        }
        if random.next(below: 2) == 0 {
            isInterrupted = true
            return try sink.write(Event.SessionInterruptionBegan { $0.reason = .background }, at: now)
        }
        try sink.write(
            Event.SessionRun {
                $0.configuration = Event.Configuration { $0.kind = .worldTracking }
                $0.source = "bench"
            }, at: now)
    }
}

/// Where made-up events go.
protocol EventSink: ~Copyable {
    mutating func write<P: EventPayload>(_ payload: P, at time: UInt64) throws where P.Storage == Owned
}

/// Sebastiano Vigna's SplitMix64 (public domain): small, and the same everywhere.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    mutating func next(below bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    /// -3 to 3 mm, in metres.
    mutating func millimetres() -> Float { Float(Int64(next(below: 7)) - 3) / 1000 }

    /// Metres from a wall to somewhere in the `cell`th 60 cm, the next cell's at least 50 cm away.
    mutating func metres(from cell: UInt64) -> Float { Float(cell * 600 + next(below: 100)) / 1000 }
}
