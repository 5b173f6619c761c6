public import EventLog
public import Foundation

#if ARSESSION
    public import ARKit
#endif

/// How a session is recorded.
///
///     var options = SessionRecorderOptions()
///     options.recorder.opened.role = .host
///     options.posesPerSecond = 2
public struct SessionRecorderOptions: Sendable {
    /// How the log is written: promise, quota, role, protocol and more. What is not set here is filled in: app, version,
    /// device and system. 100 MB of logs are kept unless the quota says otherwise.
    public var recorder: RecorderOptions
    /// Where the logs go; without it, the folder `arlog` in the app's Application Support folder, which its users don't
    /// see. It is made where it is missing.
    public var folder: URL?
    /// What the session is called in the log; without it `main`, for the only session or the first. 1 to 64 bytes.
    public var session: String?
    /// How many poses of each anchor a second are written, 0 to 1000; that it is tracked or not any more is written
    /// always, and so is the last pose, a second later at most. 0 writes no poses but the first.
    public var posesPerSecond = 5.0
    /// How many poses of the camera a second are written, 0 to 60. Each costs ARKit a copy of its ARCamera.
    public var cameraPosesPerSecond = 2.0

    #if ARSESSION
        /// The app's own identity for what an anchor shows, a catalog id say; `nil` for anchors that show nothing. It is
        /// asked once an anchor, when ARKit adds it, on the delegate's queue. Without it only anchors have a key that
        /// were given one in `add(_:key:)`.
        public var key: (@Sendable (ARAnchor) -> String?)?
    #endif

    /// Whether the recorder looks once a second by itself. Without it, somebody calls `tick()`: for tests.
    package var ticks = true
    /// Nanoseconds of a clock that nobody sets.
    package var clock: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    /// Who tells of the app's life.
    var notices = NoticeSource()

    public init() {
        recorder = RecorderOptions(device: "")
        recorder.quota = 100 << 20
    }
}
