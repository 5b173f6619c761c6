import EventLog
import Projections

/// A log that a command reads: errors become the command's, and what was lost is said at the end.
struct OpenLog {
    let file: LogFile
    let source: RecordingSource
    /// The same on a thread of its own, where it is read there.
    private let ahead: ReadAhead?
    private let progress: Progress

    /// Opens the log, or standard input for `-`. `title` stands beside the progress bar. With `isAhead` it is read on a
    /// thread of its own; until its end `source` must not be asked then.
    init(
        _ file: LogFile, _ title: String, _ console: Console, filter: EventFilter = EventFilter(),
        ndjson: NDJSONOptions = NDJSONOptions(isLenient: true), limits: ReaderLimits = ReaderLimits(),
        checksSections: Bool = false, isAhead: Bool = false
    ) throws(CommandError) {
        self.file = file
        var options = RecordingSource.Options()
        options.ndjson = ndjson
        options.limits = limits
        options.checksSections = checksSections
        do throws(EventSourceError) {
            source = try RecordingSource(
                paths: file.paths, isNumbered: file.isNumbered, filter: filter, options)
        } catch {
            throw CommandError(error, in: file.path)
        }
        ahead = isAhead ? ReadAhead(source) : nil
        progress = Progress("\(title) \(file.name)", of: source.size ?? 0, on: console)
    }

    var path: String { file.path }

    /// A file as people are told of it.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    var labels: LabelTable { ahead?.labels ?? source.labels }
    var devices: [EntityID] { source.devices }
    /// The first event's time, nanoseconds since 1970; 0 before there is one.
    var start: UInt64 { source.start ?? 0 }

    /// Places of damage that lie before the last batch, or in it.
    var damageCount: Int { ahead?.damageCount ?? source.report.issues.damageCount }

    func next() throws(CommandError) -> EventBatch? {
        do throws(EventSourceError) {
            let batch = if let ahead { try ahead.nextBatch() } else { try source.nextBatch() }
            if batch == nil {
                progress.finish()
            } else {
                progress.advance(to: ahead?.bytesRead ?? source.bytesRead)
            }
            return batch
        } catch {
            progress.finish()
            throw CommandError(error, in: path)
        }
    }

    /// Refuses an MCAP file of somebody else's: one that has messages, but no events.
    func requireEvents() throws(CommandError) {
        let strangers = source.report.strangers
        guard source.eventCount == 0, !strangers.isEmpty else { return }
        let topics = strangers.prefix(3).map(\.topic).joined(separator: ", ")
        throw CommandError(
            "no arlog events in this MCAP file (topics: \(topics)\(strangers.count > 3 ? " …" : ""))",
            in: path,
            advice: "arlog info shows what it holds")
    }

    /// Says what was passed over, and turns `status` into "done, with loss" where something was.
    func finish(_ status: ExitStatus, malformed: Int = 0, _ console: Console) -> ExitStatus {
        for (path, report) in source.fileReports { tell(report, of: path, console) }
        let report = source.report
        let name = file.name
        let lost = report.malformedRecords + malformed
        if lost > 0 { console.warn("\(name): \(lost) event\(lost == 1 ? "" : "s") could not be decoded") }
        if report.hasForgottenLabels {
            console.note("\(name): more labels than are kept; some ids print as UUIDs")
        }
        if file.firstSegment > 1, file.paths.count > 1 {
            console.note(
                "\(name): begins with segment \(file.firstSegment) of the recording; the earlier ones are not among "
                    + "the files")
        }
        if report.liftedEvents > 0 {
            console.note("\(name): \(Self.lifted(report))")
        }
        for gap in file.missing {
            // Their count may be more than an Int holds.
            let isOne = gap.lowerBound == gap.upperBound
            let segments =
                isOne ? "segment \(gap.lowerBound)" : "segments \(gap.lowerBound) to \(gap.upperBound)"
            console.warn("\(name): \(segments) of the recording \(isOne ? "is" : "are") not among the files")
        }
        guard status == .done else { return status }
        return report.hasLoss || malformed > 0 || !file.missing.isEmpty ? .lossy : .done
    }

    /// How many events a clock that went back, or somebody who put two logs into one file, left behind others.
    static func lifted(_ report: SourceReport) -> String {
        let count = report.liftedEvents
        return "\(count) event\(count == 1 ? "" : "s") came before the one before and "
            + "\(count == 1 ? "was" : "were") lifted to its time"
    }

    /// What was lost, in half a sentence without anything that the log says.
    var lossText: String {
        let report = source.report
        var parts: [String] = []
        if report.damageCount > 0 {
            parts.append("\(report.damageCount) place\(report.damageCount == 1 ? "" : "s") of damage")
        }
        if report.isTorn || report.lines?.isTorn ?? false { parts.append("its end is torn") }
        if let lines = report.lines, lines.skippedLines + lines.leftOutFields > 0 {
            parts.append("\(lines.skippedLines) lines skipped, \(lines.leftOutFields) fields left out")
        }
        if !report.journalFaults.isEmpty { parts.append("its journal can't be read") }
        if !file.missing.isEmpty { parts.append("segments of the recording are missing") }
        return parts.isEmpty ? "more in it than is kept" : parts.joined(separator: ", ")
    }

    /// What was passed over in one file.
    private func tell(_ report: SourceReport, of path: String, _ console: Console) {
        let name = Self.name(of: path)
        func warn(_ text: String) { console.warn("\(name): \(text)") }
        let damage = report.issues.damage.prefix(3)
        for issue in damage { warn("\(issue.message) (byte \(issue.offset))") }
        let untold = report.issues.damageCount - damage.count
        if untold > 0 {
            let more = damage.isEmpty ? "" : " more"
            warn("\(damage.isEmpty ? "" : "and ")\(untold)\(more) place\(untold == 1 ? "" : "s") of damage")
        }
        if report.isTorn, let torn = report.issues.first(.tornRecord) { warn(torn.message) }
        for fault in report.journalFaults { console.warn(CommandError(fault).description) }
        if report.foldedEvents > 0 {
            let count = report.foldedEvents
            let what = count == 1 ? "the last event is" : "the last \(count) events are"
            let them = count == 1 ? "it" : "them"
            console.note("\(name): \(what) in its journal; arlog seal puts \(them) into the log")
        }
        if let lines = report.lines {
            for fault in lines.faults.prefix(3) { warn(fault.description) }
            if lines.faults.count > 3 {
                warn("in all \(lines.skippedLines) lines skipped and \(lines.leftOutFields) fields left out")
            }
            if lines.isTorn { warn("the last line is cut; it was skipped") }
        }
        if report.undefinedMessages > 0 {
            let count = report.undefinedMessages
            warn("\(count) message\(count == 1 ? " is" : "s are") on channels that were never defined")
        }
    }

    /// The same of a log whose models hold less than it told: more sessions, texts or machines than are kept.
    ///
    /// - Parameter malformed: events whose payload somebody who read all of them could not read.
    func finish(
        _ status: ExitStatus, _ world: World, malformed: Int = 0, _ console: Console
    ) -> ExitStatus {
        let name = file.name
        if world.strayEvents > 0 {
            console.warn(
                "\(name): more sessions than are kept; \(world.strayEvents) events of theirs were left out")
        }
        if world.symbols.hasOverflowed {
            console.warn("\(name): more different texts than are kept; the last ones were not told apart")
        }
        if world.undefinedMachines > 0 {
            console.warn(
                "\(name): \(world.undefinedMachines) declarations of machines have more ways than are kept; they are traced and "
                    + "not judged")
        }
        let isWhole = world.strayEvents == 0 && !world.symbols.hasOverflowed && world.undefinedMachines == 0
        return finish(
            status == .done && !isWhole ? .lossy : status, malformed: max(world.malformed, malformed), console
        )
    }
}

extension CommandError {
    init(_ error: EventSourceError, in path: String) {
        let name = OpenLog.name(of: path)
        switch error {
        case .io(let error): self.init(error)
        case .empty:
            self.init(
                "is empty", in: name,
                advice: path == "-" ? "send a log or NDJSON" : "see whether the recording was copied whole")
        case .notALog:
            self.init(
                "not a log: neither MCAP nor NDJSON", in: name,
                advice: "a log begins with MCAP's magic bytes, NDJSON with { on its first line")
        case .container(let error): self.init(error.description, in: name, advice: nil)
        case .line(let error):
            // Only `import` reads strictly.
            let isUnknown = error.problem == .unknownEvent(nearest: nil)
            self.init(
                error.description, in: name, advice: isUnknown ? "--keep-unknown keeps it as custom" : nil)
        }
    }

    /// A journal that can't be read.
    init(_ fault: JournalFault) {
        self.init(
            "can't read this journal: \(fault.reason)", in: fault.path,
            advice: fault.refusal?.advice ?? "the log's last events may be in it; keep it, away from the log")
    }

    init(_ error: IOError) {
        let stream = error.operation == .write ? "standard output" : "standard input"
        // The system's arguments are bytes; what is no text in them can't be told back to it.
        if error.operation == .open, error.path.unicodeScalars.contains("\u{FFFD}") {
            self.init(
                "can't open: the name is not UTF-8", in: error.path,
                advice: "rename it, or send what it holds to standard input and name it -")
            return
        }
        self.init(
            "can't \(error.operation): \(error.reason)", in: error.path == "-" ? stream : error.path,
            advice: error.advice)
    }
}
