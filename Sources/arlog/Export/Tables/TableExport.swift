import EventLog
import Projections

/// Makes the rows of the tables that a sink wants: events as they come, what follows from them once it is over.
final class TableExport: Exporter {
    let log: ExportedLog
    let sink: any TableSink
    private var events: EventRows
    private var packets: EventRows
    private var recordings: EventRows
    private var ids: [ExportTable: Int64] = [:]
    /// The first row that could not be written while the models were read.
    private var failure: CommandError?
    /// The device that the last `log.opened` named, of a log of one device.
    private var opened: EntityID?
    private var eventCount: UInt64 = 0
    private var last: UInt64 = 0

    init(_ log: ExportedLog, _ sink: any TableSink) {
        self.log = log
        self.sink = sink
        events = EventRows(.events, ExportTable.eventFields, log.labels, hasRest: true)
        packets = EventRows(.packets, ExportTable.packetFields, log.labels)
        recordings = EventRows(.recordings, ExportTable.recordingFields, log.labels)
        log.analysis?.tell(self)
    }

    func take(_ batch: EventBatch) throws(CommandError) {
        if let failure { throw failure }
        let devices = log.devices
        for event in batch.events {
            if event.kind == .logOpened, let payload = event.decode(StoredEvent.LogOpened.self) {
                opened = payload.device
            }
            let index = Int(event.header.device)
            let isMerged = index > 0 && devices.indices.contains(index)
            let origin = EventRows.Origin(
                start: log.start, device: isMerged ? devices[index] : opened)
            eventCount += 1
            last = max(last, event.time)
            if sink.tables.contains(.events) { try events.write(event, origin, to: sink) }
            if sink.tables.contains(.packets), event.kind.isOfPacket {
                try packets.write(event, origin, to: sink)
            }
            if sink.tables.contains(.recordings), event.kind == .logOpened {
                try recordings.write(event, origin, to: sink)
            }
        }
    }

    func finish(_ findings: [Finding]) throws(CommandError) {
        if let failure { throw failure }
        for (index, finding) in findings.enumerated() { try write(finding, id: Int64(index) + 1) }
        if sink.tables.contains(.log) { try writeFacts(findings) }
        log.malformed = max(events.malformedCount, packets.malformedCount)
        log.leftOut = max(events.leftOutCount, packets.leftOutCount)
        try sink.finish()
    }

    /// Writes a row of something that is over, with a number of its own before the given values.
    private func add(_ values: [TableValue], to table: ExportTable) {
        guard failure == nil, sink.tables.contains(table) else { return }
        ids[table, default: 0] += 1
        do throws(CommandError) {
            try sink.add([.integer(ids[table] ?? 0)] + values, to: table)
        } catch {
            failure = error
        }
    }

    // MARK: Findings and facts

    private func write(_ finding: Finding, id: Int64) throws(CommandError) {
        if sink.tables.contains(.findings) {
            let limit = finding.limit
            let cause = finding.causedBy.map { TableValue.integer(Int64($0) + 1) } ?? .null
            try sink.add(
                [
                    .integer(id), .plain(finding.rule), .plain(finding.severity.name),
                    device(finding.device), .text(finding.session.map { log.text(of: $0) }),
                    .integer(Int64(finding.mark.number)), .time(finding.mark.time),
                    .seconds(log.elapsed(finding.mark.time)), .integer(Int64(finding.count)),
                    .text(finding.message), .plain(finding.advice), .plain(finding.fingerprint), cause,
                    .text(limit?.name), limit.map { .real($0.value) } ?? .null, .text(limit?.unit),
                ], to: .findings)
        }
        guard sink.tables.contains(.findingEvents) else { return }
        for event in finding.events {
            try sink.add([.integer(id), .integer(Int64(event))], to: .findingEvents)
        }
    }

    private func writeFacts(_ findings: [Finding]) throws(CommandError) {
        func fact(_ name: String, _ value: TableValue) throws(CommandError) {
            try sink.add([.plain(name), value], to: .log)
        }
        try fact("arlog", .plain(ArlogVersion.string))
        try fact("events", .count(eventCount))
        if eventCount > 0 {
            try fact("start", .time(log.start))
            try fact("end", .time(last))
            try fact("seconds", .seconds(log.elapsed(last)))
        }
        for severity in Severity.allCases.reversed() {
            let count = findings.count { $0.severity == severity }
            try fact(severity.name, .integer(Int64(count)))
        }
        try fact("unreadable", .integer(Int64(events.malformedCount)))
        try fact("gaps", .integer(Int64(log.analysis?.world.gaps ?? 0)))
        try fact("shared", .bool(log.isShared))
    }

    private func device(_ index: Int) -> TableValue {
        guard let devices = log.analysis?.world.devices, devices.indices.contains(index) else { return .null }
        return .text(log.text(ofDevice: devices[index].id))
    }
}

// MARK: What is over

extension TableExport: Chronicler {
    func anchorEnded(_ anchor: Anchor, _ place: ChroniclePlace) {
        guard let symbols = log.analysis?.world.symbols else { return }
        add(
            owner(place) + [
                .text(log.text(of: anchor.id)), .text(anchor.kind?.name), .text(symbols.text(anchor.key)),
                .text(log.personal(symbols.text(anchor.name))), .text(anchor.origin?.name),
                .text(anchor.ownerSession.map { log.text(of: $0) }), .plain(anchor.state.name),
            ] + span(anchor.added, anchor.gone) + [
                .integer(Int64(anchor.updates)), .bool(anchor.isTracked), .bool(anchor.hadNode),
            ] + coordinates(anchor.position), to: .anchors)
    }

    func nodeEnded(_ node: Node, detached: Mark?, anchor: EntityID?, _ place: ChroniclePlace) {
        guard let symbols = log.analysis?.world.symbols else { return }
        add(
            owner(place) + [
                .text(log.text(of: node.id)), .plain(node.attachment.name),
                .text(anchor.map { log.text(of: $0) }), .text(node.parent.map { log.text(of: $0) }),
                .text(symbols.text(node.key)), .text(symbols.text(node.asset)), .plain(node.role.name),
            ] + span(node.attached, detached) + [.bool(node.isVisible)] + coordinates(node.position),
            to: .nodes)
    }

    func stayEnded(_ stay: Stay, _ place: ChroniclePlace) {
        add(
            owner(place) + [.text(stay.machine), .bool(stay.isDerived), .text(stay.state)]
                + span(stay.from, stay.to) + [
                    .bool(stay.isLeft), .bool(stay.isIllegal), .text(stay.cause),
                ], to: .visits)
    }

    private func owner(_ place: ChroniclePlace) -> [TableValue] {
        [device(place.device), .text(place.session.map { log.text(of: $0) })]
    }

    /// The events and times of a beginning and an end, and how long it is between them.
    private func span(_ from: Mark?, _ to: Mark?) -> [TableValue] {
        func mark(_ mark: Mark?) -> [TableValue] {
            guard let mark else { return [.null, .null] }
            return [.integer(Int64(mark.number)), .seconds(log.elapsed(mark.time))]
        }
        let length: TableValue =
            if let from, let to { .seconds(to.time - min(to.time, from.time)) } else { .null }
        return mark(from) + mark(to) + [length]
    }

    private func coordinates(_ position: Vector3?) -> [TableValue] {
        guard let place = log.personal(position) else { return [.null, .null, .null] }
        return [place.x, place.y, place.z].map { $0.isFinite ? .float($0) : .null }
    }
}

extension EventKind {
    /// Whether it tells of one packet.
    fileprivate var isOfPacket: Bool {
        switch self {
        case .collaborationDataProduced, .collaborationDataSent, .collaborationDataDropped,
            .collaborationDataReceived, .collaborationDataApplied, .collaborationDataDiscarded,
            .collaborationDecodeFailed:
            true
        default: false
        }
    }
}
