/// A table of an export, as CSV and SQLite have it.
///
/// Ids, times and numbers are those of every other output: `t` counts seconds from the log's first event, `…_t` as well,
/// and `…_event` is an event's number.
enum ExportTable: String, CaseIterable, Sendable {
    case events, anchors, nodes, visits, findings, packets
    /// Facts of the whole log, one a row.
    case log
    /// What each `log.opened` says.
    case recordings
    /// The events that prove a finding.
    case findingEvents = "finding_events"

    /// Whether it holds events and needs no analysis.
    var isOfEvents: Bool { self == .events || self == .packets }

    /// What a column holds.
    enum Affinity: String {
        case integer = "INTEGER"
        case real = "REAL"
        case text = "TEXT"
        case any = ""
    }

    struct Column {
        let name: String
        let affinity: Affinity
    }

    /// In the order in which their values are given.
    var columns: [Column] {
        switch self {
        case .events: Self.envelope + Self.eventFields.flatMap(\.columns) + [Self.text("fields")]
        case .packets: Self.envelope + Self.packetFields.flatMap(\.columns)
        case .anchors:
            [
                Self.integer("id"), Self.text("device"), Self.text("session"), Self.text("anchor"),
                Self.text("kind"), Self.text("key"), Self.text("name"), Self.text("origin"),
                Self.text("owner_session"), Self.text("state"), Self.integer("added_event"),
                Self.real("added_t"), Self.integer("gone_event"), Self.real("gone_t"), Self.real("seconds"),
                Self.integer("updates"), Self.integer("is_tracked"), Self.integer("had_node"),
            ] + Self.place
        case .nodes:
            [
                Self.integer("id"), Self.text("device"), Self.text("session"), Self.text("node"),
                Self.text("attachment"), Self.text("anchor"), Self.text("parent"), Self.text("key"),
                Self.text("asset"), Self.text("role"), Self.integer("attached_event"),
                Self.real("attached_t"), Self.integer("detached_event"), Self.real("detached_t"),
                Self.real("seconds"), Self.integer("is_visible"),
            ] + Self.place
        case .visits:
            [
                Self.integer("id"), Self.text("device"), Self.text("session"), Self.text("machine"),
                Self.integer("is_derived"), Self.text("state"), Self.integer("from_event"),
                Self.real("from_t"), Self.integer("to_event"), Self.real("to_t"), Self.real("seconds"),
                Self.integer("is_left"), Self.integer("is_illegal"), Self.text("cause"),
            ]
        case .findings:
            [
                Self.integer("id"), Self.text("rule"), Self.text("severity"), Self.text("device"),
                Self.text("session"), Self.integer("event"), Self.text("time"), Self.real("t"),
                Self.integer("count"), Self.text("message"), Self.text("advice"), Self.text("fingerprint"),
                Self.integer("caused_by"), Self.text("limit_name"), Self.real("limit_value"),
                Self.text("limit_unit"),
            ]
        case .findingEvents: [Self.integer("finding"), Self.integer("event")]
        case .log: [Self.text("name"), Column(name: "value", affinity: .any)]
        case .recordings: Self.envelope + Self.recordingFields.flatMap(\.columns)
        }
    }

    /// A field of events and the columns it fills.
    struct Field {
        let name: String
        let columns: [Column]
    }

    /// The fields with columns of their own in `events`; all others are in `fields`.
    static let eventFields = [
        field("anchor"), field("node"), field("key"), field("packet"), field("peer"), field("priority"),
        field("bytes", .integer), field("machine"), field("from", as: "from_state"),
        field("to", as: "to_state"), field("state"), field("reason"), field("text"),
        Field(name: "position", columns: place), Field(name: "orientation", columns: rotation),
    ]

    static let packetFields = [
        field("packet"), field("peer"), field("priority"), field("bytes", .integer),
        field("isReliable", .integer, as: "is_reliable"), field("queueDepth", .integer, as: "queue_depth"),
        field("reason"),
    ]

    static let recordingFields = [
        field("deviceModel", as: "device_model"), field("os"), field("app"),
        field("appVersion", as: "app_version"), field("sdk"), field("recorder"), field("role"),
        field("protocol"), field("recording"), field("segment", .integer),
    ]

    /// What every event has; `at` where the thing's own time differs from the event's.
    private static let envelope = [
        integer("number"), text("time"), real("t"), text("at"), text("device"), text("session"),
        text("event"),
    ]
    private static let place = [real("x"), real("y"), real("z")]
    private static let rotation = [real("qx"), real("qy"), real("qz"), real("qw")]

    private static func field(
        _ name: String, _ affinity: Affinity = .text, as column: String? = nil
    ) -> Field {
        Field(name: name, columns: [Column(name: column ?? name, affinity: affinity)])
    }

    private static func integer(_ name: String) -> Column { Column(name: name, affinity: .integer) }
    private static func real(_ name: String) -> Column { Column(name: name, affinity: .real) }
    private static func text(_ name: String) -> Column { Column(name: name, affinity: .text) }
}

/// One value of a table's row.
enum TableValue {
    case null
    case integer(Int64)
    case real(Double)
    /// A 32-bit number, which is printed as such.
    case float(Float)
    /// A stranger's text.
    case text(String)
    /// Text of our own that needs no care, such as JSON.
    case plain(String)
    /// Nanoseconds since 1970.
    case time(UInt64)
    /// Nanoseconds.
    case seconds(UInt64)

    static func text(_ text: String?) -> TableValue { text.map { .text($0) } ?? .null }
    static func bool(_ value: Bool) -> TableValue { .integer(value ? 1 : 0) }

    /// A count; one that no 64-bit integer with a sign holds becomes the nearest fraction.
    static func count(_ value: UInt64) -> TableValue {
        Int64(exactly: value).map { .integer($0) } ?? .real(Double(value))
    }
}

/// Where the rows go.
protocol TableSink: AnyObject {
    /// The tables it wants.
    var tables: Set<ExportTable> { get }
    /// A row, with a value for each column of the table.
    func add(_ row: [TableValue], to table: ExportTable) throws(CommandError)
    /// There are no more rows.
    func finish() throws(CommandError)
}
