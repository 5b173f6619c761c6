/// Finds LZ4 chunks by their bytes alone, where the records before them can't be followed.
///
/// A chunk shows itself by its opcode, its compression's name at +37 and the magic of an LZ4 frame at +52. That makes
/// it likely; only its CRC proves it.
public enum ChunkSignature {
    /// Bytes from a chunk's first to the end of its signature.
    public static let size = 56

    /// Where in `bytes`, at `start` or behind it, the first likely chunk begins. Its record may go beyond the end.
    public static func firstChunk(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard start >= 0, bytes.count >= size else { return nil }
        var place = start
        while place <= bytes.count - size {
            if isChunk(unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: bytes[place..<place + size]))) {
                return place
            }
            place += 1
        }
        return nil
    }

    /// Whether the content of a record looks like that of a chunk, whatever its opcode says.
    static func isIn(content: ByteCursor) -> Bool { isSigned(content, contentAt: 0) }

    private static func isSigned(_ cursor: ByteCursor, contentAt start: Int) -> Bool {
        cursor.peek(UInt32.self, at: start + 28) == 3 && cursor.peek(UInt16.self, at: start + 32) == 0x7A6C
            && cursor.peek(UInt8.self, at: start + 34) == 0x34
            && cursor.peek(UInt32.self, at: start + 43) == 0x184D_2204
    }

    private static func isChunk(_ cursor: ByteCursor) -> Bool {
        guard cursor.peek(UInt8.self) == Opcode.chunk.rawValue, isSigned(cursor, contentAt: MCAP.prefixSize),
            let length = cursor.peek(UInt64.self, at: 1), let stored = cursor.peek(UInt64.self, at: 44)
        else { return false }
        // The records end where the chunk does, or before, where a newer writer added fields.
        return length >= 43 && stored <= length - 43
    }
}
