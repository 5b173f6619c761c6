internal import Synchronization

/// The memory that a chunk is built in: a mapped file beside the log, which the system keeps when the process dies.
///
/// Layout, little-endian: a head of 512 bytes, then a table of commit words, then the records as MCAP lays them out,
/// one after the other. A record counts once its commit word stands in the table: its end in the high half, and in
/// the low half the CRC over all records so far. The CRC begins with the chunk's serial number, so that what an earlier
/// chunk left behind never counts; a record that was torn, and all behind it, never does either.
///
/// The same class serves without a file, where a promise of `none` is enough. Whoever holds the recorder's
/// lock, or was handed the journal by who does, may use it.
@safe
final class Journal: @unchecked Sendable {
    /// The bytes before the commit words.
    enum Head {
        static let size = 512
        static let magic: UInt64 = 0x314A_474F_4C52_4141
        static let serialAt = 8
        static let lostAt = 16
        static let crcAt = 24
        static let sizeAt = 32
        static let segmentAt = 40
        static let recordingAt = 48
        static let nameLengthAt = 64
        static let nameAt = 66
        static let longestName = 440
    }

    /// Bytes that a journal may have; it is read as a whole, and becomes one chunk.
    static let largest = 64 << 20

    private let memory: UnsafeMutableRawBufferPointer
    /// -1 for memory without a file.
    private let descriptor: Int32
    /// Empty for memory without a file.
    @exclusivity(unchecked) @safe private(set) var path: String
    private let wordCapacity: Int
    private let recordsAt: Int
    // Its users hold a lock already; to check each access once more takes a fifth of an append.
    @exclusivity(unchecked) @safe private var fill: Fill

    /// The records and what is counted of them, in one piece because that is looked at for every event.
    private struct Fill: ~Copyable {
        var chunk: OpenChunk
        var wordCount = 0
        var crc = CRC32()

        /// Appends a record and returns its commit word.
        mutating func append(_ message: MCAP.MessageHeader, _ payload: UnsafeRawBufferPointer) -> UInt64 {
            let start = chunk.count
            let isDone = unsafe chunk.append(message, room: payload.count) { room in
                unsafe room.copyMemory(from: payload)
                return payload.count
            }
            precondition(isDone, "there must be room for a record")
            unsafe crc.update(UnsafeRawBufferPointer(rebasing: chunk.records[start...]))
            wordCount += 1
            return UInt64(chunk.count) << 32 | UInt64(crc.value)
        }
    }

    /// The chunk's number in the recording, from 1; 0 while there is none.
    @exclusivity(unchecked) @safe private(set) var serial: UInt64 = 0
    /// The segment that the chunk belongs to.
    @exclusivity(unchecked) @safe private(set) var segment: UInt64 = 0
    /// Bytes of the log's name in the head; 0 where that is of another segment.
    @exclusivity(unchecked) @safe private var nameCount = 0

    /// A journal in the new file `path`.
    convenience init(path: String, size: Int, system: RecorderSystem) throws(Platform.Failure) {
        let size = Self.allowed(size)
        let descriptor = try system.create(path)
        do throws(Platform.Failure) {
            Platform.keepWritableWhenLocked(descriptor)
            // Somebody who seals the folder may have taken it for left behind.
            guard system.claim(descriptor), try system.nameCount(descriptor) > 0 else {
                throw .interrupted
            }
            try system.reserve(descriptor, size)
            unsafe self.init(try Platform.map(descriptor, size), descriptor, path)
        } catch {
            Platform.closeFile(descriptor)
            system.remove(path)
            throw error
        }
    }

    /// A journal in memory alone, which goes with the process.
    convenience init(size: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.allowed(size), alignment: 4096)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe self.init(memory, -1, "")
    }

    private static func allowed(_ size: Int) -> Int { min(max(size, 16 << 10), largest) }

    private init(_ memory: UnsafeMutableRawBufferPointer, _ descriptor: Int32, _ path: String) {
        let size = memory.count
        wordCapacity = size / 64
        recordsAt = Head.size + wordCapacity * 8
        self.path = path
        self.descriptor = descriptor
        unsafe self.memory = memory
        fill = unsafe Fill(
            chunk: OpenChunk(memory: UnsafeMutableRawBufferPointer(rebasing: memory[recordsAt...])))
        unsafe memory.storeBytes(of: Head.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
        unsafe memory.storeBytes(of: UInt64(size).littleEndian, toByteOffset: Head.sizeAt, as: UInt64.self)
    }

    deinit {
        if descriptor < 0 {
            unsafe memory.deallocate()
        } else {
            unsafe Platform.unmap(memory)
            Platform.closeFile(descriptor)
        }
    }

    /// Whether the death of the process leaves the records behind.
    var isMapped: Bool { descriptor >= 0 }
    /// Which of the two it is by its file's name.
    var place: Int { path.hasSuffix(LogNames.journalEndings[1]) ? 1 : 0 }
    var isEmpty: Bool { fill.chunk.isEmpty }
    /// Bytes of the records.
    var count: Int { fill.chunk.count }
    /// Bytes of records that fit.
    var capacity: Int { unsafe memory.count - recordsAt }
    /// Valid until the journal is changed.
    var records: UnsafeRawBufferPointer { unsafe fill.chunk.records }

    /// Whether the file can still be found by the next process.
    func isReachable(_ system: RecorderSystem) -> Bool {
        descriptor >= 0 && (try? system.nameCount(descriptor)) ?? 0 > 0
    }

    /// Begins a chunk that belongs into the file `logName`, with what `first` stores in it: for the next process, all of
    /// that is there or none, and there is no chunk before.
    func begin(
        serial: UInt64, recording: EntityID, segment: UInt64, logName: @autoclosure () -> String,
        first: () -> Void = {}
    ) {
        retire()
        if nameCount == 0 || segment != self.segment { describe(recording, segment, logName()) }
        let checked = unsafe UnsafeRawBufferPointer(
            rebasing: memory[Head.sizeAt..<Head.nameAt + nameCount])
        let crc = unsafe Self.headCRC(serial: serial, checked)
        unsafe memory.storeBytes(of: crc.littleEndian, toByteOffset: Head.crcAt, as: UInt32.self)
        self.serial = serial
        fill.crc = Self.seed(serial)
        first()
        store(serial, at: Head.serialAt)
    }

    /// Says in the head which file the chunk belongs into, which chunk after chunk is the same.
    private func describe(_ recording: EntityID, _ segment: UInt64, _ logName: String) {
        let name = Array(logName.utf8.prefix(Head.longestName))
        self.segment = segment
        nameCount = name.count
        unsafe memory.storeBytes(of: segment.littleEndian, toByteOffset: Head.segmentAt, as: UInt64.self)
        unsafe memory.storeBytes(
            of: recording.low.littleEndian, toByteOffset: Head.recordingAt, as: UInt64.self)
        unsafe memory.storeBytes(
            of: recording.high.littleEndian, toByteOffset: Head.recordingAt + 8, as: UInt64.self)
        unsafe memory.storeBytes(
            of: UInt16(name.count).littleEndian, toByteOffset: Head.nameLengthAt, as: UInt16.self)
        for (place, byte) in name.enumerated() { unsafe memory[Head.nameAt + place] = byte }
    }

    /// Whether `records` more records of `bytes` bytes in all fit.
    func hasRoom(records: Int, bytes: Int) -> Bool {
        unsafe wordCapacity - fill.wordCount >= records
            && memory.count - recordsAt - fill.chunk.count >= bytes
    }

    /// Appends a message, for which there must be room, and commits it.
    func append(_ message: MCAP.MessageHeader, _ payload: UnsafeRawBufferPointer) {
        precondition(fill.wordCount < wordCapacity, "there must be room for a record")
        let place = Head.size + fill.wordCount * 8
        store(unsafe fill.append(message, payload), at: place)
    }

    /// Says how many events were lost and not yet told of, for the next process.
    func note(lost: UInt64) {
        store(Self.word(lost: UInt32(clamping: lost), serial: serial), at: Head.lostAt)
    }

    /// Forgets the chunk, once it is in its log.
    func retire() {
        store(0, at: Head.serialAt)
        store(0, at: Head.lostAt)
        serial = 0
        fill.chunk.removeAll()
        fill.wordCount = 0
    }

    /// Puts the records on the disk.
    func sync(_ system: RecorderSystem) throws(Platform.Failure) {
        guard descriptor >= 0 else { return }
        unsafe try Platform.syncMapping(memory)
        try system.sync(descriptor)
    }

    /// Gives the file another name.
    func move(to newPath: String, _ system: RecorderSystem) {
        guard descriptor >= 0, newPath != path, (try? system.move(path, newPath)) != nil else { return }
        path = newPath
    }

    /// Removes the file; the memory stays usable.
    func removeFile(_ system: RecorderSystem) {
        if descriptor >= 0 { system.remove(path) }
    }

    /// In one piece, and not before what was stored earlier.
    private func store(_ value: UInt64, at offset: Int) {
        let place = unsafe (memory.baseAddress.unsafelyUnwrapped + offset)
            .assumingMemoryBound(to: Atomic<UInt64>.self)
        unsafe place.pointee.store(value.littleEndian, ordering: .releasing)
    }

    /// The CRC that the records of a chunk begin with: another one for each serial number.
    static func seed(_ serial: UInt64) -> CRC32 {
        CRC32(UInt32(truncatingIfNeeded: serial) &* 0x9E37_79B1 ^ 0x5A17_C0DE)
    }

    /// A count in the low half of a word, and what proves it in the high one.
    static func word(lost: UInt32, serial: UInt64) -> UInt64 {
        var crc = seed(serial)
        unsafe withUnsafeBytes(of: lost.littleEndian) { unsafe crc.update($0) }
        return lost == 0 ? 0 : UInt64(crc.value) << 32 | UInt64(lost)
    }

    static func headCRC(serial: UInt64, _ checked: UnsafeRawBufferPointer) -> UInt32 {
        var crc = seed(serial)
        unsafe crc.update(checked)
        return crc.value
    }
}
