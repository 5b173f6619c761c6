/// A chunk that is being filled, in memory that somebody else owns: an allocation, or a mapped journal.
///
/// What is in it is always a row of whole records. It never grows; who owns the memory closes the chunk or gives it
/// more room with `move(to:)`.
@safe
public struct OpenChunk: ~Copyable {
    @usableFromInline var memory: UnsafeMutableRawBufferPointer
    @usableFromInline var used: Int

    /// Bytes of the records so far.
    @inlinable public var count: Int { used }

    /// Bytes a message takes beside its data.
    @inlinable public static var messageOverhead: Int { MCAP.prefixSize + MCAP.MessageHeader.size }

    /// A chunk in `memory`, whose first `count` bytes are whole records already.
    ///
    /// The memory must stay valid as long as the chunk is used.
    public init(memory: UnsafeMutableRawBufferPointer, count: Int = 0) {
        precondition(count >= 0 && count <= memory.count)
        unsafe self.memory = memory
        used = count
    }

    @inlinable public var isEmpty: Bool { used == 0 }

    /// The records so far, valid until the chunk changes.
    public var records: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: memory[..<used])
    }

    /// Whether a message with `room` bytes of data fits.
    @inlinable
    public func hasRoom(_ room: Int) -> Bool {
        let free = unsafe memory.count - used
        return room >= 0 && free >= Self.messageOverhead && free - Self.messageOverhead >= room
    }

    /// Appends a message whose data `encode` puts straight into the chunk.
    ///
    /// `encode` gets exactly `room` bytes and returns how many it used, or `nil` where it needs more. The result is
    /// `false`, and the chunk as it was, where it did so or `room` does not fit. The record is complete only once
    /// `count` has grown, so that a process that dies inside `encode` leaves no half message behind.
    @inlinable @inline(__always)
    public mutating func append(
        _ message: MCAP.MessageHeader, room: Int, encode: (UnsafeMutableRawBufferPointer) -> Int?
    ) -> Bool {
        guard hasRoom(room) else { return false }
        let start = used
        let data = unsafe UnsafeMutableRawBufferPointer(
            rebasing: memory[start + Self.messageOverhead..<start + Self.messageOverhead + room])
        guard let written = unsafe encode(data) else { return false }
        precondition(written >= 0 && written <= room)
        unsafe memory.storeBytes(of: Opcode.message.rawValue, toByteOffset: start, as: UInt8.self)
        unsafe memory.storeBytes(
            of: UInt64(MCAP.MessageHeader.size + written).littleEndian, toByteOffset: start + 1,
            as: UInt64.self)
        unsafe memory.storeBytes(of: message.channelID.littleEndian, toByteOffset: start + 9, as: UInt16.self)
        unsafe memory.storeBytes(of: message.sequence.littleEndian, toByteOffset: start + 11, as: UInt32.self)
        unsafe memory.storeBytes(of: message.logTime.littleEndian, toByteOffset: start + 15, as: UInt64.self)
        unsafe memory.storeBytes(
            of: message.publishTime.littleEndian, toByteOffset: start + 23, as: UInt64.self)
        used = start + Self.messageOverhead + written
        return true
    }

    /// Forgets the records and keeps the memory.
    public mutating func removeAll() { used = 0 }

    /// Goes on in `larger` memory, which gets a copy of the records.
    public mutating func move(to larger: UnsafeMutableRawBufferPointer) {
        precondition(larger.count >= used)
        unsafe larger.copyMemory(from: records)
        unsafe memory = larger
    }
}
