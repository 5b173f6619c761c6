import EventLog
import Projections

/// One format of `arlog export`: fed a log in one pass, it writes as it goes and holds no more than it must.
///
/// A new one is its file, a case of `ExportFormat`, and that case's line in `ExportFormat.exporter`.
protocol Exporter: AnyObject {
    /// The next events of `log`, without what is private where that is withheld. Where the format has an analysis, it has
    /// taken them already. They are valid until this returns.
    func take(_ batch: EventBatch) throws(CommandError)

    /// The log is over. Writes what is left to write; the result gets its name afterwards.
    ///
    /// - Parameter findings: what `check` would report; empty where the format has no analysis.
    func finish(_ findings: [Finding]) throws(CommandError)
}

/// A format that shows how the world was right after each event that counts for it. It is fed so instead of with batches.
protocol FollowingExporter: Exporter {
    /// Whether it wants to see the events of a kind.
    func follows(_ kind: EventKind) -> Bool

    /// An event was taken in. `told` is the same event without what is private, where that is withheld.
    func follow(_ event: LoggedEvent, told: LoggedEvent, _ world: World) throws(CommandError)

    /// Events are missing before the next one: the file could not be read there.
    func eventsAreMissing(_ world: World) throws(CommandError)
}

extension FollowingExporter {
    func take(_ batch: EventBatch) throws(CommandError) {}
}

/// What was found out of a log in an earlier reading, for a format that must know it while it writes.
struct Foreknown {
    /// What `check` would report.
    var findings: [Finding] = []
    /// From the first event to the last, nanoseconds.
    var duration: UInt64 = 0
}

/// For the earlier reading: it is fed as the format will be, and writes nothing.
final class Foreseer: FollowingExporter {
    func follows(_ kind: EventKind) -> Bool { false }
    func follow(_ event: LoggedEvent, told: LoggedEvent, _ world: World) {}
    func eventsAreMissing(_ world: World) {}
    func finish(_ findings: [Finding]) {}
}

/// What a log can be exported as.
enum ExportFormat: String, CaseIterable, Sendable {
    case ndjson, csv, sqlite, perfetto, foxglove

    /// Whether the format shows what follows from the events, and so needs the models and the rules of the whole log.
    func isAnalysed(_ table: ExportTable?) -> Bool {
        switch self {
        case .ndjson: false
        case .csv: table?.isOfEvents == false
        case .sqlite, .perfetto, .foxglove: true
        }
    }

    /// Whether it can be written to a pipe.
    var isStream: Bool {
        switch self {
        case .ndjson, .csv, .perfetto, .foxglove: true
        case .sqlite: false
        }
    }

    /// Whether what is found must be known before anything is written, so that the log is read twice.
    var isReadTwice: Bool { self == .foxglove }

    /// Whether the result is a file for programs alone, which a terminal must not get.
    var isBinary: Bool { self == .foxglove }

    /// What writes the format.
    ///
    /// - Parameters:
    ///   - table: the one of CSV; `nil` for its events.
    ///   - foreknown: what is found, where the format is read twice.
    func exporter(
        _ log: ExportedLog, _ file: ExportFile, table: ExportTable?, _ foreknown: Foreknown
    ) throws(CommandError) -> any Exporter {
        switch self {
        case .ndjson: NDJSONExport(log, file)
        case .csv: TableExport(log, CSVSink(table ?? .events, file))
        case .sqlite: TableExport(log, try SQLiteSink(file))
        case .perfetto: PerfettoExport(log, file)
        case .foxglove: try FoxgloveExport(log, file, foreknown)
        }
    }
}
