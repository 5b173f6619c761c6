import EventLog

/// All tables in a SQLite database, with views that answer what is asked first.
final class SQLiteSink: TableSink {
    let tables = Set(ExportTable.allCases)
    private let database: SQLiteDatabase
    private var statements: [ExportTable: SQLiteDatabase.Statement] = [:]

    init(_ file: ExportFile) throws(CommandError) {
        guard let path = file.output.temporaryPath else {
            throw .usage("a database can't be written to a pipe or device", advice: "give a file with -o")
        }
        database = try SQLiteDatabase(path: path, name: file.path)
        for table in ExportTable.allCases {
            let columns = table.columns
            let declared = columns.map { column in
                let key = column.name == "id" ? " PRIMARY KEY" : ""
                return "\(column.name) \(column.affinity.rawValue)\(key)"
            }
            try database.run("CREATE TABLE \(table.rawValue)(\(declared.joined(separator: ", ")))")
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            statements[table] = try database.prepare("INSERT INTO \(table.rawValue) VALUES(\(places))")
        }
    }

    func add(_ row: [TableValue], to table: ExportTable) throws(CommandError) {
        try statements[table]?.run(row)
    }

    func finish() throws(CommandError) {
        statements.removeAll()
        for index in Self.indexes { try database.run("CREATE INDEX \(index)") }
        for view in Self.views { try database.run("CREATE VIEW \(view.name) AS \(view.query)") }
        try database.run("PRAGMA user_version = \(Self.version)")
        try database.finish()
    }

    /// Rises with every change that a query could notice, apart from more columns, tables and views.
    private static let version = 1

    private static let indexes = [
        "events_by_number ON events(number)",
        "events_by_anchor ON events(anchor, number) WHERE anchor IS NOT NULL",
        "events_by_packet ON events(packet) WHERE packet IS NOT NULL",
        "events_by_kind ON events(event)",
    ]

    /// Views for what is asked first.
    static let views: [(name: String, query: String)] = [
        (
            "open_findings",
            """
            SELECT id, severity, rule, t, session, message, advice, caused_by FROM findings
            WHERE severity IN ('error', 'warning') ORDER BY severity, t, id
            """
        ),
        (
            "anchors_live_at_end",
            "SELECT * FROM anchors WHERE state = 'live' ORDER BY added_t, id"
        ),
        (
            "anchor_poses",
            """
            SELECT a.id AS life, e.anchor, e.session, e.number AS event, e.t, e.x, e.y, e.z,
            e.qx, e.qy, e.qz, e.qw FROM anchors AS a JOIN events AS e ON e.anchor = a.anchor
            AND e.session = a.session AND e.device IS a.device
            AND e.number >= ifnull(a.added_event, 0)
            AND e.number <= ifnull(a.gone_event, 9223372036854775807)
            WHERE e.event IN ('anchor.added', 'anchor.updated') AND e.x IS NOT NULL
            """
        ),
        (
            "packets_per_second",
            """
            SELECT CAST(t AS INTEGER) AS second, event, count(*) AS packets, sum(bytes) AS bytes,
            max(queue_depth) AS queue FROM packets GROUP BY second, event ORDER BY second, event
            """
        ),
        (
            "longest_visits",
            """
            SELECT machine, state, session, from_t, to_t, seconds, cause FROM visits
            ORDER BY seconds DESC, id
            """
        ),
        (
            "kinds",
            """
            SELECT event, count(*) AS events, min(t) AS first_t, max(t) AS last_t FROM events
            GROUP BY event ORDER BY events DESC, event
            """
        ),
    ]

    /// What to ask first, in the manual.
    static let queries = [
        "SELECT rule, t, message FROM open_findings;",
        "SELECT anchor, kind, key, added_t FROM anchors_live_at_end;",
        "SELECT state, count(*), avg(seconds) FROM anchors GROUP BY state;",
        "SELECT t, x, y, z FROM anchor_poses ORDER BY event LIMIT 20;",
        "SELECT second, event, packets, bytes FROM packets_per_second;",
        "SELECT machine, state, seconds FROM longest_visits LIMIT 10;",
        "SELECT e.* FROM events e JOIN finding_events f ON e.number = f.event;",
        "SELECT t, json_extract(fields, '$.fps') AS fps FROM events WHERE fps;",
        "SELECT name, value FROM log;",
    ]
}
