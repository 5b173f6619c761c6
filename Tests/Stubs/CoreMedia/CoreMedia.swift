// What of CoreMedia ARLogKit passes on. For Linux, where there is none.

public final class CMSampleBuffer {
    public init() {}
}
