public import EventLog

extension World {
    /// Takes in the next events, in one pass. `batch` is not needed afterwards.
    public func take(_ batch: EventBatch) {
        let content = batch.content
        if first == nil, let header = batch.headers.first {
            first = Mark(number: header.number, time: header.time)
        }
        for header in batch.headers {
            let event = LoggedEvent(header: header, content: content)
            var device = device(header.device)
            if header.kind == .logOpened, startsRecording(event, device) {
                // Before anything else: what the recording before still waited for nobody saw.
                observer?.recordingEnds(device, self)
                forget(device)
                device = self.device(header.device)
            }
            now = Mark(number: header.number, time: max(header.time, now.time))
            device.last = now
            // What was lost lies before the gap is told, so no deadline since the last event is sure.
            if header.kind == .logGap { breakOff(device) }
            if now.time >= device.timers.next { observer?.timersDue(device, self) }
            if header.kind == .anchorUpdated {
                device.familiesSeen.insert(.anchor)
                if let payload = content.decode(StoredEvent.AnchorUpdated.self, header) {
                    updateAnchor(payload, device)
                } else {
                    malformed += 1
                }
            } else {
                take(event, device)
            }
        }
        eventCount += batch.headers.count
    }

    private func take(_ event: LoggedEvent, _ device: DeviceState) {
        if let family = EventKind.families[Int(event.kind.rawValue)] { device.familiesSeen.insert(family) }
        guard let step = apply(event, device) else { return }
        observer?.happened(step, self)
    }

    /// Events of the device are missing.
    private func breakOff(_ device: DeviceState) {
        device.gap(at: now)
        observer?.eventsMissing(device, self)
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
    /// At least one timer of the device fires before its event that is now.
    func timersDue(_ device: DeviceState, _ world: World)
    /// An event was taken in.
    func happened(_ step: Step, _ world: World)
    /// Events are missing before the one that is now.
    func eventsMissing(_ device: DeviceState, _ world: World)
    /// A recording of the device ended with its last event.
    func recordingEnds(_ device: DeviceState, _ world: World)
}
