import TestSupport
import Testing

@testable import EventLog

/// Files put together record by record, with whatever is wrong about them.
struct RawLog {
    var bytes: [UInt8]

    init() {
        var buffer = ByteBuffer()
        buffer.append(MCAP.magic)
        MCAP.Header(profile: "x", library: "test").encode(into: &buffer)
        MCAP.Channel(id: 1, schemaID: 0, topic: "t", messageEncoding: "json").encode(into: &buffer)
        bytes = buffer.array
    }

    static func message(_ number: UInt32) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(Opcode.message.rawValue)
        buffer.append(UInt64(MCAP.MessageHeader.size + 2))
        let time = UInt64(number)
        MCAP.MessageHeader(channelID: 1, sequence: number, logTime: time, publishTime: time)
            .encodeFields(into: &buffer)
        buffer.append([0x7B, 0x7D])
        return buffer.array
    }

    static func record(_ opcode: Opcode, _ content: [UInt8]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(opcode.rawValue)
        buffer.append(UInt64(content.count))
        buffer.append(content)
        return buffer.array
    }

    /// A chunk that is not compressed; with another CRC it is damaged.
    static func chunk(_ records: [UInt8], crc: UInt32? = nil) -> [UInt8] {
        var content = ByteBuffer()
        content.append(UInt64(1))
        content.append(UInt64(9))
        content.append(UInt64(records.count))
        content.append(crc ?? records.withUnsafeBytes { CRC32.of($0) })
        content.append(UInt32(0))
        content.append(UInt64(records.count))
        content.append(records)
        return record(.chunk, content.array)
    }

    static func index(_ count: Int) -> [UInt8] {
        var content = ByteBuffer()
        content.append(UInt16(1))
        content.append(UInt32(count * 16))
        for number in 0..<count {
            content.append(UInt64(number))
            content.append(UInt64(number))
        }
        return record(.messageIndex, content.array)
    }

    static let dataEnd = record(.dataEnd, [0, 0, 0, 0])

    func closed() -> [UInt8] {
        var end = ByteBuffer()
        MCAP.Footer(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0).encode(into: &end)
        end.append(MCAP.magic)
        return bytes + Self.dataEnd + end.array
    }
}

@Suite("What recovery counts")
struct RecoveryCountTests {
    private func recover(_ bytes: [UInt8], keepsSuspect: Bool = false) throws -> Recovery {
        var recoverer = try LogRecoverer(
            MemorySource(bytes), into: MemorySink(), keepsSuspect: keepsSuspect)
        return try recoverer.run()
    }

    /// The chunk proves itself, and what is broken inside it is lost all the same.
    @Test(arguments: [
        RawLog.message(2).dropLast(), RawLog.record(.message, [1, 2, 3])[...],
        RawLog.chunk(RawLog.message(2))[...], RawLog.record(.attachment, Array(repeating: 0, count: 40))[...],
    ])
    func whatIsBrokenInsideASoundChunkIsALoss(piece: ArraySlice<UInt8>) throws {
        var log = RawLog()
        log.bytes += RawLog.chunk(RawLog.message(1) + piece)
        let found = try recover(log.closed())
        #expect(found.messages == 1 && found.lossCount == 1 && found.hasLoss && !found.isExact)
        #expect(found.lostBytes == UInt64(piece.count))
    }

    @Test func aLostChunkWithoutIndexesHadNobodyKnowsHowMany() throws {
        var log = RawLog()
        log.bytes += RawLog.chunk(RawLog.message(1), crc: 7)
        log.bytes += RawLog.chunk(RawLog.message(2))
        let found = try recover(log.closed())
        #expect(found.messages == 1 && found.lostMessages == 0 && !found.isExact)
    }

    @Test func theIndexesOfAllLostChunksAreAddedUp() throws {
        var log = RawLog()
        for count in [3, 4] {
            log.bytes += RawLog.chunk(RawLog.message(1), crc: 7)
            log.bytes += RawLog.index(count)
        }
        log.bytes += RawLog.chunk(RawLog.message(9))
        let found = try recover(log.closed())
        #expect(found.lostMessages == 7 && found.isExact)
        // One of which nothing is told makes it a lower bound.
        log.bytes += RawLog.chunk(RawLog.message(1), crc: 7)
        log.bytes += RawLog.chunk(RawLog.message(1), crc: 7)
        log.bytes += RawLog.index(2)
        #expect(try !recover(log.closed()).isExact)
    }

    /// As where a file system lost a page that was never written.
    @Test func aChunkRightBehindZerosIsKept() throws {
        let bytes = try MadeLog.chunked(messages: 12, perChunk: 4)
        for place in try ContainerHostileTests.offsets(of: .chunk, in: bytes) {
            for count in [1, 8, 4096] {
                let zeros = [UInt8](repeating: 0, count: count)
                let found = try recover(Array(bytes[..<place] + zeros + bytes[place...]))
                #expect(found.messages == 12 && found.lossCount == 1 && found.lostBytes == UInt64(count))
            }
        }
    }

    /// A summary that came among the data, as where blocks of a file were swapped, ends nothing.
    @Test func whatFollowsAFalseFooterIsKept() throws {
        let bytes = try MadeLog.chunked(messages: 12, perChunk: 4)
        let chunks = try ContainerHostileTests.offsets(of: .chunk, in: bytes)
        let end = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: bytes).first)
        for place in chunks {
            let changed = Array(bytes[..<place] + bytes[end...].dropLast(3) + bytes[place...])
            #expect(try recover(changed).messages == 12)
            #expect(try Reading(changed).messages.count == 12)
        }
    }

    /// Topics that can't be read as text look the same, and are two all the same.
    @Test func channelsWithRepairedNamesStayApart() throws {
        let topics: [[UInt8]] = [[0xFE], [0xFF]]
        var log = RawLog()
        for (number, topic) in topics.enumerated() {
            let id = [UInt8(2 + number), 0, 0, 0]
            log.bytes += RawLog.record(.channel, id + [1, 0, 0, 0] + topic + [0, 0, 0, 0, 0, 0, 0, 0])
        }
        var records = RawLog.message(1) + RawLog.message(2)
        records[MCAP.prefixSize] = 2
        records[records.count / 2 + MCAP.prefixSize] = 3
        log.bytes += RawLog.chunk(records)
        let sink = MemorySink()
        var recoverer = try LogRecoverer(MemorySource(log.closed()), into: sink)
        _ = try recoverer.run()
        #expect(try Set(Reading(sink.array).messages.map(\.header.channelID)).count == 2)
    }

    /// The loss at the end of one file has nothing to do with the numbers of the next.
    @Test func aLossDoesNotReachIntoTheNextFile() throws {
        var log = RawLog()
        log.bytes += RawLog.chunk(RawLog.message(1), crc: 7)
        let found = try recover(log.closed() + MadeLog.chunked(messages: 3, perChunk: 3))
        #expect(found.messages == 3 && found.lossCount == 1 && !found.isExact)
    }

    @Test func aMessageBehindTheDataIsKeptOnRequestOnly() throws {
        var log = RawLog()
        log.bytes += RawLog.dataEnd + RawLog.message(1)
        let strict = try recover(log.closed())
        #expect(strict.messages == 0 && strict.lossCount == 1)
        let lenient = try recover(log.closed(), keepsSuspect: true)
        #expect(lenient.messages == 1 && lenient.suspectMessages == 1 && lenient.hasLoss)
    }
}

@Suite("Issues beyond the limit")
struct IssueLimitTests {
    @Test func whatALogIsDoesNotDependOnHowMuchIsListed() {
        var log = IssueLog(limit: 0)
        log.add(LogIssue(.tornRecord, at: 3, "torn"))
        log.add(LogIssue(.chunkCRC, at: 5, "first"))
        log.add(LogIssue(.dataCRC, at: 7, "second"))
        #expect(log.issues.isEmpty)
        #expect(log.firstDamage?.message == "first" && log.first(.tornRecord)?.offset == 3)
        #expect(log.first(.secondFile) == nil)
        var sum = IssueLog()
        sum.add(log)
        #expect(sum.firstDamage?.message == "first" && sum.first(.dataCRC)?.offset == 7)
        #expect(sum.damageCount == 2 && sum.noticeCount == 1)
    }
}
