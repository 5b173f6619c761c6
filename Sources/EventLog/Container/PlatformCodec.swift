// The one place that says which codec compresses chunks where. `ARLOG_APPLE_LZ4` takes iOS's on Linux, to try all of the
// program with it (see Package.swift).

#if canImport(CLZ4) && !ARLOG_APPLE_LZ4
    typealias PlatformCodec = LZ4FrameCodec
#else
    internal import AppleLZ4

    extension AppleLZ4Blocks: RawLZ4Blocks {}

    typealias PlatformCodec = RawBlockFrameCodec<AppleLZ4Blocks>
#endif
