import EventLog
import TestSupport

/// Bytes that tell events, so that every change of a byte is another log.
///
/// An event is 8 bytes and its payload: kind, device, own time (milliseconds before the event), a byte that says how
/// the step in time is counted, the step (2 bytes), the payload's length (2 bytes), the payload in its wire form.
public struct EventScript {
    struct Entry {
        var kind: EventKind
        var device: UInt16
        var time: UInt64
        var publishTime: UInt64
        var payload: Range<Int>
    }

    let bytes: [UInt8]
    private(set) var entries: [Entry] = []

    /// Labels of a log say what ids are called, and are no events.
    static let kinds = EventKind.allCases.filter { $0 != .logLabel }
    private static let devices = ["D1", "D2", "D3"].map { EntityID($0) }
    private static let headSize = 8
    private static let begin: UInt64 = 1_700_000_000_000_000_000

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var place = 0
        var time = Self.begin
        while bytes.count - place >= Self.headSize {
            let head = bytes[place..<place + Self.headSize].map { UInt64($0) }
            let unit: UInt64 = [1_000_000, 10_000_000, 1_000_000_000, 60_000_000_000][Int(head[3] & 3)]
            time += (head[4] | head[5] << 8) * unit
            place += Self.headSize
            let length = min(Int(head[6] | head[7] << 8), bytes.count - place)
            entries.append(
                Entry(
                    kind: Self.kinds[Int(head[0]) % Self.kinds.count], device: UInt16(head[1] & 3),
                    time: time,
                    publishTime: time - head[2] * 1_000_000, payload: place..<place + length))
            place += length
        }
    }

    /// The script of a log's events; those with a payload of 64 KiB and more are left out.
    public static func bytes(of log: MemoryLog) -> [UInt8] {
        var script: [UInt8] = []
        var last = log.start
        for event in log.events {
            guard let kind = kinds.firstIndex(of: event.kind),
                let payload = event.content.payload(of: event.header)?.restBytes,
                let length = UInt16(exactly: payload.count)
            else { continue }
            let step = UInt16(clamping: (event.time - last) / 1_000_000)
            last = event.time
            script += [UInt8(kind), 0, 0, 0, UInt8(step & 255), UInt8(step >> 8)]
            script += [UInt8(length & 255), UInt8(length >> 8)] + payload
        }
        return script
    }

    /// The events as a log's file; with `isMerged`, each event is of the device that it names.
    func mcap(isMerged: Bool, chunkSize: Int) throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try EventWriter(
            sink, labels: LabelTable(), chunkSize: chunkSize, compression: .none, library: "fuzz")
        if isMerged { writer.devices += Self.devices }
        try bytes.withUnsafeBytes { bytes in
            for (index, entry) in entries.enumerated() {
                let payload = ByteCursor(UnsafeRawBufferPointer(rebasing: bytes[entry.payload]))
                try writer.append(
                    entry.kind, number: UInt32(index + 1), time: entry.time, publishTime: entry.publishTime,
                    device: isMerged ? entry.device : 0, payload: payload)
            }
        }
        try writer.close()
        return sink.array
    }
}
