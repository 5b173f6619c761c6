/// MurmurHash3 x64 128 by Austin Appleby (public domain), seed 0: the fixed hash behind label ids.
enum MurmurHash3 {
    /// The two 64-bit halves of the hash of what `bytes` has ahead, first half first.
    static func hash128(_ bytes: ByteCursor) -> (UInt64, UInt64) {
        let c1: UInt64 = 0x87C3_7B91_1142_53D5
        let c2: UInt64 = 0x4CF5_AD43_2745_937F
        let count = UInt64(bytes.remaining)
        var bytes = bytes
        var h1: UInt64 = 0
        var h2: UInt64 = 0
        while bytes.remaining >= 16, let k1 = bytes.read(UInt64.self), let k2 = bytes.read(UInt64.self) {
            h1 ^= scramble(k1, c1, 31, c2)
            h1 = (rotate(h1, 27) &+ h2) &* 5 &+ 0x52DC_E729
            h2 ^= scramble(k2, c2, 33, c1)
            h2 = (rotate(h2, 31) &+ h1) &* 5 &+ 0x3849_5AB5
        }
        let first = tail(&bytes)
        let second = tail(&bytes)
        h2 ^= scramble(second, c2, 33, c1)
        h1 ^= scramble(first, c1, 31, c2)
        h1 ^= count
        h2 ^= count
        h1 &+= h2
        h2 &+= h1
        h1 = finish(h1)
        h2 = finish(h2)
        h1 &+= h2
        h2 &+= h1
        return (h1, h2)
    }

    /// The next bytes, up to 8, as a little-endian number.
    private static func tail(_ bytes: inout ByteCursor) -> UInt64 {
        if let whole = bytes.read(UInt64.self) { return whole }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = bytes.read(UInt8.self) {
            value |= UInt64(byte) << shift
            shift += 8
        }
        return value
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
