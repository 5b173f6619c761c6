import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@testable import arlog

@Suite struct TestcaseTests {
    private static let faulty = Samples.folder + "/object-tracking-start-after-stop.mcap"
    let scratch: Scratch
    private var out: String { scratch.path + "/StopTests.swift" }

    init() throws { scratch = try Scratch() }

    private func made(_ words: String...) throws -> String {
        let ran = Ran(["testcase", Self.faulty, "--rule", "start-after-stop", "-o", out, "--force"] + words)
        #expect(ran.status == 0 && ran.output.isEmpty, "\(ran.errors)")
        return try String(contentsOfFile: out, encoding: .utf8)
    }

    @Test func theInputsAndTheFaultAreInIt() throws {
        let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "--with-private", "-o", out)
        #expect(ran.status == 0 && ran.output.isEmpty)
        #expect(ran.errors.contains("14 inputs and 2 decisions of 69 events show start-after-stop, error"))
        #expect(ran.errors.contains("name your handler with --handler"))
        let text = try String(contentsOfFile: out, encoding: .utf8)
        #expect(text.contains("@Suite struct StopTests {"))
        #expect(text.contains(#"log.at(4.1, Event.UserAction.self) { $0.name = "start" }"#))
        #expect(text.contains(#"log.at(4.9, Event.UserAction.self) { $0.name = "stop" }"#))
        #expect(text.components(separatedBy: "// the app").count == 3)
        #expect(text.contains("ObjectTrackingReference(options)"))
        #expect(!text.contains("FrameStats") && !text.contains("DeviceStats"))
        #expect(try scratch.mode("StopTests.swift") == 0o600)
        #expect(try made("--with-private") == text)
        #expect(try made("--with-private", "--inputs", "all").contains("Event.FrameStats.self"))
    }

    @Test func theHandlerIsTheUsers() throws {
        let text = try made("--handler", "Room.makeHandler", "--import", "RoomPlan,App,App")
        #expect(text.contains("ReplayPlayer().replay(recording) { Room.makeHandler() }"))
        #expect(text.contains("\n@testable import App\n@testable import RoomPlan\n"))
        #expect(!text.contains("ObjectTrackingReference"))
    }

    @Test func settingsGoAlong() throws {
        let config = try scratch.write(
            "arlog.json",
            #"{"machines":{"my\"door":{"transitions":["shut>open","*>shut"]}},"rules":{"start-after-stop":"warning"}}"#
        )
        let text = try made(
            "--config", config, "--set", "doubleRun.window=0.25", "--set", "viewDark.views=A,B\"")
        #expect(text.contains("static func goal() throws -> ReplayGoal {"))
        #expect(text.contains(#"try settings.set("doubleRun.window", to: 0.25)"#))
        #expect(text.contains(#"try settings.set("viewDark.views", to: ["A", "B\""])"#))
        #expect(text.contains(#"settings.severities["start-after-stop"] = .warning"#))
        #expect(
            text.contains(
                #"settings.machines["my\"door"] = MachineDefinition(initial: nil, edges: ["shut>open", "open>shut"])"#
            ))
        #expect(
            text.contains(#"ReplayGoal(rule: "start-after-stop", severity: .warning, settings: settings)"#))
        #expect(text.contains("@Test func theHandlerDoesNot() throws {"))
    }

    @Test func aLongRecordingLiesBesideIt() throws {
        let log = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        let ran = Ran("testcase", log, "--rule", "duplicate-node", "-o", out, "--with-private")
        #expect(ran.status == 0 && ran.errors.contains("the recording lies beside it"))
        #expect(scratch.names == ["StopTests.ndjson", "StopTests.swift"])
        let text = try String(contentsOfFile: out, encoding: .utf8)
        #expect(text.contains("#filePath") && !text.contains("speaker"))
        // What lies there is a log with the fault.
        let check = try Ran("check", "--json", scratch.path + "/StopTests.ndjson").json()
        let logs = try #require(check["logs"] as? [[String: Any]])
        let findings = try #require(logs.first?["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["rule"] as? String == "duplicate-node" })
        // One that is there is not overwritten, and neither is written then.
        try FileManager.default.removeItem(atPath: out)
        #expect(Ran("testcase", log, "--rule", "duplicate-node", "-o", out, "--with-private").status == 2)
        #expect(scratch.names == ["StopTests.ndjson"])
    }

    @Test func privateValuesAreLeftOut() throws {
        let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", out)
        #expect(ran.status == 0 && ran.errors.contains("the names of 4 inputs were left out"))
        let text = try String(contentsOfFile: out, encoding: .utf8)
        for word in ["service-ipad", "pump", "valve", "Vector3", "\"start\""] {
            #expect(!text.contains(word))
        }
        #expect(text.contains(#"$0.device = "id-1""#) && text.contains("--with-private"))
        #expect(try made("--share") == text)
        let both = Ran(
            "testcase", Self.faulty, "--rule", "start-after-stop", "-o", out, "--share", "--with-private")
        #expect(both.status == 64)
    }

    /// Every secret of every kind, as sharing knows them.
    @Test func nothingPrivateIsInAnyKind() throws {
        let log = try ReportHostileTests.secrets(scratch)
        let rules = try #require(
            try Ran("check", "--json", "--fail-on", "never", log).json()["logs"] as? [[String: Any]])
        let findings = try #require(rules.first?["findings"] as? [[String: Any]])
        let rule = try #require(findings.first?["rule"] as? String)
        for more in [[], ["--ndjson"]] {
            let ran = Ran(["testcase", log, "--rule", rule, "-o", out, "--inputs", "all", "--force"] + more)
            #expect(ran.status == 0, "\(ran.errors)")
            for name in scratch.names where name.hasPrefix("StopTests") {
                let text = try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
                for word in ["Secret", "Label-", "7.123", "3.891", "0.457", scratch.path] {
                    let found = text.range(of: word).map { String(text[$0.lowerBound...].prefix(80)) }
                    #expect(found == nil, "\(rule) \(name): \(found ?? "")")
                }
            }
        }
    }

    @Test func itGoesToStandardOutput() throws {
        let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", "-")
        #expect(ran.status == 0 && ran.output.contains("@Suite struct StartAfterStopTests {"))
        // As code, however long it is.
        let long = Ran(
            "testcase", Samples.folder + "/collaboration-duplicate-speaker.mcap", "--rule", "duplicate-node",
            "--with-private", "-o", "-")
        #expect(long.output.split(separator: "\n").count > TestcaseCommand.mostLines)
    }

    @Test func whatCannotBeDoneIsSaid() throws {
        let healthy = Samples.folder + "/placement.mcap"
        func ran(_ words: String...) -> Ran { Ran(["testcase"] + words) }
        let none = ran(healthy, "--rule", "double-run", "-o", out)
        #expect(none.status == 2 && none.errors.contains("no finding of double-run"))
        let unknown = ran(healthy, "--rule", "double-rum", "-o", out)
        #expect(unknown.status == 64 && unknown.errors.contains("double-run"))
        let rule = ["--rule", "start-after-stop"]
        #expect(ran(Self.faulty, "-o", out).status == 64)
        #expect(Ran(["testcase", Self.faulty] + rule).status == 64)
        #expect(Ran(["testcase", "-"] + rule + ["-o", out]).status == 64)
        #expect(Ran(["testcase", Self.faulty] + rule + ["-o", scratch.path + "/out.txt"]).status == 64)
        #expect(Ran(["testcase", Self.faulty] + rule + ["-o", "-", "--ndjson"]).status == 64)
        for name in ["A();exit(1)", "class", "A(b: 1)", "a b"] {
            let handler = Ran(["testcase", Self.faulty] + rule + ["-o", out, "--handler", name])
            #expect(handler.status == 64 && handler.errors.contains("not a Swift name"))
        }
        #expect(Ran(["testcase", Self.faulty] + rule + ["-o", out, "--import", "A;B"]).status == 64)
        let other = Ran(["testcase", Self.faulty] + rule + ["-o", out, "--fingerprint", "00"])
        #expect(other.status == 2)
        #expect(scratch.names.isEmpty)
    }

    @Test func nothingIsOverwritten() throws {
        _ = try scratch.write("StopTests.swift", "mine")
        #expect(Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", out).status == 2)
        #expect(try String(contentsOfFile: out, encoding: .utf8) == "mine")
        // Not the log itself, and not where the recording would lie.
        let log = try scratch.write(
            "Log.ndjson", try Samples.bytes("object-tracking-start-after-stop.ndjson"))
        let over = Ran(
            "testcase", log, "--rule", "start-after-stop", "-o", scratch.path + "/Log.swift", "--ndjson",
            "--force")
        #expect(over.status == 64 && scratch.names == ["Log.ndjson", "StopTests.swift"])
    }

    @Test func ofADamagedLogWhatCanBeReadIsUsed() throws {
        var bytes = try Samples.bytes("object-tracking-start-after-stop.mcap")
        bytes.removeLast(40)
        let cut = try scratch.write("cut.mcap", bytes)
        let ran = Ran("testcase", cut, "--rule", "start-after-stop", "-o", out)
        #expect(ran.status == Ran("cat", cut).status && ran.status == 3, "\(ran.errors)")
        #expect(scratch.names.contains("StopTests.swift"))
    }

    private func example(_ id: String) throws -> String {
        let rule = try #require(Catalogue.about.first { $0.id == id })
        return try scratch.write(
            "example.ndjson", RuleExamples.example(of: rule).lines.map { $0.ndjson + "\n" }.joined())
    }

    /// What the world did is in the inputs alone.
    @Test func whatAHandlerHasToDoIsSaid() throws {
        let ran = Ran("testcase", try example("fps-drop"), "--rule", "fps-drop", "-o", out)
        #expect(ran.status == 0 && ran.errors.contains("the inputs alone show it"), "\(ran.errors)")
        #expect(try !made("--with-private").isEmpty)
    }

    @Test(arguments: Catalogue.about.map(\.id))
    func everyRulesFaultBecomesATest(rule: String) throws {
        let log = try example(rule)
        let whole = Ran("testcase", log, "--rule", rule, "-o", out, "--with-private")
        #expect(whole.status == 0 || rule.hasPrefix("log-"), "\(whole.errors)")
        #expect([0, 3].contains(whole.status), "\(whole.errors)")
        // Where the places are what tells, they may not be left out.
        let shared = Ran("testcase", log, "--rule", rule, "-o", out, "--force")
        #expect(
            shared.status == whole.status || shared.errors.contains("add --with-private"), "\(shared.errors)")
    }

    @Test func whatIsImportedAnywayIsImportedOnce() throws {
        let text = try made("--handler", "Room", "--import", "Replay,App,EventLog")
        #expect(text.contains("import Testing\n\n@testable import App\n\n"))
        #expect(text.components(separatedBy: "import Replay").count == 2)
    }

    @Test(arguments: ["goal", "recording()", "goal.make"]) func namesOfTheTestAreNoHandler(name: String) {
        let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", out, "--handler", name)
        #expect(ran.status == 64 && ran.errors.contains("not a Swift name"))
    }

    @Test func aFileNeedsAName() {
        for name in [".swift", "\(scratch.path)/.swift"] {
            let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", name)
            #expect(ran.status == 64 && ran.errors.contains("not a name for a Swift file"))
        }
    }

    /// The log may be called as the recording beside the test would be, as long as there is none.
    @Test func theLogIsRefusedOnlyWhereItWouldBeWritten() throws {
        let story = try String(
            contentsOfFile: Samples.folder + "/object-tracking-start-after-stop.ndjson", encoding: .utf8)
        let log = try scratch.write("StopTests.ndjson", story)
        #expect(Ran("testcase", log, "--rule", "start-after-stop", "-o", out).status == 0)
        let ran = Ran("testcase", log, "--rule", "start-after-stop", "-o", out, "--force", "--ndjson")
        #expect(ran.status == 64 && ran.errors.contains("is the log itself"))
        #expect(try String(contentsOfFile: log, encoding: .utf8) == story)
    }

    @Test func aRecordingThatIsThereIsRefusedAtOnce() throws {
        try scratch.write("StopTests.ndjson", "mine")
        let ran = Ran("testcase", Self.faulty, "--rule", "start-after-stop", "-o", out, "--ndjson")
        #expect(ran.status == 2 && ran.errors.contains("StopTests.ndjson"))
        #expect(scratch.names == ["StopTests.ndjson"])
    }

    /// A fault of the device, which no decision takes away.
    @Test func whatTheReferenceCanNotMendIsSaid() throws {
        let log = try scratch.write(
            "hot.ndjson",
            """
            {"t":0,"event":"log.opened","device":"A"}
            {"t":1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":5,"event":"device.thermalStateChanged","state":"critical"}
            {"t":60,"event":"log.closed"}

            """)
        let ran = Ran("testcase", log, "--rule", "overheating", "-o", out)
        #expect(
            ran.status == 0 && ran.errors.contains("the test fails with the reference, too: "),
            "\(ran.errors)")
        #expect(
            !Ran(
                "testcase", Self.faulty, "--rule", "start-after-stop", "-o", out, "--force", "--with-private"
            ).errors
                .contains("the test fails"))
    }
}
