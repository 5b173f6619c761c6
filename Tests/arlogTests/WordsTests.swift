import Foundation
import TestSupport
import Testing

@testable import arlog

/// What is said, where it could mislead.
@Suite struct WordsTests {
    @Test func noAppIsNoRow() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", #"{"t":0,"event":"log.opened","device":"A"}"# + "\n")
        #expect(!Ran("info", path).output.contains("app"))
        try scratch.write("a.ndjson", #"{"t":0,"event":"log.opened","device":"A","app":"x"}"# + "\n")
        #expect(Ran("info", path).output.contains("\n  app     x\n"))
    }

    @Test func aMachineThatIsNotThere() throws {
        let path = Samples.folder + "/onboarding.mcap"
        let run = Ran("trace", path, "--machine", "nope")
        #expect(run.output == "None of these machines was told of.\n")
        #expect(run.errors.hasPrefix("warning: no machine named nope in this log; it has "))
        #expect(run.errors.contains("onboarding, onboardingChoice"))
        let scratch = try Scratch()
        let none = try scratch.write("a.ndjson", #"{"t":0,"event":"app.memoryWarning"}"# + "\n")
        #expect(Ran("trace", none).output == "No machine was told of.\n")
    }

    #if os(Linux)
        @Test func aFullDiskIsNamedOnce() throws {
            let run = Ran("import", Samples.folder + "/onboarding.ndjson", "-o", "/dev/full")
            #expect(run.status == 2)
            #expect(
                run.errors
                    == "arlog: /dev/full: can't write: No space left on device; make room and try again\n")
        }
    #endif

    @Test func standardOutputHasAName() throws {
        let source = Data(try Samples.bytes("placement.ndjson"))
        #expect(
            try Binary(["import", "-", "-o", "-"], input: source).errors == "standard output: 288 events\n")
    }

    #if os(Linux)
        @Test func anyTerminalIsRefused() throws {
            // A new pseudo-terminal, unlocked (TIOCSPTLCK), by its number (TIOCGPTN).
            let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (lock, number): (Int32, Int32) = (0, -1)
            try #require(
                main >= 0 && ioctl(main, 0x4004_5431, &lock) == 0 && ioctl(main, 0x8004_5430, &number) == 0)
            defer { close(main) }
            let run = Ran("import", Samples.folder + "/onboarding.ndjson", "-o", "/dev/pts/\(number)")
            #expect(run.status == 64)
            #expect(run.errors.hasPrefix("arlog: a log is not written to a terminal; give a file"))
        }
    #endif

    /// Only `import` can keep what has no name here.
    @Test func onlyImportNamesItsOption() throws {
        let scratch = try Scratch()
        let path = try scratch.write("a.ndjson", #"{"t":0,"event":"zzzzzzzzzz.qqqqqq"}"# + "\n")
        let run = Ran("import", path, "-o", scratch.path + "/a.mcap")
        #expect(run.errors.contains("there is no such event; --keep-unknown keeps it as custom"))
        let cat = Ran("cat", path)
        #expect(cat.errors.contains("there is no such event") && !cat.errors.contains("--keep-unknown"))
    }

    @Test func nodesOfEachAnchor() throws {
        let scratch = try Scratch()
        let story = Story {
            run(0.5)
            anchorAdded(1, "A1", at: [0, 0, 0])
            anchorAdded(1, "A2", at: [0, 0, 0])
            anchorAdded(1, "A3", at: [0, 0, 0])
            nodeAttached(2, "N1", to: "A1")
            nodeAttached(2, "N3", to: "A2")
            nodeAttached(2, "N2", to: "A1")
            anchorRemoved(3, "A1")
        }
        let path = try scratch.write("a.ndjson", story.ndjson)
        let json = try Ran("anchors", "--all", "--json", path).json()
        let sessions = try #require(json["sessions"] as? [[String: Any]])
        let anchors = try #require(sessions.first?["anchors"] as? [[String: Any]])
        let found = anchors.map { "\($0["anchor"]!) \($0["state"]!) \($0["nodes"] as! [String])" }
        #expect(
            Set(found) == [#"A1 removed ["N1", "N2"]"#, #"A2 live ["N3"]"#, "A3 live []"])
        let text = Ran("anchors", "--all", path).output
        #expect(text.contains("  N1, N2\n") && text.contains("  N3\n"))
    }

    @Test func transitionsWithoutAnEdgeAreMarked() throws {
        let path = Samples.folder + "/onboarding-wand-twice.mcap"
        let mermaid = Ran("trace", path, "--format", "mermaid", "--machine", "onboarding").output
        #expect(mermaid.components(separatedBy: ", no such way").count == 2)
        let text = Ran("trace", path, "--machine", "onboarding").output
        #expect(text.contains("#66  ← no such way") && text.components(separatedBy: "←").count == 2)
    }
}
