/// What a recording survives.
public enum RecordingPromise: String, Sendable, CaseIterable {
    /// The death of the process loses the events of the open chunk.
    case none
    /// The death of the process, at any instruction, loses no event whose `append` returned `true`.
    case process
    /// As `process`, and a power cut loses at most the last second; runs, resets, interruptions, failures and state
    /// changes are on the disk when `append` returns.
    case power
}

/// How a recorder writes, and what it says of itself in each file's first event.
///
///     var options = RecorderOptions(device: "Anna's phone")
///     options.opened.app = "Rooms"
///     options.quota = 200 << 20
public struct RecorderOptions: Sendable {
    /// What files are called before the time and the recording's number.
    public var name = "log"
    public var promise = RecordingPromise.process
    /// The first event of each file; recording, segment and recorder are filled in.
    public var opened = Event.LogOpened()
    /// What the device is called, where `opened.device` was made from that.
    public var deviceName: String?

    /// Bytes of records at which a chunk is closed.
    public var chunkSize = 64 << 10
    /// Nanoseconds after its first event at which a chunk is closed; half of it with the promise `power`, so that
    /// what waits to be written is not older than this.
    public var chunkAge: UInt64 = 1_000_000_000
    /// Bytes of one of the two journals. While the disk is slow or full, events wait there; what finds no room any
    /// more is lost and counted. 16 KiB to 64 MiB; what is set beyond counts as that.
    public var journalSize = 1 << 20
    public var compression = WriterOptions.Compression.lz4

    /// Bytes at which a file is closed and the next segment begun; the last chunk may go beyond it.
    public var segmentSize: UInt64 = 64 << 20
    /// Nanoseconds after which the same is done.
    public var segmentAge: UInt64 = 3_600_000_000_000
    /// Bytes that all files of this `name` may take together, the journals included: the oldest are removed before more
    /// is written, but never the newest. A file then has at most a quarter of it, and a journal an eighth, so that there
    /// is something to remove. At least 1 MiB is needed for it to hold; with less, the newest file stays all the same.
    public var quota: UInt64?
    /// Whether logs that earlier processes left unclosed in the folder are closed now, on a thread of its own. Only
    /// files are looked into that are called as recorders call them, and changed that a recorder began.
    public var sealsEarlierLogs = true

    var system = RecorderSystem()
    /// Without it, nothing is written before somebody calls `work()`: for tests.
    var worksInBackground = true

    /// The defaults, for a device of this name.
    public init(device: String) {
        deviceName = device
        opened.device = EntityID(device)
    }

    /// These options with files and journals that are small enough for the quota.
    var fitted: RecorderOptions {
        guard let quota = quota.map({ max($0, 1 << 20) }) else { return self }
        var fitted = self
        fitted.segmentSize = min(segmentSize, quota / 4)
        fitted.journalSize = min(journalSize, Int(clamping: quota / 8))
        return fitted
    }

    /// The age at which a chunk is closed.
    var effectiveChunkAge: UInt64 { promise == .power ? chunkAge / 2 : chunkAge }
}

/// How a recording goes.
public struct RecorderStatus: Equatable, Sendable {
    /// Events that were taken, those the recorder adds itself included.
    public internal(set) var eventCount: UInt64 = 0
    /// Events that were lost because there was no room for them, or with a file that was removed.
    public internal(set) var lostCount: UInt64 = 0
    /// Bytes written to files.
    public internal(set) var byteCount: UInt64 = 0
    /// The file that is being written, or was last.
    public internal(set) var path: String?
    /// The segment that the next event goes to.
    public internal(set) var segment: UInt64 = 0
    /// What goes wrong now; `nil` again once it has been got over.
    public internal(set) var error: IOError?
    /// The last thing that went wrong.
    public internal(set) var lastError: IOError?
    /// What can be promised now: `none` while there is no room for the journal.
    public internal(set) var promise = RecordingPromise.none
    public internal(set) var isClosed = false
}
