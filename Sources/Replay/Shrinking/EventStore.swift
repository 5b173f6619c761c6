public import EventLog

/// Events of a log held in memory, so that any choice of them can be looked at again and again.
///
/// It takes about 60 bytes an event beside the payloads. Nothing that was put in goes before the store does: a choice
/// is a list of headers.
public final class EventStore {
    private var bytes = ByteBuffer()
    /// The events that were put in, in their order.
    public private(set) var headers: [EventHeader] = []
    /// What the ids of the events are called.
    public let labels: LabelTable
    /// The devices of a merged log, by the events' index; index 0 stands for none said.
    public var devices: [EntityID] = [.null]

    public init(labels: LabelTable) { self.labels = labels }

    /// Bytes held.
    public var size: Int { bytes.count }

    /// Puts an event in as it is; one whose payload lies outside of its batch is left out.
    public func append(_ event: LoggedEvent) {
        guard let payload = event.content.payload(of: event.header) else { return }
        headers.append(
            put(
                event.header, publishTime: event.content.publishTime(of: event.header),
                payload: payload.restBytes))
    }

    /// Puts in what is left of a source, as far as it can be read and held, and says whether that was to its end; what
    /// was passed over on the way is in the source's report.
    ///
    /// Throws where the bytes can't be had; what came before stays.
    @discardableResult
    public func append(_ source: EventSource) throws(EventSourceError) -> Bool {
        while let batch = try source.nextBatch() {
            devices = source.devices
            for event in batch.events {
                guard hasRoom else { return false }
                append(event)
            }
        }
        return true
    }

    /// Puts in an event with its payload in its wire form; times are nanoseconds since 1970.
    public func append(
        _ kind: EventKind, number: UInt32, time: UInt64, device: UInt16 = 0, publishTime: UInt64? = nil,
        payload: [UInt8]
    ) {
        let header = EventHeader(
            number: number, kind: kind, device: device, time: time, payload: TextRange())
        headers.append(put(header, publishTime: publishTime ?? time, payload: payload))
    }

    /// The event of a header with its time as the time of the thing itself.
    public func settled(_ header: EventHeader) -> EventHeader {
        put(header, publishTime: header.time, payload: payload(of: header))
    }

    /// The event of a header with another payload in its wire form; the store's own `headers` stay as they are.
    public func changed(_ header: EventHeader, payload: [UInt8]) -> EventHeader {
        put(header, publishTime: event(header).content.publishTime(of: header), payload: payload)
    }

    private func put(_ header: EventHeader, publishTime: UInt64, payload: [UInt8]) -> EventHeader {
        var header = header
        bytes.append(publishTime)
        header.payload = TextRange()
        header.payload.offset = UInt32(truncatingIfNeeded: bytes.count)
        header.payload.count = UInt32(truncatingIfNeeded: payload.count)
        bytes.append(payload)
        return header
    }

    /// Bytes that can be held; a range of a batch counts in 32 bits.
    static let limit = Int(UInt32.max) - (1 << 28)

    /// Whether there is room for more.
    public var hasRoom: Bool { bytes.count < Self.limit }

    /// The payload in its wire form.
    public func payload(of header: EventHeader) -> [UInt8] {
        event(header).content.payload(of: header)?.restBytes ?? []
    }

    /// Which device of a merged log an event is of; `nil` in a log of one device.
    func device(of header: EventHeader) -> EntityID? {
        let device = Int(header.device)
        return device > 0 && device < devices.count ? devices[device] : nil
    }

    /// One of its events, valid until the next one is put in.
    public func event(_ header: EventHeader) -> LoggedEvent {
        LoggedEvent(header: header, content: unsafe BatchContent(bytes.bytes))
    }

    /// Some of its events in their order, valid until the next one is put in.
    public func batch(_ headers: [EventHeader]) -> EventBatch {
        EventBatch(content: unsafe BatchContent(bytes.bytes), headers: headers)
    }
}
