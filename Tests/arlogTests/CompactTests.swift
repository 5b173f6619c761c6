import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite struct CompactTests {
    @Test func theEventsAreTheSameInFewerBytes() throws {
        let scratch = try Scratch()
        for name in ["collaboration", "placement"] {
            let small = scratch.path + "/small.mcap"
            let out = scratch.path + "/out.mcap"
            let source = Samples.folder + "/\(name).ndjson"
            #expect(Ran("import", source, "-o", small, "--chunk-size", "1024", "--force").status == 0)
            let run = Ran("compact", small, "-o", out, "--force")
            #expect(run.status == 0 && run.errors.contains("bytes instead of"))
            #expect(
                Ran("cat", out, "--format", "ndjson").output == Ran("cat", small, "--format", "ndjson").output
            )
            #expect(Ran("verify", out).output.contains(": intact, "))
            let sizes = try [small, out].map { try TestFiles.bytes(at: $0).count }
            #expect(sizes[1] < sizes[0] * 9 / 10, "\(sizes)")
            // What is compact already stays as it is.
            let again = scratch.path + "/again.mcap"
            #expect(Ran("compact", out, "-o", again, "--force").status == 0)
            #expect(try TestFiles.bytes(at: again) == TestFiles.bytes(at: out))
        }
    }

    @Test func everyConformanceFileKeepsItsMessages() throws {
        let scratch = try Scratch()
        for name in TestFiles.shared("conformance/TenMessages", ending: ".mcap").prefix(40) {
            let path = (TestFiles.shared ?? "") + "/" + name
            let out = scratch.path + "/out.mcap"
            #expect(Ran("compact", path, "-o", out, "--force").status == 0, "\(name)")
            #expect(Ran("verify", out).output.contains("10 messages"), "\(name)")
        }
    }

    /// An id that gets back the name it had before is called as before, wherever the chunks end.
    @Test(arguments: [true, false]) func namesGivenBackStay(isOneChunk: Bool) throws {
        let scratch = try Scratch()
        var options = RecorderOptions(device: "phone")
        options.worksInBackground = false
        let recorder = Recorder(folder: scratch.path, options)
        for name in ["sofa", "couch", "sofa", "bench", "couch"] {
            recorder.label("anchor", name)
            recorder.append(
                Event.AnchorAdded {
                    $0.anchor = "anchor"
                    $0.kind = .plane
                })
            if !isOneChunk {
                recorder.flush()
                recorder.work()
            }
        }
        recorder.close()
        let name = try #require(scratch.names.first { $0.hasSuffix(".mcap") })
        let path = scratch.path + "/" + name
        let out = scratch.path + "/small.copy"
        #expect(Ran("compact", path, "-o", out).status == 0)
        let cat = Ran("cat", path).output
        #expect(Ran("cat", out).output == cat)
        #expect(cat.contains("(bench)") == !isOneChunk && cat.contains("(couch)"), "\(cat)")
    }

    @Test func aDamagedLogIsRefused() throws {
        let scratch = try Scratch()
        var bytes = try Samples.bytes("placement.mcap")
        let torn = try scratch.write("torn.mcap", bytes.dropLast(50))
        bytes[bytes.count / 2] ^= 1
        let damaged = try scratch.write("damaged.mcap", bytes)
        for path in [torn, damaged] {
            let run = Ran("compact", path, "-o", scratch.path + "/out.mcap")
            #expect(run.status == 2 && run.errors.contains("arlog recover"))
        }
        #expect(scratch.names == ["damaged.mcap", "torn.mcap"])
        #expect(Ran("compact", damaged).status == 64)
    }
}
