import EventLog
import Projections

/// Events as NDJSON, one a line, as `arlog cat --format ndjson` prints them and `arlog import` reads them.
final class NDJSONExport: Exporter {
    private let log: ExportedLog
    private let file: ExportFile
    private var printer: EventPrinter?
    private var last: UInt64 = 0

    init(_ log: ExportedLog, _ file: ExportFile) {
        self.log = log
        self.file = file
    }

    func take(_ batch: EventBatch) throws(CommandError) {
        var printer = self.printer ?? EventPrinter(labels: log.labels, start: log.start)
        printer.devices = log.devices
        for event in batch.events {
            printer.append(event, .ndjson, to: &file.bytes)
            last = event.time
            try file.flush()
        }
        self.printer = printer
    }

    func finish(_ findings: [Finding]) throws(CommandError) {
        if log.isWhole { printer?.appendRemainingLabels(at: last, to: &file.bytes) }
        log.malformed = printer?.malformedCount ?? 0
        log.leftOut = printer?.leftOutCount ?? 0
    }
}
