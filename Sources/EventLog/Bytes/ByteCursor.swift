/// A position that moves forward through bytes somebody else owns, never past their end.
///
/// The verbs have fixed meanings: `read…` moves, `peek…` does not, `skip` moves without looking.
/// Integers are little-endian, as MCAP and protobuf have them. A read that does not fit returns `nil` and
/// leaves the cursor where it was, so that the caller decides whether that is damage or merely the end.
///
/// This is the one file that loads numbers from raw memory. Every load is checked against `end` first, and a
/// length is compared with what remains before it is converted or added, so that no length from a file traps.
/// The memory must outlive the cursor: cursors are made inside a scope that holds the bytes and never stored.
@safe
public struct ByteCursor {
    @usableFromInline let start: UnsafeRawPointer
    @usableFromInline var current: UnsafeRawPointer
    @usableFromInline let end: UnsafeRawPointer

    /// A cursor at the first of `bytes`, which must stay valid as long as the cursor is used.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) {
        if let base = bytes.baseAddress {
            unsafe start = base
            unsafe end = base + bytes.count
        } else {
            // An empty buffer has no address; any address does for a range of no bytes.
            unsafe start = UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
            unsafe end = start
        }
        unsafe current = start
    }

    /// A cursor over `bytes` that stands at `offset` and ends `count` bytes later; `nil` where that is not inside.
    @inlinable @inline(__always)
    public init?(_ bytes: UnsafeRawBufferPointer, from offset: Int, count: Int) {
        guard let base = bytes.baseAddress, offset >= 0, count >= 0, offset <= bytes.count,
            count <= bytes.count - offset
        else { return nil }
        unsafe start = base
        unsafe current = base + offset
        unsafe end = current + count
    }

    @inlinable @inline(__always)
    init(start: UnsafeRawPointer, current: UnsafeRawPointer, end: UnsafeRawPointer) {
        unsafe self.start = start
        unsafe self.current = current
        unsafe self.end = end
    }

    /// The part that `slice` covers, with offsets that count from where this cursor's do.
    ///
    /// `slice` must have been read from this cursor.
    @inlinable @inline(__always)
    func covering(_ slice: ByteCursor) -> ByteCursor {
        unsafe ByteCursor(start: start, current: slice.current, end: slice.end)
    }

    /// A cursor over no bytes.
    static var empty: ByteCursor { unsafe ByteCursor(UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// Bytes already passed.
    @inlinable
    public var offset: Int { unsafe current - start }

    /// Bytes still ahead.
    @inlinable
    public var remaining: Int { unsafe end - current }

    @inlinable
    public var isAtEnd: Bool { unsafe current == end }

    /// The next integer, or `nil` where fewer bytes remain than it has.
    @inlinable @inline(__always)
    public mutating func read<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> T? {
        guard remaining >= MemoryLayout<T>.size else { return nil }
        let value = unsafe current.loadUnaligned(as: T.self)
        unsafe current += MemoryLayout<T>.size
        return T(littleEndian: value)
    }

    /// The integer at `distance` bytes from here, without moving.
    @inlinable @inline(__always)
    public func peek<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at distance: Int = 0) -> T? {
        guard distance >= 0, remaining >= MemoryLayout<T>.size,
            distance <= remaining - MemoryLayout<T>.size
        else { return nil }
        return T(littleEndian: unsafe current.loadUnaligned(fromByteOffset: distance, as: T.self))
    }

    /// A protobuf base-128 varint of at most 10 bytes; `nil` where it is cut or longer than 64 bits.
    @inlinable @inline(__always)
    public mutating func readVarint() -> UInt64? {
        guard unsafe current < end else { return nil }
        let first = unsafe current.load(as: UInt8.self)
        if first < 0x80 {
            unsafe current += 1
            return UInt64(first)
        }
        return readLongVarint()
    }

    @inlinable
    mutating func readLongVarint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        var at = unsafe current
        while unsafe at < end, shift < 64 {
            let byte = unsafe at.load(as: UInt8.self)
            unsafe at += 1
            if shift == 63, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                unsafe current = at
                return value
            }
            shift += 7
        }
        return nil
    }

    /// Moves over a value of `count` bytes behind its length in one byte, as protobuf has a short one, and returns its
    /// first eight bytes and its last `count - 8` (at most 8) as little-endian numbers.
    ///
    /// `nil`, without moving, where the length is another or the value is cut. For ids and places, which are most of
    /// what a log holds: one check instead of four.
    @inlinable @inline(__always)
    public mutating func readShort<Last: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int, last: Last.Type
    ) -> (first: UInt64, last: Last)? {
        guard remaining > count, unsafe current.load(as: UInt8.self) == UInt8(truncatingIfNeeded: count),
            count == 8 + MemoryLayout<Last>.size
        else { return nil }
        let first = unsafe current.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
        let rest = unsafe current.loadUnaligned(fromByteOffset: 9, as: Last.self)
        unsafe current += 1 + count
        return (UInt64(littleEndian: first), Last(littleEndian: rest))
    }

    /// Moves over `count` bytes and returns a cursor over just those; `nil` where fewer remain.
    @inlinable @inline(__always)
    public mutating func readSlice(_ count: Int) -> ByteCursor? {
        guard count >= 0, count <= remaining else { return nil }
        let slice = unsafe ByteCursor(UnsafeRawBufferPointer(start: current, count: count))
        unsafe current += count
        return slice
    }

    /// The same for a length that came from a file; one that no memory can hold is simply too long.
    @inlinable @inline(__always)
    public mutating func readSlice(length: UInt64) -> ByteCursor? {
        guard length <= UInt64(remaining) else { return nil }
        return readSlice(Int(length))
    }

    /// Moves over `count` bytes; `false`, without moving, where fewer remain.
    @inlinable
    public mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= remaining else { return false }
        unsafe current += count
        return true
    }

    /// What lies ahead, valid as long as the memory the cursor was made over.
    @inlinable
    public var rest: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: current, count: remaining)
    }

    /// What lies ahead, as an array of its own.
    public var restBytes: [UInt8] { unsafe Array(rest) }

    /// What lies ahead as text; invalid UTF-8 is repaired with U+FFFD.
    public var restText: String { unsafe String(decoding: rest, as: UTF8.self) }
}
