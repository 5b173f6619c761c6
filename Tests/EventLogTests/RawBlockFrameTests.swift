import AppleLZ4
import CLZ4
import TestSupport
import Testing

@testable import EventLog

#if !ARLOG_APPLE_LZ4
    extension AppleLZ4Blocks: RawLZ4Blocks {}
#endif

/// liblz4's blocks, which refuse what Compression cuts.
final class LibLZ4Blocks: RawLZ4Blocks {
    private let state = UnsafeMutableRawPointer.allocate(byteCount: Int(LZ4_sizeofState()), alignment: 8)

    init?() {}
    deinit { state.deallocate() }

    func compress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        let count = LZ4_compress_fast_extState(
            state, source.baseAddress, target.baseAddress, Int32(source.count), Int32(target.count), 1)
        return count > 0 ? Int(count) : nil
    }

    func decompress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
        let count = LZ4_decompress_safe(
            source.baseAddress, target.baseAddress, Int32(source.count), Int32(target.count))
        return count >= 0 ? Int(count) : nil
    }
}

/// Frames that are put around raw blocks are the frames that liblz4 makes, and are read as liblz4 reads them.
@Suite("LZ4 frames around raw blocks")
struct RawBlockFrameTests {
    static let sizes = [0, 1, 12, 13, 100, 65_535, 1 << 20, 1 << 20 + 1, 3_000_000]

    static func prose(_ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 / 1000) }
    }

    /// Some blocks of it get smaller, some don't.
    static func mixed(_ size: Int) -> [UInt8] {
        Array(prose(size / 2) + ContainerCodecTests.noise(size - size / 2))
    }

    static func frame(_ bytes: [UInt8], by codec: some ChunkCodec) throws -> [UInt8] {
        var buffer = ByteBuffer()
        let written = bytes.withUnsafeBytes { source in
            buffer.append(room: codec.compressedBound(source.count)) { codec.compress(source, into: $0) }
        }
        _ = try #require(written)
        return buffer.array
    }

    /// What the frame holds, in memory of just the size that the codec asks for.
    static func content(
        of frame: [UInt8], room: Int, by codec: some ChunkCodec
    ) throws -> (bytes: [UInt8], framing: UnusualFraming) {
        var buffer = ByteBuffer()
        var framing: UnusualFraming = []
        try frame.withUnsafeBytes { source in
            _ = try buffer.append(room: codec.decompressedRoom(room, from: source)) {
                target throws(CodecError) in
                let result = try codec.decompress(source, into: target)
                framing = result.framing
                return result.count
            }
        }
        return (buffer.array, framing)
    }

    func framesAreLiblz4s(by codec: some ChunkCodec, _ plain: [UInt8]) throws {
        let lib = try LZ4FrameCodec()
        let frame = try Self.frame(plain, by: codec)
        let isLiblz4s = try frame == Self.frame(plain, by: lib)
        #expect(isLiblz4s)
        #expect(try Self.content(of: frame, room: plain.count, by: lib).bytes == plain)
        let back = try Self.content(of: frame, room: plain.count, by: codec)
        #expect(back.bytes == plain)
        #expect(back.framing == [])
    }

    @Test(arguments: sizes)
    func framesAreLiblz4sByteForByte(size: Int) throws {
        for plain in [Self.prose(size), ContainerCodecTests.noise(size), Self.mixed(size)] {
            try framesAreLiblz4s(by: RawBlockFrameCodec<LibLZ4Blocks>(), plain)
            try framesAreLiblz4s(by: RawBlockFrameCodec<AppleLZ4Blocks>(), plain)
        }
    }

    @Test func theExactRoomIsEnoughAndNoByteLess() throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let plain = Self.mixed(5000)
        let frame = try Self.frame(plain, by: codec)
        plain.withUnsafeBytes { source in
            for room in 0..<frame.count {
                var target = [UInt8](repeating: 0, count: room)
                #expect(target.withUnsafeMutableBytes { codec.compress(source, into: $0) } == nil)
            }
            var target = [UInt8](repeating: 0, count: frame.count)
            #expect(target.withUnsafeMutableBytes { codec.compress(source, into: $0) } == frame.count)
            #expect(target == frame)
        }
    }

    /// The published vectors, and longer texts that go through all parts of the sum.
    @Test(arguments: [
        ("", 0x02CC_5D05 as UInt32), ("a", 0x550D_7456), ("abc", 0x32D1_53FF),
        ("Nobody inspects the spammish repetition", 0xE229_3B2F),
    ])
    func xxHash32(text: String, hash: UInt32) {
        Array(text.utf8).withUnsafeBytes { #expect(XXHash32.of($0) == hash) }
    }

    // MARK: Frames that others make

    /// A frame by liblz4 itself.
    func made(
        _ plain: [UInt8], block: LZ4F_blockSizeID_t = LZ4F_max64KB, isLinked: Bool = false,
        checksums: Bool = true,
        isSized: Bool = true
    ) -> [UInt8] {
        var preferences = LZ4F_preferences_t()
        preferences.frameInfo.blockSizeID = block
        preferences.frameInfo.blockMode = isLinked ? LZ4F_blockLinked : LZ4F_blockIndependent
        preferences.frameInfo.contentSize = isSized ? UInt64(plain.count) : 0
        preferences.frameInfo.blockChecksumFlag = checksums ? LZ4F_blockChecksumEnabled : LZ4F_noBlockChecksum
        preferences.frameInfo.contentChecksumFlag =
            checksums ? LZ4F_contentChecksumEnabled : LZ4F_noContentChecksum
        var frame = [UInt8](repeating: 0, count: LZ4F_compressFrameBound(plain.count, &preferences))
        let count = LZ4F_compressFrame(&frame, frame.count, plain, plain.count, &preferences)
        return Array(frame.prefix(count))
    }

    @Test(arguments: [
        LZ4F_max64KB.rawValue, LZ4F_max256KB.rawValue, LZ4F_max1MB.rawValue, LZ4F_max4MB.rawValue,
    ])
    func everyFormOfIndependentBlocksIsRead(block: UInt32) throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let plain = Self.mixed(2_200_000)
        for (checksums, isSized) in [(false, false), (false, true), (true, false), (true, true)] {
            let frame = made(
                plain, block: LZ4F_blockSizeID_t(block), checksums: checksums, isSized: isSized)
            let back = try Self.content(of: frame, room: plain.count, by: codec)
            #expect(back.bytes == plain)
            #expect(back.framing == (checksums ? .checksums : []))
        }
    }

    /// Only what leans on earlier blocks can't be read, and that is not called damage.
    @Test func linkedBlocksAreReadAsFarAsTheyDoNotLean() throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let short = Self.prose(60_000)
        #expect(
            try Self.content(of: made(short, isLinked: true), room: short.count, by: codec).bytes == short)
        let noise = ContainerCodecTests.noise(200_000)
        #expect(
            try Self.content(of: made(noise, isLinked: true), room: noise.count, by: codec).bytes == noise)
        let long = Self.prose(200_000)
        #expect(throws: CodecError.unavailable) {
            try Self.content(of: made(long, isLinked: true), room: long.count, by: codec)
        }
    }

    @Test func oddFramingIsReadAndNamed() throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let plain = Self.prose(300)
        let frame = try Self.frame(plain, by: codec)
        let skippable: [UInt8] = [0x5F, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let leading = try Self.content(of: skippable + frame, room: 300, by: codec)
        #expect(leading.bytes == plain && leading.framing == .skippableFrame)
        let trailing = try Self.content(of: frame + [7, 7], room: 300, by: codec)
        #expect(trailing.bytes == plain && trailing.framing == .trailingBytes)
        let two = try Self.content(of: frame + frame, room: 600, by: codec)
        #expect(two.bytes == plain + plain && two.framing == .severalFrames)
        #expect(throws: CodecError.cut) {
            try Self.content(of: Array(skippable.dropLast()), room: 300, by: codec)
        }
        #expect(throws: CodecError.notAFrame) {
            try Self.content(of: [1, 2, 3, 4, 5, 6], room: 9, by: codec)
        }
    }

    // MARK: Damage

    static let small: [[UInt8]] = [
        prose(600), ContainerCodecTests.noise(40), Array(repeating: 9, count: 70_000),
    ]

    func everyCutIsNoticed(by codec: some ChunkCodec) throws {
        for plain in Self.small {
            for frame in [try Self.frame(plain, by: codec), made(plain)] {
                for cut in 1..<frame.count {
                    #expect(throws: CodecError.self) {
                        try Self.content(of: Array(frame.prefix(cut)), room: plain.count, by: codec)
                    }
                }
                #expect(try Self.content(of: frame, room: plain.count, by: codec).bytes == plain)
            }
        }
    }

    @Test func everyCutIsNoticed() throws {
        try everyCutIsNoticed(by: RawBlockFrameCodec<LibLZ4Blocks>())
        try everyCutIsNoticed(by: RawBlockFrameCodec<AppleLZ4Blocks>())
    }

    /// Whatever bit is turned: what liblz4 refuses is refused, and what it can't notice gives the same bytes.
    func everyFlipIsReadAsLiblz4ReadsIt(by codec: some ChunkCodec) throws {
        let lib = try LZ4FrameCodec()
        for plain in Self.small {
            for frame in [try Self.frame(plain, by: codec), made(plain)] {
                for bit in 0..<8 * frame.count {
                    var flipped = frame
                    flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                    let theirs = try? Self.content(of: flipped, room: plain.count, by: lib)
                    let ours = try? Self.content(of: flipped, room: plain.count, by: codec)
                    let isSame = ours?.bytes == theirs?.bytes
                    #expect(isSame, "bit \(bit) of \(frame.count) bytes")
                }
            }
        }
    }

    @Test func everyFlipIsReadAsLiblz4ReadsIt() throws {
        try everyFlipIsReadAsLiblz4ReadsIt(by: RawBlockFrameCodec<LibLZ4Blocks>())
        try everyFlipIsReadAsLiblz4ReadsIt(by: RawBlockFrameCodec<AppleLZ4Blocks>())
    }

    /// Several bytes changed at once: what is read is what liblz4 reads, or nothing. (A header may come out right by chance
    /// that says linked blocks.)
    @Test func whatIsReadOfAnyBytesIsWhatLiblz4Reads() throws {
        let lib = try LZ4FrameCodec()
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        var random = SeededGenerator(7)
        for plain in [Self.prose(600), Self.mixed(300)] {
            for frame in [try Self.frame(plain, by: codec), made(plain, isSized: false)] {
                for _ in 0..<3000 {
                    var changed = frame
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        changed[Int.random(in: 0..<frame.count, using: &random)] = UInt8.random(
                            in: 0...255, using: &random)
                    }
                    let ours = try? Self.content(of: changed, room: plain.count, by: codec).bytes
                    let theirs = try? Self.content(of: changed, room: plain.count, by: lib).bytes
                    let isRight = ours == nil || ours == theirs
                    #expect(isRight, "\(changed)")
                }
            }
        }
    }

    /// A broken frame leaves nothing behind that the next one suffers from, its size untold or not.
    @Test func aSoundFrameIsReadAfterABrokenOne() throws {
        let plain = Self.prose(600)
        let lib = try LZ4FrameCodec()
        let raw = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let broken = Array(made(plain).dropLast(20))
        for isSized in [false, true] {
            #expect(throws: CodecError.self) { try Self.content(of: broken, room: 600, by: lib) }
            #expect(throws: CodecError.self) { try Self.content(of: broken, room: 600, by: raw) }
            let sound = made(plain, isSized: isSized)
            #expect(try Self.content(of: sound, room: 600, by: lib).bytes == plain)
            #expect(try Self.content(of: sound, room: 600, by: raw).bytes == plain)
        }
    }

    /// A frame that holds more than the memory, or than it says.
    @Test func tooMuchIsRefused() throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        for plain in Self.small {
            for isSized in [true, false] {
                let frame = made(plain, isSized: isSized)
                for room in [0, 1, plain.count / 2, plain.count - 2] {
                    #expect(throws: CodecError.self) { try Self.content(of: frame, room: room, by: codec) }
                }
            }
        }
    }

    @Test func bareBlocksAreTakenApart() throws {
        let codec = try RawBlockFrameCodec<AppleLZ4Blocks>()
        let plain = Self.prose(600)
        // Behind header and the block's size, before the end mark.
        let block = Array(try Self.frame(plain, by: codec).dropFirst(19).dropLast(4))
        var target = [UInt8](repeating: 0, count: 600)
        let count = block.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { codec.decompressBlock(source, into: $0) }
        }
        #expect(count == 600 && target == plain)
    }
}
