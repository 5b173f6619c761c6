import Testing

@testable import EventLog

@Suite("A log that was written is read back")
struct ContainerRoundTripTests {
    @Test(arguments: [WriterOptions.Compression.lz4, .none])
    func everyMessageComesBackInOrder(compression: WriterOptions.Compression) throws {
        let log = try MadeLog.chunked(messages: 100, perChunk: 30, compression: compression)
        let reading = try Reading(log)
        #expect(reading.sequences == Array(0..<100))
        #expect(reading.batches == 4)
        #expect(reading.issues.issues.isEmpty)
        #expect(reading.end?.reason == .complete)
        #expect(reading.header == MCAP.Header(profile: "arlog", library: "arlog test"))
        #expect(reading.definitions.channels[1]?.topic == "/thing")
        #expect(reading.definitions.schemas[1]?.data == [1, 2, 3])
        let seventh: [UInt8] = (0..<24).map { UInt8($0 / 3 + 7) }
        #expect(reading.messages[7].data == seventh)
    }

    @Test func aChunkIsOneWriteWithItsIndexesAndNewDefinitions() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test", chunkSize: 100)
        writer.define(schema: MadeLog.schema, channel: MadeLog.channel)
        #expect(sink.writes.count == 1)
        #expect(writer.isChunkEmpty as Bool)
        try writer.append(channel: 1, sequence: 1, logTime: 1, publishTime: 1, room: 10) { _ in 10 }
        #expect(!(writer.isChunkEmpty as Bool))
        #expect(sink.writes.count == 1)
        try writer.append(channel: 1, sequence: 2, logTime: 1, publishTime: 1, room: 100) { _ in 100 }
        #expect(writer.isChunkEmpty as Bool)
        #expect(sink.writes.count == 2)
    }
}
