public import EventLog

extension World {
    /// Takes in the next events, in one pass. `batch` is not needed afterwards.
    public func take(_ batch: EventBatch) {
        let content = batch.content
        if first == nil, let header = batch.headers.first {
            first = Mark(number: header.number, time: header.time)
        }
        for header in batch.headers {
            last = now
            now = Mark(number: header.number, time: max(header.time, now.time))
            if now.time >= timers.next { observer?.timersDue(self) }
            if header.kind == .anchorUpdated {
                if let payload = content.decode(StoredEvent.AnchorUpdated.self, header) {
                    updateAnchor(payload, device(header.device))
                } else {
                    malformed += 1
                }
            } else {
                take(LoggedEvent(header: header, content: content))
            }
        }
        eventCount += batch.headers.count
    }

    private func take(_ event: LoggedEvent) {
        if let family = EventKind.families[Int(event.kind.rawValue)] { familiesSeen.insert(family) }
        var device = device(event.header.device)
        switch event.kind {
        case .logOpened:
            if startsRecording(event, device) {
                observer?.recordingEnds(device, self)
                forget(device)
                device = self.device(event.header.device)
            }
        case .logGap:
            device.gap(at: now)
            for session in device.sessions { timers.clear(clock: session.clock) }
            observer?.eventsMissing(device, self)
        default: break
        }
        guard let step = apply(event, device) else { return }
        observer?.happened(step, self)
    }

    /// Whether `log.opened` begins another recording, for which everything starts from nothing.
    ///
    /// A further segment of the same recording goes on where the last one ended.
    private func startsRecording(_ event: LoggedEvent, _ device: DeviceState) -> Bool {
        guard device.opened != nil || !device.sessions.isEmpty,
            let payload = event.decode(StoredEvent.LogOpened.self)
        else { return false }
        return payload.recording == nil || payload.recording != device.recording
    }
}

/// Whoever follows the world event by event: the rules.
protocol WorldObserver: AnyObject {
    /// At least one timer fires before the event that is now.
    func timersDue(_ world: World)
    /// An event was taken in.
    func happened(_ step: Step, _ world: World)
    /// Events are missing before the one that is now.
    func eventsMissing(_ device: DeviceState, _ world: World)
    /// A recording of the device ended with the event before the one that is now.
    func recordingEnds(_ device: DeviceState, _ world: World)
}
