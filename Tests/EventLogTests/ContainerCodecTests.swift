import Testing

@testable import EventLog

@Suite("CRC-32 and LZ4")
struct ContainerCodecTests {
    static let text = Array("The quick brown fox jumps over the lazy dog".utf8)

    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    @Test func bothWaysGiveTheKnownChecksum() {
        Self.text.withUnsafeBytes {
            #expect(CRC32.of($0) == 0x414F_A339)
            #expect(CRC32Tables.update(0, $0) == 0x414F_A339)
        }
        #expect(CRC32.of(UnsafeRawBufferPointer(start: nil, count: 0)) == 0)
        #expect(CRC32Tables.update(0, UnsafeRawBufferPointer(start: nil, count: 0)) == 0)
    }

    @Test func piecesGiveTheChecksumOfTheWholeInBothWays() {
        Self.noise(300).withUnsafeBytes { bytes in
            for cut in 0...300 {
                let first = UnsafeRawBufferPointer(rebasing: bytes[..<cut])
                let second = UnsafeRawBufferPointer(rebasing: bytes[cut...])
                var crc = CRC32()
                crc.update(first)
                #expect(CRC32Tables.update(0, first) == crc.value)
                crc.update(second)
                #expect(crc.value == CRC32.of(bytes))
                #expect(CRC32Tables.update(CRC32Tables.update(0, first), second) == crc.value)
            }
        }
    }

    func compressed(_ bytes: [UInt8], level: CompressionLevel = .fast) throws -> [UInt8] {
        let codec = try PlatformCodec(level: level)
        var buffer = ByteBuffer()
        let written = bytes.withUnsafeBytes { source in
            buffer.append(room: codec.compressedBound(source.count)) { codec.compress(source, into: $0) }
        }
        _ = try #require(written)
        return buffer.array
    }

    func decompressed(
        _ bytes: [UInt8], size: Int, codec: PlatformCodec
    ) throws -> (bytes: [UInt8], framing: UnusualFraming) {
        var buffer = ByteBuffer()
        var framing: UnusualFraming = []
        try bytes.withUnsafeBytes { source in
            _ = try buffer.append(room: codec.decompressedRoom(size, from: source)) {
                target throws(CodecError) in
                let result = try codec.decompress(source, into: target)
                framing = result.framing
                return result.count
            }
        }
        return (buffer.array, framing)
    }

    @Test(arguments: [0, 1, 100, 65_535, 1 << 20, 1 << 20 + 1, 3_000_000], [CompressionLevel.fast, .high])
    func framesComeBackWhole(size: Int, level: CompressionLevel) throws {
        let codec = try PlatformCodec()
        let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 / 1000) }
        let frame = try compressed(plain, level: level)
        let back = try decompressed(frame, size: size, codec: codec)
        #expect(back.bytes == plain)
        #expect(back.framing == [])
    }

    @Test func aFrameIsOfTheOneFormThatEveryReaderTakes() throws {
        let frame = try compressed(Self.text + Self.text)
        #expect(frame.prefix(4) == [0x04, 0x22, 0x4D, 0x18])
        // Version 1, independent blocks, content size, no checksums; blocks of 1 MiB.
        #expect(frame[4] == 0x68)
        #expect(frame[5] == 0x60)
        #expect(frame[6] == UInt8(Self.text.count * 2))
    }

    @Test func oddFramingIsReadAndNamed() throws {
        let codec = try PlatformCodec()
        let frame = try compressed(Self.text)
        let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let size = Self.text.count
        #expect(try decompressed(skippable + frame, size: size, codec: codec).bytes == Self.text)
        #expect(try decompressed(skippable + frame, size: size, codec: codec).framing == .skippableFrame)
        #expect(try decompressed(frame + [7, 7], size: size, codec: codec).framing == .trailingBytes)
        let two = try decompressed(frame + frame, size: 2 * size, codec: codec)
        #expect(two.bytes == Self.text + Self.text)
        #expect(two.framing == .severalFrames)
    }

    @Test func whatIsNoFrameIsRefusedAndTheCodecGoesOn() throws {
        let codec = try PlatformCodec()
        let frame = try compressed(Self.noise(1000))
        for cut in 1..<frame.count {
            #expect(throws: CodecError.self) {
                try decompressed(Array(frame.prefix(cut)), size: 1000, codec: codec)
            }
        }
        #expect(throws: CodecError.notAFrame) { try decompressed([1, 2, 3, 4, 5], size: 10, codec: codec) }
        #expect(throws: CodecError.self) {
            // Exactly the room that is too small for it.
            var buffer = ByteBuffer()
            try frame.withUnsafeBytes { source in
                _ = try buffer.append(room: 999) { target throws(CodecError) in
                    try codec.decompress(source, into: target).count
                }
            }
        }
        #expect(try decompressed(frame, size: 1000, codec: codec).bytes == Self.noise(1000))
    }

    @Test func aChunkIsStoredAsItIsWhereLZ4DoesNotHelp() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test")
        writer.define(schema: nil, channel: MCAP.Channel(id: 7, schemaID: 0, topic: "n", messageEncoding: ""))
        let noise = Self.noise(500)
        try writer.append(channel: 7, sequence: 0, logTime: 1, publishTime: 1, room: 500) {
            $0.copyBytes(from: noise)
            return 500
        }
        try writer.close()
        let index = try #require(try LogIndex.read(from: MemorySource(sink.array)))
        #expect(index.chunks.map(\.compression) == [""])
        #expect(try Reading(sink.array).messages.first?.data == noise)
    }

    @Test func aChunkCanBeFoundAgainByItsBytes() throws {
        let log = try MadeLog.chunked(messages: 3, perChunk: 3)
        let start = try #require(try ContainerHostileTests.offsets(of: .chunk, in: log).first)
        #expect(log[start] == 0x06)
        #expect(Array(log[start + 37..<start + 44]) == [3, 0, 0, 0, 0x6C, 0x7A, 0x34])
        #expect(Array(log[start + 52..<start + 56]) == [0x04, 0x22, 0x4D, 0x18])
    }
}
