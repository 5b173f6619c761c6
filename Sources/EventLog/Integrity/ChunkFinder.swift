/// Finds, in a source that can seek, the next chunk whose bytes prove themselves, where the records before it can't be
/// followed.
struct ChunkFinder: ~Copyable {
    private let limits: ReaderLimits
    private var decoder: ChunkDecoder
    private var window = ByteBuffer(capacity: 1 << 16)
    private var record = ByteBuffer()
    /// Bytes, stored and decompressed, that may still be spent on chunks that prove nothing: a file full of false
    /// signatures must come to an end.
    private var budget: UInt64 = 4 << 30

    init(limits: ReaderLimits) {
        self.limits = limits
        decoder = ChunkDecoder(limits: limits)
    }

    /// File offset of the first proven chunk at `start` or behind it, and before `end`.
    mutating func next(
        in source: some ByteSource, from start: UInt64, before end: UInt64 = .max
    ) throws(IOError) -> UInt64? {
        guard source.isSeekable else { return nil }
        var place = start
        while place < end {
            window.removeAll()
            let at = place
            let count = unsafe try window.append(room: 1 << 18) { (target) throws(IOError) in
                unsafe try source.read(at: at, into: target)
            }
            guard let count, count >= ChunkSignature.size else { return nil }
            var from = 0
            while let found = unsafe ChunkSignature.firstChunk(in: window.bytes, from: from) {
                let offset = place + UInt64(found)
                guard offset < end else { return nil }
                if try proves(offset, in: source) { return offset }
                from = found + 1
            }
            place += UInt64(count - ChunkSignature.size + 1)
        }
        return nil
    }

    /// Whether the chunk at `offset` is whole and matches its CRC.
    private mutating func proves(_ offset: UInt64, in source: some ByteSource) throws(IOError) -> Bool {
        record.removeAll()
        try read(ChunkSignature.size, at: offset, from: source)
        let head = unsafe ByteCursor(record.bytes)
        guard let length = head.peek(UInt64.self, at: 1), let unpacked = head.peek(UInt64.self, at: 25),
            length <= UInt64(limits.recordSize), unpacked <= UInt64(limits.chunkSize),
            length + unpacked <= budget, let size = source.size,
            length <= size - min(size, offset + UInt64(MCAP.prefixSize))
        else { return false }
        budget -= length + unpacked
        record.truncate(to: MCAP.prefixSize)
        try read(Int(length), at: offset + UInt64(MCAP.prefixSize), from: source)
        guard record.count == MCAP.prefixSize + Int(length) else { return false }
        let content = unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: record.bytes[MCAP.prefixSize...]))
        guard let decoded = try? decoder.decode(content, offset: offset) else { return false }
        guard decoded.header.uncompressedCRC != 0 else { return false }
        budget += length + unpacked
        return true
    }

    private mutating func read(_ count: Int, at offset: UInt64, from source: some ByteSource) throws(IOError)
    {
        _ = unsafe try record.append(room: count) { (target) throws(IOError) in
            unsafe try source.read(at: offset, into: target)
        }
    }
}
