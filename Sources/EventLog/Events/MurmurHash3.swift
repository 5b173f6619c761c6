/// MurmurHash3 x64 128 by Austin Appleby (public domain), seed 0: the fixed hash behind label ids.
enum MurmurHash3 {
    /// The two 64-bit halves, first half first.
    static func hash128(_ bytes: [UInt8]) -> (UInt64, UInt64) {
        let c1: UInt64 = 0x87C3_7B91_1142_53D5
        let c2: UInt64 = 0x4CF5_AD43_2745_937F
        var h1: UInt64 = 0
        var h2: UInt64 = 0
        var index = 0
        while bytes.count - index >= 16 {
            h1 ^= scramble(word(bytes, index, 8), c1, 31, c2)
            h1 = (rotate(h1, 27) &+ h2) &* 5 &+ 0x52DC_E729
            h2 ^= scramble(word(bytes, index + 8, 8), c2, 33, c1)
            h2 = (rotate(h2, 31) &+ h1) &* 5 &+ 0x3849_5AB5
            index += 16
        }
        let tail = bytes.count - index
        if tail > 8 { h2 ^= scramble(word(bytes, index + 8, tail - 8), c2, 33, c1) }
        if tail > 0 { h1 ^= scramble(word(bytes, index, min(tail, 8)), c1, 31, c2) }
        h1 ^= UInt64(bytes.count)
        h2 ^= UInt64(bytes.count)
        h1 &+= h2
        h2 &+= h1
        h1 = finish(h1)
        h2 = finish(h2)
        h1 &+= h2
        h2 &+= h1
        return (h1, h2)
    }

    private static func word(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
    }

    private static func rotate(_ value: UInt64, _ by: UInt64) -> UInt64 {
        value << by | value >> (64 - by)
    }

    private static func scramble(_ word: UInt64, _ first: UInt64, _ by: UInt64, _ second: UInt64) -> UInt64 {
        rotate(word &* first, by) &* second
    }

    private static func finish(_ value: UInt64) -> UInt64 {
        var k = value
        k ^= k >> 33
        k &*= 0xFF51_AFD7_ED55_8CCD
        k ^= k >> 33
        k &*= 0xC4CE_B9FE_1A85_EC53
        k ^= k >> 33
        return k
    }
}
