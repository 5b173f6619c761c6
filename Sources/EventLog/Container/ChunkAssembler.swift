/// Makes [Chunk + its MessageIndexes] of the records in a piece of memory, ready for one write.
///
/// Everything about the chunk is derived from the records themselves, so that it does not matter who put them there:
/// a writer, a journal left by a process that died, a file whose indexes are lost. One thread at a time.
public struct ChunkAssembler: ~Copyable {
    /// What a chunk holds, counted while assembling it.
    public struct Content: Equatable, Sendable {
        /// As in a file that begins with the chunk; a writer moves it.
        public let index: MCAP.ChunkIndex
        /// Messages of each channel, in ascending order of channel.
        public let counts: [MCAP.Entry<UInt16, UInt64>]

        public var messageCount: UInt64 { counts.reduce(0) { $0 + $1.value } }
    }

    private let options: WriterOptions
    private let codec: PlatformCodec?
    private var output = ByteBuffer()
    /// The place of each channel in `counts`, by its number; -1 for those without messages.
    private var places: [Int32]
    private var counts: [MCAP.Entry<UInt16, UInt64>] = []

    public init(_ options: WriterOptions = WriterOptions()) throws(ContainerError) {
        self.options = options
        places = Array(repeating: -1, count: 1 << 16)
        do throws(CodecError) {
            codec = options.compression == .lz4 ? try PlatformCodec(level: options.level) : nil
        } catch {
            throw .frame(error, offset: 0)
        }
    }

    /// The assembled records, valid until the next call of `assemble`.
    public var bytes: UnsafeRawBufferPointer { unsafe output.bytes }

    /// Assembles the chunk of `records`, which must be whole Schema, Channel and Message records.
    ///
    /// Throws `cut` at the first byte that is no part of a whole record.
    public mutating func assemble(_ records: UnsafeRawBufferPointer) throws(ContainerError) -> Content {
        output.removeAll()
        let times = unsafe try count(records)
        let header = MCAP.ChunkHeader(
            messageStartTime: times?.start ?? 0, messageEndTime: times?.end ?? 0,
            uncompressedSize: UInt64(records.count),
            uncompressedCRC: options.hasCRCs ? unsafe CRC32.of(records) : 0, compression: "")
        let stored = unsafe store(records, header)
        let chunkLength = output.count
        var offsets: [MCAP.Entry<UInt16, UInt64>] = []
        if options.hasMessageIndexes {
            unsafe appendMessageIndexes(of: records, offsets: &offsets)
        }
        let index = MCAP.ChunkIndex(
            of: stored.header, compressedSize: UInt64(stored.size), chunkLength: UInt64(chunkLength),
            messageIndexOffsets: offsets, messageIndexLength: UInt64(output.count - chunkLength))
        for entry in counts { places[Int(entry.key)] = -1 }
        return Content(index: index, counts: counts)
    }

    /// Counts the messages of each channel and leaves `places` filled.
    private mutating func count(
        _ records: UnsafeRawBufferPointer
    ) throws(ContainerError) -> (start: UInt64, end: UInt64)? {
        counts.removeAll(keepingCapacity: true)
        var times: (start: UInt64, end: UInt64)?
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            guard record.opcode == .message else { continue }
            var content = record.content
            guard let message = MCAP.MessageHeader(parsing: &content) else {
                forgetPlaces()
                throw .cut(record: .message, field: "fields", offset: UInt64(record.offset))
            }
            var place = Int(places[Int(message.channelID)])
            if place < 0 {
                place = counts.count
                places[Int(message.channelID)] = Int32(place)
                counts.append(MCAP.Entry(message.channelID, 0))
            }
            counts[place].value += 1
            let known = times ?? (message.logTime, message.logTime)
            times = (min(known.start, message.logTime), max(known.end, message.logTime))
        }
        guard walker.remaining == 0 else {
            forgetPlaces()
            throw .cut(record: .chunk, field: "records", offset: UInt64(walker.offset))
        }
        counts.sort { $0.key < $1.key }
        for (place, entry) in counts.enumerated() { places[Int(entry.key)] = Int32(place) }
        return times
    }

    private mutating func forgetPlaces() {
        for entry in counts { places[Int(entry.key)] = -1 }
    }

    /// Appends the Chunk record, compressed where that makes it smaller.
    private mutating func store(
        _ records: UnsafeRawBufferPointer, _ plain: MCAP.ChunkHeader
    ) -> (header: MCAP.ChunkHeader, size: Int) {
        if let codec, records.count > 0 {
            var header = plain
            header.compression = PlatformCodec.name
            begin(header)
            let lengthAt = output.count - 8
            let written = unsafe output.append(room: codec.compressedBound(records.count)) { target in
                unsafe codec.compress(records, into: target)
            }
            if let written, written < records.count {
                output.overwrite(at: lengthAt, with: UInt64(written))
                output.overwrite(at: 1, with: UInt64(output.count - MCAP.prefixSize))
                return (header, written)
            }
            output.removeAll()
        }
        begin(plain)
        output.overwrite(at: output.count - 8, with: UInt64(records.count))
        unsafe output.append(records)
        output.overwrite(at: 1, with: UInt64(output.count - MCAP.prefixSize))
        return (plain, records.count)
    }

    private mutating func begin(_ header: MCAP.ChunkHeader) {
        output.append(Opcode.chunk.rawValue)
        output.append(UInt64(0))
        header.encodeFields(storedSize: 0, into: &output)
    }

    /// Appends a MessageIndex for each channel with messages; entries stand in the chunk's order.
    private mutating func appendMessageIndexes(
        of records: UnsafeRawBufferPointer, offsets: inout [MCAP.Entry<UInt16, UInt64>]
    ) {
        // All records are laid out first, since their sizes are known, and filled in one walk.
        var cursors: [Int] = []
        for entry in counts {
            offsets.append(MCAP.Entry(entry.key, UInt64(output.count)))
            let size = Int(entry.value) * 16
            output.append(Opcode.messageIndex.rawValue)
            output.append(UInt64(2 + 4 + size))
            output.append(entry.key)
            output.append(UInt32(clamping: size))
            cursors.append(output.count)
            unsafe output.append(room: size) { target in
                unsafe target.initializeMemory(as: UInt8.self, repeating: 0)
                return size
            }
        }
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            guard record.opcode == .message else { continue }
            var content = record.content
            guard let message = MCAP.MessageHeader(parsing: &content) else { continue }
            let place = Int(places[Int(message.channelID)])
            output.overwrite(at: cursors[place], with: message.logTime)
            output.overwrite(at: cursors[place] + 8, with: UInt64(record.offset))
            cursors[place] += 16
        }
    }
}
