internal import EventLog
internal import Synchronization

/// Goes through a recording on the replay's thread: inputs to the handler, and what is due between them.
///
/// Whoever started it waits and changes nothing meanwhile. Where nobody waits any more, the thread is inside of the
/// handler, and looks at nothing of the recording when it comes back.
final class ReplayLoop: @unchecked Sendable {
    private let store: EventStore
    private let core: ReplayCore
    private let pace: ReplayPace
    /// Whether it waits for its pace, and not for the handler.
    let isPacing = Atomic<Bool>(false)

    init(_ store: EventStore, _ core: ReplayCore, _ pace: ReplayPace) {
        self.store = store
        self.core = core
        self.pace = pace
    }

    func run(_ driver: some ReplayDriver) {
        feed(driver)
        driver.finish()
    }

    private func feed(_ driver: some ReplayDriver) {
        var (place, end) = (0, core.start)
        var hasBegun = false
        while !core.hasEnded, place < store.headers.count {
            let header = store.headers[place]
            end = max(end, header.time)
            core.allowSteps(until: header.time)
            // Nothing stands before the event that opens the log.
            if !hasBegun, header.kind != .logOpened {
                hasBegun = true
                driver.begin()
            }
            guard fireDue(until: header.time, driver) else { return }
            switch header.kind.replayRole {
            case .input:
                let input = self.input(header)
                guard waits(for: ReplayMoment(time: input.time, input: (input.kind, input.number))) else {
                    return
                }
                core.keep(header, at: place, of: store)
                guard core.step() else { return }
                driver.feed(input)
            case .neither: core.keep(header, at: place, of: store)
            case .output: break
            }
            place += 1
        }
        core.allowSteps(until: end)
        if fireDue(until: end, driver) { core.complete() }
    }

    private func input(_ header: EventHeader) -> ReplayInput {
        ReplayInput(
            store.event(header), time: Duration(nanoseconds: max(header.time, core.start) - core.start),
            device: store.device(of: header))
    }

    /// Fires what is due at this time; `false` where the replay ended with it.
    private func fireDue(until time: UInt64, _ driver: some ReplayDriver) -> Bool {
        while let entry = core.takeDue(until: time) {
            guard waits(for: ReplayMoment(time: core.now, input: nil)) else { return false }
            driver.fire(entry.id)
        }
        return !core.hasEnded
    }

    private func waits(for moment: ReplayMoment) -> Bool {
        guard let wait = pace.wait else { return true }
        isPacing.store(true, ordering: .relaxed)
        defer { isPacing.store(false, ordering: .relaxed) }
        return wait(moment)
    }
}
