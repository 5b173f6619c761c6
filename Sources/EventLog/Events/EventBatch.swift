/// Where one event lies in its batch, and what it is.
public struct EventHeader: Sendable, BitwiseCopyable {
    /// Its number in the log: MCAP's `sequence`, from 1.
    public var number: UInt32
    public var kind: EventKind
    /// Which device of a merged log it came from; 0 where there is one device.
    public var device: UInt16
    /// `log_time`: nanoseconds since 1970.
    public var time: UInt64
    /// Where its payload lies in the batch's bytes.
    public var payload: TextRange

    @inlinable
    public init(number: UInt32, kind: EventKind, device: UInt16, time: UInt64, payload: TextRange) {
        self.number = number
        self.kind = kind
        self.device = device
        self.time = time
        self.payload = payload
    }
}

/// The events of one chunk: ordered headers, and payloads that are decoded only when somebody asks.
///
/// A batch looks at memory that its reader owns and uses again for the next one. Nothing taken from it, a text
/// range above all, means anything after that; what is to be kept is copied or interned.
public struct EventBatch {
    public let content: BatchContent
    public let headers: [EventHeader]

    @inlinable
    public init(content: BatchContent, headers: [EventHeader]) {
        self.content = content
        self.headers = headers
    }

    /// The events in order.
    @inlinable public var events: some Sequence<LoggedEvent> {
        headers.lazy.map { LoggedEvent(header: $0, content: content) }
    }
}

/// One event of a batch: its header, and the bytes its payload is in.
public struct LoggedEvent {
    public let header: EventHeader
    public let content: BatchContent

    @inlinable
    public init(header: EventHeader, content: BatchContent) {
        self.header = header
        self.content = content
    }

    @inlinable public var kind: EventKind { header.kind }
    /// Its number in the log, from 1.
    @inlinable public var number: UInt32 { header.number }
    /// Nanoseconds since 1970.
    @inlinable public var time: UInt64 { header.time }

    /// The payload, as one of this kind; `nil` where it is malformed.
    @inlinable @inline(__always)
    public func decode<P: EventPayload>(_ type: P.Type) -> P? where P.Storage == InBatch {
        content.decode(type, header)
    }
}

/// The bytes behind a batch: message records in MCAP's layout, decoded where they lie.
@safe
public struct BatchContent {
    @usableFromInline let bytes: UnsafeRawBufferPointer

    /// Content in `bytes`, which must stay as they are while it is used.
    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// The payload of an event of this kind; `nil` where it is malformed.
    @inlinable @inline(__always)
    public func decode<P: EventPayload>(_ type: P.Type, _ header: EventHeader) -> P?
    where P.Storage == InBatch {
        guard let cursor = payload(of: header) else { return nil }
        return WireDecoder.decode(type, from: cursor)
    }

    /// A cursor over the event's payload, in its wire form.
    @inlinable @inline(__always)
    public func payload(of header: EventHeader) -> ByteCursor? {
        unsafe ByteCursor(bytes, from: Int(header.payload.offset), count: Int(header.payload.count))
    }

    /// `publish_time`: nanoseconds since 1970 of the thing itself; it stands right before the payload.
    public func publishTime(of header: EventHeader) -> UInt64 {
        let offset = Int(header.payload.offset) - 8
        guard let cursor = unsafe ByteCursor(bytes, from: offset, count: 8) else { return header.time }
        return cursor.peek(UInt64.self) ?? header.time
    }

    /// A cursor over the UTF-8 of a text that was decoded from this batch.
    @inlinable
    public func cursor(_ text: TextRange) -> ByteCursor? {
        unsafe ByteCursor(bytes, from: Int(text.offset), count: Int(text.count))
    }

    /// The text as a string of its own; invalid UTF-8 is repaired with U+FFFD.
    public func string(_ text: TextRange) -> String { cursor(text)?.restText ?? "" }

    public func string(_ text: TextRange?) -> String? { text.map { string($0) } }

    /// Whether the text is just this one.
    public func equals(_ text: TextRange, _ other: StaticString) -> Bool {
        guard let cursor = cursor(text), text.count == UInt32(other.utf8CodeUnitCount) else { return false }
        return other.withUTF8Buffer { unsafe cursor.rest.elementsEqual($0) }
    }

    /// The texts of a repeated field, the first `limit` of them.
    public func strings(_ list: TextListRange, atMost limit: Int = .max) -> [String] {
        var found: [String] = []
        guard list.count > 0, var cursor = cursor(list.range) else { return [] }
        // The range begins behind the first tag.
        var tag = list.tag
        while tag != 0, found.count < limit {
            if tag == list.tag {
                guard let length = cursor.readVarint(), let slice = cursor.readSlice(length: length) else {
                    break
                }
                found.append(slice.restText)
            } else {
                guard cursor.skipValue(of: tag) else { break }
            }
            guard let next = cursor.readTag() else { break }
            tag = next
        }
        return found
    }
}
