import EventLog

/// What `recover` kept and lost, for people and as JSON.
enum RecoveryText {
    /// Notes on standard error: the result is the file.
    static func write(_ recovery: Recovery, to out: String, _ console: Console) {
        let extras = [(recovery.attachments, "attachment"), (recovery.metadata, "metadata record")]
            .filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        let kept = [count(Int(clamping: recovery.messages), "message")] + extras
        console.note("\(OpenLog.name(of: out)): \(kept.joined(separator: ", ")) kept")
        if recovery.foldedEvents > 0 {
            console.note(
                "\(count(Int(clamping: recovery.foldedEvents), "event")) of them came from its journal")
        }
        for loss in recovery.losses.prefix(10) {
            let messages =
                loss.messages.map { $0 > 0 ? ", " + count(Int(clamping: $0), "message") : "" } ?? ""
            console.warn("byte \(loss.offset), \(loss.length) bytes\(messages): \(loss.reason)")
        }
        if recovery.lossCount > 10 { console.warn("and \(recovery.lossCount - 10) more places") }
        if recovery.lostDefinitions > 0 {
            console.warn("the definitions of \(count(recovery.lostDefinitions, "channel")) are lost")
        }
        for doubt in recovery.doubts.prefix(10) { console.warn("in doubt: \(doubt)") }
        if recovery.doubts.count > 10 { console.warn("and \(recovery.doubts.count - 10) more doubts") }
        if recovery.suspectMessages > 0 {
            console.warn(
                "no checksum vouches for \(count(Int(clamping: recovery.suspectMessages), "kept message"))")
        }
        for fault in recovery.journalFaults { console.warn(CommandError(fault).description) }
        guard recovery.hasLoss else { return }
        let lost = count(Int(clamping: recovery.lostMessages), "message")
        if recovery.isExact {
            console.warn("lost: \(lost)")
        } else {
            let known = recovery.lostMessages > 0 ? "at least \(lost)" : "messages"
            console.warn("lost: \(known); how many is not known")
        }
    }

    private static func count(_ number: Int, _ what: String) -> String {
        "\(number) \(what)\(number == 1 ? "" : "s")"
    }

    static func writeJSON(_ recovery: Recovery, of path: String, to out: String, _ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.field("path", path)
        json.field("output", out)
        json.field("profile", recovery.profile)
        json.field("messages", recovery.messages)
        json.field("suspectMessages", recovery.suspectMessages)
        json.field("foldedEvents", recovery.foldedEvents)
        json.field("attachments", recovery.attachments)
        json.field("metadata", recovery.metadata)
        json.field("gaps", recovery.gaps)
        json.field("hasLoss", recovery.hasLoss)
        json.field("hasDoubt", recovery.hasDoubt)
        json.field("doubts", recovery.doubts)
        json.field("lostMessages", recovery.lostMessages)
        json.field("isExact", recovery.isExact)
        json.field("lostChunks", recovery.lostChunks)
        json.field("lostAttachments", recovery.lostAttachments)
        json.field("lostDefinitions", recovery.lostDefinitions)
        json.field("lostBytes", recovery.lostBytes)
        json.field("lossCount", recovery.lossCount)
        json.key("losses")
        json.beginArray()
        for loss in recovery.losses {
            json.beginObject()
            json.field("offset", loss.offset)
            json.field("length", loss.length)
            json.field("messages", loss.messages)
            json.field("reason", loss.reason)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }
}
