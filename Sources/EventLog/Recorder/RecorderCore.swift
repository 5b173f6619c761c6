internal import Synchronization

/// Both sides of a recorder, and what goes from one to the other.
final class RecorderCore: Sendable {
    let options: RecorderOptions
    let names: LogNames
    let state: Mutex<RecorderState>
    private let disk: Mutex<RecorderDisk>
    private let bell = Bell()
    /// Whether the background thread was begun.
    private let hasThread = Atomic<Bool>(false)
    /// Whether the background thread should end.
    private let isStopped = Atomic<Bool>(false)

    /// How long to wait before a write that failed is tried again.
    static let retryDelay: UInt64 = 250_000_000
    /// While chunks fill up before they have their age, the thread looks again by itself after so long, for so long.
    static let nap: UInt64 = 2_000_000
    static let napsFor: UInt64 = 100_000_000
    /// When a full chunk was written last, on the clock that only grows; 0 for none.
    private let lastFull = Atomic<UInt64>(0)

    /// Whether logs of earlier processes are being closed, and what rings when they are.
    private let isSealing = Atomic<Bool>(false)
    private let sealed = Bell()

    init(_ options: RecorderOptions, recording: EntityID, start: UInt64, names: LogNames) {
        self.options = options
        self.names = names
        try? Platform.makeFolder(names.folder)
        let first = Self.makeJournal(0, names.log(1), names, options)
        let second = Self.makeJournal(1, names.log(1), names, options)
        state = Mutex(
            RecorderState(
                options, recording: recording, start: start, names: names,
                journals: (first.journal, second.journal)))
        disk = Mutex(RecorderDisk(options, names: names))
        if let error = first.error ?? second.error { note(error) }
    }

    /// A journal in a file, or without one where that can't be had or is not wanted.
    private static func makeJournal(
        _ place: Int, _ log: String, _ names: LogNames, _ options: RecorderOptions
    ) -> (journal: Journal, error: IOError?) {
        var failure: IOError?
        if options.promise != .none {
            let path = names.path(log + LogNames.journalEndings[place])
            for _ in 0..<3 {
                do throws(Platform.Failure) {
                    let journal = try Journal(path: path, size: options.journalSize, system: options.system)
                    return (journal, syncNames(names, options))
                } catch {
                    failure = IOError(path: path, operation: .create, code: error.code)
                    if error != .interrupted { break }
                }
            }
        }
        return (Journal(size: options.journalSize), failure)
    }

    /// Puts the name of a new file on the disk, and that of its folder, where a power cut must not take it.
    private static func syncNames(_ names: LogNames, _ options: RecorderOptions) -> IOError? {
        guard options.promise == .power else { return nil }
        do throws(IOError) {
            try names.sync(options.system)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Earlier logs

    /// Closes what earlier processes left in the folder. Where there can be no thread, that waits for the next start.
    func sealEarlierLogs() {
        isSealing.store(true, ordering: .releasing)
        let isBegun = options.system.startThread {
            LogSealer.sealFolder(self.names.folder)
            self.isSealing.store(false, ordering: .releasing)
            self.sealed.ring()
        }
        if !isBegun { isSealing.store(false, ordering: .releasing) }
    }

    /// Waits until they are closed.
    func waitForSealing() {
        // Who else waits may have taken the ring.
        while isSealing.load(ordering: .acquiring) { sealed.wait(50_000_000) }
    }

    // MARK: The thread

    /// Begins the thread. Where there can be none, what finds no room is lost and counted until there can.
    func start() {
        guard !hasThread.exchange(true, ordering: .acquiringAndReleasing) else { return }
        if !options.system.startThread({ self.run() }) { hasThread.store(false, ordering: .releasing) }
    }

    /// Has the thread look.
    func wake(isUrgent: Bool = false) {
        if options.worksInBackground, !hasThread.load(ordering: .acquiring) { start() }
        bell.ring(isUrgent: isUrgent)
    }

    /// Works until the recorder is closed.
    private func run() {
        while !isStopped.load(ordering: .acquiring) {
            let wait = work()
            if isStopped.load(ordering: .acquiring) { break }
            if wait == 0 { continue }
            let full = lastFull.load(ordering: .relaxed)
            let naps = full > 0 && options.system.uptime() &- full < Self.napsFor
            bell.wait(naps ? min(wait ?? .max, Self.nap) : wait, isNap: naps)
        }
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Writes what is to be written now, and says when to come again: in so many nanoseconds, or when it rings.
    @discardableResult
    func work() -> UInt64? {
        disk.withLock { disk in
            while let journal = takeChunk() {
                let isFull = journal.count >= options.chunkSize
                guard write(journal, to: &disk) else {
                    // No naps: a disk that refuses is asked again in its own time.
                    lastFull.store(0, ordering: .relaxed)
                    return Self.retryDelay
                }
                if isFull { lastFull.store(options.system.uptime(), ordering: .relaxed) }
            }
            let uptime = options.system.uptime()
            return state.withLock { state in
                state.tellLoss()
                return state.timeLeft(uptime: uptime)
            }
        }
    }

    /// Writes what is left and closes the file. What can't be written stays in the journals, for the next start.
    func finish() {
        stop()
        disk.withLock { disk in
            var isDone = true
            // A chunk may wait to be written, and then the last one.
            for _ in 0..<3 where isDone {
                guard let journal = takeChunk() else { break }
                isDone = write(journal, to: &disk)
            }
            state.withLock { $0.end() }
            while isDone, let journal = takeChunk() { isDone = write(journal, to: &disk) }
            guard isDone else { return }
            do throws(SealError) {
                try disk.close()
                let bytes = disk.byteCount
                for journal in journals { journal.removeFile(options.system) }
                state.withLock { $0.status.byteCount = bytes }
            } catch {
                note(error.ioError)
            }
        }
        state.withLock { $0.status.isClosed = true }
    }

    private var journals: [Journal] { state.withLock { $0.journals } }

    private func takeChunk() -> Journal? {
        let uptime = options.system.uptime()
        return state.withLock { $0.takeChunk(uptime: uptime) }
    }

    private func write(_ journal: Journal, to disk: inout RecorderDisk) -> Bool {
        let written: RecorderDisk.Written
        do throws(SealError) {
            written = try disk.write(journal) { number in openingRecord(number, journal) }
        } catch {
            note(error.ioError)
            return false
        }
        if written.hasNewFile {
            let log = names.log(written.segment)
            // Nobody else uses their names, and nobody who appends may wait for it.
            for other in journals {
                other.move(to: names.path(log + LogNames.journalEndings[other.place]), options.system)
            }
        }
        journal.retire()
        let replacement = renewed(journal, names.log(written.segment))
        let (bytes, segmentBytes, path) = (disk.byteCount, disk.segmentBytes, disk.path)
        state.withLock { state in
            state.finishChunk(replacement: replacement)
            state.status.byteCount = bytes
            state.status.path = path
            state.status.error = nil
            state.segmentBytes = segmentBytes
            state.writtenSegment = written.segment
            if written.lostCount > 0 { state.lose(written.lostCount, "the file they were in was removed") }
        }
        return true
    }

    /// The journal, or a new one where its file is gone or was never there.
    private func renewed(_ journal: Journal, _ log: String) -> Journal {
        guard options.promise != .none, !journal.isReachable(options.system) else { return journal }
        let other = journals.first { $0 !== journal && $0.isMapped }
        let made = Self.makeJournal(other?.place == 0 ? 1 : 0, log, names, options)
        if let error = made.error { note(error) }
        return made.journal.isMapped ? made.journal : journal
    }

    private func openingRecord(_ number: UInt32, _ journal: Journal) -> [UInt8] {
        let opened = state.withLock { $0.opened(journal.segment) }
        var walker = unsafe RecordWalker(journal.records)
        var time: UInt64 = 1
        if let first = walker.next() {
            var content = first.content
            if let message = MCAP.MessageHeader(parsing: &content) { time = max(1, message.logTime &- 1) }
        }
        var record = ByteBuffer()
        record.appendMessage(opened, sequence: number, time: time)
        return record.array
    }

    private func note(_ error: IOError) {
        state.withLock { state in
            state.status.error = error
            state.status.lastError = error
        }
    }
}
