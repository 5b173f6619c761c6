/// The identity of an anchor, node, peer, packet, map, session or device: 16 bytes.
///
/// A UUID is itself. Any other label of 1 to 64 bytes is turned into a UUID (version 8, RFC 9562) whose other
/// 122 bits are MurmurHash3 x64 128 (seed 0) of its UTF-8, so that the same label is the same id in every log.
/// Two labels that collide would be one id; with 122 bits this is not looked for.
public struct EntityID: Hashable, Sendable, BitwiseCopyable {
    /// The first eight bytes, as a little-endian number.
    public let low: UInt64
    /// The last eight bytes, as a little-endian number.
    public let high: UInt64

    @inlinable
    public init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The id of no bytes but zero: RFC 9562's nil UUID; what an unset required field holds.
    @inlinable public static var null: EntityID { EntityID(low: 0, high: 0) }

    /// The longest label, in bytes of UTF-8.
    public static let longestLabel = 64

    /// The id that `label` stands for: the UUID it spells, or else its hash.
    public init(_ label: String) {
        self = EntityID(uuid: label) ?? EntityID(hashing: label)
    }

    /// The id of a label that is not to be read as a UUID.
    public init(hashing label: String) {
        var label = label
        self = label.withUTF8 { unsafe EntityID(hashing: UnsafeRawBufferPointer($0)) }
    }

    /// The id of what has no name but its content, such as a packet on its way from device to device: made from the
    /// bytes as a label's is from its own, so that everybody who has them gives them the same id.
    public init(hashing bytes: UnsafeRawBufferPointer) {
        let hash = unsafe MurmurHash3.hash128(ByteCursor(bytes))
        // Version 8 in the high half of byte 6, the variant `10` in the top bits of byte 8.
        low = (hash.0 & ~(0xF0 << 48)) | (0x80 << 48)
        high = (hash.1 & ~0xC0) | 0x80
    }

    /// The UUID spelled `8-4-4-4-12` in hexadecimal digits of either case, else `nil`.
    public init?(uuid text: String) {
        var text = text
        let id = text.withUTF8 { unsafe EntityID(uuidBytes: UnsafeRawBufferPointer($0)) }
        guard let id else { return nil }
        self = id
    }

    /// Whether it may have been made from a label: a UUID of version 8. Whoever guesses the label can tell.
    public var isOfLabel: Bool { low >> 52 & 0xF == 8 }

    /// The id whose 16 bytes these are; `nil` for any other count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        func number(_ range: Range<Int>) -> UInt64 {
            range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
        }
        self.init(low: number(0..<8), high: number(8..<16))
    }

    /// The 16 bytes, first to last.
    public var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> (8 * UInt64($0 % 8))) }
    }

    /// The UUID in upper case, as Apple prints it.
    public var uuidText: String {
        var text = ByteBuffer(capacity: 36)
        text.appendUUID(self)
        return unsafe String(decoding: text.bytes, as: UTF8.self)
    }
}

extension EntityID: ExpressibleByStringLiteral {
    public init(stringLiteral label: String) { self.init(label) }
}

extension EntityID: CustomStringConvertible {
    public var description: String { uuidText }
}
