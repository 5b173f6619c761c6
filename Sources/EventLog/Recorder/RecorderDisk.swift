/// The writing side of a recorder: files, one after the other, and what is done when the disk refuses.
///
/// One thread at a time; nobody who appends ever waits for it.
struct RecorderDisk: ~Copyable {
    private let options: RecorderOptions
    private let names: LogNames
    private var writer: SegmentWriter?
    private var segment: UInt64 = 0
    private var failures = 0
    /// Events of files that were removed, not yet told of.
    private var lostCount: UInt64 = 0
    /// Whether the file was begun with the chunk at hand.
    private var isNewFile = false
    /// The last chunk that is in a file.
    private var appendedSerial: UInt64 = 0
    /// Bytes of the files that were closed.
    private var closedBytes: UInt64 = 0
    /// Bytes of all other files of this name when they were looked at last; `nil` where one may have come since.
    private var otherBytes: UInt64?

    init(_ options: RecorderOptions, names: LogNames) {
        self.options = options
        self.names = names
    }

    private var system: RecorderSystem { options.system }

    /// Bytes written in all.
    var byteCount: UInt64 { closedBytes + (writer?.offset ?? 0) }
    /// Bytes of the file that is being written.
    var segmentBytes: UInt64 { writer?.offset ?? 0 }
    var path: String? { segment > 0 ? names.path(names.log(segment)) : nil }

    /// What writing a chunk has to say beside that it succeeded.
    struct Written {
        /// Events that were in a file which was removed.
        var lostCount: UInt64 = 0
        var segment: UInt64 = 0
        /// A file was begun: the journals go with it.
        var hasNewFile = false
    }

    /// Writes the journal's chunk to the file it belongs to. What throws leaves everything to be tried again.
    ///
    /// `opened` gives the record of a file's first event with this number, for a file that must be begun anew.
    mutating func write(
        _ journal: Journal, opened: (UInt32) -> [UInt8]
    ) throws(SealError) -> Written {
        var written = Written(segment: journal.segment)
        if failures > 2 { writer?.reopen() }
        // Before the file is closed, after which nobody would know.
        if let lost = writer?.eventCount, writer?.isLost == true {
            lostCount += lost
            closedBytes += segmentBytes
            writer = nil
        }
        if journal.segment != segment { try finishSegment() }
        if writer == nil { writer = try create(journal.segment) }
        segment = journal.segment
        isNewFile = isNewFile || segmentBytes == 0
        do throws(SealError) {
            // One that was written and then could not be put on the disk is not written once more.
            if appendedSerial != journal.serial { try append(journal, opened) }
            appendedSerial = journal.serial
            if options.promise == .power {
                try writer?.sync()
                if isNewFile { try syncNames() }
            }
        } catch {
            failures += 1
            throw error
        }
        failures = 0
        written.lostCount = lostCount
        written.hasNewFile = isNewFile
        lostCount = 0
        isNewFile = false
        return written
    }

    /// Puts the name of a new file on the disk.
    private func syncNames() throws(SealError) {
        do throws(IOError) {
            try names.sync(system)
        } catch {
            throw .io(error)
        }
    }

    private mutating func append(
        _ journal: Journal, _ opened: (UInt32) -> [UInt8]
    ) throws(SealError) {
        guard let writer else { return }
        let opening = segmentBytes == 0 ? unsafe Self.missingOpening(journal.records, opened) : []
        if opening.isEmpty {
            unsafe try writer.append(journal.records) { makeRoom($0) }
        } else {
            let records = unsafe Array(journal.records)
            try writer.append(opening + records) { makeRoom($0) }
        }
    }

    /// Closes the last file.
    mutating func close() throws(SealError) { try finishSegment() }

    private mutating func finishSegment() throws(SealError) {
        guard let writer else { return }
        try writer.close { makeRoom($0) }
        if options.promise == .power { try writer.sync() }
        closedBytes += segmentBytes
        self.writer = nil
        otherBytes = nil
    }

    private func create(_ segment: UInt64) throws(SealError) -> SegmentWriter {
        let path = names.path(names.log(segment))
        do throws(SealError) {
            return try SegmentWriter(creating: path, compression: options.compression, system: system)
        } catch .io(let error) where error.code == Platform.Failure.notFound.code {
            // The folder went away.
            try? Platform.makeFolder(names.folder)
            return try SegmentWriter(creating: path, compression: options.compression, system: system)
        }
    }

    /// The record that a file lacks whose first chunk is from the middle of a segment.
    private static func missingOpening(
        _ records: UnsafeRawBufferPointer, _ opened: (UInt32) -> [UInt8]
    ) -> [UInt8] {
        var walker = unsafe RecordWalker(records)
        while let view = walker.next() {
            var content = view.content
            guard let message = MCAP.MessageHeader(parsing: &content), message.sequence > 0 else { continue }
            // The number before it was given to an event that is lost with its file.
            let isOpening = message.channelID == EventKind.logOpened.rawValue
            return isOpening || message.sequence < 2 ? [] : opened(message.sequence - 1)
        }
        return []
    }

    /// Removes the oldest files while all together would be more than the quota with so many bytes more in the file at
    /// hand; never the newest, nor one in use.
    private mutating func makeRoom(_ count: UInt64) {
        guard let quota = options.quota else { return }
        let own = segmentBytes + count
        if let otherBytes, otherBytes + own <= quota { return }
        let current = names.log(max(segment, 1))
        var others: UInt64 = 0
        var logs: [(name: String, age: (start: String, segment: UInt64), size: UInt64)] = []
        for name in (try? Platform.names(in: names.folder)) ?? [] {
            let log = LogNames.log(ofJournal: name) ?? name
            guard let age = names.age(of: log), name != current,
                let size = try? Platform.status(ofPath: names.path(name))?.size
            else { continue }
            others += size
            if name == log { logs.append((name, age, size)) }
        }
        logs.sort { $0.age < $1.age }
        let isNewest = names.age(of: current).map { age in logs.allSatisfy { $0.age < age } } ?? false
        for log in isNewest ? logs : logs.dropLast() where others + own > quota {
            if ClaimedLog.remove(names.path(log.name), system) { others -= log.size }
        }
        otherBytes = others
    }
}
