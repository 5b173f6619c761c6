/// Writes events as a log of the profile: each kind on its own channel with its schema, labels repeated in every
/// chunk before their first use there.
///
///     var writer = try EventWriter(OutputFile(path: path), labels: reader.labels)
///     while let batch = try reader.nextBatch() { for event in batch.events { try writer.append(event) } }
///     try writer.close()
public struct EventWriter<Sink: ByteSink>: ~Copyable {
    private var writer: ChunkedWriter<Sink>
    private var chunkLabels: ChunkLabels
    private let labels: LabelTable
    private let chunkSize: Int
    private var chunkBytes = 0
    private var channels: [UInt32: UInt16] = [:]
    private var nextChannel: UInt16 = 1024
    private var scratch = ByteBuffer()
    private var lastTime: UInt64 = 0

    /// The devices of a merged log, by the events' index; index 0 stands for none said.
    public var devices: [EntityID] = [.null]
    /// Events appended so far.
    public private(set) var eventCount: UInt64 = 0

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - labels: what the ids of the events are called.
    ///   - chunkSize: bytes of records at which a chunk is closed.
    ///   - library: names the program and its version.
    public init(
        _ sink: Sink, labels: LabelTable, chunkSize: Int = 1 << 20,
        compression: WriterOptions.Compression = .lz4, level: CompressionLevel = .fast,
        library: String = "arlog \(ArlogVersion.string)"
    ) throws(ContainerError) {
        // Chunks are closed here and not by the container, so that labels and their event stay together.
        let (room, overflow) = max(1, chunkSize).addingReportingOverflow(1 << 20)
        writer = try ChunkedWriter(
            sink, library: library, chunkSize: overflow ? .max : room, compression: compression, level: level)
        self.chunkSize = max(1, chunkSize)
        self.labels = labels
        chunkLabels = ChunkLabels(labels)
    }

    /// Counts of what is in the file; the open chunk comes in when it is closed.
    public var statistics: MCAP.Statistics { writer.statistics }

    /// Bytes handed to the sink so far.
    public var offset: UInt64 { writer.offset }

    // MARK: Appending

    /// Appends an event of a batch as it is.
    ///
    /// Throws `order` where its time is before the last one's.
    public mutating func append(_ event: LoggedEvent) throws(ContainerError) {
        guard let payload = event.content.payload(of: event.header) else { return }
        try append(
            event.kind, number: event.number, time: event.time,
            publishTime: event.content.publishTime(of: event.header), device: event.header.device,
            payload: payload)
    }

    /// Appends an event with its payload in its wire form.
    ///
    /// - Parameters:
    ///   - number: its number in the log, from 1.
    ///   - time, publishTime: nanoseconds since 1970.
    ///   - device: an index of `devices`, 0 in a log of one device.
    public mutating func append(
        _ kind: EventKind, number: UInt32, time: UInt64, publishTime: UInt64, device: UInt16 = 0,
        payload: ByteCursor
    ) throws(ContainerError) {
        if writer.isChunkEmpty { beginChunk() }
        let deviceID = device > 0 && Int(device) < devices.count ? devices[Int(device)] : nil
        var found: [(EntityID, String)] = []
        chunkLabels.tell(kind, payload, device: deviceID) { found.append(($0, $1)) }
        for (id, label) in found { try append(label: label, of: id, at: time) }
        let channel = try self.channel(kind, device: deviceID == nil ? 0 : device)
        try put(channel, number, time, publishTime, payload)
        eventCount += 1
        if chunkBytes >= chunkSize { try writer.closeChunk() }
    }

    /// Appends an event that was made here.
    public mutating func append<P: EventPayload>(
        _ payload: P, number: UInt32, time: UInt64, publishTime: UInt64? = nil, device: UInt16 = 0
    ) throws(ContainerError) where P.Storage == Owned {
        var scratch = ByteBuffer()
        swap(&scratch, &self.scratch)
        scratch.removeAll(keepingUpTo: 1 << 20)
        scratch.append(payload)
        do throws(ContainerError) {
            unsafe try append(
                P.kind, number: number, time: time, publishTime: publishTime ?? time, device: device,
                payload: ByteCursor(scratch.bytes))
        } catch {
            swap(&scratch, &self.scratch)
            throw error
        }
        swap(&scratch, &self.scratch)
    }

    /// From this number on channels and schemas are no events': of `append(message:…)`.
    public static var firstOtherChannel: UInt16 { 65_500 }

    /// Appends a message that is no event and stands beside them: it has no number, so that readers of events pass it over.
    ///
    /// `channel` and `schema` are numbered from `firstOtherChannel` on. Throws `order` where its time is before the last one's.
    public mutating func append(
        message: borrowing ByteBuffer, on channel: MCAP.Channel, _ schema: MCAP.Schema, time: UInt64
    ) throws(ContainerError) {
        if writer.isChunkEmpty { beginChunk() }
        writer.define(schema: schema, channel: channel)
        unsafe try put(channel.id, 0, time, time, ByteCursor(message.bytes))
        if chunkBytes >= chunkSize { try writer.closeChunk() }
    }

    /// Writes the open chunk, if there is anything in it.
    public mutating func closeChunk() throws(ContainerError) { try writer.closeChunk() }

    /// Writes the names that no event used, the rest, the summary and the footer. The sink is the caller's to commit.
    public mutating func close() throws(ContainerError) {
        if eventCount > 0 {
            var found: [(EntityID, String)] = []
            chunkLabels.tellRemaining { found.append(($0, $1)) }
            for (id, label) in found { try append(label: label, of: id, at: lastTime) }
        }
        try writer.close()
    }

    // MARK: Records

    private mutating func beginChunk() {
        chunkLabels.beginChunk()
        chunkBytes = 0
    }

    private mutating func append(label: String, of id: EntityID, at time: UInt64) throws(ContainerError) {
        var payload = ByteBuffer(capacity: 128)
        payload.append(
            Event.LogLabel {
                $0.id = id
                $0.label = label
            })
        let channel = try self.channel(.logLabel, device: 0)
        unsafe try put(channel, 0, time, time, ByteCursor(payload.bytes))
    }

    private mutating func put(
        _ channel: UInt16, _ number: UInt32, _ time: UInt64, _ publishTime: UInt64, _ payload: ByteCursor
    ) throws(ContainerError) {
        let bytes = unsafe payload.rest
        try unsafe writer.append(
            channel: channel, sequence: number, logTime: time, publishTime: publishTime, room: bytes.count
        ) { room in
            unsafe room.copyMemory(from: bytes)
            return bytes.count
        }
        chunkBytes += EventHeader.prefixSize + bytes.count
        lastTime = time
    }

    /// The channel of a kind and device, defined before its first use.
    private mutating func channel(_ kind: EventKind, device: UInt16) throws(ContainerError) -> UInt16 {
        let key = UInt32(device) << 16 | UInt32(kind.rawValue)
        if let known = channels[key] { return known }
        let number = device == 0 ? kind.rawValue : nextChannel
        // There are 64,000 numbers for 800 devices with fewer than 80 kinds each.
        guard number < Self.firstOtherChannel else {
            throw .limit(
                what: "channels", offset: offset, limit: UInt64(Self.firstOtherChannel) - 1,
                actual: UInt64(number))
        }
        if device > 0 { nextChannel += 1 }
        let descriptor = KindDescriptor.of(kind)
        writer.define(
            schema: MCAP.Schema(
                id: kind.rawValue, name: descriptor.schemaName, encoding: "protobuf",
                data: descriptor.fileDescriptorSet),
            channel: MCAP.Channel(
                id: number, schemaID: kind.rawValue, topic: descriptor.topic, messageEncoding: "protobuf",
                metadata: device == 0 ? [] : [MCAP.Entry("device", labels.text(of: devices[Int(device)]))]))
        channels[key] = number
        return number
    }
}
