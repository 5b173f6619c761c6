public import EventLog

/// What went over one link in a stretch of time.
public struct TrafficBucket: Mergeable {
    public internal(set) var sentCritical = 0
    public internal(set) var sentOptional = 0
    public internal(set) var received = 0
    public internal(set) var applied = 0
    public internal(set) var droppedCritical = 0
    public internal(set) var droppedOptional = 0
    public internal(set) var decodeFailures = 0
    public internal(set) var bytesSent: UInt64 = 0
    public internal(set) var bytesReceived: UInt64 = 0
    /// The most packets that waited; `nil` where nobody told.
    public internal(set) var queue: UInt64?

    public init() {}

    public var sent: Int { sentCritical + sentOptional }
    public var dropped: Int { droppedCritical + droppedOptional }

    public mutating func merge(_ later: TrafficBucket) {
        sentCritical += later.sentCritical
        sentOptional += later.sentOptional
        received += later.received
        applied += later.applied
        droppedCritical += later.droppedCritical
        droppedOptional += later.droppedOptional
        decodeFailures += later.decodeFailures
        bytesSent = sum(bytesSent, later.bytesSent)
        bytesReceived = sum(bytesReceived, later.bytesReceived)
        if let queue = later.queue { self.queue = max(self.queue ?? 0, queue) }
    }
}

/// A sum of counts that a stranger told: it stays at the largest number instead of overflowing.
func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
}

/// What went over the link with one peer.
public struct Link: Sendable {
    public let device: Int
    /// `nil` for what named no peer.
    public let peer: EntityID?
    public internal(set) var buckets: TimeBuckets<TrafficBucket>
    public internal(set) var total = TrafficBucket()
}

/// The packets of a log, link by link.
struct Traffic {
    private struct Key: Hashable {
        let device: Int
        let peer: EntityID?
    }

    /// Links kept; what goes over further ones is taken together with what names no peer.
    static let limit = 12
    private(set) var links: [Link] = []
    private var places: [Key: Int] = [:]
    /// Why packets were dropped, by priority.
    private(set) var drops: [DropReason: (critical: Int, optional: Int)] = [:]

    mutating func sent(
        _ payload: StoredEvent.CollaborationDataSent, _ packet: Packet, _ session: SessionState, _ mark: Mark
    ) {
        let bytes = payload.bytes ?? 0
        change(packet.peer, session, mark) { bucket in
            if payload.priority == .optional { bucket.sentOptional += 1 } else { bucket.sentCritical += 1 }
            bucket.bytesSent = sum(bucket.bytesSent, bytes)
            if let depth = payload.queueDepth { bucket.queue = max(bucket.queue ?? 0, depth) }
        }
    }

    mutating func received(
        _ payload: StoredEvent.CollaborationDataReceived, _ packet: Packet, _ session: SessionState,
        _ mark: Mark
    ) {
        let bytes = payload.bytes ?? 0
        change(packet.peer, session, mark) { bucket in
            bucket.received += 1
            bucket.bytesReceived = sum(bucket.bytesReceived, bytes)
        }
    }

    mutating func applied(_ packet: Packet, _ session: SessionState, _ mark: Mark) {
        change(packet.peer, session, mark) { $0.applied += 1 }
    }

    mutating func decodeFailed(_ packet: Packet, _ session: SessionState, _ mark: Mark) {
        change(packet.peer, session, mark) { $0.decodeFailures += 1 }
    }

    mutating func dropped(
        _ payload: StoredEvent.CollaborationDataDropped, _ session: SessionState, _ mark: Mark
    ) {
        let isOptional = payload.priority == .optional
        var count = drops[payload.reason] ?? (0, 0)
        if isOptional { count.optional += 1 } else { count.critical += 1 }
        drops[payload.reason] = count
        change(nil, session, mark) { bucket in
            if isOptional { bucket.droppedOptional += 1 } else { bucket.droppedCritical += 1 }
            if let depth = payload.queueDepth { bucket.queue = max(bucket.queue ?? 0, depth) }
        }
    }

    private mutating func change(
        _ peer: Int?, _ session: SessionState, _ mark: Mark, _ body: (inout TrafficBucket) -> Void
    ) {
        var key = Key(device: session.device.index, peer: peer.map { session.peers[$0].id })
        if places[key] == nil, links.count >= Self.limit { key = Key(device: key.device, peer: nil) }
        let place: Int
        if let known = places[key] {
            place = known
        } else if links.count < 2 * Self.limit {
            place = links.count
            places[key] = place
            links.append(
                Link(device: key.device, peer: key.peer, buckets: TimeBuckets(start: start ?? mark.time)))
        } else {
            return
        }
        body(&links[place].total)
        links[place].buckets.change(at: mark.time, body)
    }

    /// The log's first event's time.
    var start: UInt64?
}
