/// XXH32 by Yann Collet, seed 0: the checksum inside LZ4 frames.
///
/// After the specification in xxHash's repository (doc/xxhash_spec.md).
enum XXHash32 {
    private static let prime1: UInt32 = 0x9E37_79B1
    private static let prime2: UInt32 = 0x85EB_CA77
    private static let prime3: UInt32 = 0xC2B2_AE3D
    private static let prime4: UInt32 = 0x27D4_EB2F
    private static let prime5: UInt32 = 0x1656_67B1

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var cursor = unsafe ByteCursor(bytes)
        var hash = bytes.count < 16 ? prime5 : stripes(&cursor)
        hash &+= UInt32(truncatingIfNeeded: bytes.count)
        while let word = cursor.read(UInt32.self) {
            hash = rotate(hash &+ word &* prime3, 17) &* prime4
        }
        while let byte = cursor.read(UInt8.self) {
            hash = rotate(hash &+ UInt32(byte) &* prime5, 11) &* prime1
        }
        hash = (hash ^ hash >> 15) &* prime2
        hash = (hash ^ hash >> 13) &* prime3
        return hash ^ hash >> 16
    }

    /// All whole stripes of 16 bytes, in four lanes that are brought together at the end.
    private static func stripes(_ cursor: inout ByteCursor) -> UInt32 {
        var a = prime1 &+ prime2
        var b = prime2
        var c: UInt32 = 0
        var d = 0 &- prime1
        while cursor.remaining >= 16, let first = cursor.read(UInt64.self),
            let second = cursor.read(UInt64.self)
        {
            a = round(a, UInt32(truncatingIfNeeded: first))
            b = round(b, UInt32(truncatingIfNeeded: first >> 32))
            c = round(c, UInt32(truncatingIfNeeded: second))
            d = round(d, UInt32(truncatingIfNeeded: second >> 32))
        }
        return rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
    }

    private static func round(_ lane: UInt32, _ word: UInt32) -> UInt32 {
        rotate(lane &+ word &* prime2, 13) &* prime1
    }

    private static func rotate(_ value: UInt32, _ by: UInt32) -> UInt32 { value << by | value >> (32 - by) }
}
