internal import Synchronization

/// Records events into a log, from any thread, without ever making one wait for the disk.
///
///     let recorder = Recorder(folder: folder, RecorderOptions(device: "Anna's phone"))
///     recorder.label(anchor, "sofa")
///     recorder.append(Event.AnchorAdded { $0.anchor = anchor })
///     …
///     recorder.close()
///
/// An event is stored in memory that outlives the process before `append` returns, and goes into the file with its chunk,
/// on a thread of the recorder's own. Where that can't keep up, because the disk is full or gone, events that find no
/// room are lost and counted: a `log.gap` says how many as soon as it can, and recording goes on. Nothing here throws,
/// and nothing ends the app; `status` tells how it goes.
///
/// An event's time is what the wall clock said when the recorder began, and how long that is ago by a clock that nobody
/// sets and that counts on while the device sleeps. So times in a log lie as far apart as the events did: a wall clock
/// that is set, or corrected, while something is recorded does not reach the log before the next recorder.
///
/// Each recorder begins a new recording, in a file of its own. Logs that an earlier process left unclosed in the folder
/// are closed in the background.
public final class Recorder: Sendable {
    private let core: RecorderCore

    /// The recording's id, which all its files carry.
    public let recording: EntityID

    /// Begins a recording in a folder, which is made where only its last part is missing.
    public init(folder: String, _ options: RecorderOptions) {
        var random = SystemRandomNumberGenerator()
        // A UUID of version 4.
        let low = (random.next() & ~(0xF0 << 48)) | (0x40 << 48)
        recording = EntityID(low: low, high: (random.next() & ~0xC0) | 0x80)
        let start = options.system.now()
        let names = LogNames(folder: folder, name: options.name, start: start, recording: recording)
        let core = RecorderCore(options.fitted, recording: recording, start: start, names: names)
        self.core = core
        if let name = options.deviceName { label(options.opened.device, name) }
        guard options.worksInBackground else { return }
        if options.sealsEarlierLogs { core.sealEarlierLogs() }
        core.start()
    }

    deinit { core.stop() }

    // MARK: Recording

    /// Records an event, with the time of the thing itself where that is known, in nanoseconds since 1970 (by the app's
    /// own clock, which may have been set since the recorder began).
    ///
    /// The result is whether it was stored; one that was not is counted as lost, unless the recorder is closed. With the
    /// promise `power`, a run, reset, interruption, failure or change of state is on the disk when this returns; nothing
    /// else ever waits for it.
    @discardableResult
    @inlinable
    public func append<P: EventPayload>(_ payload: P, publishTime: UInt64? = nil) -> Bool
    where P.Storage == Owned {
        // Encoded before the lock is taken, on the stack.
        let result: Bool? = unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { memory in
            guard let count = unsafe WireEncoder.encode(payload, into: memory) else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<count])
            return unsafe append(P.kind, encoded: bytes, publishTime: publishTime)
        }
        return result ?? appendLarge(payload, publishTime)
    }

    @usableFromInline
    func appendLarge<P: EventPayload>(_ payload: P, _ publishTime: UInt64?) -> Bool where P.Storage == Owned {
        var buffer = ByteBuffer(capacity: 4096)
        buffer.append(payload)
        return unsafe append(P.kind, encoded: buffer.bytes, publishTime: publishTime)
    }

    /// Records an event whose payload is in its wire form already.
    @usableFromInline
    func append(_ kind: EventKind, encoded payload: UnsafeRawBufferPointer, publishTime: UInt64?) -> Bool {
        let outcome = core.state.withLock { unsafe $0.append(kind, payload, publishTime: publishTime) }
        if outcome.wakes { core.wake(isUrgent: outcome.isUrgent) }
        if let journal = outcome.synced {
            do throws(Platform.Failure) {
                try journal.sync(core.options.system)
            } catch {
                let failure = IOError(path: core.names.folder, operation: .sync, code: error.code)
                core.state.withLock {
                    $0.status.error = failure
                    $0.status.lastError = failure
                }
            }
        }
        return outcome.isTaken
    }

    // MARK: Names

    /// Says what an id is called, in this and every later chunk that uses it.
    @discardableResult
    public func label(_ id: EntityID, _ name: String) -> Bool {
        core.state.withLock { $0.labels.learn(name, for: id) }
    }

    /// The id that a label stands for, which is printed as the label from now on.
    public func id(_ label: String) -> EntityID {
        let id = EntityID(label)
        self.label(id, label)
        return id
    }

    // MARK: The end

    /// Has what is stored so far written soon, without waiting for it.
    public func flush() {
        core.state.withLock { $0.flush() }
        core.wake()
    }

    /// How it goes.
    public var status: RecorderStatus { core.state.withLock { $0.status } }

    /// Appends `log.closed`, writes what is left and closes the file, which takes as long as the disk does. Events that
    /// come later are refused. Then it waits until the logs of earlier processes are closed, if they are just being so.
    /// Nothing is lost where the process ends before: the next start goes on with it, and closes the file of a recorder
    /// that goes away without this.
    public func close() {
        guard !status.isClosed else { return }
        core.finish()
        core.waitForSealing()
    }

    /// Does what the background thread does when it wakes.
    func work() { core.work() }
}
