import Foundation
import TestSupport
import Testing

@Suite struct RecordsTests {
    /// The suite's own description of each of its files, field for field and in its order.
    @Test func jsonIsTheConformanceSuites() throws {
        let folders = [
            "NoData", "OneAttachment", "OneMessage", "OneMetadata", "OneSchemalessMessage", "TenMessages",
        ]
        let names = folders.flatMap { TestFiles.shared("conformance/" + $0, ending: ".mcap") }
        if TestFiles.shared != nil { #expect(names.count == 416) }
        for name in names {
            let path = (TestFiles.shared ?? "") + "/" + name
            let run = Ran("records", "--json", path)
            #expect(run.status == 0 && run.errors.isEmpty, "\(name): \(run.errors)")
            let expected = try JSONSerialization.jsonObject(
                with: Data(try TestFiles.bytes(shared: String(name.dropLast(4)) + "json")))
            let wanted = try #require((expected as? [String: Any])?["records"] as? [NSDictionary])
            let found = try #require(try run.json()["records"] as? [NSDictionary])
            #expect(found == wanted, "\(name)")
        }
    }

    @Test func textHasALineARecord() throws {
        let run = Ran("records", Samples.folder + "/placement.mcap")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("8            Header") == true)
        #expect(lines.last?.contains("Footer") == true)
        #expect(lines.contains { $0.hasPrefix("  +0 ") && $0.contains("Message ") })
    }

    @Test func aTornFileIsToldAndTheRestListed() throws {
        let scratch = try Scratch()
        let bytes = try Samples.bytes("placement.mcap")
        let path = try scratch.write("torn.mcap", bytes.prefix(bytes.count - 30))
        let run = Ran("records", path, "--json")
        #expect(run.status == 3)
        #expect(run.errors.contains("ends inside a record"))
        #expect(try run.json()["records"] is [Any])
    }

    @Test func whatIsNoMCAPIsRefused() throws {
        let scratch = try Scratch()
        let path = try scratch.write("text.mcap", "hello, world")
        let run = Ran("records", path)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("not an MCAP file"))
    }
}
