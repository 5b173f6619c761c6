#if canImport(CLZ4)
    internal import CLZ4

    /// LZ4 frames through liblz4.
    ///
    /// Writes exactly one frame a chunk: independent blocks of 1 MiB, content size, no checksums, which is the one
    /// form that every reader takes. Reads every valid frame, and says where its form is unusual.
    @safe
    public final class LZ4FrameCodec: ChunkCodec, LZ4FrameDecoder {
        public static let name = "lz4"
        private let level: CompressionLevel
        private let compressor: OpaquePointer
        private var decompressor: OpaquePointer

        /// Throws `unavailable` where there is no memory for it.
        public init(level: CompressionLevel = .fast) throws(CodecError) {
            self.level = level
            var compressor: OpaquePointer?
            var decompressor: OpaquePointer?
            unsafe LZ4F_createCompressionContext(&compressor, UInt32(LZ4F_VERSION))
            unsafe LZ4F_createDecompressionContext(&decompressor, UInt32(LZ4F_VERSION))
            guard let made = unsafe compressor, let madeToo = unsafe decompressor else {
                unsafe LZ4F_freeCompressionContext(compressor)
                unsafe LZ4F_freeDecompressionContext(decompressor)
                throw .unavailable
            }
            unsafe self.compressor = made
            unsafe self.decompressor = madeToo
        }

        deinit {
            unsafe LZ4F_freeCompressionContext(compressor)
            unsafe LZ4F_freeDecompressionContext(decompressor)
        }

        public func compressedBound(_ size: Int) -> Int {
            var preferences = preferences(contentSize: size)
            return unsafe LZ4F_compressFrameBound(size, &preferences)
        }

        public func compress(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) -> Int? {
            var preferences = preferences(contentSize: source.count)
            var options = LZ4F_compressOptions_t()
            options.stableSrc = 1
            guard let base = target.baseAddress else { return nil }
            var written = unsafe LZ4F_compressBegin(compressor, base, target.count, &preferences)
            guard LZ4F_isError(written) == 0 else { return nil }
            let body = unsafe LZ4F_compressUpdate(
                compressor, base + written, target.count - written, source.baseAddress, source.count, &options
            )
            guard LZ4F_isError(body) == 0 else { return nil }
            written += body
            let end = unsafe LZ4F_compressEnd(compressor, base + written, target.count - written, &options)
            guard LZ4F_isError(end) == 0 else { return nil }
            return written + end
        }

        private func preferences(contentSize: Int) -> LZ4F_preferences_t {
            var preferences = LZ4F_preferences_t()
            preferences.frameInfo.blockSizeID = LZ4F_max1MB
            preferences.frameInfo.blockMode = LZ4F_blockIndependent
            preferences.frameInfo.contentSize = UInt64(contentSize)
            preferences.compressionLevel = level.number
            preferences.autoFlush = 1
            return preferences
        }

        public func decompressedRoom(_ size: Int, from source: UnsafeRawBufferPointer) -> Int {
            // liblz4 decodes in place only where a whole block fits behind what it has.
            size + (unsafe LZ4FrameHeader(source)?.blockSize ?? 0)
        }

        public func contentSize(of source: UnsafeRawBufferPointer) -> UInt64? {
            unsafe LZ4FrameHeader(source)?.contentSize
        }

        public func decompress(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) throws(CodecError) -> (count: Int, framing: UnusualFraming) {
            unsafe LZ4F_resetDecompressionContext(decompressor)
            do throws(CodecError) {
                return unsafe try decodeFrames(source, into: target)
            } catch {
                renew()
                throw error
            }
        }

        /// Resetting does not forget how many bytes a broken frame still owed (liblz4 1.9.4), and a sound frame that does
        /// not say its size would then be refused.
        private func renew() {
            var fresh: OpaquePointer?
            unsafe LZ4F_createDecompressionContext(&fresh, UInt32(LZ4F_VERSION))
            guard let made = unsafe fresh else { return }
            unsafe LZ4F_freeDecompressionContext(decompressor)
            unsafe decompressor = made
        }

        public func decompressBlock(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) -> Int? {
            guard let from = source.baseAddress, let to = target.baseAddress,
                let size = Int32(exactly: source.count), let room = Int32(exactly: target.count)
            else { return nil }
            let count = unsafe LZ4_decompress_safe(from, to, size, room)
            return count >= 0 ? Int(count) : nil
        }

        func decodeFrame(
            _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
        ) throws(CodecError) -> (consumed: Int, produced: Int) {
            var options = LZ4F_decompressOptions_t()
            options.stableDst = 1
            var consumed = 0
            var produced = 0
            while true {
                var taken = source.count - consumed
                var given = target.count - produced
                // An empty frame may meet an empty target, which has no address.
                let to = unsafe target.baseAddress.map { unsafe $0 + produced }
                let from = unsafe source.baseAddress.map { unsafe $0 + consumed }
                let hint = unsafe LZ4F_decompress(decompressor, to, &given, from, &taken, &options)
                if LZ4F_isError(hint) != 0 {
                    throw .corrupt(unsafe String(cString: LZ4F_getErrorName(hint)))
                }
                consumed += taken
                produced += given
                if hint == 0 { return (consumed, produced) }
                if taken == 0 && given == 0 {
                    throw produced == target.count && consumed < source.count ? .tooLong : .cut
                }
            }
        }
    }
#endif
