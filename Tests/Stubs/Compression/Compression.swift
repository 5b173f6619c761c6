// The part of Apple's Compression framework that Sources/AppleLZ4 calls, with Apple's signatures, on liblz4's raw blocks.
// Only for tests on Linux: nothing that is shipped may depend on it.

internal import CLZ4

public struct compression_algorithm: Hashable, RawRepresentable, Sendable {
    public var rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// LZ4's block format without Apple's own framing; for whole buffers only.
public var COMPRESSION_LZ4_RAW: compression_algorithm { compression_algorithm(0x101) }

public func compression_encode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int {
    Int(LZ4_sizeofState())
}

public func compression_decode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }

/// The number of bytes written; 0 where they do not fit.
public func compression_encode_buffer(
    _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>,
    _ src_size: Int, _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    guard algorithm == COMPRESSION_LZ4_RAW, let size = Int32(exactly: src_size) else { return 0 }
    return Int(
        LZ4_compress_fast_extState(
            scratch_buffer, src_buffer, dst_buffer, size, Int32(clamping: dst_size), 1))
}

/// The number of bytes written: `dst_size` where the block holds as many or more, 0 where it is none.
public func compression_decode_buffer(
    _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>,
    _ src_size: Int, _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
    guard algorithm == COMPRESSION_LZ4_RAW, let size = Int32(exactly: src_size) else { return 0 }
    let room = Int32(clamping: dst_size)
    let whole = LZ4_decompress_safe(src_buffer, dst_buffer, size, room)
    if whole >= 0 { return Int(whole) }
    // Apple's gives as much as fits, and does not say that there is more.
    let part = LZ4_decompress_safe_partial(src_buffer, dst_buffer, size, room, room)
    return part == room ? dst_size : 0
}
