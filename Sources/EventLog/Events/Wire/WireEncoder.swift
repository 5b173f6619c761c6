/// Writes a payload in its wire form into memory that somebody else owns: a chunk, the recorder's journal.
///
/// Fields go out in the order of the declaration. Nothing is allocated. Where the memory is too small, `encode`
/// gives `nil` and the caller comes again with more; what was written until then means nothing.
@safe
public struct WireEncoder: FieldVisitor {
    public typealias Storage = Owned

    @usableFromInline var current: UnsafeMutableRawPointer
    @usableFromInline let end: UnsafeMutableRawPointer
    @usableFromInline var isFull = false

    @inlinable
    init(_ memory: UnsafeMutableRawBufferPointer) {
        if let base = memory.baseAddress {
            unsafe current = base
            unsafe end = base + memory.count
        } else {
            unsafe current = UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
            unsafe end = current
        }
    }

    /// Writes `payload` to the beginning of `memory` and returns its size in bytes; `nil` where it does not fit.
    @inlinable
    public static func encode<P: MessageFields>(_ payload: P, into memory: UnsafeMutableRawBufferPointer)
        -> Int? where P.Storage == Owned
    {
        var payload = payload
        var encoder = unsafe WireEncoder(memory)
        let begin = unsafe encoder.current
        payload.visit(&encoder)
        return encoder.isFull ? nil : unsafe encoder.current - begin
    }

    // MARK: Primitives

    @inlinable @inline(__always)
    mutating func hasRoom(_ count: Int) -> Bool {
        if unsafe end - current >= count { return true }
        isFull = true
        return false
    }

    @inlinable @inline(__always)
    mutating func varint(_ value: UInt64) {
        guard hasRoom(10) || hasExactRoom(value) else { return }
        var rest = value
        while rest >= 0x80 {
            unsafe current.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
            unsafe current += 1
            rest >>= 7
        }
        unsafe current.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
        unsafe current += 1
    }

    /// Near the end of the memory, where ten bytes do not fit but the value may.
    @inlinable @inline(never)
    mutating func hasExactRoom(_ value: UInt64) -> Bool {
        isFull = false
        return hasRoom(max(1, (70 - value.leadingZeroBitCount) / 7))
    }

    @inlinable @inline(__always)
    mutating func put<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
        guard hasRoom(MemoryLayout<T>.size) else { return }
        unsafe current.storeBytes(of: value.littleEndian, as: T.self)
        unsafe current += MemoryLayout<T>.size
    }

    @inlinable @inline(__always)
    mutating func tag(_ number: Int, _ wire: UInt64) { varint(UInt64(number) << 3 | wire) }

    @inlinable
    mutating func text(_ number: Int, _ value: String) {
        tag(number, 2)
        var value = value
        value.withUTF8 { utf8 in
            varint(UInt64(utf8.count))
            guard hasRoom(utf8.count), let source = utf8.baseAddress else { return }
            unsafe current.copyMemory(from: source, byteCount: utf8.count)
            unsafe current += utf8.count
        }
    }

    /// Writes what `body` writes behind its length, which is known only afterwards.
    @inlinable
    mutating func delimited(_ number: Int, _ body: (inout WireEncoder) -> Void) {
        tag(number, 2)
        guard hasRoom(1) else { return }
        let lengthAt = unsafe current
        unsafe current += 1
        body(&self)
        guard !isFull else { return }
        let size = unsafe current - lengthAt - 1
        let extra = max(1, (70 - UInt64(size).leadingZeroBitCount) / 7) - 1
        if extra > 0 {
            guard hasRoom(extra) else { return }
            unsafe (lengthAt + 1 + extra).copyMemory(from: lengthAt + 1, byteCount: size)
        }
        let after = unsafe current + extra
        unsafe current = lengthAt
        varint(UInt64(size))
        unsafe current = after
    }
}

extension WireEncoder {
    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout EntityID, _: FieldNote) {
        tag(number, 2)
        varint(16)
        put(value.low)
        put(value.high)
    }

    @inlinable @inline(__always)
    public mutating func field(
        _ number: Int, _ name: StaticString, _ value: inout EntityID?, _ about: FieldNote
    ) {
        if var given = value { field(number, name, &given, about) }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout String, _: FieldNote) {
        text(number, value)
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout String?, _: FieldNote) {
        if let given = value { text(number, given) }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Bool, _: FieldNote) {
        tag(number, 0)
        varint(value ? 1 : 0)
    }

    @inlinable @inline(__always)
    public mutating func field(
        _ number: Int, _ name: StaticString, _ value: inout Bool?, _ about: FieldNote
    ) {
        if var given = value { field(number, name, &given, about) }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout UInt64, _: FieldNote) {
        tag(number, 0)
        varint(value)
    }

    @inlinable @inline(__always)
    public mutating func field(
        _ number: Int, _ name: StaticString, _ value: inout UInt64?, _ about: FieldNote
    ) {
        if var given = value { field(number, name, &given, about) }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Int64?, _: FieldNote) {
        guard let given = value else { return }
        tag(number, 0)
        varint(UInt64(bitPattern: given))
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Double?, _: FieldNote) {
        guard let given = value else { return }
        tag(number, 1)
        put(given.bitPattern)
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Vector3?, _: FieldNote) {
        guard let given = value else { return }
        tag(number, 2)
        varint(12)
        put(given.x.bitPattern)
        put(given.y.bitPattern)
        put(given.z.bitPattern)
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Quaternion?, _: FieldNote) {
        guard let given = value else { return }
        tag(number, 2)
        varint(16)
        put(given.x.bitPattern)
        put(given.y.bitPattern)
        put(given.z.bitPattern)
        put(given.w.bitPattern)
    }

    @inlinable @inline(__always)
    public mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout E, _: FieldNote
    ) {
        tag(number, 0)
        varint(UInt64(value.rawValue))
    }

    @inlinable @inline(__always)
    public mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _ value: inout E?, _ about: FieldNote
    ) {
        if var given = value { field(number, name, &given, about) }
    }

    @inlinable
    public mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout EnumSet<E>, _: FieldNote
    ) {
        var bits = value.bits
        guard bits != 0 else { return }
        // Raw values are below 32, so each takes one byte.
        tag(number, 2)
        varint(UInt64(bits.nonzeroBitCount))
        while bits != 0 {
            put(UInt8(bits.trailingZeroBitCount))
            bits &= bits - 1
        }
    }

    @inlinable
    public mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required value: inout EnumSet<E>, _ about: FieldNote
    ) {
        field(number, name, &value, about)
    }

    @inlinable
    public mutating func list(_ number: Int, _: StaticString, _ value: inout [String], _: FieldNote) {
        for element in value { text(number, element) }
    }

    @inlinable
    public mutating func list(
        _ number: Int, _ name: StaticString, required value: inout [String], _ about: FieldNote
    ) {
        list(number, name, &value, about)
    }

    @inlinable
    public mutating func map(
        _ number: Int, _: StaticString, _ value: inout [String: String], _: FieldNote
    ) {
        // Sorted, because a dictionary's order must not reach the log.
        for (key, text) in value.sorted(by: { $0.key < $1.key }) {
            delimited(number) { entry in
                entry.text(1, key)
                entry.text(2, text)
            }
        }
    }

    @inlinable
    public mutating func message<M: MessageFields>(
        _ number: Int, _: StaticString, _ value: inout M?, _: FieldNote
    ) where M.Storage == Owned {
        guard var given = value else { return }
        delimited(number) { given.visit(&$0) }
    }
}
