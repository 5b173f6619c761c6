/// Finds, in a source that can seek, the next chunk whose bytes prove themselves, where the records before it can't be
/// followed.
struct ChunkFinder: ~Copyable {
    /// A chunk that matches its CRC.
    struct Found {
        /// File offset of its opcode.
        let offset: UInt64
        /// Bytes of its content where its record's own length leads nowhere; `nil` where that can be followed.
        let length: UInt64?
    }

    private let limits: ReaderLimits
    private var decoder: ChunkDecoder
    private var window = ByteBuffer(capacity: 1 << 16)
    private var record = ByteBuffer()
    /// Bytes, stored and decompressed, that may still be spent on chunks that prove nothing: a file full of false
    /// signatures must come to an end.
    private var budget: UInt64 = 4 << 30

    /// What is wrong with a chunk that is found where its own record was not followed.
    static var wrongLength: String { "the length of this chunk's record is wrong, as its CRC shows" }

    init(limits: ReaderLimits) {
        self.limits = limits
        decoder = ChunkDecoder(limits: limits)
    }

    /// The first proven chunk at `start` or behind it, and before `end`.
    mutating func next(
        in source: some ByteSource, from start: UInt64, before end: UInt64 = .max
    ) throws(IOError) -> Found? {
        guard source.isSeekable else { return nil }
        var place = start
        while place < end {
            window.removeAll()
            let at = place
            let room = Int(min(1 << 18, end - place)) + ChunkSignature.size
            let count = unsafe try window.append(room: room) { (target) throws(IOError) in
                unsafe try source.read(at: at, into: target)
            }
            guard let count, count >= ChunkSignature.size else { return nil }
            var from = 0
            while let found = unsafe ChunkSignature.firstChunk(in: window.bytes, from: from) {
                let offset = place + UInt64(found)
                guard offset < end else { return nil }
                if let proven = try prove(offset, in: source) { return proven }
                from = found + 1
            }
            place += UInt64(count - ChunkSignature.size + 1)
        }
        return nil
    }

    /// The chunk at just this place, where it proves itself.
    mutating func chunk(in source: some ByteSource, at offset: UInt64) throws(IOError) -> Found? {
        let (end, overflow) = offset.addingReportingOverflow(1)
        return overflow ? nil : try next(in: source, from: offset, before: end)
    }

    /// The chunk at `offset` where it is whole and matches its CRC.
    private mutating func prove(_ offset: UInt64, in source: some ByteSource) throws(IOError) -> Found? {
        record.removeAll()
        try read(ChunkSignature.size, at: offset, from: source)
        let head = unsafe ByteCursor(record.bytes)
        guard let length = ChunkSignature.contentLength(head, at: 0),
            let said = head.peek(UInt64.self, at: 1),
            let unpacked = head.peek(UInt64.self, at: 25), length <= UInt64(limits.recordSize),
            unpacked <= UInt64(limits.chunkSize), length + unpacked <= budget, let size = source.size,
            case let room = size - min(size, offset + UInt64(MCAP.prefixSize)), length <= room
        else { return nil }
        budget -= length + unpacked
        record.removeAll()
        try read(Int(length), at: offset + UInt64(MCAP.prefixSize), from: source)
        guard record.count == Int(length) else { return nil }
        let content = unsafe ByteCursor(record.bytes)
        guard let decoded = try? decoder.decode(content, offset: offset), decoded.header.uncompressedCRC != 0
        else { return nil }
        budget += length + unpacked
        // A newer writer may have added fields, which a longer record holds.
        let leads = said >= length && said <= room && said <= UInt64(limits.recordSize)
        return Found(offset: offset, length: leads ? nil : length)
    }

    private mutating func read(_ count: Int, at offset: UInt64, from source: some ByteSource) throws(IOError)
    {
        _ = unsafe try record.append(room: count) { (target) throws(IOError) in
            unsafe try source.read(at: offset, into: target)
        }
    }
}
