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
    case ndjson

    /// Whether the format shows what follows from the events, and so needs the models and the rules of the whole log.
    var isAnalysed: Bool {
        switch self {
        case .ndjson: false
        }
    }

    /// Whether a part of the log may be chosen, by kinds, session and time.
    var takesParts: Bool { !isAnalysed }

    /// Whether it can be written to a pipe.
    var isStream: Bool {
        switch self {
        case .ndjson: true
        }
    }

    /// What writes the format.
    func exporter(_ log: ExportedLog, _ file: ExportFile) throws(CommandError) -> any Exporter {
        switch self {
        case .ndjson: NDJSONExport(log, file)
        }
    }
}
