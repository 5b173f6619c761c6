import EventLog
import Foundation
import TestSupport
import Testing

@Suite struct SealTests {
    private static func log(_ count: Int) throws -> [UInt8] {
        let lines = (0..<count).map { #"{"t":\#($0),"event":"anchor.removed","anchor":"A\#($0)"}"# }
        return try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n").mcap(chunkSize: 700)
    }

    private static func verify(_ path: String) throws -> Verification {
        var verifier = LogVerifier(try InputFile(path: path))
        return try verifier.run()
    }

    /// Wherever it was cut, it is intact afterwards, with every message that was readable before.
    @Test func aLogCutAnywhereIsFinished() throws {
        let scratch = try Scratch()
        let good = try Self.log(30)
        for count in stride(from: 8, to: good.count, by: 7) {
            let path = try scratch.write("cut.mcap", good[..<count])
            let before = try Self.verify(path)
            let sealed = try LogSealer.seal(path)
            #expect(!sealed.wasClosed)
            let after = try Self.verify(path)
            if count >= 50 { #expect(after.verdict == .intact, "\(count): \(after.issues.issues)") }
            #expect(after.isClosed && !after.issues.isDamaged, "\(count): \(after.issues.issues)")
            #expect(after.messageCount == before.messageCount, "\(count)")
            #expect(after.messageCount == sealed.messageCount, "\(count)")
            let again = try Data(contentsOf: URL(filePath: path))
            #expect(try LogSealer.seal(path).wasClosed)
            #expect(try Data(contentsOf: URL(filePath: path)) == again)
        }
    }

    /// A log that lost only its end is the same bytes again.
    @Test func whatWasCutOffTheSummaryComesBack() throws {
        let scratch = try Scratch()
        let good = try Self.log(30)
        let path = try scratch.write("cut.mcap", good.dropLast(100))
        _ = try LogSealer.seal(path)
        #expect(try TestFiles.bytes(at: path) == good)
    }

    @Test func theCommandSaysWhatItDid() throws {
        let scratch = try Scratch()
        let good = try Samples.bytes("placement.mcap")
        let path = try scratch.write("torn.mcap", good.dropLast(300))
        let run = Ran("seal", path)
        #expect(run.status == 0 && run.errors.contains("torn.mcap: sealed"))
        #expect(run.errors.contains("bytes cut off"))
        #expect(Ran("verify", path).output.contains("intact, 288 events"))
        let again = Ran("seal", path)
        #expect(again.status == 0 && again.errors.contains("is closed already"))
        #expect(try TestFiles.bytes(at: path) == good)
    }

    /// What stood whole in a torn chunk is proven by nothing; that it goes is said.
    @Test func messagesThatAreCutOffAreSaid() throws {
        let scratch = try Scratch()
        let lines = (0..<30).map { #"{"t":\#($0),"event":"anchor.removed","anchor":"A\#($0)"}"# }
        let log = try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n").mcap(
            chunkSize: 700, compression: .none)
        var reader = LogReader(MemorySource(log))
        var chunks: [Int] = []
        while let batch = try reader.nextBatch() { chunks.append(Int(batch.offset)) }
        let path = try scratch.write("torn.mcap", log[..<(chunks[1] + 300)])
        let run = Ran("seal", path)
        #expect(run.status == 3 && run.errors.contains("in the torn end had no checksum"))
        #expect(Ran("verify", path).output.contains("intact"))
        #expect(Ran("seal", path).status == 0)
    }

    @Test func aDamagedLogIsRefusedAndLeftAlone() throws {
        let scratch = try Scratch()
        var bytes = Array(try Self.log(30).dropLast(300))
        bytes[bytes.count / 2] ^= 0x55
        let path = try scratch.write("damaged.mcap", bytes)
        let run = Ran("seal", path)
        #expect(run.status == 2 && run.errors.contains("is damaged") && run.errors.contains("arlog recover"))
        #expect(try TestFiles.bytes(at: path) == bytes)
        let glued = try scratch.write("glued.mcap", try Self.log(3) + Self.log(3).dropLast(50))
        #expect(Ran("seal", glued).status == 2)
        #expect(Ran("seal", "-").status == 2)
        #expect(Ran("seal", scratch.path + "/missing.mcap").status == 2)
    }

    @Test func aLogThatIsHeldIsLeftAlone() throws {
        let scratch = try Scratch()
        let path = try scratch.write("held.mcap", try Self.log(3).dropLast(50))
        let holder = try ContinuedFile(path: path)
        #expect(holder != nil)
        let run = Ran("seal", path)
        #expect(run.status == 2 && run.errors.contains("being written by another process"))
        withExtendedLifetime(holder) {}
    }
}
