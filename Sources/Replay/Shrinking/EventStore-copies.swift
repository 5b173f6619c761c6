internal import EventLog

extension EventStore {
    /// A store of its own with only these of its events, numbered from 1.
    func copied(_ chosen: [EventHeader], labels: LabelTable? = nil, devices: [EntityID]? = nil) -> EventStore
    {
        let copy = EventStore(labels: labels ?? self.labels)
        copy.devices = devices ?? self.devices
        for header in chosen {
            copy.append(
                header.kind, number: UInt32(copy.headers.count + 1), time: header.time, device: header.device,
                payload: payload(of: header))
        }
        return copy
    }

    /// The same events, numbered from 1.
    public func renumbered() -> EventStore { copied(headers) }

    /// What is fed to a handler, and what neither the world nor the app says: the events without the app's decisions.
    public func withoutOutputs() -> EventStore { copied(headers.filter { !$0.kind.isReplayOutput }) }
}
