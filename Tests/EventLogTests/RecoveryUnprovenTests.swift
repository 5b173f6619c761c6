import TestSupport
import Testing

@testable import EventLog

/// What no checksum proves is not passed off as good.
@Suite("Unproven bytes")
struct RecoveryUnprovenTests {
    /// Zeros in the place of a chunk, or of its header, are no empty chunk.
    @Test(arguments: [40, 60, Int.max], [true, false])
    func aZeroedChunkIsLost(count: Int, isClosed: Bool) throws {
        let good = try Numbered.log(100)
        let chunks = try ContainerHostileTests.offsets(of: .chunk, in: good)
        let indexes = try ContainerHostileTests.offsets(of: .messageIndex, in: good)
        let next = try #require(indexes.first { $0 > chunks[1] })
        var log = good
        let start = chunks[1] + MCAP.prefixSize
        for place in start..<min(next, start + min(count, 1 << 20)) { log[place] = 0 }
        if !isClosed {
            let end = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: good).first)
            log.removeSubrange(end...)
        }
        let source = try EventSource(MemorySource(log))
        let read = try MemoryLog(source).headers.count
        #expect(read < 100 && source.report.hasLoss)
        #expect(try WholeLog.verify(log).verdict == .damaged)
        let found = try Recovered(log)
        #expect(try found.isSound)
        #expect(found.recovery.lostMessages == UInt64(100 - read) && found.recovery.isExact)
        #expect(try Numbered.gaps(found.bytes).map(\.lost) == [UInt64(100 - read)])
    }

    /// Without numbers, the indexes behind it tell how many messages it had.
    @Test(arguments: [true, false]) func aZeroedChunkOfAnotherProgram(hasRest: Bool) throws {
        let good = try MadeLog.chunked(messages: 60, perChunk: 20, compression: .none)
        var log = try Resigned(good)
        let place = try log.place(.chunk, 1)
        let count = hasRest ? log.records[place].content.count : 40
        log.records[place].content = [UInt8](repeating: 0, count: count)
        let bytes = log.bytes()
        let reading = try Reading(bytes)
        #expect(reading.messages.count == 40 && reading.issues.isDamaged)
        let found = try Recovered(bytes)
        #expect(found.recovery.messages == 40 && found.recovery.hasLoss)
        #expect(found.recovery.lostMessages == 20)
    }

    /// A chunk of ours always has a checksum; one that lost it may have lost more.
    @Test func aChunkOfOursWithoutAChecksumIsLost() throws {
        var log = try Numbered.log(100)
        let chunk = try ContainerHostileTests.offsets(of: .chunk, in: log)[1]
        for place in 0..<4 { log[chunk + 33 + place] = 0 }
        let read = try MemoryLog(mcap: log).headers.count
        let found = try Recovered(log)
        #expect(read < 100 && found.recovery.lostMessages == UInt64(100 - read) && found.recovery.isExact)
    }

    /// In an uncompressed log cut anywhere, what stands in the torn chunk is kept on request only.
    @Test func aTornChunkIsKeptOnRequestOnly() throws {
        let good = try MadeLog.chunked(messages: 12, perChunk: 4, compression: .none)
        let ends = try ContainerHostileTests.offsets(of: .messageIndex, in: good)
        let dataEnd = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: good).first)
        var mostSuspect: UInt64 = 0
        for count in 40..<dataEnd {
            var log = Array(good[..<count])
            // The payload's last byte of the first message of the chunk at hand, where it is there.
            log[count - 1] ^= 1
            let whole = 4 * ends.count { $0 < count }
            let found = try Recovered(log)
            #expect(found.reading.messages.count <= whole, "the first \(count) bytes")
            #expect(found.recovery.suspectMessages == 0)
            let all = try Recovered(log, keepsSuspect: true)
            #expect(try all.isSound)
            #expect(all.recovery.messages >= found.recovery.messages)
            #expect(
                all.recovery.messages - found.recovery.messages == all.recovery.suspectMessages,
                "the first \(count) bytes")
            #expect(all.recovery.suspectMessages == 0 || !all.recovery.isExact)
            mostSuspect = max(mostSuspect, all.recovery.suspectMessages)
        }
        #expect(mostSuspect >= 3)
    }

    /// Numbers that nothing proves are not counted with.
    @Test func aSuspectNumberCountsNothing() throws {
        let good = try Numbered.log(100, compression: .none)
        let chunks = try ContainerHostileTests.offsets(of: .chunk, in: good)
        let place = try #require(RecordBytes(good, in: chunks[1]).places.last)
        var log = good
        // The number of the chunk's last event, and a byte of its payload.
        for byte in 11..<15 { log[place + byte] = 0x7F }
        log[place + 40] ^= 1
        let strict = try Recovered(log)
        let lost = strict.recovery.lostMessages
        #expect(lost > 0 && strict.recovery.isExact && strict.recovery.suspectMessages == 0)
        let kept = try Recovered(log, keepsSuspect: true)
        #expect(kept.recovery.lostMessages == 0 && !kept.recovery.isExact && kept.recovery.hasLoss)
        #expect(try kept.isSound)
    }

    /// A row of records that nothing proves never takes a proven chunk for a part of its last record.
    @Test func noRowReachesOverAProvenChunk() throws {
        var log = RawLog()
        log.bytes += RawLog.chunk(RawLog.message(1) + RawLog.message(2))
        let stray = [UInt8](repeating: 0xFF, count: 30)
        let behind = RawLog.chunk(RawLog.message(8) + RawLog.message(9))
        var swallowing = RawLog.message(5)
        let length = UInt64(swallowing.count - MCAP.prefixSize + behind.count)
        withUnsafeBytes(of: length.littleEndian) { swallowing.replaceSubrange(1..<9, with: $0) }
        for row in [swallowing, RawLog.message(4) + swallowing, RawLog.index(2) + swallowing] {
            var torn = log
            torn.bytes += stray + row + behind
            let bytes = torn.closed()
            let read = try Reading(bytes).sequences
            #expect(read == [1, 2, 8, 9])
            #expect(try Recovered(bytes).reading.sequences == read)
        }
    }

    /// The end of a file that was copied into its middle, and is not where it was, ends nothing.
    @Test func aMisplacedEndHidesNoChunk() throws {
        let good = try MadeLog.chunked(messages: 30, perChunk: 5)
        let chunks = try ContainerHostileTests.offsets(of: .chunk, in: good)
        let end = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: good).first)
        let piece = Array(repeating: 0xFF, count: 20) + good[end...]
        let bytes = Array(good[..<chunks[2]] + piece + [0xFF, 0xFF] + good[chunks[2]...])
        #expect(try Reading(bytes).sequences == Array(0..<30))
        #expect(try Recovered(bytes).reading.sequences == Array(0..<30))
    }

    /// What is kept is at least what is read, and nothing that was not there.
    @Test(arguments: [WriterOptions.Compression.lz4, .none], 0..<6 as Range<UInt64>)
    func recoveryKeepsAtLeastWhatReadingGives(compression: WriterOptions.Compression, part: UInt64) throws {
        let good = try MadeLog.chunked(messages: 60, perChunk: 5, compression: compression)
        let contents = Set(try Reading(good).contents)
        for seed in part * 40..<part * 40 + 40 {
            let bytes = RecoveryHostileTests.mutate(good, seed)
            let read = try Reading(bytes)
            let found = try Recovered(bytes)
            #expect(found.reading.messages.count >= read.messages.count, "seed \(seed)")
            let strange = found.contents.filter { !contents.contains($0) && !$0.hasPrefix("/log/gap ") }
            let isTold = found.recovery.hasDoubt || found.recovery.lostDefinitions > 0
            #expect(strange.isEmpty || isTold, "seed \(seed): \(strange.first ?? "")")
        }
    }
}

/// Where the records of an uncompressed chunk begin.
private struct RecordBytes {
    var places: [Int] = []

    init(_ log: [UInt8], in chunk: Int) {
        log.withUnsafeBytes { bytes in
            let length = Int(ByteCursor(bytes).peek(UInt64.self, at: chunk + 41) ?? 0)
            let start = chunk + 49
            guard length > 0, start + length <= bytes.count else { return }
            var walker = RecordWalker(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
            while let record = walker.next() { places.append(start + record.offset) }
        }
    }
}
