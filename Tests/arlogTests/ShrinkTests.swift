import Foundation
import TestSupport
import Testing

@testable import arlog

@Suite struct ShrinkTests {
    private static let faulty = Samples.folder + "/collaboration-duplicate-speaker.mcap"
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func fault(_ path: String, _ rule: String) throws -> [String: Any] {
        let logs = try #require(try Ran("check", "--json", path).json()["logs"] as? [[String: Any]])
        let findings = try #require(logs.first?["findings"] as? [[String: Any]])
        return try #require(findings.first { $0["rule"] as? String == rule })
    }

    @Test(arguments: ["out.mcap", "out.ndjson"])
    func theSameFaultInFewEvents(name: String) throws {
        let out = scratch.path + "/" + name
        let ran = Ran("shrink", Self.faulty, "--rule", "duplicate-node", "-o", out)
        #expect(ran.status == 0 && ran.output.isEmpty, "\(ran.errors)")
        #expect(ran.errors.contains("6 events of 391 give duplicate-node, error"))
        #expect(ran.errors.contains("none of them can go"))
        #expect(ran.errors.contains("left out: 85 anchor.updated, 66 camera.pose"))
        let (before, after) = (try fault(Self.faulty, "duplicate-node"), try fault(out, "duplicate-node"))
        for key in ["fingerprint", "severity"] {
            #expect(before[key] as? String == after[key] as? String)
        }
        // A log like any other, numbered from 1 on, that begins when NDJSON does.
        #expect(Ran("verify", out).status == (name.hasSuffix("mcap") ? 0 : 2))
        let lines = Ran("cat", "--format", "ndjson", out).output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(
            lines[0].hasPrefix(
                #"{"t":0,"time":"2000-01-01T00:00:00.000000000Z","seq":1,"event":"anchor.added""#))
        #expect(!lines.contains { $0.contains(#""at":"#) })
    }

    @Test func linesGoToStandardOutputOnATerminal() throws {
        let ran = Ran(
            ["shrink", Samples.folder + "/placement-double-run.mcap", "--rule", "double-run", "-o", "-"],
            asTerminal: true)
        let lines = ran.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""event":"session.run""#) })
    }

    @Test func sharingLeavesOutWhatIsPrivate() throws {
        let out = scratch.path + "/out.ndjson"
        #expect(Ran("shrink", "--share", Self.faulty, "--rule", "duplicate-node", "-o", out).status == 0)
        let text = try String(contentsOfFile: out, encoding: .utf8)
        #expect(text.contains(#""anchor":"id-"#))
        for name in ["speaker-1", "phone-b", "position"] { #expect(!text.contains(name)) }
        // The key is the app's own word for its content, and no private one.
        #expect(text.contains("speaker-left"))
        _ = try fault(out, "duplicate-node")
    }

    @Test func whatCannotBeDoneIsSaid() throws {
        let out = scratch.path + "/out.mcap"
        let healthy = Samples.folder + "/placement.mcap"
        let none = Ran("shrink", healthy, "--rule", "double-run", "-o", out)
        #expect(none.status == 2 && none.errors.contains("no finding of double-run"))
        let other = Ran("shrink", Self.faulty, "--rule", "double-run", "-o", out)
        #expect(other.status == 2 && other.errors.contains("duplicate-node, node-outlives-anchor"))
        let unknown = Ran("shrink", healthy, "--rule", "double-rum", "-o", out)
        #expect(unknown.status == 64 && unknown.errors.contains("double-run"))
        #expect(Ran("shrink", healthy, "--rule", "double-run").status == 64)
        #expect(Ran("shrink", healthy, "-o", out).status == 64)
        #expect(Ran("shrink", "-", "--rule", "double-run", "-o", out).status == 64)
        #expect(
            Ran("shrink", Self.faulty, "--rule", "duplicate-node", "--fingerprint", "00", "-o", out).status
                == 2)
        #expect(scratch.names.isEmpty)
    }

    @Test func nothingIsOverwritten() throws {
        let out = try scratch.write("out.mcap", "mine")
        let words = ["shrink", Self.faulty, "--rule", "duplicate-node", "-o", out]
        #expect(Ran(words).status == 2)
        #expect(try String(contentsOfFile: out, encoding: .utf8) == "mine")
        #expect(Ran(words + ["--force"]).status == 0)
        _ = try fault(out, "duplicate-node")
    }

    /// Not even with --force, and not through another name.
    @Test func noCommandWritesOverItsOwnLog() throws {
        let bytes = try Data(contentsOf: URL(filePath: Self.faulty))
        let log = try scratch.write("log.mcap", bytes)
        let link = scratch.path + "/link.mcap"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: log)
        for out in [log, link] {
            #expect(Ran("shrink", log, "--rule", "duplicate-node", "-o", out, "--force").status == 64)
            #expect(Ran("export", log, "--to", "csv", "-o", out, "--force").status == 64)
            #expect(Ran("report", log, "-o", out, "--force").status == 64)
        }
        #expect(try Data(contentsOf: URL(filePath: log)) == bytes)
    }

    @Test func ofADamagedLogWhatCanBeReadIsShrunk() throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.faulty)))
        // The footer and the magic bytes behind it are gone.
        bytes.removeLast(40)
        let cut = try scratch.write("cut.mcap", bytes)
        let out = scratch.path + "/out.mcap"
        let ran = Ran("shrink", cut, "--rule", "duplicate-node", "-o", out)
        #expect(ran.status == Ran("cat", cut).status)
        _ = try fault(out, "duplicate-node")
    }

    @Test func limitsThatAreSetCount() throws {
        let out = scratch.path + "/out.ndjson"
        let words = [
            "shrink", Samples.folder + "/placement-double-run.mcap", "--rule", "double-run", "-o", out,
        ]
        #expect(Ran(words + ["--set", "doubleRun.window=0.05"]).status == 2)
        #expect(Ran(words + ["--set", "doubleRun.window=2"]).status == 0)
    }
}
