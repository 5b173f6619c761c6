import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// What a report shows, in each of its forms.
@Suite struct ReportTests {
    private static let duplicate = Samples.folder + "/collaboration-duplicate-speaker.mcap"

    /// The page's own data.
    private static func data(_ page: String) throws -> [String: Any] {
        let begin = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: begin.upperBound..<page.endIndex))
        let json = page[begin.upperBound..<end.lowerBound]
        return try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    // MARK: The page

    @Test func thePageSaysItWithoutAScript() throws {
        let run = Ran("report", Self.duplicate)
        #expect(run.status == 0 && run.errors.isEmpty)
        let page = run.output
        let text = try #require(page.components(separatedBy: "<script type=\"application/json\"").first)
        for part in [
            "<h1>This session has 1 error and 1 warning. The error, at 28.55 s: Two visible content nodes show one",
            "<code>duplicate-node</code>", "<code>node-outlives-anchor</code>",
            "<p class=\"advice\">Detach an anchor",
            "href=\"#t=28.550\"",
            "<span data-event=\"91\"><a class=\"moment\" href=\"#t=13.250\">#91</a></span>",
            "phone-a, iPhone16,2", "not judged",
            "<caption>Waits</caption>", "Ten points of a collaboration", "✕ failed", "– not exercised",
            "closed at 34 s (#391)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        // What it brought about stands inside its cause.
        let cause = try #require(text.range(of: "node-outlives-anchor"))
        let hence = try #require(text.range(of: "class=\"hence\""))
        let effect = try #require(text.range(of: "<code>duplicate-node"))
        #expect(cause.lowerBound < hence.lowerBound && hence.lowerBound < effect.lowerBound)
    }

    @Test(arguments: Samples.names)
    func thePageFetchesNothing(sample: String) throws {
        let page = Ran("report", Samples.folder + "/\(sample).mcap").output
        #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"))
        for word in [
            "<link", "<img", "<iframe", "src=", "url(", "@import", "fetch(", "XMLHttpRequest", "innerHTML",
            "eval(",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
        // Every beginning has its end, in order.
        var open: [Substring] = []
        let markup = page.replacing(/(?s)<(script|style)\b.*?<\/\1>/, with: "")
        for tag in markup.matches(of: /<(\/?)([a-z0-9]+)[^>]*>/)
        where !["meta", "input", "br"].contains(tag.2) {
            if tag.1.isEmpty { open.append(tag.2) } else { #expect(open.popLast() == tag.2) }
        }
        #expect(open.isEmpty)
        let ids = page.matches(of: /\sid="([^"]+)"/).map(\.1)
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: Samples.names, ["html", "json", "markdown"])
    func theSameLogGivesTheSameBytes(sample: String, format: String) throws {
        let mcap = Samples.folder + "/\(sample).mcap"
        let first = Ran("report", mcap, "--format", format)
        #expect(first.status == 0 && first.output == Ran("report", mcap, "--format", format).output)
        let scratch = try Scratch()
        let file = scratch.path + "/out"
        #expect(Ran("report", mcap, "--format", format, "-o", file).status == 0)
        #expect(try TestFiles.bytes(at: file) == Array(first.output.utf8))
        #expect(try scratch.mode("out") == 0o600)
    }

    @Test func itsDataIsTheJSON() throws {
        let page = try Self.data(Ran("report", Self.duplicate).output)
        let json = try Ran("report", Self.duplicate, "--json").json()
        #expect(NSDictionary(dictionary: page) == NSDictionary(dictionary: json))
    }

    // MARK: JSON

    @Test func findingsAreThoseOfCheck() throws {
        let check = try Ran("check", "--json", Self.duplicate).json()
        let log = try #require((check["logs"] as? [[String: Any]])?.first)
        let report = try Ran("report", "--json", Self.duplicate).json()
        for key in ["findings", "notJudged", "events", "duration", "device", "path"] {
            #expect(
                NSArray(object: try #require(log[key])) == NSArray(object: try #require(report[key])),
                "\(key)")
        }
        #expect((report["verdict"] as? [String: Any])?["level"] as? String == "error")
        let nodes = try #require(report["nodes"] as? [[String: Any]])
        #expect(nodes.map { $0["duplicateSince"] as? Double } == [28.55, 28.55])
        let ignoring = try Ran("report", "--json", "--ignore", "duplicate-node", Self.duplicate).json()
        #expect((ignoring["findings"] as? [Any])?.count == 1)
    }

    /// Everything is wrong, thousands of times.
    @Test func aPageOfVeryManyFindings() throws {
        let scratch = try Scratch()
        let story = Story {
            opened()
            run(0.5)
            for index in 0..<1500 {
                anchorAdded(1 + Double(index), "A\(index)", key: "chair \(index)", at: [0, 0, 0])
                nodeAttached(1.1 + Double(index), "N\(index)", to: "A\(index)", key: "chair \(index)")
                nodeAttached(1.2 + Double(index), "M\(index)", to: "A\(index)", key: "chair \(index)")
                anchorUpdated(1.5 + Double(index), "A\(index)", at: [0.01, 0, 0])
                anchorRemoved(1.6 + Double(index), "A\(index)")
            }
            tracking(2000, "normal")
            closed(2001)
        }
        let path = try scratch.write("many.ndjson", story.ndjson)
        let page = Ran("report", path).output
        #expect(page.utf8.count < 3_000_000)
        #expect(page.contains("Too many to be told here: "))
        let data = try Self.data(page)
        let shown = try #require(data["findings"] as? [[String: Any]])
        let all = try #require(try Ran("report", "--json", path).json()["findings"] as? [[String: Any]])
        #expect(shown.count == 1000 && all.count > 1000)
        #expect(data["findingsLeftOut"] as? Int == all.count - 1000)
        // The worst are there, and causes are named by their places among those.
        #expect(shown.count { $0["severity"] as? String == "error" } == 1000)
        for finding in shown {
            guard let cause = finding["causedBy"] as? Int else { continue }
            #expect(shown.indices.contains(cause))
        }
    }

    // MARK: Markdown

    @Test func markdown() throws {
        let text = Ran("report", Self.duplicate, "--format", "markdown").output
        #expect(text.contains("\ncollaboration-duplicate-speaker.mcap · 2026-05-12T09:05:40.5"))
        #expect(
            text.hasPrefix("# ❌ This session has 1 error and 1 warning. The error, at 28.55 s: Two visible"))
        #expect(text.contains("\n- **warning** `node-outlives-anchor` at 28.1 s: "))
        #expect(text.contains("\n  - hence **error** `duplicate-node` at 28.55 s: "))
        for line in text.split(separator: "\n") where line.hasPrefix("|") {
            #expect(line.hasSuffix("|"))
        }
    }

    // MARK: Usage

    @Test func usage() throws {
        let scratch = try Scratch()
        try scratch.write("out", "mine")
        let taken = Ran("report", Self.duplicate, "-o", scratch.path + "/out")
        #expect(taken.status == 2 && taken.errors.contains("exists"))
        #expect(Ran("report", Self.duplicate, "-o", scratch.path + "/out", "--force").status == 0)
        let terminal = Ran(["report", Self.duplicate], asTerminal: true)
        #expect(terminal.status == 64 && terminal.errors.contains("-o report.html"))
        #expect(Ran(["report", Self.duplicate, "--json"], asTerminal: true).status == 0)
        #expect(Ran("report").status == 64 && Ran("report", "/nowhere.mcap").status == 2)
        #expect(Ran("report", "--help").output.contains("--share"))
    }

    @Test func aDamagedLogIsReportedOn() throws {
        let scratch = try Scratch()
        let whole = try TestFiles.bytes(at: Self.duplicate)
        let path = try scratch.write("cut.mcap", whole.prefix(whole.count * 2 / 3))
        let run = Ran("report", path)
        #expect(run.status == 3)
        #expect(run.output.contains("not all of this log could be read"))
    }

    @Test func aLogWithoutEvents() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "none.ndjson", "# nothing\n{\"t\":0,\"event\":\"log.label\",\"id\":\"A\",\"label\":\"a\"}\n")
        for format in ["html", "json", "markdown"] {
            let run = Ran("report", path, "--format", format)
            #expect(run.status == 0 && run.output.contains("no events"), "\(format) \(run.errors)")
        }
    }

    /// An address that lies before its event would show the room without it.
    @Test(
        arguments: [
            (0, "0.000"), (28_100_000_000, "28.100"), (3_000_490_000, "3.001"), (3_000_000_001, "3.001"),
            (UInt64.max / 2, "9223372036.855"),
        ] as [(UInt64, String)])
    func addressesAreNeverBeforeTheirMoment(nanoseconds: UInt64, address: String) {
        #expect(ReportFindings.seconds(nanoseconds) == address)
    }
}
