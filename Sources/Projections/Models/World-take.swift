public import EventLog

extension World {
    /// Takes in the next events, in one pass. `batch` is not needed afterwards.
    ///
    /// Anchor updates go straight to the map of their session, and kinds that neither model nor rule wants are passed
    /// over: together they are most of what a log holds.
    public func take(_ batch: EventBatch) { take(batch, observer: nil) }

    func take(_ batch: EventBatch, observer: (any WorldObserver)?) {
        if first == nil, let header = batch.headers.first {
            first = Mark(number: header.number, time: header.time)
        }
        var index = 0
        while index < batch.headers.count {
            if let session = updated {
                index = takeUpdates(batch, from: index, of: session, isObserved: observer != nil)
                guard index < batch.headers.count else { break }
            }
            let header = batch.headers[index]
            index += 1
            let event = LoggedEvent(header: header, content: batch.content)
            var device = device(header.device)
            if header.kind == .logOpened, startsRecording(event, device) {
                // Before anything else: what the recording before still waited for nobody saw.
                observer?.recordingEnds(device, self)
                forget(device)
                device = self.device(header.device)
            }
            now = Mark(number: header.number, time: max(header.time, now.time))
            device.last = now
            device.kindsSeen.insert(header.kind)
            // What was lost lies before the gap is told, so no deadline since the last event is sure.
            if header.kind == .logGap { breakOff(device, observer) }
            if now.time >= device.timers.next { observer?.timersDue(device, self) }
            take(event, device, observer)
        }
        eventCount += batch.headers.count
    }

    /// Takes in events from `start` as long as they are updates of one session's anchors that nobody watches, or of
    /// kinds that nobody wants, and no timer is due. Returns the index of the first that is something else.
    private func takeUpdates(
        _ batch: EventBatch, from start: Int, of session: SessionState, isObserved: Bool
    ) -> Int {
        let id = session.id
        let device = session.device
        let deviceIndex = session.deviceIndex
        let anchors = session.anchors
        let nextTimer = isObserved ? device.timers.next : .max
        let wants = wants
        var seen = device.kindsSeen
        var now = now
        var index = start
        let end = batch.headers.count
        while index < end {
            let header = batch.headers[index]
            let time = max(header.time, now.time)
            guard time < nextTimer, header.device == deviceIndex else { break }
            if header.kind == .anchorUpdated {
                guard let payload = batch.content.decode(StoredEvent.AnchorUpdated.self, header),
                    payload.session == id, let record = anchors.index(of: payload.anchor),
                    anchors.update(record, payload)
                else { break }
            } else if wants.contains(header.kind) {
                break
            }
            seen.insert(header.kind)
            now = Mark(number: header.number, time: time)
            index += 1
        }
        if index > start {
            self.now = now
            device.last = now
            device.kindsSeen = seen
        }
        return index
    }

    private func take(_ event: LoggedEvent, _ device: DeviceState, _ observer: (any WorldObserver)?) {
        if event.kind == .anchorUpdated {
            guard let payload = event.decode(StoredEvent.AnchorUpdated.self) else {
                malformed += 1
                return
            }
            guard let session = session(payload.session, device) else { return }
            updated = session
            return update(payload, session)
        }
        var session: SessionState?
        let change = change(by: event, device, &session)
        if case .malformed = change {
            malformed += 1
            return
        }
        guard let observer else { return }
        let step = self.step ?? Step(event, at: now, device)
        self.step = step
        step.fill(event, at: now, change, session, device)
        observer.happened(step, self)
    }

    /// Events of the device are missing.
    private func breakOff(_ device: DeviceState, _ observer: (any WorldObserver)?) {
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
