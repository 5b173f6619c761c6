import TestSupport
import Testing

@testable import EventLog

/// Files that are small and want to become large, or that lead round in circles.
@Suite("Files made to exhaust their reader")
struct ContainerBombTests {
    /// Everything that reads comes to an end with it; what it finds is handed back.
    @discardableResult
    private func read(_ bytes: [UInt8]) throws -> Verification {
        _ = try Reading(bytes)
        let source = MemorySource(bytes)
        if let index = try LogIndex.read(from: source) {
            var reader = IndexedReader(source, index: index)
            while try reader.nextBatch() != nil {}
        }
        let sink = MemorySink()
        var recoverer = try LogRecoverer(source, into: sink)
        _ = try recoverer.run()
        #expect(try !WholeLog.verify(sink.array).issues.isDamaged)
        return try WholeLog.verify(bytes)
    }

    // MARK: Lengths inside records

    /// Where in the content of a record its map or array says how many bytes it has.
    private static let lists: [(opcode: Opcode, at: Int)] = [
        (.channel, 2 + 2 + 4 + 6 + 4 + 4), (.messageIndex, 2), (.statistics, 42), (.chunkIndex, 32),
        (.metadata, 4 + 5),
    ]

    @Test(arguments: lists.map(\.opcode), [UInt32.max, 1 << 31, 0x7FFF_FFFF, 1000, 1])
    func aMapBeyondItsRecordIsDamageOfItAlone(opcode: Opcode, length: UInt32) throws {
        let at = try #require(Self.lists.first { $0.opcode == opcode }).at
        var log = try Resigned(WholeLog.bytes())
        let place = try log.place(opcode)
        let old = log.records[place].content.withUnsafeBytes { ByteCursor($0).peek(UInt32.self, at: at) }
        let room = log.records[place].content.count - at - 4
        try #require(Int(old ?? .max) == room || opcode == .chunkIndex, "that is no length")
        withUnsafeBytes(of: length.littleEndian) {
            log.records[place].content.replaceSubrange(at..<at + 4, with: $0)
        }
        let found = try read(log.bytes())
        #expect(found.verdict == .damaged && found.messageCount == 6)
    }

    // MARK: Indexes

    /// Every offset of every index in turn points at the record it stands in, at another index, and beyond the file.
    @Test func indexesThatPointAtEachOther() throws {
        let good = try WholeLog.bytes()
        let places = try [Opcode.chunkIndex, .attachmentIndex, .metadataIndex, .summaryOffset, .footer]
            .flatMap {
                try Resigned.offsets(of: $0, in: good)
            }
        let offsets: [(opcode: Opcode, at: [Int])] = [
            (.chunkIndex, [16, 24, 38, 48]), (.attachmentIndex, [0, 8]), (.metadataIndex, [0, 8]),
            (.summaryOffset, [1, 9]), (.footer, [0, 8]),
        ]
        for (opcode, fields) in offsets {
            for field in fields {
                for target in places.map(UInt64.init) + [0, 1, .max, .max - 8, 1 << 63, UInt64(good.count)] {
                    var log = try Resigned(good)
                    let place = try log.place(opcode)
                    let old = Array(log.records[place].content[field..<field + 8])
                    let new = (0..<8).map { UInt8(truncatingIfNeeded: target >> (8 * $0)) }
                    guard old != new else { continue }
                    log.records[place].content.replaceSubrange(field..<field + 8, with: new)
                    let found = try read(log.bytes())
                    #expect(found.messageCount == 6, "\(opcode) +\(field) = \(target)")
                    #expect(found.verdict != .intact, "\(opcode) +\(field) = \(target)")
                }
            }
        }
    }

    // MARK: Very many

    @Test func tenThousandChannels() throws {
        let sink = MemorySink()
        var options = WriterOptions()
        options.chunkSize = 1 << 16
        var writer = try RecordWriter(sink, header: MCAP.Header(profile: "", library: ""), options: options)
        for id in 1...10_000 as ClosedRange<UInt16> {
            try writer.write(MCAP.Schema(id: id, name: "s\(id)", encoding: "", data: []))
            try writer.write(MCAP.Channel(id: id, schemaID: id, topic: "/\(id)", messageEncoding: ""))
        }
        for round in 0..<2 as Range<UInt32> {
            for id in 1...10_000 as ClosedRange<UInt16> {
                let time = UInt64(round) * 10_000 + UInt64(id)
                let message = MCAP.MessageHeader(
                    channelID: id, sequence: UInt32(time), logTime: time, publishTime: time)
                try [UInt8(1)].withUnsafeBytes { try writer.write(message, data: $0) }
            }
        }
        try writer.close()
        #expect(try Reading(sink.array).definitions.channels.count == 10_000)
        let found = try read(sink.array)
        #expect(found.verdict == .intact && found.messageCount == 20_000, "\(found.issues.issues.prefix(3))")
        // Each channel's messages make a stranger of their own for the events.
        let log = try EventSource(MemorySource(sink.array))
        #expect(try log.nextBatch() == nil)
        #expect(log.report.strangers.reduce(0) { $0 + $1.count } == 20_000)
    }

    // MARK: Chunks

    private func log(holding chunk: MCAP.ChunkHeader, _ stored: [UInt8]) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(MCAP.magic)
        MCAP.Header(profile: "", library: "").encode(into: &buffer)
        buffer.append(Self.chunk(chunk, stored))
        return buffer.array
    }

    private static func chunk(_ header: MCAP.ChunkHeader, _ stored: [UInt8]) -> [UInt8] {
        var content = ByteBuffer()
        header.encodeFields(storedSize: stored.count, into: &content)
        content.append(stored)
        var record = ByteBuffer()
        record.append(Opcode.chunk.rawValue)
        record.append(UInt64(content.count))
        record.append(content.array)
        return record.array
    }

    private static func header(_ records: [UInt8], _ compression: String = "") -> MCAP.ChunkHeader {
        MCAP.ChunkHeader(
            messageStartTime: 0, messageEndTime: 0, uncompressedSize: UInt64(records.count),
            uncompressedCRC: records.withUnsafeBytes { CRC32.of($0) }, compression: compression)
    }

    /// Chunks in chunks are not opened, however deep.
    @Test(arguments: [1, 2, 1000]) func aChunkInAChunk(depth: Int) throws {
        var inner: [UInt8] = [Opcode.message.rawValue, 22] + [UInt8](repeating: 0, count: 7)
        inner += [1, 0, 7] + [UInt8](repeating: 0, count: 19)
        for _ in 0..<depth { inner = Self.chunk(Self.header(inner), inner) }
        let bytes = log(holding: Self.header(inner), inner)
        #expect(try Reading(bytes).messages.isEmpty)
        let found = try read(bytes)
        #expect(found.verdict == .damaged && found.messageCount == 0)
        #expect(found.issues.damage.contains { $0.message == "Chunk stands inside a chunk" })
    }

    /// 200 MiB of zeros in less than a megabyte, behind every sort of claim of how much that is.
    @Test(arguments: [0, 1000, 1 << 20, 200 << 20, 1 << 40] as [UInt64]) func aFrameThatGrows(claim: UInt64)
        throws
    {
        let frame = try Self.zeros(megabytes: 200)
        #expect(frame.count < 1 << 20)
        var chunk = Self.header([], "lz4")
        chunk.uncompressedSize = claim
        chunk.uncompressedCRC = 1
        var limits = ReaderLimits()
        limits.chunkSize = 1 << 20
        let bytes = log(holding: chunk, frame)
        let reading = try Reading(bytes, limits: limits)
        #expect(reading.messages.isEmpty && reading.issues.isDamaged)
        var verifier = LogVerifier(MemorySource(bytes), limits: limits)
        #expect(try verifier.run().issues.isDamaged)
        var decoder = ChunkDecoder(limits: limits)
        let content = bytes.suffix(from: try Resigned.offsets(of: .chunk, in: bytes)[0] + MCAP.prefixSize)
        #expect(throws: ContainerError.self) {
            try content.withUnsafeBytes { _ = try decoder.decode(ByteCursor($0), offset: 0) }
        }
    }

    /// One frame with blocks of 4 MiB of zeros, which does not say how much it holds.
    private static func zeros(megabytes: Int) throws -> [UInt8] {
        // A block: a literal, a match of the byte before it as long as can be said, the last five bytes as they are.
        let size = 4 << 20
        var block: [UInt8] = [0x1F, 0, 1, 0]
        var length = size - 1 - 5 - 4 - 15
        while length >= 255 {
            block.append(255)
            length -= 255
        }
        block += [UInt8(length), 0x50] + [0, 0, 0, 0, 0]
        // Version 1, independent blocks, 4 MiB each; the header's checksum is the second byte of its xxHash.
        var frame: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0x73]
        for _ in 0..<megabytes / 4 {
            frame += (0..<4).map { UInt8(truncatingIfNeeded: block.count >> (8 * $0)) } + block
        }
        return frame + [0, 0, 0, 0]
    }

    @Test func theFrameThatGrowsIsWhole() throws {
        let frame = try Self.zeros(megabytes: 8)
        let codec = try PlatformCodec()
        var buffer = ByteBuffer()
        let count = try frame.withUnsafeBytes { source in
            try buffer.append(room: 12 << 20) { (target) throws(CodecError) in
                try codec.decompress(source, into: target).count
            }
        }
        #expect(count == 8 << 20 && buffer.bytes.allSatisfy { $0 == 0 })
    }

    // MARK: Limits

    /// The largest limits there are do not make a length overflow.
    @Test(arguments: ContainerHostileTests.hostileLengths) func withoutLimits(length: UInt64) throws {
        var limits = ReaderLimits()
        limits.recordSize = .max
        limits.chunkSize = .max
        limits.summarySize = .max
        limits.definitionSize = .max
        let good = try WholeLog.bytes()
        for opcode in [Opcode.header, .schema, .channel, .chunk, .attachment, .chunkIndex, .footer] {
            let place = try Resigned.offsets(of: opcode, in: good)[0]
            for field in [1, MCAP.prefixSize, MCAP.prefixSize + 16] {
                let bytes = ContainerHostileTests.replacing(good, at: place + field, with: length)
                _ = try Reading(bytes, limits: limits)
                var verifier = LogVerifier(MemorySource(bytes), limits: limits)
                _ = try verifier.run()
                var recoverer = try LogRecoverer(MemorySource(bytes), into: MemorySink(), limits: limits)
                _ = try recoverer.run()
            }
        }
    }
}
