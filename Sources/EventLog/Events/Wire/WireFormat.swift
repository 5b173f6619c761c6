/// Protobuf's wire types, as far as proto3 still writes them.
enum WireType: UInt32 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
}

extension ByteCursor {
    /// Moves over the value behind `tag`; `false` where it is cut or of no known wire type.
    @usableFromInline
    mutating func skipValue(of tag: UInt32) -> Bool {
        switch WireType(rawValue: tag & 7) {
        case .varint: return readVarint() != nil
        case .fixed64: return skip(8)
        case .fixed32: return skip(4)
        case .lengthDelimited:
            guard let length = readVarint() else { return false }
            return readSlice(length: length) != nil
        case nil: return false
        }
    }

    /// The next field's tag; 0 at the end, `nil` where it is cut or no valid tag.
    @inlinable @inline(__always)
    mutating func readTag() -> UInt32? {
        if isAtEnd { return 0 }
        guard let tag = readVarint(), tag >= 8, tag <= UInt64(UInt32.max) else { return nil }
        return UInt32(truncatingIfNeeded: tag)
    }
}

extension UInt64 {
    /// The two floats in a number: the first is its low half, as little-endian bytes have them.
    @inlinable @inline(__always)
    var floats: (Float, Float) {
        (
            Float(bitPattern: UInt32(truncatingIfNeeded: self)),
            Float(bitPattern: UInt32(truncatingIfNeeded: self >> 32))
        )
    }

    /// Whether one of the two is infinite or no number: then all bits of its exponent are set, and one more carries over.
    @inlinable @inline(__always)
    var holdsNonFinite: Bool {
        ((self & 0x7F80_0000_7F80_0000) &+ 0x0080_0000_0080_0000) & 0x8000_0000_8000_0000 != 0
    }
}
