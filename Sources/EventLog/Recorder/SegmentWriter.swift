/// One file of a recording while it is written: chunks at its end, each in one write with all that belongs to it, and
/// the summary when it is closed.
///
/// Nothing changes here unless a write succeeds, so that one that failed can be tried again: it goes to the same place
/// in the file and covers what the failed one left there.
final class SegmentWriter {
    let path: String
    private(set) var descriptor: Int32
    /// The descriptor that has the claim, as long as the file is open.
    private var claimed: Int32
    private let system: RecorderSystem
    private var assembler: ChunkAssembler
    private var summary: SummaryBuilder
    private var defined: Set<UInt16>
    private var crc: CRC32
    private var pending = ByteBuffer()
    private let options: WriterOptions

    private var isClosed = false
    /// Bytes that are written for good.
    private(set) var offset: UInt64
    /// Events among the messages.
    private(set) var eventCount: UInt64 = 0

    /// A new file, in which nothing is written before the first chunk.
    init(
        creating path: String, compression: WriterOptions.Compression, system: RecorderSystem
    ) throws(SealError) {
        let options = Self.options(compression)
        let assembler = try Self.assembler(options)
        let descriptor: Int32
        do throws(Platform.Failure) {
            descriptor = try system.create(path)
        } catch {
            throw .io(IOError(path: path, operation: .create, code: error.code))
        }
        Platform.keepWritableWhenLocked(descriptor)
        guard system.claim(descriptor) else {
            // Somebody who seals the folder took it for left behind.
            Platform.closeFile(descriptor)
            system.remove(path)
            throw .inUse
        }
        self.options = options
        self.assembler = assembler
        self.descriptor = descriptor
        claimed = descriptor
        self.path = path
        self.system = system
        summary = SummaryBuilder()
        defined = []
        crc = CRC32()
        offset = 0
    }

    deinit {
        Platform.closeFile(descriptor)
        if claimed != descriptor { Platform.closeFile(claimed) }
    }

    private static func options(_ compression: WriterOptions.Compression) -> WriterOptions {
        var options = WriterOptions()
        options.compression = compression
        return options
    }

    private static func assembler(_ options: WriterOptions) throws(SealError) -> ChunkAssembler {
        do throws(ContainerError) {
            return try ChunkAssembler(options)
        } catch {
            throw .container(error)
        }
    }

    /// Whether the file was removed by somebody.
    var isLost: Bool { (try? system.nameCount(descriptor)) == 0 }

    /// Writes the records as a chunk, with whatever must stand before it. `makeRoom` is told how many bytes that will be.
    func append(_ records: UnsafeRawBufferPointer, makeRoom: (UInt64) -> Void) throws(SealError) {
        let content: ChunkAssembler.Content
        do throws(ContainerError) {
            content = unsafe try assembler.assemble(records)
        } catch {
            throw .container(error)
        }
        begin()
        var definitions: [(MCAP.Schema, MCAP.Channel)] = []
        for entry in content.counts where !defined.contains(entry.key) {
            guard let kind = EventKind(rawValue: entry.key) else { continue }
            let definition = kind.definition
            definition.0.encode(into: &pending)
            definition.1.encode(into: &pending)
            definitions.append(definition)
        }
        let chunkAt = offset + UInt64(pending.count)
        unsafe pending.append(assembler.bytes)
        makeRoom(UInt64(pending.count))
        try write()
        for (schema, channel) in definitions {
            summary.add(schema)
            summary.add(channel)
            defined.insert(channel.id)
        }
        summary.add(content, at: chunkAt)
        for entry in content.counts where entry.key != EventKind.logLabel.rawValue {
            eventCount += entry.value
        }
    }

    /// The same for records that were copied.
    func append(_ records: [UInt8], makeRoom: (UInt64) -> Void) throws(SealError) {
        var copy = ByteBuffer(capacity: records.count)
        copy.append(records)
        unsafe try append(copy.bytes, makeRoom: makeRoom)
    }

    /// Writes the summary and the footer. `makeRoom` is told how many bytes that will be.
    func close(makeRoom: (UInt64) -> Void) throws(SealError) {
        guard !isClosed else { return }
        begin()
        var dataCRC = crc
        unsafe dataCRC.update(pending.bytes)
        MCAP.DataEnd(dataSectionCRC: dataCRC.value).encode(into: &pending)
        // The footer's CRC begins with the summary, which therefore is made apart.
        var end = ByteBuffer(capacity: 4096)
        summary.encode(into: &end, at: offset + UInt64(pending.count), options: options)
        unsafe pending.append(end.bytes)
        makeRoom(UInt64(pending.count))
        try write()
        isClosed = true
    }

    /// Puts what was written on the disk.
    func sync() throws(SealError) {
        do throws(Platform.Failure) {
            try system.sync(descriptor)
        } catch {
            throw .io(IOError(path: path, operation: .sync, code: error.code))
        }
    }

    /// Opens the file once more, after an error that is not for want of room.
    func reopen() {
        guard let fresh = try? system.reopen(path) else { return }
        let old = descriptor
        descriptor = fresh
        if system.claim(fresh) {
            // The old claim is gone, as it is where somebody closed the descriptor.
            if claimed != old { Platform.closeFile(claimed) }
            claimed = fresh
            Platform.closeFile(old)
        } else if old != claimed {
            Platform.closeFile(old)
        }
    }

    /// Empties what goes out next, apart from a file's first bytes.
    private func begin() {
        pending.removeAll(keepingUpTo: 4 << 20)
        guard offset == 0 else { return }
        pending.append(MCAP.magic)
        MCAP.Header(profile: "arlog", library: "arlog \(ArlogVersion.string)").encode(into: &pending)
    }

    private func write() throws(SealError) {
        do throws(Platform.Failure) {
            unsafe try system.writeAll(descriptor, pending.bytes, at: offset)
        } catch {
            throw .io(IOError(path: path, operation: .write, code: error.code))
        }
        unsafe crc.update(pending.bytes)
        offset += UInt64(pending.count)
    }
}

extension EventKind {
    /// Its schema and channel, which have the same numbers in every log.
    var definition: (schema: MCAP.Schema, channel: MCAP.Channel) {
        let descriptor = KindDescriptor.of(self)
        return (
            MCAP.Schema(
                id: rawValue, name: descriptor.schemaName, encoding: "protobuf",
                data: descriptor.fileDescriptorSet),
            MCAP.Channel(
                id: rawValue, schemaID: rawValue, topic: descriptor.topic, messageEncoding: "protobuf")
        )
    }
}
