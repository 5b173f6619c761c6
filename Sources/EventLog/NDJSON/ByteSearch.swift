/// Looks for a byte, eight at a time.
enum ByteSearch {
    /// The place of the first `wanted` at or behind `start`; `nil` where there is none.
    static func first(_ wanted: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let pattern = ones &* UInt64(wanted)
        let cursor = unsafe ByteCursor(bytes)
        var at = start
        while let word = cursor.peek(UInt64.self, at: at) {
            // A byte that is wanted becomes 0, and only a 0 (or what stands behind one) borrows into its top bit.
            let difference = word ^ pattern
            let hits = (difference &- ones) & ~difference & (ones << 7)
            if hits != 0 { return at + hits.trailingZeroBitCount / 8 }
            at += 8
        }
        while at < bytes.count {
            if unsafe bytes[at] == wanted { return at }
            at += 1
        }
        return nil
    }
}
