/// Which part of which recording a file is, by its first event.
public struct SegmentInfo: Equatable, Sendable {
    public let recording: EntityID
    /// 1, 2 …; 1 where it is not told.
    public let segment: UInt64
    /// The number of the file's first event.
    public let firstNumber: UInt32

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
