public import EventLog

extension World {
    /// Takes in the next events, in one pass. `batch` is not needed afterwards.
    ///
    /// Anchor updates go straight to the map of their session, and kinds that neither model nor rule wants are passed
    /// over: together they are most of what a log holds.
    public func take(_ batch: EventBatch) { take(batch, observer: Nobody()) }

    func take(_ batch: EventBatch, observer: any WorldObserver) {
        guard let header = batch.headers.first else { return }
        if first == nil { first = Mark(number: header.number, time: header.time) }
        var index = 0
        while index < batch.headers.count {
            let header = batch.headers[index]
            let device = device(header.device)
            if let session = updated, session.deviceIndex == header.device {
                index = takeRun(batch, from: index, around: session, device, observer)
            } else {
                take(LoggedEvent(header: header, content: batch.content), device, observer)
                index += 1
            }
        }
        eventCount += batch.headers.count
    }

    /// Takes in events of one device from `start` on as long as the session whose anchors are updated stays the same.
    /// Returns the index of the first that is not taken.
    ///
    /// Session and device are held by the caller, so that no event retains them.
    private func takeRun(
        _ batch: EventBatch, from start: Int, around session: SessionState, _ device: DeviceState,
        _ observer: any WorldObserver
    ) -> Int {
        var index = start
        repeat {
            index = takeUpdates(batch, from: index, of: session, device)
            guard index < batch.headers.count, batch.headers[index].device == session.deviceIndex else {
                break
            }
            take(LoggedEvent(header: batch.headers[index], content: batch.content), device, observer)
            index += 1
        } while index < batch.headers.count && updated === session
        return index
    }

    /// Takes in events from `start` as long as they are updates of one session's anchors that nobody watches, or of
    /// kinds that nobody wants, and no timer is due. Returns the index of the first that is something else.
    private func takeUpdates(
        _ batch: EventBatch, from start: Int, of session: SessionState, _ device: DeviceState
    ) -> Int {
        let id = session.id
        let deviceIndex = session.deviceIndex
        let anchors = session.anchors
        let nextTimer = min(device.timers.next, lookDue)
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
                if let update = batch.content.placedUpdate(header, of: id) {
                    guard let record = anchors.index(of: update.anchor), anchors.update(record, update)
                    else { break }
                } else {
                    guard isUpdated(header, batch.content, session) else { break }
                }
            } else {
                guard !wants.contains(header.kind) else { break }
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

    /// The same for one update that is not spelled as most are; `false`, changing nothing, where it must be looked at.
    @inline(never)
    private func isUpdated(
        _ header: EventHeader, _ content: BatchContent, _ session: SessionState
    ) -> Bool {
        guard let update = content.decode(StoredEvent.AnchorUpdated.self, header),
            update.session == session.id, let record = session.anchors.index(of: update.anchor),
            session.anchors.isUnwatched(record, position: update.position, isTracked: update.isTracked)
        else { return false }
        session.anchors[record].update(update)
        return true
    }

    /// Takes in one event, whatever it is.
    private func take(_ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver) {
        if event.kind == .logOpened, startsRecording(event, device) {
            // Before anything else: what the recording before still waited for nobody saw.
            observer.recordingEnds(device, self)
            forget(device)
            return take(event, self.device(event.header.device), observer)
        }
        now = Mark(number: event.number, time: max(event.time, now.time))
        device.previous = device.last
        device.last = now
        device.kindsSeen.insert(event.kind)
        if recentKinds.contains(event.kind) { device.recent.note(event.kind, at: now) }
        // What was lost lies before the gap is told, so no deadline since the last event is sure.
        if event.kind == .logGap || event.kind == .logOpened && skipsSegment(event, device) {
            breakOff(device, observer)
        }
        if now.time >= device.timers.next { observer.timersDue(device, self) }
        if now.time >= lookDue { observer.lookDue(self) }
        if event.kind == .anchorUpdated {
            takeUpdate(event, device)
        } else {
            apply(event, device, observer)
        }
    }

    /// Takes in one update of an anchor that may be watched.
    private func takeUpdate(_ event: LoggedEvent, _ device: DeviceState) {
        guard let payload = event.decode(StoredEvent.AnchorUpdated.self) else {
            malformed += 1
            return
        }
        guard let session = session(payload.session, device) else { return }
        updated = session
        update(payload, session)
    }

    /// Events of the device are missing.
    func breakOff(_ device: DeviceState, _ observer: any WorldObserver) {
        gaps += 1
        device.gap(at: now)
        observer.eventsMissing(device, self)
    }

    /// Whether segments of the recording lack before this `log.opened`.
    private func skipsSegment(_ event: LoggedEvent, _ device: DeviceState) -> Bool {
        guard let last = device.segment, let payload = event.decode(StoredEvent.LogOpened.self),
            let segment = payload.segment
        else { return false }
        return segment > last && segment - last > 1
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
    /// The time of `World.lookDue` has come; the event that is now was not yet taken in.
    func lookDue(_ world: World)
    /// An event of a session was taken in.
    func happened(_ step: Step, in session: SessionState, _ world: World)
    /// One that belongs to no session was taken in.
    func happened(_ step: Step, _ world: World)
    /// Events are missing before the one that is now.
    func eventsMissing(_ device: DeviceState, _ world: World)
    /// A recording of the device ended with its last event.
    func recordingEnds(_ device: DeviceState, _ world: World)
}

/// For a world that nobody follows.
private final class Nobody: WorldObserver {
    /// There is none; to look for it says so.
    func timersDue(_ device: DeviceState, _ world: World) { _ = device.timers.pop(at: world.now.time) }
    func lookDue(_ world: World) { world.lookDue = .max }
    func happened(_ step: Step, in session: SessionState, _ world: World) {}
    func happened(_ step: Step, _ world: World) {}
    func eventsMissing(_ device: DeviceState, _ world: World) {}
    func recordingEnds(_ device: DeviceState, _ world: World) {}
}
