/// Why a log could not be sealed.
public enum SealError: Error, Equatable, Sendable {
    case io(IOError)
    /// More is wrong with it than that it was never closed, at this byte; `recover` makes a new log of what is readable.
    case damaged(String, offset: UInt64)
    /// Somebody is writing it.
    case inUse
    /// A journal of its name can't be read, which may hold its last events.
    case journal(JournalFault)
    /// No recorder made it.
    case foreign
    case container(ContainerError)

    /// The system's refusal, as far as it was one.
    var ioError: IOError {
        switch self {
        case .io(let error), .container(.io(let error)): error
        default: IOError(path: "", operation: .write, code: 0)
        }
    }
}

/// What sealing a log did.
public struct SealedLog: Equatable, Sendable {
    public let path: String
    /// Whether there was nothing to do.
    public internal(set) var wasClosed = false
    /// Messages in the log now; 0 where it was closed and not looked into.
    public internal(set) var messageCount: UInt64 = 0
    /// Events that were in the journal alone.
    public internal(set) var foldedCount: UInt64 = 0
    /// Events that the journal says were lost; the log has a `log.gap` for them.
    public internal(set) var lostCount: UInt64 = 0
    /// Bytes that were cut off: a torn record, space that was never written, a summary that is made anew.
    public internal(set) var cutBytes: UInt64 = 0
    /// Whether a torn record was cut off.
    public internal(set) var isTorn = false
    /// Messages that could be read in a torn chunk, were proven by nothing, and were cut off with it; those that the
    /// journal has are not among them.
    public internal(set) var cutMessages = 0
    /// MessageIndexes that the last chunk lacked.
    public internal(set) var rebuiltIndexes = 0
}

/// Closes, in place, logs that were never closed: the longest whole prefix is kept, the events of the journal come behind
/// it, and index, summary and footer follow.
///
/// It can die at any moment and be called again: what is cut off first was torn, and the journal is removed last, when the
/// log and its name are on the disk.
public enum LogSealer {
    /// Seals every log of the folder that a recorder left, those that only a journal knows of among them: files that are
    /// called and begin as a recorder's do. What somebody is writing and what can't be sealed stays as it is. Returns
    /// those that were not closed before.
    @discardableResult
    public static func sealFolder(_ folder: String) -> [SealedLog] { sealFolder(folder, RecorderSystem()) }

    @discardableResult
    static func sealFolder(_ folder: String, _ system: RecorderSystem) -> [SealedLog] {
        // What a dying process still holds is free a moment later; what a living one holds costs no more than that.
        let patience = ClaimPatience.short
        let names = (try? Platform.names(in: folder)) ?? []
        let logs = Set(names.filter { LogNames.isLog($0) })
        var withJournal: Set<String> = []
        var (empty, unreadable): ([(journal: String, log: String)], Set<String>) = ([], [])
        for name in names {
            guard let log = LogNames.log(ofJournal: name) else { continue }
            let state = JournalState.read(folder + "/" + name)
            switch state {
            // Also one that says which log it is for: of a log that is not there, nobody else would ask for it.
            case _ where state.isEmpty: empty.append((name, log))
            case .content(let content) where LogNames.isLog(content.logName):
                withJournal.insert(content.logName)
            case .fault: unreadable.insert(log)
            case .content, .empty, .none: break
            }
        }
        for (journal, log) in empty where !unreadable.contains(log) {
            ClaimedLog.removeEmptyJournal(folder + "/" + journal, patience, system)
        }
        return logs.union(withJournal).subtracting(unreadable).sorted().compactMap { name in
            let path = folder + "/" + name
            // What ends as a closed log does and lacks nothing is not read: there may be many at every start.
            if !withJournal.contains(name), endsClosed(path) { return nil }
            let sealed = try? seal(path, isAskedFor: false, patience, ReaderLimits(), system)
            return sealed.flatMap { $0.wasClosed ? nil : $0 }
        }
    }

    /// Seals the log at `path` with the events that journals in its folder hold for it. A log of which there is only a
    /// journal is made.
    ///
    /// All of it is verified first: a fresh signature would hide whatever else is wrong.
    @discardableResult
    public static func seal(
        _ path: String, limits: ReaderLimits = ReaderLimits()
    ) throws(SealError) -> SealedLog {
        try seal(path, isAskedFor: true, .long, limits, RecorderSystem())
    }

    /// The same with the file calls of `system`; see `ClaimedLog` for what is only found.
    @discardableResult
    static func seal(
        _ path: String, isAskedFor: Bool, _ patience: ClaimPatience, _ limits: ReaderLimits,
        _ system: RecorderSystem
    ) throws(SealError) -> SealedLog {
        var log = try ClaimedLog(path, isAskedFor: isAskedFor, patience, system)
        do throws(SealError) {
            let sealed = try finish(&log, path, limits)
            try log.removeJournals(system)
            return sealed
        } catch {
            // Refused, there is no log, as before.
            if log.isNew, log.file.size == 0 { log.file.remove() }
            throw error
        }
    }

    /// Makes the log whole with what its journals hold.
    private static func finish(
        _ log: inout ClaimedLog, _ path: String, _ limits: ReaderLimits
    ) throws(SealError) -> SealedLog {
        let file = log.file
        let found = try check(file, limits)
        var sealed = SealedLog(path: path)
        do throws(ContainerError) {
            file.rewind()
            let prefix = try UnclosedPrefix(file, limits: limits)
            // Those of a log that had this name before are somebody's last events, and are left alone.
            log.keepJournals(
                of: prefix.messageCount > 0 ? prefix.recording : log.journals.last?.recording)
            let fold = JournalFold(log.journals, after: prefix)
            // A file that a recorder began has a journal beside it, if only an empty one.
            if found == nil, fold.isEmpty, !LogNames.journals(of: path).contains(where: isThere) {
                throw .notMCAP(found: [])
            }
            if found?.isClosed == true, fold.isEmpty {
                sealed.wasClosed = true
                sealed.messageCount = found?.messageCount ?? 0
            } else {
                try write(file, prefix, fold, &sealed)
                sealed.isTorn = found?.issues.first(.tornRecord) != nil
                let last = fold.lastNumber
                let isOurs = found?.profile == "arlog"
                sealed.cutMessages = prefix.tornNumbers.count { !isOurs || $0 > last }
            }
        } catch {
            if case .io(let error) = error { throw .io(error) }
            throw .container(error)
        }
        return sealed
    }

    private static func isThere(_ path: String) -> Bool {
        (try? Platform.status(ofPath: path)).flatMap(\.self) != nil
    }

    /// Verifies what is there; `nil` where it ends before a first record could.
    private static func check(
        _ file: ContinuedFile, _ limits: ReaderLimits
    ) throws(SealError) -> Verification? {
        let found: Verification
        do throws(ContainerError) {
            var verifier = LogVerifier(file, limits: limits)
            found = try verifier.run()
        } catch .notMCAP(let found) where MCAP.magic.starts(with: found) {
            return nil
        } catch {
            if case .io(let error) = error { throw .io(error) }
            throw .container(error)
        }
        let refused =
            found.issues.firstDamage ?? found.issues.first(.secondFile) ?? found.issues.first(.trailingBytes)
        if let refused { throw .damaged(refused.message, offset: refused.offset) }
        return found
    }

    /// Whether the file ends as a closed log does.
    private static func endsClosed(_ path: String) -> Bool {
        let length = UInt64(MCAP.magic.count)
        guard let file = try? InputFile(regularFile: path), let size = file.size, size > 4 * length else {
            return false
        }
        var end = ByteBuffer(capacity: 16)
        let count = try? unsafe end.append(room: MCAP.magic.count) { (target) throws(IOError) in
            unsafe try file.read(at: size - length, into: target)
        }
        return count != nil && end.array == MCAP.magic
    }
}

extension LogSealer {
    /// Writes what is lacking behind `prefix`, in one write.
    private static func write(
        _ file: ContinuedFile, _ prefix: UnclosedPrefix, _ fold: JournalFold, _ sealed: inout SealedLog
    ) throws(ContainerError) {
        var prefix = prefix
        let size = file.size ?? prefix.end
        var tail = ByteBuffer()
        tail.append(prefix.missing)
        if !fold.isEmpty { try append(fold.records, to: &tail, &prefix) }
        var crc = prefix.crc
        unsafe crc.update(tail.bytes)
        MCAP.DataEnd(dataSectionCRC: crc.value).encode(into: &tail)
        // The footer's CRC begins with the summary, which therefore is made apart.
        var summary = ByteBuffer()
        prefix.summary.encode(into: &summary, at: prefix.end + UInt64(tail.count), options: WriterOptions())
        unsafe tail.append(summary.bytes)
        do {
            try file.cut(to: prefix.end)
            unsafe try file.write(tail.bytes)
            try file.sync()
        } catch {
            throw .io(error)
        }
        sealed.cutBytes = size - min(size, prefix.end)
        sealed.rebuiltIndexes = prefix.rebuiltIndexes
        sealed.messageCount = prefix.messageCount
        sealed.foldedCount = fold.eventCount
        sealed.lostCount = fold.lostCount
    }

    /// Messages that the log lacks become its last chunk, behind the definitions they need.
    private static func append(
        _ records: [UInt8], to tail: inout ByteBuffer, _ prefix: inout UnclosedPrefix
    ) throws(ContainerError) {
        var assembler = try ChunkAssembler()
        var copy = ByteBuffer(capacity: records.count)
        copy.append(records)
        let content = unsafe try assembler.assemble(copy.bytes)
        for entry in content.counts where !prefix.summary.defines(channel: entry.key) {
            // Of a kind that only a later version knows: it stays in the journal.
            guard let (schema, channel) = EventKind(rawValue: entry.key)?.definition else {
                throw .unknownChannel(entry.key)
            }
            // The version that left the log may have had another one of the same number, which then counts.
            if !prefix.summary.defines(schema: schema.id) { schema.encode(into: &tail) }
            channel.encode(into: &tail)
            prefix.summary.add(schema)
            prefix.summary.add(channel)
        }
        prefix.summary.add(content, at: prefix.end + UInt64(tail.count))
        unsafe tail.append(assembler.bytes)
    }
}
