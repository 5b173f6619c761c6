import EventLog

/// Events as rows of one table.
struct EventRows {
    /// Where an event belongs, as exports tell it.
    struct Origin {
        /// The time of the log's first event, nanoseconds since 1970.
        let start: UInt64
        let device: EntityID?
    }

    private let table: ExportTable
    /// How many columns each field fills, the session's apart, which comes first.
    private let widths: [Int]
    private let hasRest: Bool
    private let labels: LabelTable
    private var columns: EventColumns
    private var row: [TableValue] = []

    var malformedCount: Int { columns.malformedCount }
    var leftOutCount: Int { columns.leftOutCount }

    /// - Parameters:
    ///   - labels: what the ids of the events are called.
    ///   - hasRest: whether a last column has all other fields, as JSON.
    init(
        _ table: ExportTable, _ fields: [ExportTable.Field], _ labels: LabelTable, hasRest: Bool = false
    ) {
        self.table = table
        self.labels = labels
        self.hasRest = hasRest
        widths = fields.map(\.columns.count)
        columns = EventColumns(["session"] + fields.map(\.name), labels: labels)
    }

    /// Writes the event's row; one that can't be decoded is counted and left out.
    mutating func write(
        _ event: LoggedEvent, _ origin: Origin, to sink: any TableSink
    ) throws(CommandError) {
        guard columns.read(event) else { return }
        row.removeAll(keepingCapacity: true)
        row.append(.integer(Int64(event.number)))
        row.append(.time(event.time))
        row.append(.seconds(event.time - min(event.time, origin.start)))
        let own = event.content.publishTime(of: event.header)
        row.append(own == event.time ? .null : .time(own))
        row.append(.text(origin.device.flatMap { $0 == .null ? nil : labels.text(of: $0) }))
        row.append(session(of: event.kind))
        row.append(.plain(event.kind.name))
        for (index, width) in widths.enumerated() {
            append(columns.values[index + 1], width: width)
        }
        if hasRest { row.append(.plain(columns.rest)) }
        try sink.add(row, to: table)
    }

    /// `main` of events that belong to a session and name none.
    private func session(of kind: EventKind) -> TableValue {
        if case .id(let id) = columns.values[0], id != Self.main { return .text(labels.text(of: id)) }
        return KindDescriptor.of(kind).hasSession ? .plain("main") : .null
    }

    private static let main = EntityID("main")

    private mutating func append(_ value: EventColumns.Value?, width: Int) {
        switch value {
        case .floats(let floats): for float in floats.prefix(width) { row.append(.float(float)) }
        case .id(let id): row.append(.text(labels.text(of: id)))
        case .text(let text): row.append(.text(text))
        case .bool(let value): row.append(.bool(value))
        case .count(let count): row.append(.count(count))
        case .integer(let number): row.append(.integer(number))
        case .number(let number): row.append(.real(number))
        case nil: for _ in 0..<width { row.append(.null) }
        }
    }
}
