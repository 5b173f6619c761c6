/// A log and the journals that belong to it, each claimed before anything of it is read.
///
/// Whoever records has claims on its journals as long as it lives, and on the log from making it until it closes it. So
/// once one of them is ours, nothing is added to any; what was read without a claim may have been added to since, and is
/// only a hint where to look.
struct ClaimedLog {
    let file: ContinuedFile
    /// Whether the file was made now, because there are only journals.
    let isNew: Bool
    private var claimed = ClaimedJournals()

    /// What the journals hold for the log, the oldest first.
    var journals: [JournalContent] { claimed.full.map(\.content) }

    /// The log at `path`. What was only found, not asked for, is taken only where it is a recorder's and nobody has it.
    init(
        _ path: String, isAskedFor: Bool, _ patience: ClaimPatience, _ system: RecorderSystem
    ) throws(SealError) {
        let path = Platform.realPath(path) ?? path
        var found: ContinuedFile?
        do throws(SealError) {
            found = try Self.claim(path, patience, system)
        } catch .io(let error) where error.isAbsence {}
        if let found, !isAskedFor, !Self.isRecorded(found) { throw .foreign }
        // Where the first claim is on a journal, its recorder may have gone on until then.
        while try claimed.addMore(of: path, patience, system) {}
        isNew = found == nil
        if isNew, claimed.full.allSatisfy(\.content.isEmpty) {
            throw .io(IOError(path: path, operation: .change, code: Platform.Failure.notFound.code))
        }
        file = if let found { found } else { try Self.claim(path, isNew: true, .none, system) }
    }

    fileprivate static func claim(
        _ path: String, isNew: Bool = false, _ patience: ClaimPatience, _ system: RecorderSystem
    ) throws(SealError) -> ContinuedFile {
        do throws(IOError) {
            let claimed = try ContinuedFile(path: path, isNew: isNew, patience: patience, system: system)
            if let claimed { return claimed }
        } catch {
            throw .io(error)
        }
        throw .inUse
    }

    /// Whether the file begins as recorders begin one, as far as it goes: one may have died inside its first write.
    private static func isRecorded(_ file: ContinuedFile) -> Bool {
        // The lengths of the record and of the library's name are another in each version.
        let expected: [UInt8?] =
            MCAP.magic + [Opcode.header.rawValue] + [UInt8?](repeating: nil, count: 8) + [5, 0, 0, 0]
            + Array("arlog".utf8) + [UInt8?](repeating: nil, count: 4) + Array("arlog ".utf8)
        var start = ByteBuffer(capacity: expected.count)
        let count = try? unsafe start.append(room: expected.count) { (target) throws(IOError) in
            unsafe try file.read(at: 0, into: target)
        }
        return count != nil && zip(start.array, expected).allSatisfy { $1 == nil || $0 == $1 }
    }

    /// Lets go of journals of another recording: they are somebody's last events.
    mutating func keepJournals(of recording: EntityID?) {
        claimed.full.removeAll { $0.content.recording != recording }
    }

    /// Removes the journals, whose events are in the log, once that and its name are on the disk.
    func removeJournals(_ system: RecorderSystem) throws(SealError) {
        if !claimed.full.isEmpty {
            do throws(IOError) {
                try file.sync()
            } catch {
                throw .io(error)
            }
            let folder = LogNames.folder(of: file.path)
            do throws(Platform.Failure) {
                try system.syncFolder(folder)
            } catch {
                throw .io(IOError(path: folder, operation: .sync, code: error.code))
            }
        }
        claimed.remove()
    }

    /// Removes the log with what its journals hold for it, unless somebody has it.
    static func remove(_ path: String, _ system: RecorderSystem) -> Bool {
        guard let log = try? ClaimedLog(path, isAskedFor: false, .none, system) else { return false }
        log.file.remove()
        log.claimed.remove()
        return true
    }

    /// Removes the journal at `path` if it holds nothing and nobody has it.
    static func removeEmptyJournal(_ path: String, _ patience: ClaimPatience, _ system: RecorderSystem) {
        let file = try? ContinuedFile(path: path, patience: patience, system: system)
        if let file, JournalState.read(file).isEmpty { file.remove() }
    }
}

/// The journals of a log that are claimed so far.
private struct ClaimedJournals {
    /// Those that hold something for it, the oldest first.
    var full: [(file: ContinuedFile, content: JournalContent)] = []
    /// Those of its name that hold nothing.
    private var empty: [ContinuedFile] = []

    /// Claims the journals of the log that are not claimed yet, and says whether there were any.
    mutating func addMore(
        of path: String, _ patience: ClaimPatience, _ system: RecorderSystem
    ) throws(SealError) -> Bool {
        let (folder, name) = (LogNames.folder(of: path), LogNames.name(of: path))
        let names = (try? Platform.names(in: folder)) ?? []
        let claimed = Set(full.map(\.file.path) + empty.map(\.path))
        var isChanged = false
        for candidate in names where LogNames.journalEndings.contains(where: { candidate.hasSuffix($0) }) {
            let place = folder + "/" + candidate
            let isNamesake = LogNames.journals(of: name).contains(candidate)
            guard !claimed.contains(place),
                try Self.belongs(JournalState.read(place), to: name, isNamesake)
            else { continue }
            let file: ContinuedFile
            do throws(SealError) {
                file = try ClaimedLog.claim(place, patience, system)
            } catch .io(let error) where error.isAbsence {
                // It has another name now, or was folded in.
                isChanged = true
                continue
            }
            // Only what is read now counts.
            let state = JournalState.read(file)
            guard try Self.belongs(state, to: name, isNamesake) else { continue }
            if let content = state.content {
                full.append((file, content))
            } else {
                empty.append(file)
            }
            isChanged = true
        }
        full.sort { $0.content.serial < $1.content.serial }
        return isChanged
    }

    /// Whether a journal is of the log `name`; one that has its name and can't be read makes an end of sealing.
    private static func belongs(
        _ state: JournalState, to name: String, _ isNamesake: Bool
    ) throws(SealError) -> Bool {
        switch state {
        case .content(let content): return content.logName == name
        case .empty: return isNamesake
        case .none: return false
        case .fault(let fault):
            if isNamesake { throw .journal(fault) }
            return false
        }
    }

    func remove() {
        for journal in full { journal.file.remove() }
        for journal in empty { journal.remove() }
    }
}
