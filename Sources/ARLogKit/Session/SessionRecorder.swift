#if ARSESSION
    public import ARKit
    public import EventLog
    public import Foundation
    internal import Synchronization

    /// Writes the log of an ARSession.
    ///
    ///     let recorder = SessionRecorder(arView.session)
    ///
    /// That one line, before the first `run`, records what ARKit tells: camera, mapping, anchors, interruptions,
    /// failures, frames, and the app's life. The recorder sits between the session and the app's delegate, to which
    /// every call goes on unchanged and on the same queue; methods the delegate lacks stay unimplemented, except those
    /// that the recorder listens to itself. So ARKit hands out every frame although the app may not want them; what that
    /// costs only a device shows. Keep the recorder as long as the session should be recorded. When it goes, the session
    /// has its delegate back.
    ///
    /// An app that tells more names it as `levels`, and has more rules judged. It then has to tell all of it: an ARView
    /// that configures its session by itself (`automaticallyConfigureSession`) runs it without a word, for example.
    /// Nothing here throws or ends the app, and all of it may be called from any thread unless it says otherwise.
    ///
    /// The session is not kept alive. Whoever sets `session.delegate` afterwards takes the recorder out: the log says
    /// so within two seconds. Set `delegate` of the recorder instead. What an ARSCNView asks its own delegate, an
    /// ARSCNViewDelegate, does not come by here, relocalization included.
    public final class SessionRecorder: Sendable {
        /// The recorder below, for events of which there is no word here, such as `custom`.
        public let recorder: Recorder
        /// What the app tells beyond level 0.
        public let levels: RecordingLevels
        let log: SessionLog
        let app: AppLog
        let nodes: NodeNumbers
        let proxy: DelegateProxy
        private let watch: Mutex<DelegateWatch>
        private let helpers: Helpers

        /// What ends with the recorder.
        private struct Helpers: Sendable {
            var ticker: Ticker?
            var notices: AppNotices?
        }

        /// Records into a folder of its own.
        @MainActor
        public convenience init(
            _ session: ARSession, levels: RecordingLevels = [],
            _ options: SessionRecorderOptions = SessionRecorderOptions()
        ) {
            let folder = options.folder ?? Self.standardFolder
            Self.make(folder)
            let recorder = Recorder(
                folder: folder.path, AppFacts.filled(options.recorder, records: levels.families))
            self.init(session, into: recorder, levels: levels, options)
        }

        /// Records into a recorder that the app made, whose options tell `opened.records`: `levels.families`.
        public convenience init(
            _ session: ARSession, into recorder: Recorder, levels: RecordingLevels = [],
            _ options: SessionRecorderOptions = SessionRecorderOptions()
        ) {
            let app = AppLog(recorder)
            self.init(
                session, recorder, levels, options, app, NodeNumbers(recorder),
                notices: AppNotices(app, options.notices))
        }

        /// Records another session of the app into the same log, under a name of its own (`options.session`).
        public convenience init(
            _ session: ARSession, beside other: SessionRecorder,
            _ options: SessionRecorderOptions = SessionRecorderOptions()
        ) {
            self.init(session, other.recorder, other.levels, options, other.app, other.nodes, notices: nil)
        }

        private init(
            _ session: ARSession, _ recorder: Recorder, _ levels: RecordingLevels,
            _ options: SessionRecorderOptions, _ app: AppLog, _ nodes: NodeNumbers, notices: AppNotices?
        ) {
            self.recorder = recorder
            self.levels = levels
            self.app = app
            self.nodes = nodes
            let name = options.session.flatMap {
                $0.isEmpty || $0 == "main" ? nil : recorder.peer($0)
            }
            log = SessionLog(
                recorder, session: name, knowsRuns: levels.contains(.wrappers),
                anchorStep: SessionLog.step(options.posesPerSecond),
                cameraStep: SessionLog.step(min(options.cameraPosesPerSecond, 60)), clock: options.clock)
            proxy = DelegateProxy(log, session, archives: levels.contains(.network), key: options.key)
            watch = Mutex(DelegateWatch())
            helpers = Helpers(ticker: options.ticks ? Ticker() : nil, notices: notices)
            app.follow(log)
            proxy.install()
            helpers.ticker?.start { [weak self] in self?.tick() }
        }

        deinit { proxy.uninstall() }

        /// Where logs go unless the options say otherwise.
        public static var standardFolder: URL {
            let manager = FileManager.default
            let support = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            return (support ?? manager.temporaryDirectory).appending(path: "arlog")
        }

        private static func make(_ folder: URL) {
            // Where it can't be made, the recorder says so in its status.
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #if canImport(Darwin)
                var (folder, values) = (folder, URLResourceValues())
                values.isExcludedFromBackup = true
                try? folder.setResourceValues(values)
            #endif
        }

        /// The app's own delegate, to which everything goes on. It is not kept alive.
        public var delegate: (any ARSessionDelegate)? {
            get { proxy.next }
            set { proxy.setNext(newValue) }
        }

        /// The session, while somebody else keeps it.
        public var session: ARSession? { proxy.session }

        /// Gives the session its delegate back, writes what is left and closes the log, which takes as long as the disk
        /// does. Without it nothing is lost either: the next start closes the file.
        public func close() {
            proxy.uninstall()
            recorder.close()
        }

        /// What is done once a second.
        package func tick() {
            log.tick()
            nodes.detachGone()
            app.tick()
            let isTold = watch.withLock { $0.look(proxy) }
            guard isTold else { return }
            // Nothing is concluded across a gap. How much is missing behind it nobody knows.
            recorder.append(
                Event.LogGap {
                    $0.reason =
                        "session.delegate was set to somebody else; set the recorder's delegate instead"
                })
        }
    }

    /// Notices that somebody else became the session's delegate, and does not pass the calls on.
    private struct DelegateWatch {
        private var isTold = false
        /// The session's newest frame while nobody passed frames on; 0 for none.
        private var lastFrame = 0.0
        private var lastCount: UInt64 = 0

        /// Whether that is to be told now: once each time.
        mutating func look(_ proxy: DelegateProxy) -> Bool {
            let count = proxy.frameCount
            let isReached = count != lastCount
            lastCount = count
            guard !isReached, !proxy.isInstalled, let session = proxy.session else {
                (isTold, lastFrame) = (false, 0)
                return false
            }
            guard !isTold else { return false }
            let frame = session.currentFrame?.timestamp ?? 0
            // Frames go on, and none of them came by.
            isTold = lastFrame > 0 && frame > lastFrame
            lastFrame = frame
            return isTold
        }
    }
#endif
