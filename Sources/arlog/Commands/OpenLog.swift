import EventLog

/// A log that a command reads: errors become the command's, and what was lost is said at the end.
struct OpenLog {
    let path: String
    let source: EventSource

    /// Opens the file, or standard input for `-`.
    init(
        _ path: String, filter: EventFilter = EventFilter(),
        ndjson options: NDJSONOptions = NDJSONOptions(isLenient: true)
    ) throws(CommandError) {
        self.path = path
        do throws(EventSourceError) {
            source = try EventSource(path: path, filter: filter, ndjson: options)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// A file as people are told of it.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    var labels: LabelTable { source.labels }
    var devices: [EntityID] { source.devices }
    /// The first event's time, nanoseconds since 1970; 0 before there is one.
    var start: UInt64 { source.start ?? 0 }

    func next() throws(CommandError) -> EventBatch? {
        do throws(EventSourceError) {
            return try source.nextBatch()
        } catch {
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
        let report = source.report
        let name = Self.name(of: path)
        func warn(_ text: String) { console.warn("\(name): \(text)") }
        for issue in report.issues.damage.prefix(3) { warn("\(issue.message) (byte \(issue.offset))") }
        if report.issues.damageCount > 3 {
            warn("and \(report.issues.damageCount - 3) more places of damage")
        }
        for issue in report.issues.notices where issue.kind == .tornRecord { warn(issue.message) }
        if let lines = report.lines {
            for fault in lines.faults.prefix(3) { warn(fault.description) }
            if lines.faults.count > 3 {
                warn("in all \(lines.skippedLines) lines skipped and \(lines.leftOutFields) fields left out")
            }
            if lines.isTorn { warn("the last line is cut; it was skipped") }
        }
        let lost = report.malformedRecords + malformed
        if lost > 0 { warn("\(lost) event\(lost == 1 ? "" : "s") could not be decoded") }
        if report.undefinedMessages > 0 {
            warn("\(report.undefinedMessages) messages are on channels that were never defined")
        }
        if report.hasForgottenLabels {
            console.note("\(name): more labels than are kept; some ids print as UUIDs")
        }
        guard status == .done else { return status }
        return report.hasLoss || malformed > 0 ? .lossy : .done
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
        case .line(let error): self.init(error.description, in: name, advice: nil)
        }
    }

    init(_ error: IOError) {
        let stream = error.operation == .write ? "standard output" : "standard input"
        self.init(
            "can't \(error.operation): \(error.reason)", in: error.path == "-" ? stream : error.path,
            advice: error.advice)
    }
}
