/// Why a log could not be sealed.
public enum SealError: Error, Equatable, Sendable {
    case io(IOError)
    /// Something in it is wrong beyond a torn end; `recover` makes a new log of what is readable.
    case damaged(String)
    /// Somebody is writing it.
    case inUse
    case container(ContainerError)

    /// The system's refusal, as far as it was one.
    var ioError: IOError {
        switch self {
        case .io(let error): error
        default: IOError(path: "", operation: .write, code: 0)
        }
    }
}

/// What sealing a log did.
public struct SealedLog: Equatable, Sendable {
    public let path: String
    /// Events that were in the journal alone.
    public internal(set) var foldedCount: UInt64 = 0
    /// Events that the journal says were lost; the log has a `log.gap` for them.
    public internal(set) var lostCount: UInt64 = 0
    /// Bytes of a torn record that were cut off.
    public internal(set) var cutBytes: UInt64 = 0
    /// Whether there was anything to do.
    public internal(set) var wasClosed = false
}

/// Closes logs that a process left behind: the longest whole prefix is kept, the events of the journal come behind it,
/// and index, summary and footer follow, in place.
///
/// It can die at any moment and begin again: what is cut off first was torn, and the journal is removed last.
public enum LogSealer {
    /// Seals every log of the folder that nobody is writing, those that only a journal knows of among them. What can't
    /// be sealed stays as it is.
    @discardableResult
    public static func sealFolder(_ folder: String) -> [SealedLog] {
        let names = (try? Platform.names(in: folder)) ?? []
        var paths: Set<String> = []
        for name in names {
            let path = folder + "/" + name
            if name.hasSuffix(".mcap") {
                paths.insert(path)
            } else if LogNames.journalEndings.contains(where: { name.hasSuffix(".mcap" + $0) }) {
                if let content = LogNames.read(path) {
                    paths.insert(folder + "/" + content.logName)
                } else {
                    Platform.removeUnclaimed(path)
                }
            }
        }
        return paths.sorted().compactMap { path in (try? seal(path)).flatMap { $0.wasClosed ? nil : $0 } }
    }

    /// Seals the log at `path` with the events that journals in its folder hold for it.
    @discardableResult
    public static func seal(_ path: String) throws(SealError) -> SealedLog {
        let found = journals(for: path)
        // What is closed and lacks nothing need not be read: there may be many at every start.
        if found.isEmpty && endsClosed(path) {
            var sealed = SealedLog(path: path)
            sealed.wasClosed = true
            return sealed
        }
        guard found.allSatisfy({ Platform.isFree($0.path) }) else { throw .inUse }
        let descriptor = try openLog(path, hasJournal: !found.isEmpty)
        guard Platform.claim(descriptor) else {
            Platform.closeFile(descriptor)
            throw .inUse
        }
        var sealed = SealedLog(path: path)
        let file: InputFile
        let log: UnclosedLog
        do {
            (file, log) = try scan(path)
        } catch {
            Platform.closeFile(descriptor)
            throw error
        }
        let folded = JournalFold(found.map(\.content), after: log)
        if log.isClosed && folded.isEmpty {
            sealed.wasClosed = true
            Platform.closeFile(descriptor)
        } else {
            sealed.foldedCount = folded.eventCount
            sealed.lostCount = folded.lostCount
            sealed.cutBytes = log.isClosed ? 0 : log.size - min(log.size, log.end)
            try finish(log, folded, descriptor, file, path)
        }
        for journal in found { Platform.removeFile(journal.path) }
        return sealed
    }

    /// Whether the file ends as a closed log does.
    private static func endsClosed(_ path: String) -> Bool {
        let length = UInt64(MCAP.magic.count)
        guard let file = try? InputFile(path: path), let size = file.size, size > 4 * length else {
            return false
        }
        var end = ByteBuffer(capacity: 16)
        let count = try? unsafe end.append(room: MCAP.magic.count) { (target) throws(IOError) in
            unsafe try file.read(at: size - length, into: target)
        }
        return count != nil && end.array == MCAP.magic
    }

    private static func scan(_ path: String) throws(SealError) -> (InputFile, UnclosedLog) {
        let file: InputFile
        do {
            file = try InputFile(path: path)
        } catch {
            throw .io(error)
        }
        return (file, try UnclosedLog.scan(file))
    }

    private static func finish(
        _ log: UnclosedLog, _ folded: JournalFold, _ descriptor: Int32, _ file: InputFile, _ path: String
    ) throws(SealError) {
        let crc: CRC32
        do throws(IOError) {
            crc = try checksum(of: file, upTo: log.end)
        } catch {
            Platform.closeFile(descriptor)
            throw .io(error)
        }
        let writer = try SegmentWriter(
            continuing: log, descriptor: descriptor, path: path, crc: crc, compression: .lz4,
            system: RecorderSystem())
        do throws(Platform.Failure) {
            try Platform.truncate(descriptor, to: log.end)
        } catch {
            throw .io(IOError(path: path, operation: .write, code: error.code))
        }
        if !log.missingIndexes.isEmpty {
            try writer.appendPlain(log.missingIndexes)
        }
        if !folded.isEmpty {
            try writer.append(folded.records)
        }
        try writer.close()
        try writer.sync()
    }

    /// The journals of the log's folder that belong to it, whatever they are called.
    private static func journals(for path: String) -> [(path: String, content: JournalContent)] {
        let folder = LogNames.folder(of: path)
        let name = LogNames.name(of: path)
        let names = (try? Platform.names(in: folder)) ?? []
        var found: [(path: String, content: JournalContent)] = []
        for candidate in names where LogNames.journalEndings.contains(where: { candidate.hasSuffix($0) }) {
            let place = folder + "/" + candidate
            if let content = LogNames.read(place), content.logName == name { found.append((place, content)) }
        }
        return found.sorted { $0.content.serial < $1.content.serial }
    }

    private static func openLog(_ path: String, hasJournal: Bool) throws(SealError) -> Int32 {
        do throws(Platform.Failure) {
            if hasJournal, try Platform.status(ofPath: path) == nil { return try Platform.create(path) }
            return try Platform.openToChange(path)
        } catch {
            throw .io(IOError(path: path, operation: .open, code: error.code))
        }
    }

    private static func checksum(of file: InputFile, upTo end: UInt64) throws(IOError) -> CRC32 {
        var crc = CRC32()
        var buffer = ByteBuffer(capacity: 1 << 20)
        var offset: UInt64 = 0
        while offset < end {
            buffer.removeAll()
            let room = Int(min(end - offset, 1 << 20))
            let count = unsafe try buffer.append(room: room) { (target) throws(IOError) in
                unsafe try file.read(at: offset, into: target)
            }
            guard let count, count > 0 else { break }
            unsafe crc.update(buffer.bytes)
            offset += UInt64(count)
        }
        return crc
    }
}
