import EventLog
import Projections

/// Numbers over time: some as they are told, packets by whole seconds.
struct PerfettoCounters {
    /// The packets of one second of a device.
    private struct Second {
        let number: UInt64
        var sent: UInt64 = 0
        var received: UInt64 = 0
        var dropped: UInt64 = 0
        var bytesSent: UInt64 = 0
        var bytesReceived: UInt64 = 0

        init(_ number: UInt64) { self.number = number }
    }

    private struct Key: Hashable {
        let device: Int
        let name: String
    }

    private var seconds: [Int: Second] = [:]
    private var last: [Key: UInt64] = [:]

    /// Counters of one trace whose last value is remembered.
    private static let limit = 4000
    private static let length: UInt64 = 1_000_000_000

    /// A packet came or went, `t` nanoseconds after the trace's beginning.
    mutating func packet(
        _ kind: EventKind, bytes: UInt64, device: Int, at t: UInt64, _ writer: inout PerfettoWriter
    ) throws(CommandError) {
        let number = t / Self.length
        if let second = seconds[device], second.number != number {
            try write(second, device, &writer)
            if number > second.number + 1 {
                try write(Second(second.number + 1), device, &writer)
            }
            seconds[device] = nil
        }
        var second = seconds[device] ?? Second(number)
        switch kind {
        case .collaborationDataSent:
            second.sent += 1
            second.bytesSent = second.bytesSent.adding(bytes)
        case .collaborationDataReceived:
            second.received += 1
            second.bytesReceived = second.bytesReceived.adding(bytes)
        default: second.dropped += 1
        }
        seconds[device] = second
    }

    /// A number is told; the same as before is not written again.
    mutating func tell(
        _ name: String, _ value: PerfettoValue, device: Int, at t: UInt64, _ writer: inout PerfettoWriter
    ) throws(CommandError) {
        let key = Key(device: device, name: name)
        let bits: UInt64
        switch value {
        case .count(let count): bits = count
        case .number(let number) where number.isFinite: bits = number.bitPattern
        default: return
        }
        if last[key] == bits { return }
        if last[key] != nil || last.count < Self.limit { last[key] = bits }
        try writer.counter(name, pid: PerfettoLanes.pid(device), ts: t, [("value", value)])
    }

    /// The trace ends: what was counted of the last seconds.
    mutating func finish(_ writer: inout PerfettoWriter) throws(CommandError) {
        for (device, second) in seconds.sorted(by: { $0.key < $1.key }) { try write(second, device, &writer) }
        seconds = [:]
    }

    private func write(
        _ second: Second, _ device: Int, _ writer: inout PerfettoWriter
    ) throws(CommandError) {
        let (pid, ts) = (PerfettoLanes.pid(device), second.number * Self.length)
        try writer.counter(
            "packets a second", pid: pid, ts: ts,
            [
                ("sent", .count(second.sent)), ("received", .count(second.received)),
                ("dropped", .count(second.dropped)),
            ])
        try writer.counter(
            "bytes a second", pid: pid, ts: ts,
            [("sent", .count(second.bytesSent)), ("received", .count(second.bytesReceived))])
    }
}

extension UInt64 {
    /// The sum, or the largest number where it is more.
    fileprivate func adding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension PerfettoExport {
    /// What an event changes in numbers.
    func count(
        _ event: LoggedEvent, _ device: DeviceState, _ session: SessionState?, _ world: World
    ) throws(CommandError) {
        let t = lanes.elapsed(world.now.time)
        func tell(_ name: String, _ value: PerfettoValue?) throws(CommandError) {
            guard let value else { return }
            var name = name
            if let session, let id = session.id { name += " (\(log.text(of: id)))" }
            try counters.tell(name, value, device: device.index, at: t, &lanes.writer)
        }
        func packet(_ bytes: UInt64?) throws(CommandError) {
            try counters.packet(event.kind, bytes: bytes ?? 0, device: device.index, at: t, &lanes.writer)
        }
        switch event.kind {
        case .frameStats:
            guard let payload = event.decode(StoredEvent.FrameStats.self) else { return }
            try tell("frames a second", payload.fps.map { .number($0) })
            try tell("frames dropped", payload.dropped.map { .count($0) })
            try tell("frames retained", payload.retained.map { .count($0) })
            try tell("feature points", payload.featurePoints.map { .count($0) })
        case .deviceStats:
            guard let payload = event.decode(StoredEvent.DeviceStats.self) else { return }
            try tell("memory, bytes", payload.memoryBytes.map { .count($0) })
            try tell("cores in use", payload.cpu.map { .number($0) })
            try tell("battery", payload.battery.map { .number($0) })
        case .collaborationDataSent:
            guard let payload = event.decode(StoredEvent.CollaborationDataSent.self) else { return }
            try packet(payload.bytes)
            try tell("packets waiting", payload.queueDepth.map { .count($0) })
        case .collaborationDataReceived:
            guard let payload = event.decode(StoredEvent.CollaborationDataReceived.self) else { return }
            try packet(payload.bytes)
        case .collaborationDataDropped:
            guard let payload = event.decode(StoredEvent.CollaborationDataDropped.self) else { return }
            try packet(payload.bytes)
            try tell("packets waiting", payload.queueDepth.map { .count($0) })
        case .sessionRun, .anchorAdded, .anchorRemoved, .nodeAttached, .nodeDetached:
            guard let session else { return }
            try tell("anchors", .count(UInt64(session.anchors.liveCount)))
            try tell("nodes", .count(UInt64(session.nodes.count)))
        default: break
        }
    }
}
