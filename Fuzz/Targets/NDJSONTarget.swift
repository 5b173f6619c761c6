import EventLog
import TestSupport

/// Whatever the lines say: strict and lenient reading agree, batches make no difference, and what was read is printed
/// so that it reads back as the same.
enum NDJSONTarget {
    static func run(_ bytes: [UInt8]) throws {
        let lenient = try read(bytes, NDJSONOptions(isLenient: true))
        let single = try read(bytes, NDJSONOptions(isLenient: true, batchSize: 1))
        try require(
            single.facts == lenient.facts && single.report == lenient.report,
            "read an event at a time it is another log")
        if let strict = try? MemoryLog(ndjson: bytes) {
            try require(strict.facts == lenient.facts, "read strictly it has other events")
            try require(
                lenient.report.isTorn || !lenient.report.hasLoss,
                "nothing to complain of, and yet \(lenient.report.faults)")
        }
        _ = try? MemoryLog(ndjson: bytes, NDJSONOptions(isLenient: true, keepsUnknown: true))
        _ = try? MemoryLog(EventSource(MemorySource(bytes), limits: .tight))
        guard !lenient.headers.isEmpty else { return }
        let printed = lenient.printed()
        let again = try RoundTrip.check(printed)
        var (expected, found) = (lenient.facts, again.facts)
        if lenient.report.skippedLines > 0 {
            // A line that was skipped may have told that the log is a merged one.
            for place in expected.indices { expected[place].device = .null }
            for place in found.indices { found[place].device = .null }
        }
        try require(found == expected, "what was printed has other events:\n\(printed)")
    }

    private static func read(_ bytes: [UInt8], _ options: NDJSONOptions) throws -> MemoryLog {
        do {
            return try MemoryLog(ndjson: bytes, options)
        } catch {
            throw FuzzFailure(description: "lenient reading gave up: \(error)")
        }
    }
}
