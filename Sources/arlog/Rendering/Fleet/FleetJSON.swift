import EventLog
import Projections

/// The report of a fleet as JSON: the same numbers as the page's, and all faults.
struct FleetJSON {
    let report: FleetReport
    /// The shape's version: it rises when a key changes its meaning.
    static let version = 1

    private var summary: LogSummary { report.summary }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("fleet", Self.version)
        json.field("isShared", report.isShared ? true : nil)
        json.key("verdict")
        json.beginObject()
        json.field("level", report.level.rawValue)
        json.field("text", report.sentence)
        json.endObject()
        json.field("start", timeOf: summary.first)
        json.field("end", timeOf: summary.last)
        json.field("duration", secondsOf: Self.nanoseconds(report.total.measures[.length].values.total))
        json.key("sessions")
        write(report.tally, to: &json)
        json.field("unread", summary.unread.value)
        json.list("findings", report.new) { write($1, \.new, to: &$0) }
        json.list("known", report.known) { write($1, \.known, to: &$0) }
        let others = summary.faults.others.new
        if others.severity != nil { json.field("otherFindings", others.occurrences) }
        json.key("measures")
        write(report.total.measures, to: &json)
        json.list("versions", summary.versions.sorted.sorted { NaturalOrder.precedes($0.name, $1.name) }) {
            json, version in
            json.beginObject()
            json.field("version", version.name)
            json.field("app", version.value.app)
            json.key("sessions")
            write(version.value.tally, to: &json)
            json.key("measures")
            write(version.value.measures, to: &json)
            json.endObject()
        }
        groups("devices", "deviceModel", summary.devices, to: &json)
        groups("systems", "os", summary.systems, to: &json)
        json.list("worst", summary.sessions.kept) { write($1, to: &$0) }
        json.list("troubles", summary.troubles.kept) { json, trouble in
            json.beginObject()
            json.field("path", trouble.path)
            json.field("kind", trouble.kind.rawValue)
            if !trouble.reason.isEmpty { json.field("reason", trouble.reason) }
            json.endObject()
        }
        json.list("notJudged", summary.notJudged.sorted) { json, lacking in
            json.beginObject()
            json.field("rule", lacking.name)
            json.field("sessions", lacking.value.value)
            json.endObject()
        }
        json.endObject()
    }

    private static func nanoseconds(_ microseconds: UInt64) -> UInt64 {
        let (nanoseconds, overflow) = microseconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : nanoseconds
    }

    private func write(_ tally: SessionTally, to json: inout JSONWriter) {
        json.beginObject()
        json.field("count", tally.sessions)
        json.field("healthy", tally.healthy.value)
        json.field("withErrors", tally.error.value)
        json.field("withWarnings", tally.warning.value)
        json.field("unknown", tally.unknown.value)
        json.field("healthyShare", tally.healthyShare)
        json.field("errors", tally.errors.value)
        json.field("warnings", tally.warnings.value)
        json.field("infos", tally.remarks.value)
        json.field("known", tally.known.value)
        json.field("closed", tally.closed.value)
        json.field("cut", tally.cut.value)
        json.field("cutInBackground", tally.cutInBackground.value)
        json.field("damaged", tally.lossy.value)
        json.field("events", tally.events.value)
        json.endObject()
    }

    private func groups(
        _ key: String, _ name: String, _ sums: NamedSums<SessionTally>, to json: inout JSONWriter
    ) {
        json.list(key, sums.sorted) { json, group in
            json.beginObject()
            json.field(name, group.name)
            json.key("sessions")
            write(group.value, to: &json)
            json.endObject()
        }
    }

    private func write(
        _ found: FleetReport.Found, _ part: KeyPath<Fault, Fault.Seen>, to json: inout JSONWriter
    ) {
        let (fault, seen) = (found.fault, found.fault[keyPath: part])
        json.beginObject()
        json.field("fingerprint", found.fingerprint)
        json.field("rule", fault.rule)
        json.field("severity", seen.severity?.name)
        json.field("sessions", seen.logs.value)
        json.field("count", seen.occurrences)
        json.field("message", fault.example?.message)
        json.field("advice", FleetReport.about(fault)?.advice)
        for (key, names) in [("devices", fault.devices), ("versions", fault.versions)] {
            json.key(key)
            json.beginObject()
            for (name, count) in names.sorted { json.field(name, count.value) }
            json.endObject()
        }
        json.endObject()
    }

    private func write(_ measures: Measures, to json: inout JSONWriter) {
        json.beginObject()
        for measure in Measure.allCases where !measures[measure].isEmpty {
            let (values, missed) = (measures[measure].values, measures[measure].missed)
            func field(_ name: String, _ value: UInt64?) {
                switch measure.unit {
                case .microseconds: json.field(name, secondsOf: value.map(Self.nanoseconds))
                case .thousandths: json.field(name, value.map { Double($0) / 1000 })
                }
            }
            json.key(measure.rawValue)
            json.beginObject()
            json.field("unit", measure.unit == .microseconds ? "s" : "1/s")
            json.field("count", values.count)
            json.field("missed", missed.value)
            for percent in [1, 10, 50, 90, 99] { field("p\(percent)", values.percentile(Double(percent))) }
            field("least", values.least)
            field("most", values.most)
            json.endObject()
        }
        json.endObject()
    }

    private func write(_ entry: SessionEntry, to json: inout JSONWriter) {
        json.beginObject()
        json.field("path", entry.path)
        json.field("page", entry.page.flatMap { report.pages?.address(of: $0) })
        json.field("level", entry.level.rawValue)
        json.field("errors", entry.errors)
        json.field("warnings", entry.warnings)
        json.field("infos", entry.remarks)
        if entry.known > 0 { json.field("known", entry.known) }
        json.field("rule", entry.rule)
        if entry.events > 0 { json.field("start", timeOf: entry.start) }
        json.field("duration", secondsOf: entry.duration)
        json.field("events", entry.events)
        json.field("deviceModel", entry.deviceModel)
        json.field("os", entry.system)
        json.field("app", entry.app)
        json.field("appVersion", entry.appVersion)
        json.field("ending", entry.ending?.rawValue)
        json.field("isDamaged", entry.hasLoss ? true : nil)
        json.endObject()
    }
}
