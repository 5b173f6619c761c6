import Testing

@testable import EventLog

@Suite("What the writers promise")
struct ContainerWriterTests {
    func channel(_ id: UInt16, schema: UInt16 = 0) -> MCAP.Channel {
        MCAP.Channel(id: id, schemaID: schema, topic: "/\(id)", messageEncoding: "")
    }

    @Test func onlyChannelsThatAreUsedAreWrittenAndBeforeTheirChunk() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test", chunkSize: 50)
        for id in 1...9 as ClosedRange<UInt16> {
            writer.define(
                schema: MCAP.Schema(id: id, name: "\(id)", encoding: "protobuf", data: []),
                channel: channel(id, schema: id))
        }
        for (time, id) in [3, 3, 5, 3].enumerated() as EnumeratedSequence<[UInt16]> {
            try writer.append(
                channel: id, sequence: 0, logTime: UInt64(time), publishTime: 0, room: 30
            ) { _ in 30 }
        }
        try writer.close()
        let types = try RecordList(sink.array).records.map(\.type)
        #expect(
            types == [
                "Header", "Schema", "Channel", "Message", "Message", "Schema", "Channel", "Message",
                "Message",
                "DataEnd", "Schema", "Schema", "Channel", "Channel", "Statistics", "ChunkIndex", "ChunkIndex",
                "ChunkIndex", "ChunkIndex", "SummaryOffset", "SummaryOffset", "SummaryOffset",
                "SummaryOffset",
                "Footer",
            ])
        let index = try #require(try LogIndex.read(from: MemorySource(sink.array)))
        #expect(index.definitions.channels.keys.sorted() == [3, 5])
        #expect(index.statistics?.channelMessageCounts == [MCAP.Entry(3, 3), MCAP.Entry(5, 1)])
        #expect(index.statistics?.messageEndTime == 3)
    }

    @Test func misuseIsRefusedAndChangesNothing() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test")
        writer.define(schema: nil, channel: channel(1))
        func append(
            _ writer: inout ChunkedWriter<MemorySink>, channel: UInt16, time: UInt64
        ) -> ContainerError? {
            do throws(ContainerError) {
                try writer.append(channel: channel, sequence: 0, logTime: time, publishTime: 0, room: 1) {
                    _ in 1
                }
                return nil
            } catch {
                return error
            }
        }
        #expect(append(&writer, channel: 2, time: 5) == .unknownChannel(2))
        #expect(append(&writer, channel: 1, time: 5) == nil)
        #expect(append(&writer, channel: 1, time: 5) == nil)
        #expect(append(&writer, channel: 1, time: 4) == .order(previous: 5, actual: 4))
        let isAppended = try writer.append(
            channel: 1, sequence: 0, logTime: 9, publishTime: 0, room: 1
        ) { _ in nil }
        #expect(!isAppended)
        try writer.close()
        #expect(append(&writer, channel: 1, time: 6) == .closed)
        #expect(try Reading(sink.array).messages.count == 2)
    }

    @Test func aMessageLargerThanTheChunkIsTakenIn() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test", chunkSize: 100)
        writer.define(schema: nil, channel: channel(1))
        try writer.append(channel: 1, sequence: 0, logTime: 0, publishTime: 0, room: 10) { _ in 10 }
        try writer.append(channel: 1, sequence: 1, logTime: 0, publishTime: 0, room: 1 << 20) { target in
            target.initializeMemory(as: UInt8.self, repeating: 5)
            return 1 << 20
        }
        #expect(writer.isChunkEmpty as Bool)
        try writer.close()
        let reading = try Reading(sink.array)
        #expect(reading.messages.map(\.data.count) == [10, 1 << 20])
        #expect(reading.batches == 1)
    }

    @Test func attachmentsAndMetadataStandBetweenChunksAndInTheSummary() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test")
        writer.define(schema: nil, channel: channel(1))
        try writer.append(channel: 1, sequence: 0, logTime: 0, publishTime: 0, room: 4) { _ in 4 }
        let attachment = MCAP.Attachment(
            logTime: 1, createTime: 2, name: "a", mediaType: "text/plain", data: [1, 2, 3])
        try writer.write(attachment)
        let metadata = MCAP.Metadata(name: "m", metadata: [MCAP.Entry("b", "1"), MCAP.Entry("a", "2")])
        try writer.write(metadata)
        try writer.close()
        let types = try RecordList(sink.array).records.map(\.type).prefix(5)
        #expect(types == ["Header", "Channel", "Message", "Attachment", "Metadata"])
        let index = try #require(try LogIndex.read(from: MemorySource(sink.array)))
        let place = try #require(index.attachments.first)
        try sink.array.withUnsafeBytes { bytes in
            let whole = bytes[Int(place.offset)..<Int(place.offset + place.length)]
            var walker = RecordWalker(UnsafeRawBufferPointer(rebasing: whole))
            let record = walker.next()
            var content = try #require(record).content
            var read = try MCAP.Attachment(parsing: &content)
            #expect(read.crc != 0)
            read.crc = 0
            #expect(read == attachment)
        }
        #expect(index.metadata.map(\.name) == ["m"])
        #expect(try Reading(sink.array).issues.issues.isEmpty)
    }

    @Test func chosenChunksAreReadAlone() throws {
        let source = MemorySource(try MadeLog.chunked(messages: 100, perChunk: 10))
        let index = try #require(try LogIndex.read(from: source))
        var reader = IndexedReader(source, index: index) { $0.overlaps(from: 1150, to: 1200) }
        var times: [UInt64] = []
        while let batch = try reader.nextBatch() {
            var records = batch.records
            while let record = records.next() {
                var content = record.content
                let message = MCAP.MessageHeader(parsing: &content)
                times.append(try #require(message).logTime)
            }
        }
        #expect(times == stride(from: 1100, to: 1300, by: 10).map(UInt64.init))
        let others = IndexedReader(source, index: index) { $0.mayHold(anyOf: [2]) }
        let none = others.chunkCount
        #expect(none == 0)
    }

    @Test func recordsInAnyMemoryBecomeAChunkWithItsIndexes() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 200, alignment: 16)
        defer { memory.deallocate() }
        var chunk = OpenChunk(memory: memory)
        for number in 0..<3 as Range<UInt32> {
            let message = MCAP.MessageHeader(
                channelID: UInt16(2 - number % 2), sequence: number, logTime: UInt64(10 - number),
                publishTime: 0)
            let isIn = chunk.append(message, room: 8) { _ in 8 }
            #expect(isIn)
        }
        let message = MCAP.MessageHeader(channelID: 1, sequence: 0, logTime: 0, publishTime: 0)
        let isIn = chunk.append(message, room: 200) { _ in 8 }
        #expect(!isIn)
        var assembler = try ChunkAssembler()
        let content = try assembler.assemble(chunk.records)
        #expect(content.counts == [MCAP.Entry(1, 1), MCAP.Entry(2, 2)])
        #expect(content.index.messageStartTime == 8)
        #expect(content.index.messageEndTime == 10)
        var walker = RecordWalker(assembler.bytes)
        let first = walker.next()
        #expect(first?.opcode == .chunk)
        var entries: [[MCAP.Entry<UInt64, UInt64>]] = []
        while let record = walker.next() {
            var content = record.content
            entries.append(try MCAP.MessageIndex(parsing: &content).records)
        }
        #expect(entries == [[MCAP.Entry(9, 39)], [MCAP.Entry(10, 0), MCAP.Entry(8, 78)]])
        let half = UnsafeRawBufferPointer(rebasing: chunk.records.dropLast())
        do throws(ContainerError) {
            _ = try assembler.assemble(half)
            Testing.Issue.record("half a record was taken for a whole one")
        } catch {
            #expect(error == .cut(record: .chunk, field: "records", offset: 78))
        }
        #expect(try assembler.assemble(chunk.records) == content)
    }

    @Test func definitionsAreRegisteredOnceAndConflictsAreTold() {
        var table = DefinitionTable()
        #expect(table.register(MadeLog.schema) == .new)
        #expect(table.register(MadeLog.channel) == .new)
        let generation = table.generation
        #expect(table.register(MadeLog.schema) == .repeated)
        #expect(table.generation == generation)
        var other = MadeLog.schema
        other.name = "test.Other"
        #expect(table.register(other) == .conflicting)
        #expect(table.generation > generation)
        #expect(table.schema(of: MadeLog.channel)?.name == "test.Other")
    }
}
