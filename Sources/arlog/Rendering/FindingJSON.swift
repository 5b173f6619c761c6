import EventLog
import Projections

/// A finding as CLI.md has it, in the answers of `check` and `report`.
enum FindingJSON {
    /// - Parameter cause: the index of what caused it, among the findings that are written.
    static func write(
        _ finding: Finding, of result: CheckResult, causedBy cause: Int?, to json: inout JSONWriter
    ) {
        json.beginObject()
        json.field("rule", finding.rule)
        json.field("severity", finding.severity.name)
        json.field("session", result.session(of: finding))
        json.field("device", result.device(of: finding))
        json.field("time", timeOf: finding.mark.time)
        json.field("t", secondsOf: result.elapsed(finding))
        json.field("events", finding.events)
        json.field("count", finding.count)
        json.field("message", finding.message)
        json.field("advice", finding.advice)
        json.field("fingerprint", finding.fingerprint)
        json.key("causedBy")
        if let cause { json.value(cause) } else { json.null() }
        finding.identity.write(to: &json, isShared: result.names.isShared)
        if let limit = finding.limit {
            json.key("limit")
            write(limit, to: &json)
        }
        json.endObject()
    }

    static func write(_ limit: UsedLimit, to json: inout JSONWriter) {
        json.beginObject()
        json.field("name", limit.name)
        json.field("value", limit.value)
        json.field("unit", limit.unit)
        json.endObject()
    }
}
