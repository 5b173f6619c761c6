import EventLog
import TestSupport

/// Whatever is in a payload: what is printed of it reads back as the same, and a log of it is sound.
enum DecodingTarget {
    static func run(_ bytes: [UInt8]) throws {
        let script = EventScript(bytes)
        guard !script.entries.isEmpty else { return }
        let file = try script.mcap(isMerged: false, chunkSize: 2048)
        let found = try verification(of: file)
        try require(found?.verdict == .intact, "what was written is \(found?.issues.issues ?? [])")
        let log = try MemoryLog(mcap: file)
        try require(log.headers.count == script.entries.count, "\(log.headers.count) events of the log")
        for (entry, event) in zip(script.entries, log.facts) {
            try require(
                event.kind == entry.kind && event.time == entry.time && event.publishTime == entry.publishTime
                    && event.payload == bytes[entry.payload][...].map(\.self),
                "event \(event.number) is not as it was written")
        }
        try checkText(log.printed(.text))
        try RoundTrip.check(log.printed())
    }

    /// Text for people stays inert, a line an event at most.
    private static func checkText(_ text: String) throws {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            try require(
                TerminalText.inert(String(line)) == line, "not inert: \(line.unicodeScalars.map(\.value))")
        }
    }
}

/// What was printed is NDJSON that reads strictly, and printed again it is the same.
enum RoundTrip {
    @discardableResult
    static func check(_ printed: String) throws -> MemoryLog {
        let again: MemoryLog
        do {
            again = try MemoryLog(ndjson: printed)
        } catch {
            throw FuzzFailure(description: "what was printed is refused: \(error)\n\(printed)")
        }
        // The first event that could be printed may not be the log's first, from which `t` counts.
        let second = again.printed()
        try require(
            try MemoryLog(ndjson: second).facts == again.facts,
            "printed again it is another:\n\(printed)\n\(second)")
        let file = try again.mcap(chunkSize: 1024)
        try require(
            try MemoryLog(mcap: file).facts == again.facts, "as a log it has other events:\n\(printed)")
        return again
    }
}
