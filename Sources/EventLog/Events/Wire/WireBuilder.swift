/// Protobuf written piece by piece, for what is known only at run time: schemas, and payloads from NDJSON.
extension ByteBuffer {
    mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func appendTag(_ number: Int, _ wire: WireType) {
        appendVarint(UInt64(number) << 3 | UInt64(wire.rawValue))
    }

    package mutating func appendField(_ number: Int, varint value: UInt64) {
        appendTag(number, .varint)
        appendVarint(value)
    }

    package mutating func appendField(_ number: Int, text: String) {
        appendTag(number, .lengthDelimited)
        appendVarint(UInt64(text.utf8.count))
        append(utf8: text)
    }

    package mutating func appendField(_ number: Int, number value: Double) {
        appendTag(number, .fixed64)
        append(value.bitPattern)
    }

    package mutating func appendField(_ number: Int, fixed32 value: UInt32) {
        appendTag(number, .fixed32)
        append(value)
    }

    mutating func appendField(_ number: Int, identity: EntityID) {
        appendTag(number, .lengthDelimited)
        appendVarint(16)
        append(identity.low)
        append(identity.high)
    }

    mutating func appendField(_ number: Int, floats: [Float]) {
        appendTag(number, .lengthDelimited)
        appendVarint(UInt64(4 * floats.count))
        for float in floats { append(float.bitPattern) }
    }

    /// Writes a field of other fields: what `body` appends, behind its length.
    package mutating func appendField<E: Error>(
        _ number: Int, message body: (inout ByteBuffer) throws(E) -> Void
    ) throws(E) {
        var inner = ByteBuffer()
        try body(&inner)
        appendTag(number, .lengthDelimited)
        appendVarint(UInt64(inner.count))
        unsafe append(inner.bytes)
    }
}
