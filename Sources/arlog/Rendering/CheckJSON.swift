import EventLog
import Projections

/// `check --json`, as CLI.md has it.
enum CheckJSON {
    static func write(_ results: [CheckResult], to json: inout JSONWriter) {
        var tally = Tally()
        json.beginObject()
        json.key("logs")
        json.beginArray()
        for result in results {
            write(result, to: &json)
            tally.add(result)
        }
        json.endArray()
        json.key("summary")
        json.beginObject()
        for severity in Severity.allCases.reversed() { json.field(severity.name, tally.count(severity)) }
        json.endObject()
        json.endObject()
        json.newline()
    }

    private static func write(_ result: CheckResult, to json: inout JSONWriter) {
        json.beginObject()
        result.file.write(to: &json, result.names)
        json.field("device", result.device)
        json.field("events", result.events)
        json.field("duration", secondsOf: result.duration)
        json.key("findings")
        json.beginArray()
        for finding in result.findings {
            FindingJSON.write(finding, of: result, causedBy: finding.causedBy, to: &json)
        }
        json.endArray()
        json.key("notJudged")
        json.beginArray()
        for (rule, reason) in result.notJudged {
            json.beginObject()
            json.field("rule", rule)
            json.field("reason", reason)
            json.endObject()
        }
        json.endArray()
        if !result.folded.isEmpty {
            json.key("folded")
            json.beginArray()
            for fold in result.folded {
                json.beginObject()
                json.field("rule", fold.rule)
                json.field("severity", fold.severity.name)
                json.field("count", fold.count)
                json.endObject()
            }
            json.endArray()
        }
        if !result.ignored.isEmpty {
            json.key("ignored")
            json.beginArray()
            for (entry, count) in result.ignored {
                json.beginObject()
                json.field("rule", entry.rule)
                json.field("reason", entry.reason)
                json.field("count", count)
                json.endObject()
            }
            json.endArray()
        }
        if result.known > 0 { json.field("known", result.known) }
        json.endObject()
    }
}
