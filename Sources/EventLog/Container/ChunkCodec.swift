/// Why compressed bytes could not be taken apart.
public enum CodecError: Error, Equatable, Sendable, CustomStringConvertible {
    /// They do not begin as a frame does.
    case notAFrame
    /// They end before the frame does.
    case cut
    /// They hold more than they should.
    case tooLong
    /// The codec's own words.
    case corrupt(String)
    /// This platform's build has no such codec, or no memory for one.
    case unavailable

    public var description: String {
        switch self {
        case .notAFrame: "not a frame"
        case .cut: "the frame is cut"
        case .tooLong: "the frame holds more than the chunk says"
        case .corrupt(let reason): reason
        case .unavailable: "no codec for it here"
        }
    }
}

/// Framing that decodes here and that other readers refuse.
public struct UnusualFraming: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let checksums = UnusualFraming(rawValue: 1)
    public static let skippableFrame = UnusualFraming(rawValue: 2)
    public static let severalFrames = UnusualFraming(rawValue: 4)
    public static let trailingBytes = UnusualFraming(rawValue: 8)

    var names: String {
        var names: [String] = []
        if contains(.checksums) { names.append("checksums") }
        if contains(.skippableFrame) { names.append("a skippable frame") }
        if contains(.severalFrames) { names.append("several frames") }
        if contains(.trailingBytes) { names.append("trailing bytes") }
        return names.joined(separator: ", ")
    }
}

/// How hard to compress.
public enum CompressionLevel: Equatable, Sendable {
    /// For recording: about 110 ns for a message of 60 bytes.
    case fast
    /// For what is written once and kept: a third slower to write, as fast to read, smaller.
    case high

    var number: Int32 {
        switch self {
        case .fast: 0
        case .high: 3
        }
    }
}

/// Makes a chunk's records smaller, and takes them apart again, in memory that the caller owns.
///
/// A codec keeps working memory and belongs to one thread at a time.
public protocol ChunkCodec {
    /// MCAP's name, as it stands in the chunk.
    static var name: String { get }

    /// Room that `compress` may need for `size` bytes.
    func compressedBound(_ size: Int) -> Int

    /// Compresses all of `source` and returns how many bytes that took, `nil` where `target` is too small.
    func compress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int?

    /// Room that lets `decompress` put `size` bytes in place without a detour; at least `size`.
    func decompressedRoom(_ size: Int, from source: UnsafeRawBufferPointer) -> Int

    /// Bytes that `source` says it holds; `nil` where it does not say.
    func contentSize(of source: UnsafeRawBufferPointer) -> UInt64?

    /// Takes `source` apart into `target` and returns how many bytes that gave.
    func decompress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (count: Int, framing: UnusualFraming)

    /// Takes apart a single block without a frame; `nil` where it is none or does not fit.
    func decompressBlock(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int?
}
