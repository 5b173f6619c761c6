import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// The report of many sessions.
@Suite struct FleetTests {
    private static func fleet(_ count: Int) throws -> Scratch {
        let scratch = try Scratch()
        try MadeFleet.write(scratch, count)
        return scratch
    }

    // MARK: What it says

    @Test func theSamples() throws {
        let run = Ran("report", Samples.folder, "--json")
        let json = try run.json()
        #expect(run.status == 0 && run.errors.isEmpty && json["fleet"] as? Int == 1)
        let sessions = try #require(json["sessions"] as? [String: Any])
        #expect(sessions["count"] as? Int == Samples.names.count && sessions["healthy"] as? Int == 4)
        // The same findings as check's.
        let check = try Ran("check", Samples.folder, "--json", "--fail-on", "never").json()
        let logs = try #require(check["logs"] as? [[String: Any]])
        let checked = logs.flatMap { $0["findings"] as? [[String: Any]] ?? [] }
        let told = try #require(json["findings"] as? [[String: Any]])
        #expect(
            Set(told.compactMap { $0["fingerprint"] as? String })
                == Set(checked.compactMap { $0["fingerprint"] as? String }))
        #expect(sessions["errors"] as? Int == checked.count { $0["severity"] as? String == "error" })
        #expect(
            told.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
                == checked.reduce(0) { $0 + ($1["count"] as? Int ?? 0) })
        #expect(sessions["events"] as? Int == logs.reduce(0) { $0 + ($1["events"] as? Int ?? 0) })
    }

    @Test func numbersAreRight() throws {
        let scratch = try Self.fleet(30)
        let json = try Ran("report", scratch.path, "--json").json()
        let sessions = try #require(json["sessions"] as? [String: Any])
        #expect(sessions["count"] as? Int == 30 && sessions["withErrors"] as? Int == 10)
        // 6, 13, 20 and 27 are cut.
        #expect(sessions["cut"] as? Int == 4 && sessions["closed"] as? Int == 26)
        let runs = (json["findings"] as? [[String: Any]] ?? []).filter {
            $0["rule"] as? String == "double-run"
        }
        #expect(runs.count == 2 && runs.map { $0["sessions"] as? Int } == [5, 5])
        let versions = runs.map { ($0["versions"] as? [String: Int])?.keys.sorted() ?? [] }
        #expect(Set(versions) == [["Shop 2.10"], ["Shop 2.9"]])
        // Versions stand as people order them.
        let all = try #require(json["versions"] as? [[String: Any]])
        #expect(all.map { $0["version"] as? String } == ["Shop 2.9", "Shop 2.10"])
        let measures = try #require(json["measures"] as? [String: [String: Any]])
        #expect(measures["length"]?["count"] as? Int == 30 && measures["length"]?["most"] as? Double == 89)
        let normal = try #require(measures["firstNormal"])
        let middle = try #require(normal["p50"] as? Double)
        #expect(middle > 0.9 && middle < 1.7 && normal["unit"] as? String == "s")
    }

    @Test func thePage() throws {
        let scratch = try Self.fleet(30)
        let page = Ran("report", scratch.path).output
        for part in [
            "<h1>20 of 30 sessions look healthy; 10 have errors. The most widespread error, in 5 sessions: ",
            "✕ 66.7 % healthy", "<code>double-run</code>", "<b>only in 2.10</b>", "iPhone10,1",
            "<caption>Shop: the newest at the right", "<th scope=\"col\" class=\"number\">2.10</th>",
            "<figcaption>from run to first normal</figcaption>", "cut in use", "Device models",
            "Rules that could not judge every session",
        ] {
            let isThere = page.contains(part)
            #expect(isThere, "\(part)")
        }
        #expect(page.utf8.count < 150_000)
        for word in [
            "<link", "<img", "src=", "url(", "@import", "fetch(", "innerHTML", "http://", "https://",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
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

    @Test func markdown() throws {
        let scratch = try Self.fleet(12)
        let text = Ran("report", scratch.path, "--format", "markdown").output
        #expect(text.hasPrefix("# ❌ 8 of 12 sessions look healthy"))
        #expect(text.contains("\n| double-run | error | 2 | 2 | "))
        #expect(text.contains("| from run to first normal | "))
        for line in text.split(separator: "\n") where line.hasPrefix("|") { #expect(line.hasSuffix("|")) }
    }

    @Test func oneLogInAFolderIsAFleet() throws {
        let scratch = try Self.fleet(1)
        let json = try Ran("report", scratch.path, "--json").json()
        #expect((json["sessions"] as? [String: Any])?["count"] as? Int == 1)
        // Named itself it is a session.
        #expect(try Ran("report", scratch.path + "/0000.mcap", "--json").json()["report"] as? Int == 1)
    }

    // MARK: The same, however it is made

    @Test(arguments: ["html", "json", "markdown", "summary"])
    func threadsChangeNothing(format: String) throws {
        let scratch = try Self.fleet(40)
        try scratch.write("0011.mcap", "no log\n")
        let cut = try TestFiles.bytes(at: Samples.folder + "/placement.mcap")
        try scratch.write("0012.mcap", cut.prefix(cut.count * 2 / 3))
        let words = ["report", scratch.path, "--format", format, "--threads"]
        let one = Ran(words + ["1"])
        #expect(one.status == 3 && one.errors.contains("0011.mcap") && one.errors.contains("0012.mcap"))
        for threads in ["2", "2", "7"] {
            let more = Ran(words + [threads])
            #expect(more.output == one.output && more.errors == one.errors && more.status == one.status)
        }
        #expect(Ran("report", scratch.path, "--threads", "0").status == 64)
        #expect(Ran("report", scratch.path, "--threads", "two").status == 64)
    }

    @Test(arguments: ["html", "json", "markdown", "summary"], [false, true])
    func summariesStandInForTheirLogs(format: String, isShared: Bool) throws {
        let scratch = try Self.fleet(12)
        let share = isShared ? ["--share"] : []
        try scratch.write("0005.mcap", "no log\n")
        let cut = try TestFiles.bytes(at: Samples.folder + "/placement.mcap")
        try scratch.write("0006.mcap", cut.prefix(cut.count * 2 / 3))
        let logs = (0..<12).map { scratch.path + "/" + ($0 < 10 ? "000\($0)" : "00\($0)") + ".mcap" }
        let whole = Ran(["report"] + logs + ["--format", format] + share)
        #expect(whole.status == 3)
        // One of each readable log, some in one file; the others together in one.
        var summaries: [String] = []
        var lines = ""
        for (number, log) in logs.enumerated() where number != 5 {
            let text = Ran(["report", log, "--format", "summary"] + share).output
            #expect(text.hasPrefix("{\"arlogSummary\":1,"))
            if number < 4 {
                lines += text
            } else {
                summaries.append(try scratch.write("\(number).json", text))
            }
        }
        summaries.append(try scratch.write("lines.json", lines))
        let parts = Ran(["report", logs[5]] + summaries.reversed() + ["--format", format] + share)
        #expect(parts.output == whole.output && parts.status == whole.status)
        let again = try scratch.write(
            "all.json", Ran(["report"] + logs + ["--format", "summary"] + share).output)
        let sum = Ran(["report", again, "--format", format] + share)
        #expect(sum.output == whole.output && sum.status == 3 && sum.errors.isEmpty)
    }

    @Test func summariesThatAreNone() throws {
        let scratch = try Self.fleet(2)
        let newer = try scratch.write("newer.json", "{\"arlogSummary\":2}\n")
        let alone = Ran("report", newer)
        #expect(alone.status == 2 && alone.output.isEmpty)
        #expect(
            alone.errors.contains(
                "newer.json:1:2: “arlogSummary” is version 2, and this arlog reads version 1"))
        let among = Ran("report", newer, scratch.path, "--json")
        #expect(among.status == 3 && among.errors.contains("newer.json"))
        #expect(try among.json()["unread"] as? Int == 1)
        let cut = try scratch.write("cut.json", "{\"arlogSummary\":1,\"total\":")
        #expect(Ran("report", cut).status == 2)
    }

    // MARK: Pages

    @Test func pages() throws {
        let scratch = try Self.fleet(6)
        let (out, folder) = (scratch.path + "/fleet.html", scratch.path + "/my pages")
        let words = ["report", scratch.path, "-o", out, "--pages", folder]
        #expect(Ran(words).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == (1...6).map { "session-000\($0).html" })
        #expect(try scratch.mode("my pages") == 0o700 && scratch.mode("my pages/session-0001.html") == 0o600)
        let page = String(decoding: try TestFiles.bytes(at: out), as: UTF8.self)
        for match in page.matches(of: /<th scope="row"><a href="([^"]+)">([^<]+)<\/a>/) {
            let link = try #require(String(match.1).removingPercentEncoding)
            let session = String(decoding: try TestFiles.bytes(at: scratch.path + "/" + link), as: UTF8.self)
            let log = try #require(match.2.split(separator: "/").last)
            #expect(session.contains("<title>Session health: \(log)</title>"), "\(link)")
        }
        #expect(page.matches(of: /<a href="my%20pages\/session-/).count == 6)
        // A session's page is what it is alone.
        let alone = Ran("report", scratch.path + "/0003.mcap").output
        #expect(try TestFiles.bytes(at: folder + "/session-0004.html") == Array(alone.utf8))
        // Nothing is overwritten, and that is told before the work.
        try FileManager.default.removeItem(atPath: out)
        let again = Ran(words)
        #expect(again.status == 2 && again.errors.contains("session-0001.html: exists already"))
        #expect(!FileManager.default.fileExists(atPath: out))
        #expect(Ran(words + ["--force"]).status == 0)
        #expect(!scratch.names.contains { $0.contains(".part-") })
    }

    /// Where pages are made more is collected of each session, and its sums are the same.
    @Test(arguments: ["made", "samples"])
    func pagesChangeNoNumber(which: String) throws {
        let scratch = try Self.fleet(12)
        let logs = which == "made" ? scratch.path : Samples.folder
        let words = ["report", logs, "--format", "summary"]
        #expect(Ran(words).output == Ran(words + ["--pages", scratch.path + "/pages"]).output)
    }

    @Test func pagesOfAnUnwritableFolder() throws {
        let scratch = try Self.fleet(2)
        try scratch.write("file", "mine")
        let run = Ran("report", scratch.path, "--pages", scratch.path + "/file")
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(Ran("report", scratch.path, "--pages", scratch.path + "/no/where").status == 2)
        // Taken before the work.
        let out = Ran("report", scratch.path, "-o", scratch.path + "/file")
        #expect(out.status == 2 && out.errors.contains("exists"))
    }

    @Test func addressesAreRelative() throws {
        let pages = try SessionPages(try Scratch().path, count: 0, force: true)
        func way(_ out: String, _ folder: String) throws -> String {
            let scratch = try Scratch()
            try FileManager.default.createDirectory(
                atPath: scratch.path + "/a/b/c", withIntermediateDirectories: true)
            let pages = try SessionPages(scratch.path + folder, count: 20_000, force: true)
            return PageLinks(pages: pages, from: out.isEmpty ? "-" : scratch.path + out, scratch.path)
                .address(of: 7)
        }
        #expect(pages.name(7) == "session-0007.html")
        #expect(try way("/f.html", "/a/b") == "a/b/session-00007.html")
        #expect(try way("/a/f.html", "/a/b/../b/./c/") == "b/c/session-00007.html")
        #expect(try way("/a/b/f.html", "/a/x:y%ä") == "../x%3Ay%25%C3%A4/session-00007.html")
        #expect(try way("", "/a") == "a/session-00007.html")
        #expect(try way("/a/f.html", "/a") == "session-00007.html")
    }

    // MARK: Baseline

    @Test func aBaseline() throws {
        let scratch = try Self.fleet(12)
        let known = scratch.path + "/known.json"
        #expect(
            Ran("check", scratch.path + "/0000.mcap", "--write-baseline", known, "--fail-on", "never").status
                == 0)
        let run = Ran("report", scratch.path, "--baseline", known, "--json")
        let json = try run.json()
        let sessions = try #require(json["sessions"] as? [String: Any])
        // Those of version 2.9 are known: 0 and 6; 3 and 9 are of 2.10.
        #expect(sessions["withErrors"] as? Int == 2 && sessions["known"] as? Int ?? 0 >= 2)
        let kept = (json["known"] as? [[String: Any]] ?? []).filter { $0["rule"] as? String == "double-run" }
        #expect(kept.map { $0["sessions"] as? Int } == [2])
        let page = Ran("report", scratch.path, "--baseline", known).output
        #expect(page.contains("that the baseline knows") && page.contains("against a baseline"))
        // Made with the baseline, a summary stands in for its logs; made without, its faults are known all the same.
        let with = try scratch.write(
            "with.json", Ran("report", scratch.path, "--baseline", known, "--format", "summary").output)
        #expect(Ran("report", with, "--baseline", known, "--json").output == run.output)
        let without = try scratch.write(
            "without.json", Ran("report", scratch.path, "--format", "summary").output)
        let late = Ran("report", without, "--baseline", known)
        #expect(late.output.contains("came in summaries that were made without it"))
        let lateJSON = try Ran("report", without, "--baseline", known, "--json").json()
        #expect(NSArray(object: lateJSON["findings"] ?? "") == NSArray(object: json["findings"] ?? ""))
        // Of one session it leaves out what is known.
        let one = try Ran("report", scratch.path + "/0000.mcap", "--baseline", known, "--json").json()
        #expect((one["verdict"] as? [String: Any])?["level"] as? String == "healthy")
        #expect(Ran("report", scratch.path, "--baseline", scratch.path + "/none").status == 2)
    }

    // MARK: What is not there

    @Test func whatCannotBeReadIsNamed() throws {
        let scratch = try Self.fleet(3)
        try scratch.write("a <b>.mcap", "nothing of ours")
        try scratch.write("empty.mcap", "")
        let run = Ran("report", scratch.path)
        #expect(run.status == 3)
        #expect(
            run.output.contains("a &lt;b&gt;.mcap")
                && run.output.contains("<caption>2 not read, 0 read in part"))
        #expect(run.output.contains("2 logs could not be read at all"))
        let none = try Scratch()
        #expect(Ran("report", none.path).status == 2)
        try none.write("a.mcap", "nothing")
        try none.write("b.mcap", "nothing")
        let failed = Ran("report", none.path, "-o", none.path + "/out.html")
        #expect(failed.status == 2 && none.names == ["a.mcap", "b.mcap"])
        let missing = Ran("report", scratch.path + "/0000.mcap", "/nowhere.mcap", "--json")
        #expect(missing.status == 3 && missing.errors.contains("/nowhere.mcap"))
    }

    @Test func aTerminalGetsNoPage() throws {
        let scratch = try Self.fleet(2)
        #expect(Ran(["report", scratch.path], asTerminal: true).status == 64)
    }
}
