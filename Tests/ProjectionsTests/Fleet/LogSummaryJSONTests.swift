import EventLog
import TestSupport
import Testing

@testable import Projections

/// A summary written and read.
@Suite struct LogSummaryJSONTests {
    private func read(_ text: String) throws -> LogSummary { try LogSummary(Array(text.utf8)) }

    private func failure(_ text: String) -> String {
        do throws(ConfigurationError) {
            _ = try LogSummary(Array(text.utf8))
            return "nothing"
        } catch {
            return "\(error.place.line):\(error.place.column) \(error.description)"
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func readingGivesWhatWasWritten(seed: UInt64) throws {
        var numbers = SeededGenerator(seed)
        let summary = total((0..<3).map { _ in LogSummary(random: &numbers) })
        let back = try LogSummary(summary.json)
        #expect(back == summary && back.json == summary.json)
    }

    @Test func ofNothing() throws {
        let text = String(decoding: LogSummary().json, as: UTF8.self)
        #expect(text.hasPrefix(#"{"arlogSummary":1,"hasPrivateTexts":false,"total":{"sessions":{},"#))
        #expect(try read(text) == LogSummary() && LogSummary.isOne(text.utf8))
        #expect(try read(#"{"arlogSummary":1}"#) == LogSummary())
    }

    @Test func severalInOneFileAreSummedUp() throws {
        var numbers = SeededGenerator(3)
        let all = (0..<5).map { _ in LogSummary(random: &numbers) }
        let lines = all.map { String(decoding: $0.json, as: UTF8.self) }.joined(separator: "\n") + "\n"
        #expect(try read(lines) == total(all))
        #expect(try read("\u{FEFF} \n" + lines) == total(all))
    }

    @Test func whatIsASummary() {
        func isOne(_ text: String) -> Bool { LogSummary.isOne(text.utf8) }
        #expect(
            isOne("{\"arlogSummary\":1}") && isOne(" \n { \"arlogSummary\" : 7")
                && isOne("\u{FEFF}{\"arlogSummary\""))
        #expect(
            !isOne("{\"t\":0,\"event\":\"log.opened\"}") && !isOne("") && !isOne("{")
                && !isOne("[{\"arlogSummary\""))
    }

    @Test func strangersAreRefused() {
        #expect(
            failure(#"{"arlogSummary":2}"#)
                == "1:2 “arlogSummary” is version 2, and this arlog reads version 1")
        #expect(failure(#"{"unread":1,"arlogSummary":1}"#).contains("as its first key"))
        #expect(failure("{}").contains("needs “arlogSummary”"))
        #expect(failure(#"{"arlogSummary":1,"unread":-1}"#).contains("whole number"))
        #expect(failure(#"{"arlogSummary":1,"unread":1.5}"#).contains("whole number"))
        #expect(failure(#"{"arlogSummary":1,"unread":1e30}"#).contains("whole number"))
        #expect(failure(#"{"arlogSummary":1,"unread":1,"unread":1}"#).contains("there twice"))
        #expect(failure(#"{"arlogSummary":1,"new":1}"#).contains("no key of a summary “new”"))
        #expect(failure(#"{"arlogSummary":1,"faults":{"names":{"x":{}}}}"#).contains("no fingerprint"))
        #expect(failure(#"{"arlogSummary":1,"first":"yesterday"}"#).contains("“first” is not a time"))
        #expect(
            failure(#"{"arlogSummary":1,"sessions":[{"level":"fine"}]}"#).contains("there is no level “fine”")
        )
        #expect(
            failure(#"{"arlogSummary":1,"total":{"measures":{"length":{"least":1}}}}"#).contains(
                "no histogram"))
        #expect(
            failure(#"{"arlogSummary":1,"total":{"measures":{"length":{"buckets":[[1]]}}}}"#).contains(
                "pairs"))
        #expect(
            failure(#"{"arlogSummary":1} x"#).contains("not JSON")
                || failure(#"{"arlogSummary":1} x"#).contains("object"))
        #expect(failure(#"{"arlogSummary":1"#).contains("not JSON"))
        #expect(failure(String(repeating: "[", count: 100_000)).contains("must be an object"))
    }

    /// However much a stranger says, no more is kept than of anybody.
    @Test func muchIsCut() throws {
        let long = String(repeating: "ä", count: 50_000)
        let names = (0..<5000).map { "\"iPhone \($0)\":{\"healthy\":1}" }.joined(separator: ",")
        let sessions = (0..<500).map {
            "{\"path\":\"\(long.prefix(600))\($0)\",\"level\":\"error\",\"app\":\"\(long.prefix(300))\"}"
        }
        let faults = (0..<3000).map {
            let digits = String($0, radix: 16)
            return
                "\"\(String(repeating: "0", count: 32 - digits.utf8.count))\(digits)\":{\"rule\":\"drift\","
                + "\"new\":{\"logs\":1,\"errors\":2},\"devices\":{\"names\":{\"\(long.prefix(200))\":1}},"
                + "\"example\":{\"message\":\"\(long.prefix(500))\",\"severity\":\"error\"}}"
        }
        let text =
            "{\"arlogSummary\":1,\"devices\":{\"names\":{\(names),\"\(long)\":{\"healthy\":18446744073709551615}}},"
            + "\"sessions\":[\(sessions.joined(separator: ","))],\"faults\":{\"names\":{\(faults.joined(separator: ","))}}}"
        let summary = try read(text)
        #expect(summary.devices.count == 500 && summary.sessions.kept.count == 100)
        #expect(summary.faults.count == 1000)
        #expect(
            summary.faults.sorted.reduce(summary.faults.others.new.errors.value) {
                $0 + $1.value.new.errors.value
            } == 6000)
        #expect(
            summary.faults.sorted.allSatisfy {
                ($0.value.example?.message.utf8.count ?? 0) <= ShortText.message
            })
        #expect(summary.json.count < 2_000_000)
        #expect(try LogSummary(summary.json) == summary)
    }

    /// Whatever becomes of its bytes, it is refused or read as some summary, which is written and read as itself.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func changedBytes(seed: UInt64) throws {
        var numbers = SeededGenerator(seed)
        let whole = total((0..<2).map { _ in LogSummary(random: &numbers, names: 3) }).json
        var read = 0
        for _ in 0..<120 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes[place] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &numbers)
                case 2: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &numbers)], at: place)
                }
            }
            guard let summary = try? LogSummary(bytes) else { continue }
            read += 1
            #expect(try LogSummary(summary.json) == summary)
        }
        #expect(read > 0)
        for end in stride(from: 0, to: whole.count, by: 151) {
            #expect(throws: ConfigurationError.self) { try LogSummary(Array(whole[..<end])) }
        }
    }

    @Test func textsAreCutAtCharacters() {
        #expect(ShortText.cut("abc", to: 3) == "abc")
        #expect(ShortText.cut("abcdef", to: 5) == "ab…" && ShortText.cut("ääää", to: 7) == "ää…")
        let cut = ShortText.cut(String(repeating: "🎈", count: 99), to: ShortText.name)
        #expect(cut.utf8.count <= ShortText.name && ShortText.cut(cut, to: ShortText.name) == cut)
    }
}
