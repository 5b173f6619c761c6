/// Which part of which recording a file is, by its first event.
public struct SegmentInfo: Equatable, Sendable {
    public let recording: EntityID
    /// 1, 2 …; 1 where it is not told.
    public let segment: UInt64
    /// The number of the file's first event; `nil` where none can be read.
    public let firstNumber: UInt32?

    /// `nil` where the file can't be read, or does not begin by naming a recording. What gives its bytes only once, such
    /// as a pipe, is not looked into.
    ///
    /// A merged log is no segment of one: its events say their device.
    public init?(path: String) {
        if let status = try? Platform.status(ofPath: path), status.kind != .regular { return nil }
        guard let source = try? EventSource(path: path) else { return nil }
        let batch: EventBatch?
        if source.format == .ndjson {
            // One that is read whole is looked through first.
            guard let head = Self.head(of: path), let lines = try? EventSource(MemorySource(head)) else {
                return nil
            }
            batch = try? lines.nextBatch()
            self.init(batch)
        } else {
            batch = try? source.nextBatch()
            self.init(batch)
        }
    }

    /// The segment that a recorder gave this name, of whose first event nothing can be read.
    public init?(named name: SegmentName, of recording: EntityID) {
        let status = (try? Platform.status(ofPath: name.path)) ?? nil
        guard status?.kind ?? .regular == .regular else { return nil }
        let source = try? EventSource(path: name.path)
        // Nothing was written to it yet where there is only a journal.
        guard status != nil || source != nil else { return nil }
        self.recording = recording
        segment = name.segment
        firstNumber = (try? source?.nextBatch())?.headers.first?.number
    }

    private init?(_ batch: EventBatch?) {
        guard let batch, let first = batch.headers.first, first.kind == .logOpened, first.device == 0,
            let opened = batch.content.decode(StoredEvent.LogOpened.self, first),
            let recording = opened.recording
        else { return nil }
        self.recording = recording
        segment = opened.segment ?? 1
        firstNumber = first.number
    }

    /// The whole lines among the file's first bytes.
    private static func head(of path: String) -> [UInt8]? {
        var head = ByteBuffer(capacity: 1 << 16)
        guard let file = try? InputFile(path: path), file.isSeekable else { return nil }
        let count = try? unsafe head.append(room: 1 << 16) { (target) throws(IOError) in
            unsafe try file.read(at: 0, into: target)
        }
        guard count != nil, let end = head.array.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return Array(head.array[...end])
    }
}

/// What a recorder's file says by its name alone: `NAME-TIME-RECORDING.mcap`, later segments with `-2`, `-3` behind that.
public struct SegmentName: Equatable, Sendable {
    public let path: String
    /// The path without number and ending, the same for all segments of a recording.
    public let base: String
    /// 1, 2 …
    public let segment: UInt64

    /// `nil` where no recorder gave that name.
    public init?(path: String) {
        guard path.hasSuffix(".mcap") else { return nil }
        let stem = path.dropLast(5)
        var parts = LogNames.name(of: String(stem)).split(separator: "-", omittingEmptySubsequences: false)
        var number: UInt64?
        if let last = parts.last, last.count != 8, let read = UInt64(last), read > 1 {
            number = read
            parts.removeLast()
        }
        guard parts.count >= 2, let time = parts.dropLast().last, time.count == 16, time.hasSuffix("Z"),
            let recording = parts.last, recording.count == 8, recording.allSatisfy(\.isHexDigit)
        else { return nil }
        self.path = path
        base = number.map { String(stem.dropLast("-\($0)".count)) } ?? String(stem)
        segment = number ?? 1
    }
}
