/// Finds chunks by their bytes alone, where the records before them can't be followed.
///
/// A compressed chunk shows itself by its opcode, its compression's name at +37 and the magic of an LZ4 frame at +52; one
/// that is stored as it is by saying its size at +25 and again at +41, and by the record that it begins with. That makes
/// it likely; only its CRC proves it. Its record's length is not asked for: it may be what is wrong.
public enum ChunkSignature {
    /// Bytes from a chunk's first that are looked at.
    public static let size = 58

    /// Where in `bytes`, at `start` or behind it, the first likely chunk begins. Its record may go beyond the end.
    public static func firstChunk(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard start >= 0, bytes.count >= size else { return nil }
        let cursor = unsafe ByteCursor(bytes)
        var place = start
        while place <= bytes.count - size {
            if cursor.peek(UInt8.self, at: place) == Opcode.chunk.rawValue,
                contentLength(cursor, at: place) != nil
            {
                return place
            }
            place += 1
        }
        return nil
    }

    /// Whether the content of a record looks like that of a chunk, whatever its opcode says.
    static func isIn(content: ByteCursor) -> Bool {
        isCompressed(content, contentAt: 0) || isPlain(content, contentAt: 0)
    }

    /// The length that the record of the chunk at `place` should have, as far as its fields go; `nil` where none begins
    /// there.
    static func contentLength(_ cursor: ByteCursor, at place: Int) -> UInt64? {
        let start = place + MCAP.prefixSize
        let stored: (at: Int, behind: UInt64)
        if isCompressed(cursor, contentAt: start) {
            stored = (35, 43)
        } else if isPlain(cursor, contentAt: start) {
            stored = (32, 40)
        } else {
            return nil
        }
        guard let count = cursor.peek(UInt64.self, at: start + stored.at) else { return nil }
        let (length, overflow) = count.addingReportingOverflow(stored.behind)
        return overflow ? nil : length
    }

    private static func isCompressed(_ cursor: ByteCursor, contentAt start: Int) -> Bool {
        cursor.peek(UInt32.self, at: start + 28) == 3 && cursor.peek(UInt16.self, at: start + 32) == 0x7A6C
            && cursor.peek(UInt8.self, at: start + 34) == 0x34
            && cursor.peek(UInt32.self, at: start + 43) == 0x184D_2204
    }

    private static func isPlain(_ cursor: ByteCursor, contentAt start: Int) -> Bool {
        guard cursor.peek(UInt32.self, at: start + 28) == 0,
            let size = cursor.peek(UInt64.self, at: start + 16),
            size >= UInt64(MCAP.prefixSize), cursor.peek(UInt64.self, at: start + 32) == size,
            cursor.peek(UInt32.self, at: start + 24) != 0,
            let first = cursor.peek(UInt8.self, at: start + 40),
            let length = cursor.peek(UInt64.self, at: start + 41)
        else { return false }
        let opcode = Opcode(rawValue: first)
        return (opcode == .message || opcode == .channel || opcode == .schema)
            && length <= size - UInt64(MCAP.prefixSize)
    }
}
