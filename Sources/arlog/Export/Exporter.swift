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

/// What a log can be exported as.
enum ExportFormat: String, CaseIterable, Sendable {
    case ndjson, csv, sqlite

    /// Whether the format shows what follows from the events, and so needs the models and the rules of the whole log.
    func isAnalysed(_ table: ExportTable?) -> Bool {
        switch self {
        case .ndjson: false
        case .csv: table?.isOfEvents == false
        case .sqlite: true
        }
    }

    /// Whether it can be written to a pipe.
    var isStream: Bool {
        switch self {
        case .ndjson, .csv: true
        case .sqlite: false
        }
    }

    /// What writes the format.
    ///
    /// - Parameter table: the one of CSV; `nil` for its events.
    func exporter(
        _ log: ExportedLog, _ file: ExportFile, table: ExportTable?
    ) throws(CommandError) -> any Exporter {
        switch self {
        case .ndjson: NDJSONExport(log, file)
        case .csv: TableExport(log, CSVSink(table ?? .events, file))
        case .sqlite: TableExport(log, try SQLiteSink(file))
        }
    }
}
