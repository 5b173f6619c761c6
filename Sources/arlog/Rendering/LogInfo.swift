import EventLog

/// What a log holds, counted in one pass.
struct LogInfo {
    private let file: LogFile
    private let format: EventSource.Format
    private var report: SourceReport
    private var events = 0
    private var counts = [Int](repeating: 0, count: EventKind.allCases.count + 1)
    private var first: UInt64?
    private var last: UInt64 = 0
    private var opened: Opened?
    private var recordings = 0
    private var recordingIDs: Set<EntityID> = []
    private var isClosed = false
    private var devices: [String] = []
    private var rhythm = LogRhythm()

    /// The texts of the first `log.opened`.
    private struct Opened {
        var device: String
        var deviceModel: String?
        var system: String?
        var app: String?
        var appVersion: String?
        var recorder: String?
        var role: String?
        var collaborationProtocol: String?
        var recording: String?
        var records: [String]
    }

    init(_ log: OpenLog) throws(CommandError) {
        file = log.file
        format = log.source.format
        report = log.source.report
        while let batch = try log.next() {
            if first == nil { first = batch.headers.first?.time }
            last = batch.headers.last?.time ?? last
            events += batch.headers.count
            for header in batch.headers {
                counts[Int(header.kind.rawValue)] += 1
                rhythm.count(header)
                if header.kind == .logOpened || header.kind == .logClosed {
                    take(LoggedEvent(header: header, content: batch.content), log.labels)
                }
            }
        }
        report = log.source.report
        devices = log.devices.dropFirst().map { log.labels.text(of: $0) }
    }

    private mutating func take(_ event: LoggedEvent, _ labels: LabelTable) {
        isClosed = event.kind == .logClosed
        guard let payload = event.decode(StoredEvent.LogOpened.self), event.kind == .logOpened else { return }
        // Each segment of a recording is opened.
        guard payload.recording.map({ recordingIDs.insert($0).inserted }) ?? true || recordings == 0 else {
            return
        }
        recordings += 1
        guard opened == nil else { return }
        opened = Opened(
            device: labels.text(of: payload.device), deviceModel: event.content.string(payload.deviceModel),
            system: event.content.string(payload.os), app: event.content.string(payload.app),
            appVersion: event.content.string(payload.appVersion),
            recorder: event.content.string(payload.recorder), role: payload.role?.name,
            collaborationProtocol: payload.protocol?.name,
            recording: payload.recording.map { labels.text(of: $0) },
            records: payload.records.elements.map(\.name))
    }

    private var duration: UInt64 { last - min(last, first ?? last) }

    private var kinds: [(name: String, count: Int)] {
        EventKind.allCases.map { ($0.name, counts[Int($0.rawValue)]) }.filter { $0.1 > 0 }
    }

    /// How much smaller the records are stored: 4 for a quarter of the bytes.
    private var ratio: Double? {
        guard report.storedBytes > 0 else { return nil }
        return (Double(report.recordBytes) / Double(report.storedBytes) * 100).rounded(.toNearestOrEven) / 100
    }

    /// What became of the file itself: an unclosed one was never finished.
    private var isFileClosed: Bool? {
        format == .mcap ? report.issues.first(.notClosed) == nil : nil
    }

    // MARK: JSON

    static func writeJSON(_ infos: [LogInfo], _ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.key("logs")
        json.beginArray()
        for info in infos { info.write(to: &json) }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private func write(to json: inout JSONWriter) {
        json.beginObject()
        file.write(to: &json)
        json.field("format", format.rawValue)
        json.field("device", opened?.device)
        json.field("deviceModel", opened?.deviceModel)
        json.field("os", opened?.system)
        json.field("app", opened?.app)
        json.field("appVersion", opened?.appVersion)
        json.field("recorder", opened?.recorder)
        json.field("role", opened?.role)
        json.field("protocol", opened?.collaborationProtocol)
        json.field("recording", opened?.recording)
        if let records = opened?.records, !records.isEmpty { json.field("records", records) }
        if !devices.isEmpty { json.field("devices", devices) }
        json.field("events", events)
        if let first {
            json.field("start", timeOf: first)
            json.field("end", timeOf: last)
            json.field("duration", secondsOf: duration)
        }
        if events > 0 || report.strangers.isEmpty { json.field("isCut", !isClosed) }
        json.field("isClosed", isFileClosed)
        if format == .mcap {
            json.field("chunks", report.chunks)
            json.field("recordBytes", report.recordBytes)
            json.field("storedBytes", report.storedBytes)
            json.field("compressionRatio", ratio)
        }
        write(kinds, as: "kinds", to: &json)
        if !report.strangers.isEmpty {
            write(report.strangers.map { ($0.topic, $0.count) }, as: "otherTopics", to: &json)
        }
        json.field("damage", report.damageCount)
        json.endObject()
    }

    private func write(_ counts: [(name: String, count: Int)], as key: String, to json: inout JSONWriter) {
        json.key(key)
        json.beginObject()
        for (name, count) in counts { json.field(name, count) }
        json.endObject()
    }

    // MARK: Text

    func writeText(_ console: Console) {
        console.line(console.output.styled(TerminalText.inert(file.name), .bold))
        var table = Table(columns: [.left, .left], indent: 2)
        func add(_ name: String, _ parts: String?...) {
            let known = parts.compactMap { $0 }
            if !known.isEmpty { table.add([name, known.joined(separator: ", ")]) }
        }
        add("device", opened?.device, opened?.deviceModel, opened?.system)
        if !devices.isEmpty { add("devices", devices.joined(separator: ", ")) }
        let app = [opened?.app, opened?.appVersion].compactMap { $0 }.joined(separator: " ")
        add("app", app.isEmpty ? nil : app)
        add("recorder", opened?.recorder)
        add("role", opened?.role)
        add("protocol", opened?.collaborationProtocol)
        add("recordings", recordings > 1 ? String(recordings) : nil)
        add("records", opened.flatMap { $0.records.isEmpty ? nil : $0.records.joined(separator: ", ") })
        if let first { add("begins", Timestamp.text(first)) }
        add("lasts", first == nil ? nil : DurationText.text(duration))
        add("events", String(events))
        if format == .mcap {
            add(
                "chunks", String(report.chunks),
                ratio.map { "\(report.recordBytes) bytes of records in \(report.storedBytes), \($0) to 1" })
        }
        if events > 0 { add("ends", isClosed ? "closed" : "cut: no log.closed") }
        if isFileClosed == false { add("file", "never closed: no summary") }
        let damage = report.damageCount
        if damage > 0 { add("damage", "\(damage) place\(damage == 1 ? "" : "s")") }
        console.output.write(table.text(width: console.tableWidth))
        rhythm.write(from: first ?? 0, to: last, console)
        writeCounts(kinds, "events by kind", console)
        writeCounts(report.strangers.map { ($0.topic, $0.count) }, "messages that are no events", console)
    }

    private func writeCounts(_ counts: [(name: String, count: Int)], _ title: String, _ console: Console) {
        guard !counts.isEmpty else { return }
        console.line("  " + console.output.styled(title, .bold))
        var table = Table(columns: [.right, .left, .left], indent: 4)
        let most = counts.map(\.count).max() ?? 1
        for (name, count) in counts { table.add([String(count), name, TextBar.text(count, of: most)]) }
        console.output.write(table.text(width: console.tableWidth))
    }
}
