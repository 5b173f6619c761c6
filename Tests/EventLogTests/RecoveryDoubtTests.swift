import TestSupport
import Testing

@testable import EventLog

/// Schemas and channels have no checksum of their own. What a changed one would make of good messages is not believed.
@Suite("Changed definitions")
struct RecoveryDoubtTests {
    /// A log of ours without its last part, from DataEnd on.
    private static func unclosed(_ log: [UInt8]) throws -> [UInt8] {
        let end = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: log).first)
        return Array(log[..<end])
    }

    /// The places of the bytes of the definitions before the chunks, a schema's data aside.
    private static func places(in log: [UInt8]) throws -> [Int] {
        let chunk = try #require(try ContainerHostileTests.offsets(of: .chunk, in: log).last)
        let channels = try ContainerHostileTests.offsets(of: .channel, in: log).filter { $0 < chunk }
        let schemas = try ContainerHostileTests.offsets(of: .schema, in: log).filter { $0 < chunk }
        return log.withUnsafeBytes { bytes in
            let cursor = ByteCursor(bytes)
            return channels.flatMap { place -> [Int] in
                let length = Int(cursor.peek(UInt64.self, at: place + 1) ?? 0)
                return Array(place + MCAP.prefixSize..<place + MCAP.prefixSize + length)
            }
                + schemas.flatMap { place -> [Int] in
                    let name = Int(cursor.peek(UInt32.self, at: place + MCAP.prefixSize + 2) ?? 0)
                    return Array(place + MCAP.prefixSize..<place + MCAP.prefixSize + 6 + name + 4 + 8)
                }
        }
    }

    /// Whatever bit of a definition is changed, closed or not: the events are what they were, and it is said.
    @Test(arguments: [true, false], [0, 3, 6]) func ofALogOfOurs(isClosed: Bool, bit: Int) throws {
        let whole = try Numbered.log(60)
        let log = isClosed ? whole : try Self.unclosed(whole)
        let facts = try MemoryLog(mcap: log).facts
        let contents = try Reading(log).contents
        for place in try Self.places(in: whole) {
            var changed = log
            changed[place] ^= 1 << UInt8(bit)
            #expect(try WholeLog.verify(changed).verdict == .damaged, "byte \(place)")
            #expect(try MemoryLog(mcap: changed).facts == facts, "byte \(place)")
            let found = try Recovered(changed)
            #expect(try found.isSound, "byte \(place)")
            #expect(found.contents == contents, "byte \(place)")
            #expect(found.recovery.hasDoubt || !isClosed, "byte \(place)")
            #expect(found.recovery.lostMessages == 0 && found.recovery.gaps == 0, "byte \(place)")
        }
    }

    /// What would make one kind of another is said to whoever reads, and so is what leads nowhere.
    @Test(arguments: [(0, 1), (0, 64), (2, 1), (2, 64), (2, 128), (12, 1)] as [(Int, UInt8)])
    func aContradictionIsSaid(offset: Int, mask: UInt8) throws {
        let whole = try Numbered.log(30)
        for log in [whole, try Self.unclosed(whole)] {
            for channel in try ContainerHostileTests.offsets(of: .channel, in: log).prefix(2) {
                var changed = log
                changed[channel + MCAP.prefixSize + offset] ^= mask
                let source = try EventSource(MemorySource(changed))
                #expect(try MemoryLog(source).facts == MemoryLog(mcap: log).facts)
                #expect(source.report.hasLoss)
                #expect(try Recovered(changed).recovery.hasDoubt)
            }
        }
    }

    /// Of a closed log, every byte of the data is under a checksum.
    @Test func aChangedSchemaIsInDoubt() throws {
        var log = try Numbered.log(30)
        let schema = try #require(try ContainerHostileTests.offsets(of: .schema, in: log).first)
        log[schema + 200] ^= 1
        let found = try Recovered(log)
        #expect(found.recovery.hasDoubt && found.recovery.hasLoss && found.recovery.lossCount == 0)
    }

    /// In somebody else's log, what the summary says counts, whose checksum proves it.
    @Test func aProvenSummaryCounts() throws {
        var log = try WholeLog.bytes()
        let contents = try Reading(log).contents
        let channels = try ContainerHostileTests.offsets(of: .channel, in: log)
        // Topic `/thing` of channel 1, and of channel 2 the number.
        log[channels[0] + MCAP.prefixSize + 9] ^= 4
        log[channels[1] + MCAP.prefixSize] ^= 4
        let found = try Recovered(log)
        #expect(try found.isSound)
        #expect(found.contents == contents && found.recovery.hasDoubt)
    }

    /// A tool that wrote a log of ours anew has its own numbers, and nothing is wrong with that.
    @Test func otherNumbersOfAnotherWriterAreNoDoubt() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "other 1.0")
        let (schema, channel) = EventKind.logMarker.definition
        writer.define(
            schema: MCAP.Schema(id: 2, name: schema.name, encoding: schema.encoding, data: schema.data),
            channel: MCAP.Channel(
                id: 1, schemaID: 2, topic: channel.topic, messageEncoding: channel.messageEncoding))
        try writer.append(channel: 1, sequence: 1, logTime: 5, publishTime: 5, room: 3) { room in
            room.copyBytes(from: [0x0A, 1, 0x41])
            return 3
        }
        try writer.close()
        #expect(try WholeLog.verify(sink.array).verdict == .intact)
        #expect(try MemoryLog(mcap: sink.array).facts.map(\.kind) == [.logMarker])
        let found = try Recovered(sink.array)
        #expect(try !found.recovery.hasLoss && found.isSound)
        #expect(try MemoryLog(mcap: found.bytes).facts == MemoryLog(mcap: sink.array).facts)
        // In what we write, the number is the kind's.
        #expect(found.reading.messages.map(\.header.channelID) == [EventKind.logMarker.rawValue])
    }

    @Test func whatIsChangedIsNotSealed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log.mcap"
        var log = try Self.unclosed(Numbered.log(30))
        let channel = try #require(try ContainerHostileTests.offsets(of: .channel, in: log).first)
        log[channel + MCAP.prefixSize] ^= 1
        let file = try OutputFile(path: path)
        try log.withUnsafeBytes { try file.write($0) }
        try file.commit()
        #expect(throws: SealError.self) { try LogSealer.seal(path) }
        #expect(try TestFiles.bytes(at: path) == log)
    }
}
