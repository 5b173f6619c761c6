/// Prints events one a line: as NDJSON that reads back as the same events, or as text for people.
///
///     var printer = EventPrinter(labels: source.labels, start: start)
///     for event in batch.events { printer.append(event, .ndjson, to: &buffer) }
public struct EventPrinter {
    /// What a line looks like.
    public enum Style: Sendable {
        /// One JSON object.
        case ndjson
        /// Time, number, name and fields, inert on a terminal.
        case text
    }

    /// Events that were not printed because their payload is malformed.
    public private(set) var malformedCount = 0
    /// Fields or values left out because this version does not name them, or JSON can't hold them.
    public var leftOutCount: Int { fields.leftOutCount }
    /// The devices of a merged log, by the events' index.
    public var devices: [EntityID]

    private let labels: LabelTable
    private let teller: LabelTable.Teller
    private let start: UInt64
    private var fields: FieldPrinter
    /// The line in the making, which may need others before it.
    private var line = LineBuffer()
    private var hasPrinted = false

    /// A printer for the events of one log.
    ///
    /// - Parameter start: the time of the log's first event, nanoseconds since 1970; `t` counts from it.
    public init(labels: LabelTable, start: UInt64, devices: [EntityID] = [.null]) {
        self.labels = labels
        teller = labels.makeTeller()
        self.start = start
        self.devices = devices
        fields = FieldPrinter(labels: labels)
    }

    /// Appends the event's line, with its newline, and before it the names of ids that it is the first to use;
    /// `false`, appending nothing, where its payload is malformed.
    @discardableResult
    public mutating func append(
        _ event: LoggedEvent, _ style: Style = .ndjson, to buffer: inout ByteBuffer
    ) -> Bool {
        fields.style = style
        line.bytes.removeAll(keepingUpTo: 1 << 20)
        let plan = FieldPlan.of(event.kind)
        switch style {
        case .ndjson: beginNDJSON(event, plan)
        case .text: beginText(event, plan)
        }
        guard let payload = event.content.payload(of: event.header),
            fields.append(payload, of: plan, to: &line.bytes)
        else {
            malformedCount += 1
            fields.named.removeAll()
            return false
        }
        if style == .ndjson {
            line.bytes.append(UInt8(ascii: "}"))
            for id in fields.named { appendLabel(id, at: event.time, to: &buffer) }
            hasPrinted = true
        }
        fields.named.removeAll(keepingCapacity: true)
        line.bytes.append(UInt8(ascii: "\n"))
        unsafe buffer.append(line.bytes.bytes)
        return true
    }

    /// Appends, at the end of a log, the names of ids that no event printed before used.
    public mutating func appendRemainingLabels(at time: UInt64, to buffer: inout ByteBuffer) {
        for (id, name) in labels.takeRemainingNames(teller) { appendLabel(id, name, at: time, to: &buffer) }
    }

    // MARK: NDJSON

    private mutating func beginNDJSON(_ event: LoggedEvent, _ plan: FieldPlan) {
        let own = event.content.publishTime(of: event.header)
        // What seconds can't tell, a time can.
        let isFar = !isNear(own) || !isNear(event.time)
        let hasTime = !hasPrinted || isFar
        line.bytes.append(utf8: "{\"t\":")
        line.bytes.appendSeconds(from: start, to: event.time)
        if hasTime {
            line.bytes.append(utf8: ",\"time\":\"")
            line.bytes.appendTimestamp(event.time)
            line.bytes.append(UInt8(ascii: "\""))
        }
        if own != event.time {
            line.bytes.append(utf8: ",\"at\":")
            if hasTime {
                line.bytes.append(UInt8(ascii: "\""))
                line.bytes.appendTimestamp(own)
                line.bytes.append(UInt8(ascii: "\""))
            } else {
                line.bytes.appendSeconds(from: start, to: own)
            }
        }
        line.bytes.append(utf8: ",\"seq\":")
        line.bytes.appendDecimal(UInt64(event.number))
        line.bytes.append(utf8: ",\"event\":\"")
        line.bytes.append(utf8: event.kind.name)
        line.bytes.append(UInt8(ascii: "\""))
        appendDevice(event, plan)
    }

    private func isNear(_ moment: UInt64) -> Bool {
        (moment >= start ? moment - start : start - moment) <= UInt64(Int64.max)
    }

    private mutating func appendDevice(_ event: LoggedEvent, _ plan: FieldPlan) {
        // `log.opened` says its device itself.
        guard event.header.device > 0, devices.indices.contains(Int(event.header.device)), !plan.namesDevice
        else { return }
        fields.appendKey("device", isFirst: false, to: &line.bytes)
        fields.appendID(devices[Int(event.header.device)], to: &line.bytes)
    }

    private func appendLabel(_ id: EntityID, at time: UInt64, to buffer: inout ByteBuffer) {
        guard let name = labels.takeName(of: id, teller) else { return }
        appendLabel(id, name, at: time, to: &buffer)
    }

    private func appendLabel(_ id: EntityID, _ name: String, at time: UInt64, to buffer: inout ByteBuffer) {
        buffer.append(utf8: "{\"t\":")
        buffer.appendSeconds(from: start, to: time)
        buffer.append(utf8: ",\"event\":\"\(EventKind.logLabel.name)\",\"id\":")
        buffer.appendJSONString(labels.text(of: id))
        buffer.append(utf8: ",\"label\":")
        buffer.appendJSONString(name)
        buffer.append(utf8: "}\n")
    }

    // MARK: Text

    private mutating func beginText(_ event: LoggedEvent, _ plan: FieldPlan) {
        let milliseconds = (event.time >= start ? event.time - start : start - event.time) / 1_000_000
        var time = ByteBuffer(capacity: 32)
        if event.time < start { time.append(UInt8(ascii: "-")) }
        time.appendDecimal(milliseconds / 1000)
        time.append(UInt8(ascii: "."))
        time.appendDecimal(milliseconds % 1000, width: 3)
        appendPadded(time, to: 10)
        line.bytes.append(utf8: "  ")
        var number = ByteBuffer(capacity: 16)
        number.append(UInt8(ascii: "#"))
        number.appendDecimal(UInt64(event.number))
        appendPadded(number, to: 6)
        line.bytes.append(utf8: "  ")
        line.bytes.append(utf8: event.kind.name)
        appendDevice(event, plan)
    }

    private mutating func appendPadded(_ text: borrowing ByteBuffer, to width: Int) {
        for _ in 0..<max(0, width - text.count) { line.bytes.append(UInt8(ascii: " ")) }
        unsafe line.bytes.append(text.bytes)
    }
}

/// A buffer in a box, so that a copyable printer can hold one.
private final class LineBuffer {
    var bytes = ByteBuffer(capacity: 1024)
}

extension ByteBuffer {
    /// Appends the seconds between two moments, which may be negative.
    fileprivate mutating func appendSeconds(from start: UInt64, to moment: UInt64) {
        if moment < start { append(UInt8(ascii: "-")) }
        appendSeconds(moment < start ? start - moment : moment - start)
    }
}
