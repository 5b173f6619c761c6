import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@testable import arlog

/// A stranger's texts in logs, names and summaries: inert in each form of a fleet's report.
@Suite struct FleetHostileTests {
    private static let nasty =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;<!--]]>\u{1B}[31m\u{202E}\u{2028}\u{0}|\n# h\r\n"
        + "[x](javascript:alert(3)) @all #1 `` ` =HYPERLINK(1) ${x} \u{FEFF}"

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    private static func session(_ text: String, _ number: Int) -> Story {
        Story {
            event(
                0, "log.opened",
                [
                    "device": .text("d\(number)"), "app": .text(text),
                    "appVersion": .text(text + "\(number)"),
                    "deviceModel": .text("\(number)" + text), "os": .text(text),
                ])
            run(1, source: text)
            run(1.1, source: text + "b")
            event(
                2, "state.changed",
                ["machine": .text(text), "from": "a", "to": .text(text), "cause": .text(text)])
            anchorAdded(3, "A", key: text, at: [1, 2, 3])
            nodeAttached(4, "N", to: "A", key: text)
            nodeAttached(5, "M", to: "A", key: text)
            tracking(6, "normal")
            closed(9)
        }
    }

    private static func expectInert(_ words: [String]) throws {
        let html = Ran(words).output
        #expect(html.components(separatedBy: "<script").count == 2)
        #expect(!html.contains("<img") && !html.contains("<b>d") && !html.contains("<!--"))
        #expect(!html.unicodeScalars.contains(where: isHarmful))
        let markdown = Ran(words + ["--format", "markdown"]).output
        #expect(
            !markdown.contains("<script") && !markdown.contains("](javascript") && !markdown.contains("@all"))
        #expect(!markdown.contains("\n# h") && !markdown.unicodeScalars.contains(where: isHarmful))
        for format in ["json", "summary"] {
            let run = Ran(words + ["--format", format])
            _ = try run.json()
            #expect(!run.output.unicodeScalars.contains(where: isHarmful))
        }
    }

    @Test(arguments: [false, true])
    func inertEverywhere(isShared: Bool) throws {
        let scratch = try Scratch()
        for number in 0..<5 {
            try scratch.write(
                "<img src=x>\u{202E}'\"& \(number).mcap", Self.session(Self.nasty, number).ndjson)
        }
        try scratch.write("=cmd|' <b>.mcap", "no log")
        let share = isShared ? ["--share"] : []
        try Self.expectInert(["report", scratch.path] + share)
        let summary = try scratch.write(
            "s.json", Ran(["report", scratch.path, "--format", "summary"] + share).output)
        try Self.expectInert(["report", summary] + share)
        // Whatever a log says, a page's name is a number.
        let pages = scratch.path + "/pages"
        #expect(Ran(["report", scratch.path, "--pages", pages] + share).status == 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: pages)
        #expect(names.allSatisfy { $0.wholeMatch(of: /session-\d{4}\.html/) != nil })
    }

    /// A summary that nobody's arlog wrote.
    @Test func aMadeUpSummary() throws {
        let scratch = try Scratch()
        var text = JSONWriter()
        text.value(Self.nasty)
        let bytes = text.finish().array
        let nasty = String(decoding: bytes, as: UTF8.self)
        let path = try scratch.write(
            "s.json",
            """
            {"arlogSummary":1,"total":{"sessions":{"error":18446744073709551615,"healthy":1,"errors":18446744073709551615,\
            "events":18446744073709551615}},"versions":{"names":{\(nasty):{"app":\(nasty),"sessions":{"error":2}},\
            "b":{"app":\(nasty),"sessions":{"healthy":9}}}},"devices":{"names":{\(nasty):{"error":1}}},\
            "notJudged":{"names":{\(nasty):18446744073709551615}},\
            "faults":{"names":{"0123456789abcdef0123456789abcdef":{"rule":\(nasty),"new":{"logs":18446744073709551615,\
            "errors":18446744073709551615,"warnings":1},"example":{"message":\(nasty),"severity":"error"},\
            "devices":{"names":{\(nasty):1}}}},"others":{"new":{"remarks":3}}},\
            "sessions":[{"path":\(nasty),"level":"error","rule":\(nasty),"nanoseconds":18446744073709551615,\
            "events":18446744073709551615,"app":\(nasty)}],"troubles":[{"kind":"unread","path":\(nasty),"reason":\(nasty)}]}
            """)
        #expect(Ran("report", path).status == 0, "\(Ran("report", path).errors)")
        try Self.expectInert(["report", path])
        try Self.expectInert(["report", path, "--share"])
        try Self.expectInert(["report", path, path, path])
    }

    @Test func veryLongNames() throws {
        let scratch = try Scratch()
        for number in 0..<20 {
            let long = String(repeating: "<ä", count: 1 << 14) + "\(number)"
            try scratch.write("\(number).mcap", Self.session(long, number).ndjson)
        }
        for format in ["html", "json", "markdown", "summary"] {
            let run = Ran("report", scratch.path, "--format", format)
            #expect(run.status == 0 && run.output.utf8.count < 500_000, "\(format): \(run.output.utf8.count)")
        }
    }

    @Test func whatIsSharedHasNothingPrivate() throws {
        let scratch = try Scratch()
        for number in 0..<3 {
            try scratch.write(
                "log-\(number).mcap",
                Self.session("told", number).ndjson
                    .replacing("\"A\"", with: "\"Secret-anchor\"").replacing("\"N\"", with: "\"Secret-node\"")
                    .replacing("\"M\"", with: "\"Secret-other\""))
        }
        try scratch.write("broken.mcap", "no log")
        let open = Ran("report", scratch.path, "--json").output
        #expect(open.contains("Secret-") && open.contains(scratch.path))
        let summary = try scratch.write("s.json", Ran("report", scratch.path, "--format", "summary").output)
        for format in ["html", "json", "markdown", "summary"] {
            for input in [scratch.path, summary] {
                let shared = Ran("report", input, "--share", "--format", format)
                #expect(shared.status == 3)
                for word in ["Secret", scratch.path] {
                    let found = shared.output.range(of: word).map {
                        String(shared.output[$0.lowerBound...].prefix(80))
                    }
                    #expect(found == nil, "\(format) \(found ?? "")")
                }
            }
        }
        let pages = scratch.path + "/pages"
        #expect(Ran("report", scratch.path, "--share", "--pages", pages).status == 3)
        for name in try FileManager.default.contentsOfDirectory(atPath: pages) {
            #expect(
                !String(decoding: try TestFiles.bytes(at: pages + "/" + name), as: UTF8.self).contains(
                    "Secret"))
        }
    }
}
