#if canImport(Compression)
    internal import Compression

    /// LZ4's raw blocks through Apple's Compression framework, for systems without liblz4.
    ///
    /// Compression has one LZ4 level. It keeps nothing between calls but this working memory; one thread at a time.
    @safe
    public final class AppleLZ4Blocks {
        private let compressing: UnsafeMutableRawPointer
        private let decompressing: UnsafeMutableRawPointer

        /// `nil` where there is no memory for it.
        public init?() {
            let sizes = [
                compression_encode_scratch_buffer_size(COMPRESSION_LZ4_RAW),
                compression_decode_scratch_buffer_size(COMPRESSION_LZ4_RAW),
            ]
            // An algorithm may need none; a scratch buffer of our own is still what keeps Compression from making one.
            unsafe compressing = .allocate(byteCount: max(sizes[0], 16), alignment: 16)
            unsafe decompressing = .allocate(byteCount: max(sizes[1], 16), alignment: 16)
        }

        deinit {
            unsafe compressing.deallocate()
            unsafe decompressing.deallocate()
        }

        /// Compresses all of `source` and returns how many bytes that took; `nil` where they do not fit.
        public func compress(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) -> Int? {
            guard let from = source.baseAddress, let to = target.baseAddress else { return nil }
            let count = unsafe compression_encode_buffer(
                to.assumingMemoryBound(to: UInt8.self), target.count,
                from.assumingMemoryBound(to: UInt8.self),
                source.count, compressing, COMPRESSION_LZ4_RAW)
            return count > 0 ? count : nil
        }

        /// Takes a block apart and returns how many bytes that gave; `nil` where it is none. Of a block that holds more
        /// than `target`, as much as fits: Compression does not say that it cut it.
        public func decompress(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) -> Int? {
            guard let from = source.baseAddress, let to = target.baseAddress else { return nil }
            let count = unsafe compression_decode_buffer(
                to.assumingMemoryBound(to: UInt8.self), target.count,
                from.assumingMemoryBound(to: UInt8.self),
                source.count, decompressing, COMPRESSION_LZ4_RAW)
            return count > 0 ? count : nil
        }
    }
#endif
