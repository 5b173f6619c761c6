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
            if let session = updated { index = takeUpdates(batch, from: index, of: session) }
            guard index < batch.headers.count else { break }
            let header = batch.headers[index]
            advance(to: header)
            if now.time >= timers.next { observer?.timersDue(self) }
            take(LoggedEvent(header: header, content: batch.content), observer)
            index += 1
        }
        eventCount += batch.headers.count
    }

    private func advance(to header: EventHeader) {
        last = now
        now = Mark(number: header.number, time: max(header.time, now.time))
        kindsSeen.insert(header.kind)
    }

    /// Takes in events from `start` as long as they are updates of one session's anchors that nobody watches, or of
    /// kinds that nobody wants, and no timer is due. Returns the index of the first that is something else.
    private func takeUpdates(_ batch: EventBatch, from start: Int, of session: SessionState) -> Int {
        let id = session.id
        let device = session.deviceIndex
        let anchors = session.anchors
        let nextTimer = timers.next
        let wants = wants
        var seen = kindsSeen
        var (last, now) = (last, now)
        var index = start
        let end = batch.headers.count
        while index < end {
            let header = batch.headers[index]
            let time = max(header.time, now.time)
            guard time < nextTimer else { break }
            if header.kind == .anchorUpdated {
                guard let payload = batch.content.decode(StoredEvent.AnchorUpdated.self, header),
                    payload.session == id, header.device == device,
                    let record = anchors.index(of: payload.anchor), anchors.update(record, payload)
                else { break }
            } else if wants.contains(header.kind) {
                break
            }
            seen.insert(header.kind)
            last = now
            now = Mark(number: header.number, time: time)
            index += 1
        }
        (self.last, self.now, kindsSeen) = (last, now, seen)
        return index
    }

    private func take(_ event: LoggedEvent, _ observer: (any WorldObserver)?) {
        var device = device(event.header.device)
        switch event.kind {
        case .anchorUpdated:
            guard let payload = event.decode(StoredEvent.AnchorUpdated.self) else {
                malformed += 1
                return
            }
            let session = session(payload.session, device)
            updated = session
            return update(payload, session)
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
        var session: SessionState?
        let change = change(by: event, device, &session)
        if case .malformed = change {
            malformed += 1
            return
        }
        guard let observer else { return }
        if let step {
            step.fill(event, at: now, change, session, device)
            observer.happened(step, self)
        } else {
            step = Step(event, at: now, device)
            step?.fill(event, at: now, change, session, device)
            if let step { observer.happened(step, self) }
        }
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
