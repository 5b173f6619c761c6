/// Deadlines of one rule in one device's recording that are begun and called off at will: for each token one at most on
/// each clock.
///
/// However often that happens, few timers are set: a deadline that is called off leaves its timer to the next one.
struct Deadlines {
    private struct Key: Hashable {
        let token: Int
        let clock: Int
    }

    private struct Entry {
        /// On the clock; `nil` where it was called off.
        var due: UInt64?
        /// The earliest timer that is set for it.
        var timed: UInt64?

        /// Returns when a timer has to be set; `nil` where an earlier one serves.
        mutating func wait(until due: UInt64) -> UInt64? {
            self.due = due
            if let timed, timed <= due { return nil }
            timed = due
            return due
        }
    }

    private var entries: [Key: Entry] = [:]

    /// Whether a deadline is set.
    func isSet(_ token: Int, clock: Int) -> Bool { entries[Key(token: token, clock: clock)]?.due != nil }

    /// Calls the deadline off, if one is set.
    mutating func cancel(_ token: Int, clock: Int) {
        if !entries.isEmpty { entries[Key(token: token, clock: clock)]?.due = nil }
    }

    /// Sets the deadline. Returns when a timer has to be set for it; `nil` where an earlier one serves.
    fileprivate mutating func set(_ token: Int, clock: Int, due: UInt64) -> UInt64? {
        let key = Key(token: token, clock: clock)
        return entries[key, default: Entry()].wait(until: due)
    }

    /// A timer fired. Returns whether the deadline is reached, and where it is not, when the next timer has to be set.
    fileprivate mutating func fire(_ token: Int, clock: Int, at reading: UInt64) -> (
        isDue: Bool, next: UInt64?
    ) {
        let key = Key(token: token, clock: clock)
        guard let due = entries[key]?.due else {
            entries[key] = nil
            return (false, nil)
        }
        guard due > reading else {
            entries[key] = nil
            return (true, nil)
        }
        entries[key]?.timed = due
        return (false, due)
    }
}

extension Rule {
    /// Begins a deadline of `delay` nanoseconds of the clock, in place of the one that was set for the token.
    ///
    /// `isAfter` for a span in which something may still come, its last moment included; the same for all of the token.
    func begin(
        _ token: Int, in deadlines: inout Deadlines, delay: UInt64, isAfter: Bool = false, clock: Int,
        _ device: DeviceState, _ world: World
    ) {
        let due = device.timers.reading(of: clock, at: world.now.time).addingReportingOverflow(delay)
        guard !due.overflow, due.partialValue < .max else { return deadlines.cancel(token, clock: clock) }
        let firing = isAfter ? due.partialValue + 1 : due.partialValue
        guard let next = deadlines.set(token, clock: clock, due: firing) else { return }
        device.timers.add(clock: clock, firing: next, isAfter: isAfter, rule: index, token: token)
    }

    /// Whether the deadline is reached of which a timer fired at `reading` of the clock; it is over then.
    func isDue(
        _ token: Int, in deadlines: inout Deadlines, isAfter: Bool = false, at reading: UInt64, clock: Int,
        _ device: DeviceState
    ) -> Bool {
        let (isDue, next) = deadlines.fire(token, clock: clock, at: reading)
        if let next {
            device.timers.add(clock: clock, firing: next, isAfter: isAfter, rule: index, token: token)
        }
        return isDue
    }
}
