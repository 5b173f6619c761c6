import EventLog
import Projections

/// The parts of a report that are numbers by time: packets, frames, what the device told of itself.
struct ReportJSONSeries {
    let report: Report

    private var health: SessionHealth { report.health }

    func write(to json: inout JSONWriter) {
        json.list("links", health.links, write)
        let drops = health.drops.sorted { $0.key.rawValue < $1.key.rawValue }
        json.list("drops", drops) { json, drop in
            json.beginObject()
            json.field("reason", drop.key.name)
            json.field("critical", drop.value.critical)
            json.field("optional", drop.value.optional)
            json.endObject()
        }
        json.list("frames", health.frames, write)
        json.list("devices", health.devices, write)
    }

    private func write(_ json: inout JSONWriter, _ link: Link) {
        json.beginObject()
        json.field("peer", link.peer.map { report.names.text(of: $0) })
        json.field("device", report.deviceName(link.device))
        json.key("total")
        json.beginObject()
        json.field("sentCritical", link.total.sentCritical)
        json.field("sentOptional", link.total.sentOptional)
        json.field("received", link.total.received)
        json.field("applied", link.total.applied)
        json.field("droppedCritical", link.total.droppedCritical)
        json.field("droppedOptional", link.total.droppedOptional)
        json.field("decodeFailures", link.total.decodeFailures)
        json.field("bytesSent", link.total.bytesSent)
        json.field("bytesReceived", link.total.bytesReceived)
        json.field("queue", link.total.queue)
        json.endObject()
        begin(link.buckets, &json)
        series("sent", link.buckets, &json) { Double($0.sent) }
        series("received", link.buckets, &json) { Double($0.received) }
        series("dropped", link.buckets, &json) { Double($0.dropped) }
        series("decodeFailures", link.buckets, &json) { Double($0.decodeFailures) }
        series("bytesSent", link.buckets, &json) { Double($0.bytesSent) }
        series("bytesReceived", link.buckets, &json) { Double($0.bytesReceived) }
        series("queue", link.buckets, &json) { $0.queue.map { Double($0) } }
        json.endObject()
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ frames: FrameSeries) {
        json.beginObject()
        json.field("session", report.names.text(of: frames.session))
        json.field("device", report.deviceName(frames.device))
        json.field("average", frames.total.average.map(Self.rounded))
        json.field("lowest", frames.total.count > 0 ? Self.rounded(frames.total.lowest) : nil)
        json.field("dropped", frames.total.dropped)
        json.field("retained", frames.total.retained)
        begin(frames.buckets, &json)
        series("fps", frames.buckets, &json) { $0.average }
        series("lowest", frames.buckets, &json) { $0.count > 0 ? $0.lowest : nil }
        series("dropped", frames.buckets, &json) { Double($0.dropped) }
        series("retained", frames.buckets, &json) { $0.retained.map { Double($0) } }
        series("featurePoints", frames.buckets, &json) { $0.featurePoints.map { Double($0) } }
        json.endObject()
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ device: DeviceSeries) {
        json.beginObject()
        json.field("device", report.deviceName(device.device))
        json.field("memory", device.total.memory)
        json.field("cpu", device.total.cpu.map(Self.rounded))
        json.field("battery", device.total.battery.map(Self.rounded))
        begin(device.buckets, &json)
        series("memory", device.buckets, &json) { $0.memory.map { Double($0) } }
        series("cpu", device.buckets, &json) { $0.cpu }
        series("battery", device.buckets, &json) { $0.battery }
        json.endObject()
        json.endObject()
    }

    /// Opens the object of all series that share their beginning and step.
    private func begin<Value>(_ buckets: TimeBuckets<Value>, _ json: inout JSONWriter) {
        json.key("series")
        json.beginObject()
        json.field("from", secondsOf: report.elapsed(buckets.start))
        json.field("step", secondsOf: buckets.width)
    }

    /// One number a step, null where nothing was told; left out where it never was.
    private func series<Value>(
        _ name: String, _ buckets: TimeBuckets<Value>, _ json: inout JSONWriter, _ number: (Value) -> Double?
    ) {
        let numbers = buckets.values.map { $0.flatMap(number) }
        guard numbers.contains(where: { $0 ?? 0 != 0 }) else { return }
        json.list(name, numbers) { json, number in
            if let number { json.value(Self.rounded(number)) } else { json.null() }
        }
    }

    /// A number with at most three decimals, which is more than a chart shows.
    private static func rounded(_ number: Double) -> Double {
        abs(number) < 1e12 ? (number * 1000).rounded() / 1000 : number
    }
}
