import Foundation
import Projections
import TestSupport
import Testing

@testable import arlog

/// Where a configuration is found, what it changes, and how it is shown.
@Suite struct CheckConfigurationTests {
    /// Two runs 0.3 s apart, by two callers.
    private static let log = Story {
        run(1, source: "a")
        run(1.3, source: "b")
        closed(9)
    }

    private func found(_ run: Ran) throws -> [String] {
        let logs = try #require(try run.json()["logs"] as? [[String: Any]])
        let findings = try #require(logs.first?["findings"] as? [[String: Any]])
        return findings.map { "\($0["severity"] ?? "") \($0["rule"] ?? "")" }
    }

    // MARK: Where it is found

    @Test func upwardsFromTheCurrentDirectoryAndNeverBesideTheLog() throws {
        let scratch = try Scratch()
        let inner = scratch.path + "/a/b"
        let logs = scratch.path + "/logs"
        for folder in [inner, logs] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let path = try scratch.write("logs/a.ndjson", Self.log.ndjson)
        try scratch.write("logs/arlog.json", #"{"rules":{"double-run":"off"}}"#)
        #expect(try found(Ran(["check", "--json", path], in: inner)) == ["warning double-run"])
        try scratch.write("arlog.json", #"{"limits":{"doubleRun.window":0.2}}"#)
        let outer = Ran(["check", "--json", path], in: inner)
        #expect(try found(outer).isEmpty)
        #expect(outer.errors == "configuration: \(scratch.path)/arlog.json\n")
        // The nearer one counts, and alone.
        try scratch.write("a/arlog.json", #"{"rules":{"double-run":"error"}}"#)
        #expect(try found(Ran(["check", "--json", path], in: inner)) == ["error double-run"])
        // One that is named counts before any that is found.
        let named = try scratch.write("named.json", "{}")
        let run = Ran(["check", "--json", "--config", named, path], in: inner)
        #expect(try found(run) == ["warning double-run"] && run.errors.isEmpty)
    }

    /// A folder or a pipe of that name is no configuration, and nothing waits for it.
    @Test func onlyFilesCount() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", Self.log.ndjson)
        let inner = scratch.path + "/a"
        for folder in [inner, scratch.path + "/arlog.json"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        #expect(mkfifo(inner + "/arlog.json", 0o600) == 0)
        let run = Ran(["check", "--json", path], in: inner)
        #expect(try found(run) == ["warning double-run"] && run.errors.isEmpty)
    }

    @Test func candidates() {
        #expect(
            ConfigurationFile.candidates(from: "/a/b") == ["/a/b/arlog.json", "/a/arlog.json", "/arlog.json"])
        #expect(ConfigurationFile.candidates(from: "/") == ["/arlog.json"])
    }

    // MARK: What is wrong with it

    @Test(arguments: [
        (
            "{\n  \"limits\": {\"doubleRun.windw\": 1}\n}",
            ":2:14: there is no limit “doubleRun.windw”; did you mean doubleRun.window?"
        ),
        (
            "{\"rules\": {\"duble-run\": \"off\"}}",
            ":1:12: there is no rule “duble-run”; did you mean double-run?"
        ),
        ("{\"rules\": {\"zzzzzz\": \"off\"}}", ":1:12: there is no rule “zzzzzz”; arlog rules lists them"),
        (
            "{\"machines\": {\"m\": {\"x\": 1}}}",
            ":1:21: there is no key “x”; there are transitions, stuckAfter"
        ),
        ("{\"views\": [1]}", ":1:12: “views” must be a text or an array of texts"),
        ("{\"views\": [\"a\"", ":1:15: not JSON: a comma or ] belongs here"),
        ("{\"\\u001b[2J\": 1}", ":1:2: there is no key “\\u{1B}[2J”"),
    ])
    func aWrongOneIsNamedWithItsPlace(text: String, words: String) throws {
        let scratch = try Scratch()
        let file = try scratch.write("arlog.json", text)
        let run = Ran("check", "--config", file, Samples.folder + "/placement.mcap")
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("arlog: \(file)\(words)"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func oneThatIsNotThere() {
        let run = Ran("check", "--config", "/nowhere/arlog.json", Samples.folder + "/placement.mcap")
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("arlog: /nowhere/arlog.json: can't open: No such file or directory"))
    }

    // MARK: The manual

    private static func manual() throws -> String {
        String(decoding: try TestFiles.bytes(at: TestFiles.package + "/docs/configuration.md"), as: UTF8.self)
    }

    @Test func theManualsExampleIsRight() throws {
        let text = try Self.manual()
        let example = try #require(text.firstMatch(of: /```json\n((?s).*?)```/)).1
        let configuration = try Configuration(Array(example.utf8))
        #expect(configuration.limits.count == 4 && configuration.machines.count == 1)
        #expect(
            configuration.ignores.count == 2 && configuration.rules.count == 2
                && configuration.names.count == 2)
    }

    @Test func theManualNamesEveryKey() throws {
        let text = try Self.manual()
        for key in Configuration.keys { #expect(text.contains("\n## `\(key)`\n"), "\(key)") }
        for name in FindingPart.Name.allCases { #expect(text.contains("`\(name.rawValue)`"), "\(name)") }
        for setting in NamesAbout.all { #expect(text.contains(setting.name)) }
    }

    // MARK: What is in force

    @Test func theCommandLineCountsBeforeTheFile() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", Self.log.ndjson)
        let file = try scratch.write(
            "arlog.json", #"{"limits":{"doubleRun.window":0.2},"rules":{"run-storm":"off"},"views":"Camera"}"#
        )
        #expect(try found(Ran("check", "--json", "--config", file, path)).isEmpty)
        let set = Ran("check", "--json", "--config", file, "--set", "doubleRun.window=0.4", path)
        #expect(try found(set) == ["warning double-run"])
        let shown = Ran(
            "check", "--print-config", "--config", file, "--set", "doubleRun.window=0.4", "--set",
            "viewDark.views=A,B", "--set", "stateStuck.checkout.paying=7", "--rule", "run-storm")
        #expect(shown.status == 0 && shown.errors.isEmpty)
        let rows = shown.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for row in [
            "configuration: \(file)", "doubleRun.window 0.4 s --set", "runStorm.window 2 s default",
            "stateStuck.checkout.paying 7 s --set", "viewDark.views A, B --set", "double-run off --rule",
            "run-storm warning --rule",
        ] {
            #expect(rows.contains(row), "\(row)")
        }
    }

    @Test func tracesOfOwnMachines() throws {
        let scratch = try Scratch()
        let log = Story {
            changed(1, "checkout", "cart", to: "paying")
            changed(2, "checkout", "paying", to: "gone")
        }
        let path = try scratch.write("a.ndjson", log.ndjson)
        let file = try scratch.write(
            "arlog.json", #"{"machines":{"checkout":{"transitions":["cart>paying"]}}}"#)
        func illegal(_ run: Ran) throws -> [Int]? {
            (try run.json()["traces"] as? [[String: Any]])?.first?["illegal"] as? [Int]
        }
        #expect(try illegal(Ran("trace", "--json", path)) == [])
        #expect(try illegal(Ran("trace", "--json", "--config", file, path)) == [2])
        #expect(try illegal(Ran(["trace", "--json", path], in: scratch.path)) == [2])
    }

    @Test func printedAsJSON() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "arlog.json",
            """
            {"machines": {"checkout": {"transitions": ["*>cart", "cart>paying"], "stuckAfter": {"paying": 20}}},
             "ignore": [{"rule": "run-storm", "source": "x", "reason": "meant"}]}
            """)
        let json = try Ran("check", "--print-config", "--json", "--config", file).json()
        let machines = try #require(json["machines"] as? [[String: Any]])
        #expect(machines.first?["transitions"] as? [String] == ["cart>paying", "*>cart"])
        #expect(machines.first?["from"] as? String == file + ":1")
        let limits = try #require(json["limits"] as? [[String: Any]])
        #expect(limits.contains { $0["name"] as? String == "stateStuck.checkout.paying" })
        let ignore = try #require(json["ignore"] as? [[String: Any]])
        #expect(
            ignore.first?["reason"] as? String == "meant" && ignore.first?["from"] as? String == file + ":2")
    }

    @Test(arguments: [
        ("nope", "not NAME=VALUE"), ("doubleRun.window=x", "the value is no number"),
        ("doubleRun.window=-1", "a limit is 0 or more"),
        ("doubleRun.windo=1", "did you mean doubleRun.window?"),
        ("viewDark.view=a", "did you mean viewDark.views?"), ("viewDark.views=a,,b", "an empty name"),
    ])
    func whatSetRefuses(text: String, words: String) {
        let run = Ran("check", "--set", text, Samples.folder + "/placement.mcap")
        #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
    }

    @Test func withoutAFileThereIsNothingToCheck() {
        let run = Ran("check", "--json")
        #expect(run.status == 64 && run.errors.hasPrefix("arlog: FILE… is missing\n"))
    }

    // MARK: Ignored

    @Test func whatIsIgnoredIsCountedAndSaid() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", Self.log.ndjson)
        let file = try scratch.write(
            "arlog.json",
            #"{"ignore":[{"rule":"double-run","source":["b","a"],"reason":"the demo does that"}]}"#)
        let run = Ran("check", "--config", file, "--fail-on", "info", path)
        #expect(run.status == 0)
        #expect(run.output.contains(": no findings\n"))
        #expect(run.output.contains("  ignored, 1 of double-run: the demo does that\n"))
        let logs = try #require(
            try Ran("check", "--json", "--config", file, path).json()["logs"] as? [[String: Any]])
        let ignored = try #require(logs.first?["ignored"] as? [[String: Any]])
        #expect(ignored.first?["count"] as? Int == 1)
    }

    // MARK: Baselines

    @Test func onlyWhatIsNew() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", Self.log.ndjson)
        let file = scratch.path + "/known.json"
        let written = Ran("check", "--write-baseline", file, path)
        #expect(written.status == 0 && written.errors == "\(file): 1 fault\n")
        #expect(try scratch.mode("known.json") == 0o600)
        #expect(Ran("check", "--write-baseline", file, path).status == 2)
        #expect(Ran("check", "--write-baseline", file, "--force", path).status == 0)
        let again = Ran("check", "--baseline", file, "--fail-on", "info", path)
        #expect(again.status == 0 && again.output.contains(": nothing new\n"))
        #expect(again.output.contains("  known to the baseline: 1\n"))
        let other = try scratch.write(
            "b.ndjson", Self.log.ndjson.replacing("\"a\"", with: "\"c\""))
        let new = Ran("check", "--baseline", file, "--fail-on", "warning", path, other)
        #expect(new.status == 1 && new.output.contains(": 1 new warning\n"))
        // A baseline of nothing knows nothing.
        let none = try scratch.write("none.json", #"{"version":1,"findings":[]}"#)
        #expect(try found(Ran("check", "--json", "--baseline", none, path)) == ["warning double-run"])
    }

    @Test func wrongBaselines() throws {
        let scratch = try Scratch()
        let file = try scratch.write("b.json", "{\"findings\": [\n{\"rule\": \"x\"}]}")
        let run = Ran("check", "--baseline", file, Samples.folder + "/placement.mcap")
        #expect(run.status == 2 && run.errors == "arlog: \(file):2:1: a finding needs “fingerprint”\n")
        #expect(Ran("check", "--baseline", "/nowhere", Samples.folder + "/placement.mcap").status == 2)
        #expect(Ran("check", "--write-baseline", "-", Samples.folder + "/placement.mcap").status == 64)
    }
}
