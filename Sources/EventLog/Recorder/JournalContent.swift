/// What a journal holds that a process left behind: the records that were committed, and where they belong.
public struct JournalContent: Equatable, Sendable {
    public let serial: UInt64
    public let recording: EntityID
    public let segment: UInt64
    /// The name of the log in the same folder that the records belong into.
    public let logName: String
    /// Whole message records, in order.
    public let records: [UInt8]
    /// Events that were lost and not told of in the log.
    public let lostCount: UInt64

    /// The committed records in a journal's bytes; `nil` where there is no chunk in it or its head is not certain.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        let head = unsafe ByteCursor(bytes)
        guard head.peek(UInt64.self) == Journal.Head.magic,
            let serial = head.peek(UInt64.self, at: Journal.Head.serialAt), serial > 0,
            let lost = head.peek(UInt64.self, at: Journal.Head.lostAt),
            let crc = head.peek(UInt32.self, at: Journal.Head.crcAt),
            let size = head.peek(UInt64.self, at: Journal.Head.sizeAt), size <= 1 << 32,
            let segment = head.peek(UInt64.self, at: Journal.Head.segmentAt),
            let low = head.peek(UInt64.self, at: Journal.Head.recordingAt),
            let high = head.peek(UInt64.self, at: Journal.Head.recordingAt + 8),
            let length = head.peek(UInt16.self, at: Journal.Head.nameLengthAt),
            Int(length) <= Journal.Head.longestName, bytes.count >= Journal.Head.size
        else { return nil }
        let nameEnd = Journal.Head.nameAt + Int(length)
        let checked = unsafe UnsafeRawBufferPointer(rebasing: bytes[Journal.Head.sizeAt..<nameEnd])
        guard unsafe Journal.headCRC(serial: serial, checked) == crc else { return nil }
        let name = unsafe String(decoding: bytes[Journal.Head.nameAt..<nameEnd], as: UTF8.self)
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        self.serial = serial
        self.segment = segment
        recording = EntityID(low: low, high: high)
        logName = name
        records = unsafe Self.committed(bytes, serial: serial, wordCapacity: Int(size) / 64)
        let count = UInt32(truncatingIfNeeded: lost)
        lostCount = Journal.word(lost: count, serial: serial) == lost ? UInt64(count) : 0
    }

    /// Whether it adds nothing to any log: names of ids, which are no events, may be in it all the same.
    public var isEmpty: Bool { lostCount == 0 && lastNumber == nil }

    /// The number of the last event; `nil` where there is none.
    var lastNumber: UInt32? {
        unsafe records.withUnsafeBytes { bytes in
            var walker = unsafe RecordWalker(bytes)
            var last: UInt32?
            while let view = walker.next() {
                var content = view.content
                if let message = MCAP.MessageHeader(parsing: &content), message.sequence > 0 {
                    last = message.sequence
                }
            }
            return last
        }
    }

    private static func committed(
        _ bytes: UnsafeRawBufferPointer, serial: UInt64, wordCapacity: Int
    ) -> [UInt8] {
        let recordsAt = Journal.Head.size + wordCapacity * 8
        guard bytes.count > recordsAt else { return [] }
        let area = unsafe UnsafeRawBufferPointer(rebasing: bytes[recordsAt...])
        var words = unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: bytes[Journal.Head.size..<recordsAt]))
        var crc = Journal.seed(serial)
        var end = 0
        while let word = words.read(UInt64.self) {
            let next = Int(word >> 32)
            guard next > end, next <= area.count else { break }
            let record = unsafe UnsafeRawBufferPointer(rebasing: area[end..<next])
            var check = crc
            unsafe check.update(record)
            guard check.value == UInt32(truncatingIfNeeded: word), unsafe isMessage(record) else { break }
            crc = check
            end = next
        }
        return unsafe Array(area[..<end])
    }

    /// Whether these bytes are just one message.
    private static func isMessage(_ record: UnsafeRawBufferPointer) -> Bool {
        var walker = unsafe RecordWalker(record)
        guard let view = walker.next(), view.opcode == .message, walker.remaining == 0 else { return false }
        return view.content.remaining >= MCAP.MessageHeader.size
    }

    /// The recording that the payload of a `log.opened` names.
    static func recording(openedBy payload: UnsafeRawBufferPointer) -> EntityID? {
        let content = unsafe BatchContent(payload)
        let range = TextRange(offset: 0, count: payload.count)
        let header = EventHeader(number: 1, kind: .logOpened, device: 0, time: 0, payload: range)
        return content.decode(StoredEvent.LogOpened.self, header)?.recording
    }
}
