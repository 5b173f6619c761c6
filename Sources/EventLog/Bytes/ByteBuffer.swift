/// Memory that grows, is reused, and is owned by one place.
///
/// What `[UInt8]` lacks for this work: bytes can be handed to C and written by it without being zeroed first,
/// and `removeAll` keeps the memory. Appending puts little-endian integers, as MCAP and protobuf have them.
@safe
public struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    public private(set) var capacity: Int
    public private(set) var count: Int

    /// An empty buffer with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
        count = 0
    }

    deinit { unsafe base.deallocate() }

    public var isEmpty: Bool { count == 0 }

    /// The bytes, valid until the buffer is changed.
    public var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: count) }

    public var array: [UInt8] { unsafe Array(bytes) }

    /// Makes room for `extra` more bytes.
    public mutating func reserve(_ extra: Int) {
        precondition(extra >= 0)
        guard capacity - count < extra else { return }
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        unsafe moved.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }

    /// Forgets the bytes and keeps the memory, unless it is larger than `limit`.
    public mutating func removeAll(keepingUpTo limit: Int = .max) {
        count = 0
        guard capacity > limit else { return }
        unsafe base.deallocate()
        capacity = max(limit, 16)
        unsafe base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    }

    /// Forgets all bytes behind the first `newCount`.
    public mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count)
        count = newCount
    }

    /// Forgets the first `dropped` bytes and moves the rest to the front.
    public mutating func removeFirst(_ dropped: Int) {
        precondition(dropped >= 0 && dropped <= count)
        unsafe base.copyMemory(from: base + dropped, byteCount: count - dropped)
        count -= dropped
    }

    @specialized(where T == UInt8)
    public mutating func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
        reserve(MemoryLayout<T>.size)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
        count += MemoryLayout<T>.size
    }

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    public mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Appends the UTF-8 of `text`, without a length.
    public mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Lets `body` write up to `room` bytes behind the last and say how many it wrote.
    ///
    /// A result of `nil` means nothing was written; the buffer is then as it was.
    @discardableResult
    public mutating func append<E: Error>(
        room: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int?
    ) throws(E) -> Int? {
        reserve(room)
        let free = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: room)
        guard let written = unsafe try body(free) else { return nil }
        precondition(written >= 0 && written <= room)
        count += written
        return written
    }

    /// Puts `value` over bytes that are already there, for a length known only later.
    public mutating func overwrite<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, with value: T) {
        precondition(offset >= 0 && offset <= count - MemoryLayout<T>.size)
        unsafe base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: T.self)
    }
}
