import Foundation
import TestSupport
import Testing

@testable import arlog

/// Where results go, and where input comes from.
@Suite struct FilesTests {
    @Test func nothingIsOverwritten() throws {
        let scratch = try Scratch()
        let source = Samples.folder + "/placement.ndjson"
        let target = try scratch.write("a.mcap", "precious")
        let refused = Ran("import", source, "-o", target)
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains("\(target): can't create: File exists; give another name, or --force"))
        #expect(String(decoding: try TestFiles.bytes(at: target), as: UTF8.self) == "precious")
        let bad = try scratch.write("bad.ndjson", "{\"t\":0}\n")
        #expect(Ran("import", bad, "-o", target, "--force").status == 2)
        #expect(String(decoding: try TestFiles.bytes(at: target), as: UTF8.self) == "precious")
        #expect(Ran("import", source, "-o", target, "--force").status == 0)
        #expect(try TestFiles.bytes(at: target) == Samples.bytes("placement.mcap"))
        #expect(scratch.names == ["a.mcap", "bad.ndjson"])
    }

    @Test func resultsAreTheirOwnersAlone() throws {
        let scratch = try Scratch()
        #expect(
            Ran("import", Samples.folder + "/onboarding.ndjson", "-o", scratch.path + "/a.mcap").status == 0)
        #expect(try scratch.mode("a.mcap") == 0o600)
    }

    @Test func placesThatCanNotBeWritten() throws {
        let scratch = try Scratch()
        let source = Samples.folder + "/onboarding.ndjson"
        let folder = Ran("import", source, "-o", scratch.path)
        #expect(folder.status == 2 && folder.errors.contains("Is a directory"))
        let missing = Ran("import", source, "-o", scratch.path + "/no/a.mcap")
        #expect(missing.status == 2 && missing.errors.contains("make the folder first"))
        #expect(Ran("import", source).status == 64)
        #expect(scratch.names.isEmpty)
    }

    @Test func aLogNeverGoesToATerminal() {
        let run = Ran(["import", Samples.folder + "/onboarding.ndjson", "-o", "-"], asTerminal: true)
        #expect(run.status == 64 && run.output.isEmpty)
    }

    @Test(arguments: ["cat", "info", "check", "anchors", "trace"], ["mcap", "ndjson"])
    func standardInputIsAFile(command: String, form: String) throws {
        let path = "\(Samples.folder)/placement.\(form)"
        let piped = try Binary([command, "-"], input: Data(try TestFiles.bytes(at: path)))
        let named = Ran(command, path)
        #expect(piped.status == 0 && piped.errors.isEmpty)
        #expect(piped.text.replacingOccurrences(of: "standard input", with: path) == named.output)
        let empty = try Binary([command, "-"])
        #expect(empty.status == 2)
        #expect(empty.errors == "arlog: standard input: is empty; send a log or NDJSON\n")
    }

    @Test func importReadsAndWritesPipes() throws {
        let source = Data(try Samples.bytes("placement.ndjson"))
        let made = try Binary(["import", "-", "-o", "-", "--quiet"], input: source)
        #expect(made.status == 0 && made.errors.isEmpty)
        #expect(try Array(made.output) == Samples.bytes("placement.mcap"))
    }
}
