import TestSupport
import Testing

@testable import EventLog

/// Whatever bytes a file has, verifying and recovering come to an end, and what was recovered is sound.
@Suite("Hostile files, verified and recovered")
struct RecoveryHostileTests {
    /// Changes a few bytes, cuts, doubles and moves pieces; the same for the same seed.
    static func mutate(_ bytes: [UInt8], _ seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed)
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            guard bytes.count > 32 else { break }
            let place = Int.random(in: 8..<bytes.count, using: &random)
            let length = min(Int.random(in: 1...64, using: &random), bytes.count - place)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 3: for offset in 0..<length { bytes[place + offset] = 0 }
            case 4: for offset in 0..<min(8, length) { bytes[place + offset] = 0xFF }
            case 5: bytes.removeLast(length)
            case 6: bytes[place] = UInt8.random(in: 1...15, using: &random)
            default: bytes.insert(contentsOf: bytes[8..<place], at: place)
            }
        }
        return bytes
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func mutatedFilesNeverTrap(part: UInt64) throws {
        let events = (0..<80).map { #"{"t":\#($0),"event":"anchor.removed","anchor":"A\#($0 % 9)"}"# }
        let logs = [
            try WholeLog.bytes(), try MadeLog.chunked(messages: 30, perChunk: 5),
            try MadeLog.chunked(messages: 30, perChunk: 5, compression: .none),
            try MemoryLog(ndjson: events.joined(separator: "\n") + "\n").mcap(chunkSize: 600),
        ]
        for seed in part * 60..<part * 60 + 60 {
            let bytes = Self.mutate(logs[Int(seed) % logs.count], seed)
            _ = try WholeLog.verify(bytes)
            let sink = MemorySink()
            var recoverer = try LogRecoverer(MemorySource(bytes), into: sink, keepsSuspect: seed % 2 == 0)
            let recovery = try recoverer.run()
            let found = try WholeLog.verify(sink.array)
            #expect(!found.issues.isDamaged && found.isClosed, "seed \(seed): \(found.issues.damage)")
            #expect(found.messageCount == recovery.messages + UInt64(recovery.gaps), "seed \(seed)")
            _ = try? UnclosedPrefix(MemorySource(bytes))
        }
    }

    /// A file in which a chunk seems to begin everywhere.
    @Test func falseSignaturesComeToAnEnd() throws {
        var bytes = try MadeLog.chunked(messages: 20, perChunk: 10)
        let chunk = try Resigned.offsets(of: .chunk, in: bytes)[0]
        for place in 1..<9 { bytes[chunk + place] = 0xEE }
        var false1: [UInt8] = [6] + Array(repeating: 0, count: 55)
        false1.replaceSubrange(1..<9, with: [0x00, 0x00, 0x10, 0, 0, 0, 0, 0])
        false1.replaceSubrange(25..<33, with: [0, 0, 0, 0x0F, 0, 0, 0, 0])
        false1.replaceSubrange(37..<44, with: [3, 0, 0, 0, 0x6C, 0x7A, 0x34])
        false1.replaceSubrange(44..<52, with: [0, 0, 0x0F, 0, 0, 0, 0, 0])
        false1.replaceSubrange(52..<56, with: [0x04, 0x22, 0x4D, 0x18])
        let many = Array(repeatElement(false1, count: 40_000).joined())
        bytes.insert(contentsOf: many, at: chunk + 60)
        #expect(try WholeLog.verify(bytes).verdict == .damaged)
        let sink = MemorySink()
        var recoverer = try LogRecoverer(MemorySource(bytes), into: sink)
        #expect(try recoverer.run().hasLoss)
    }

    /// More definitions of one number than there are numbers to tell them apart would be refused, not mixed up.
    @Test func conflictingDefinitionsGetNumbersOfTheirOwn() throws {
        let sink = MemorySink()
        var writer = try RecordWriter(sink, header: MCAP.Header(profile: "", library: ""))
        for number in 0..<50 {
            try writer.write(MCAP.Schema(id: 7, name: "s\(number)", encoding: "x", data: [1]))
            try writer.write(MCAP.Channel(id: 3, schemaID: 7, topic: "t\(number)", messageEncoding: "x"))
            let message = MCAP.MessageHeader(channelID: 3, sequence: 1, logTime: 5, publishTime: 5)
            try [UInt8(number)].withUnsafeBytes {
                try writer.write(message, data: UnsafeRawBufferPointer($0))
            }
        }
        try writer.close()
        let out = MemorySink()
        var recoverer = try LogRecoverer(MemorySource(sink.array), into: out)
        #expect(try recoverer.run().messages == 50)
        let reading = try Reading(out.array)
        for message in reading.messages {
            let channel = try #require(reading.definitions.channels[message.header.channelID])
            #expect(channel.topic == "t\(message.data[0])")
            #expect(reading.definitions.schema(of: channel)?.name == "s\(message.data[0])")
        }
        #expect(try WholeLog.verify(out.array).verdict == .intact)
    }
}
