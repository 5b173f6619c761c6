public import EventLog

/// Takes what is private out of the events of a store.
public final class Withholding {
    private let store: EventStore
    private let payloads: PayloadWithholding

    public init(_ store: EventStore) {
        self.store = store
        payloads = PayloadWithholding(store.labels)
    }

    /// The names of the new ids.
    public var labels: LabelTable { payloads.labels }

    /// The event without what is private, in the same store.
    public func apply(to header: EventHeader) -> EventHeader {
        store.changed(header, payload: payloads.withheld(store.payload(of: header), of: header.kind))
    }

    /// The id that stands in for this one.
    public func renamed(_ id: EntityID) -> EntityID { payloads.renamed(id) }

    /// The id that stands in for a device.
    public func renamed(device id: EntityID) -> EntityID { payloads.renamed(device: id) }
}

extension EventStore {
    /// The same events in a store of their own without what is private, numbered from 1.
    public func withoutPrivate() -> EventStore {
        let withholding = Withholding(self)
        let told = headers.map { withholding.apply(to: $0) }
        return copied(
            told, labels: withholding.labels,
            devices: devices.map { withholding.renamed(device: $0) })
    }
}
