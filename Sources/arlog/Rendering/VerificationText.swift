import EventLog

/// What `verify` found, for people and as JSON.
enum VerificationText {
    static func write(_ found: Verification, of path: String, _ console: Console) {
        let verdict: String
        switch found.verdict {
        case .intact: verdict = console.output.styled("intact", .green)
        case .readable: verdict = console.output.styled("readable", .yellow)
        case .damaged: verdict = console.output.styled("damaged", .red)
        }
        let name = TerminalText.inert(OpenLog.name(of: path))
        let what = found.profile == "arlog" ? "event" : "message"
        let count = found.profile == "arlog" ? found.eventCount : found.messageCount
        console.line("\(name): \(verdict), \(count) \(what)\(count == 1 ? "" : "s")")
        var table = Table(columns: [.right, .left, .left], indent: 2)
        for issue in found.issues.damage { table.add([String(issue.offset), "damage", issue.message]) }
        for issue in found.issues.notices { table.add([String(issue.offset), "notice", issue.message]) }
        console.output.write(table.text(width: console.tableWidth))
        let listed = found.issues.issues.count
        let all = found.issues.damageCount + found.issues.noticeCount
        if all > listed { console.line("  and \(all - listed) more of the same kinds") }
    }

    static func writeJSON(_ logs: [(path: String, found: Verification)], _ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.key("logs")
        json.beginArray()
        for log in logs {
            json.beginObject()
            json.field("path", log.path)
            json.field("verdict", log.found.verdict.rawValue)
            json.field("isIntact", log.found.verdict == .intact)
            json.field("isClosed", log.found.isClosed)
            json.field("profile", log.found.profile)
            json.field("events", log.found.eventCount)
            json.field("messages", log.found.messageCount)
            json.field("chunks", log.found.chunkCount)
            write(log.found.issues.damage, as: "damage", to: &json)
            write(log.found.issues.notices, as: "notices", to: &json)
            json.field("damageCount", log.found.issues.damageCount)
            json.field("noticeCount", log.found.issues.noticeCount)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private static func write(_ issues: [LogIssue], as key: String, to json: inout JSONWriter) {
        json.key(key)
        json.beginArray()
        for issue in issues {
            json.beginObject()
            json.field("offset", issue.offset)
            json.field("kind", issue.kind.rawValue)
            json.field("message", issue.message)
            json.endObject()
        }
        json.endArray()
    }
}
