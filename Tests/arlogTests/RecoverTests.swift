import Foundation
import TestSupport
import Testing

@Suite struct RecoverTests {
    @Test func aSoundLogIsKeptWithoutLoss() throws {
        let scratch = try Scratch()
        let source = Samples.folder + "/placement.mcap"
        let out = scratch.path + "/out.mcap"
        let run = Ran("recover", source, "-o", out, "--json")
        #expect(run.status == 0)
        let found = try run.json()
        #expect(found["hasLoss"] as? Bool == false && found["lostMessages"] as? Int == 0)
        #expect(
            Ran("cat", out, "--format", "ndjson").output == Ran("cat", source, "--format", "ndjson").output)
        #expect(Ran("verify", out).status == 0)
    }

    @Test func lossIsSaidAndMakesExitStatusThree() throws {
        let scratch = try Scratch()
        let bytes = try Samples.bytes("placement.mcap")
        let torn = try scratch.write("torn.mcap", bytes.prefix(bytes.count / 2))
        let out = scratch.path + "/out.mcap"
        let run = Ran("recover", torn, "-o", out)
        #expect(run.status == 3)
        #expect(
            run.errors.contains("the file ends inside a record")
                && run.errors.contains("lost: messages; how many is not known"))
        #expect(Ran("verify", out).status == 0)
        #expect(scratch.names == ["out.mcap", "torn.mcap"])
    }

    @Test func nothingIsOverwrittenAndNothingLeftBehind() throws {
        let scratch = try Scratch()
        let out = try scratch.write("out.mcap", "mine")
        #expect(Ran("recover", Samples.folder + "/placement.mcap", "-o", out).status == 2)
        let text = try scratch.write("text.mcap", "hello, world")
        #expect(Ran("recover", text, "-o", scratch.path + "/new.mcap").status == 2)
        #expect(scratch.names == ["out.mcap", "text.mcap"])
        #expect(Ran("recover", text).status == 64)
    }

    /// Behind damage it has to go back and forth, which a pipe does not allow by itself.
    @Test func aPipeGivesAsMuchAsAFile() throws {
        let scratch = try Scratch()
        let log = scratch.path + "/log.mcap"
        #expect(
            Ran("import", Samples.folder + "/collaboration.ndjson", "-o", log, "--chunk-size", "4096").status
                == 0)
        var bytes = try TestFiles.bytes(at: log)
        for place in 0..<200 { bytes[bytes.count / 2 + place] = 0xEE }
        let damaged = try scratch.write("damaged.mcap", bytes)
        let (fromFile, fromPipe) = (scratch.path + "/file.mcap", scratch.path + "/pipe.mcap")
        #expect(Ran("recover", damaged, "-o", fromFile).status == 3)
        #expect(try Binary(["recover", "-", "-o", fromPipe], input: Data(bytes)).status == 3)
        #expect(try TestFiles.bytes(at: fromPipe) == TestFiles.bytes(at: fromFile))
        #expect(Ran("verify", fromPipe).output.contains(": intact, "))
    }
}
