import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite("What recovery keeps")
struct RecoveryTests {
    @Test func ofASoundFileItIsEverything() throws {
        for bytes in [
            try WholeLog.bytes(), try MadeLog.chunked(messages: 50, perChunk: 7), try Numbered.log(300),
        ] {
            let found = try Recovered(bytes)
            #expect(!found.recovery.hasLoss && found.recovery.isExact)
            #expect(try found.isSound)
            #expect(try found.contents == Reading(bytes).contents)
        }
        let whole = try Recovered(WholeLog.bytes()).recovery
        #expect(whole.attachments == 1 && whole.metadata == 1)
    }

    @Test func cutAnywhereItKeepsEveryWholeChunk() throws {
        let good = try MadeLog.chunked(messages: 40, perChunk: 10)
        let ends = try Resigned.offsets(of: .messageIndex, in: good)
        for count in stride(from: 40, to: good.count, by: 3) {
            let found = try Recovered(Array(good[..<count]))
            #expect(try found.isSound, "the first \(count) bytes")
            #expect(
                found.reading.messages.count == 10 * ends.count { $0 <= count }, "the first \(count) bytes")
        }
    }

    @Test func aHitChunkIsLeftOutAndTheOthersKept() throws {
        let good = try MadeLog.chunked(messages: 60, perChunk: 20)
        let chunk = try Resigned.offsets(of: .chunk, in: good)[1]
        for place in [0, 1, 4, 8, 20, 26, 33, 40, 50, 54, 60, 70] {
            var bytes = good
            bytes[chunk + place] ^= 0x41
            let found = try Recovered(bytes)
            #expect(try found.isSound, "byte \(place)")
            let sequences = Set(found.reading.sequences)
            #expect(sequences.isSuperset(of: Array(0..<20) + Array(40..<60)), "byte \(place)")
            if sequences.count < 60 {
                #expect(found.recovery.hasLoss && found.recovery.lossCount > 0, "byte \(place)")
            }
        }
    }

    @Test func lostEventsAreCountedByTheirNumbers() throws {
        let good = try Numbered.log(300)
        let chunks = try Resigned.offsets(of: .chunk, in: good)
        try #require(chunks.count > 4)
        for hit in [[2], [1, 2], [0], [chunks.count - 1], [1, 3]] {
            var bytes = good
            for chunk in hit { bytes[chunks[chunk] + 60] ^= 0xFF }
            let found = try Recovered(bytes)
            #expect(try found.isSound)
            #expect(found.recovery.lostMessages + found.recovery.messages - found.labels == 300, "\(hit)")
            #expect(found.recovery.isExact && found.recovery.lostChunks == hit.count)
            let gaps = try Numbered.gaps(found.bytes)
            #expect(gaps.reduce(0) { $0 + $1.lost } == found.recovery.lostMessages, "\(hit)")
            #expect(gaps.count == (hit == [1, 3] ? 2 : 1))
            // The gaps tell of every hole, so that nothing is left to complain about.
            #expect(try WholeLog.verify(found.bytes).verdict == .intact, "\(hit)")
        }
    }

    @Test func aSuspectChunkIsKeptOnlyWhenAsked() throws {
        let good = try MadeLog.chunked(messages: 60, perChunk: 20, compression: .none)
        let chunk = try Resigned.offsets(of: .chunk, in: good)[1]
        var bytes = good
        // The data of a message inside the chunk.
        bytes[chunk + 49 + 35] ^= 1
        let without = try Recovered(bytes)
        #expect(without.recovery.messages == 40 && without.recovery.suspectMessages == 0)
        let with = try Recovered(bytes, keepsSuspect: true)
        #expect(with.recovery.messages == 60 && with.recovery.suspectMessages == 20)
        #expect(with.recovery.hasLoss)
        let metadata = try Resigned(with.bytes).records.filter { $0.opcode == .metadata }
        #expect(metadata.count == 1)
        #expect(String(decoding: metadata[0].content, as: UTF8.self).contains("suspectMessages"))
    }

    @Test func messagesOutsideChunksAreFoundAgain() throws {
        var options = WriterOptions()
        options.isChunked = false
        let sink = MemorySink()
        var writer = try RecordWriter(sink, header: MCAP.Header(profile: "", library: "x"), options: options)
        try writer.write(MadeLog.schema)
        try writer.write(MadeLog.channel)
        for number in 0..<30 {
            let message = MCAP.MessageHeader(
                channelID: 1, sequence: UInt32(number), logTime: UInt64(100 + number), publishTime: 5)
            try [1, 2, 3, 4].withUnsafeBytes { try writer.write(message, data: UnsafeRawBufferPointer($0)) }
        }
        try writer.close()
        var bytes = sink.array
        let place = try Resigned.offsets(of: .message, in: bytes)[10]
        for byte in 1..<9 { bytes[place + byte] = 0xFF }
        let found = try Recovered(bytes)
        #expect(try found.isSound)
        #expect(found.reading.sequences == Array(0..<10) + Array(11..<30))
        #expect(found.recovery.hasLoss && found.recovery.hasDoubt)
    }

    /// A channel whose schema is lost carries what its topic says, in the new file, too.
    @Test func aLostSchemaIsKnownByTheTopic() throws {
        var log = try Numbered.log(30)
        let events = try MemoryLog(mcap: log).headers.count
        let dataEnd = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: log).first)
        log.removeSubrange(dataEnd...)
        for place in try ContainerHostileTests.offsets(of: .schema, in: log) { log[place] = 0x7E }
        #expect(try MemoryLog(mcap: log).headers.count == events)
        let recovered = try Recovered(log)
        #expect(try recovered.isSound)
        #expect(try MemoryLog(mcap: recovered.bytes).headers.count == events)
    }

    @Test func gluedFilesBecomeOne() throws {
        let good = try WholeLog.bytes()
        let found = try Recovered(good + good)
        #expect(try found.isSound)
        #expect(found.recovery.messages == 12 && found.recovery.attachments == 2)
    }

    /// Whatever byte is hit, the new file is sound and the loss is said.
    @Test(arguments: [0x01, 0xFF] as [UInt8]) func noFlippedByteIsSignedAnew(mask: UInt8) throws {
        let good = try WholeLog.bytes()
        let contents = Set(try Reading(good).contents)
        for place in 8..<good.count {
            var bytes = good
            bytes[place] ^= mask
            let found = try Recovered(bytes)
            #expect(try found.isSound, "byte \(place)")
            let kept = found.contents.filter { !$0.hasPrefix("/log/gap ") }
            if !found.recovery.hasLoss { #expect(kept.count == 6, "byte \(place) of \(good[place])") }
            // Nothing is kept that was not there, but for what was a definition, and is said to be in doubt: a
            // channel's own record has no checksum, and may name another topic or pass for a message.
            let known = kept.filter { contents.contains($0) }
            let isInDoubt = kept.count == 6 || found.recovery.hasDoubt
            #expect(known.count == kept.count || isInDoubt, "byte \(place)")
        }
    }
}

@Suite("What recovery makes of files from elsewhere")
struct RecoveryFilesTests {
    @Test func everyDamagedFileGivesItsMessages() throws {
        for file in SharedFiles.logs(in: "damaged") {
            let name = file.deletingPathExtension().lastPathComponent
            let found = try Recovered(SharedFiles.bytes(file))
            let expected = try #require(IntegrityFilesTests.verdicts.first { $0.name == name }).messages
            #expect(found.recovery.messages == expected, "\(name)")
            #expect(try found.isSound, "\(name)")
        }
    }

    @Test func everyConformanceFileIsKeptWhole() throws {
        for file in SharedFiles.logs(in: "conformance") {
            let bytes = try SharedFiles.bytes(file)
            let found = try Recovered(bytes)
            #expect(!found.recovery.hasLoss, "\(file.lastPathComponent)")
            #expect(try found.contents == Reading(bytes).contents, "\(file.lastPathComponent)")
        }
    }
}
