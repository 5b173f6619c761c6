import EventLog

/// Deadlines of one rule in one device's recording that are begun and called off at will: for each token one at most on
/// each clock.
///
/// However often that happens, few timers are set: a deadline that is called off leaves its timer to the next one.
final class Deadlines {
    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Entry: BitwiseCopyable {
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

    /// Where the entry of a token on a clock lies.
    @exclusivity(unchecked) @safe private var places = IDTable()
    @exclusivity(unchecked) @safe private var entries = Slab<Entry>(capacity: 2)
    @exclusivity(unchecked) @safe private var free = Slab<Int>(capacity: 2)

    private func key(_ token: Int, _ clock: Int) -> EntityID {
        EntityID(low: UInt64(bitPattern: Int64(token)), high: UInt64(clock))
    }

    /// Whether a deadline is set.
    func isSet(_ token: Int, clock: Int) -> Bool {
        places[key(token, clock)].map { entries[$0].due != nil } ?? false
    }

    /// Calls the deadline off, if one is set.
    func cancel(_ token: Int, clock: Int) {
        if let place = places[key(token, clock)] { entries[place].due = nil }
    }

    /// Sets the deadline. Returns when a timer has to be set for it; `nil` where an earlier one serves.
    fileprivate func set(_ token: Int, clock: Int, due: UInt64) -> UInt64? {
        let key = key(token, clock)
        return entries[places[key] ?? add(key)].wait(until: due)
    }

    private func add(_ key: EntityID) -> Int {
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(Entry()) } else { entries[place] = Entry() }
        places.set(key, to: place)
        return place
    }

    /// A timer fired. Returns whether the deadline is reached, and where it is not, when the next timer has to be set.
    fileprivate func fire(_ token: Int, clock: Int, at reading: UInt64) -> (
        isDue: Bool, next: UInt64?
    ) {
        let key = key(token, clock)
        guard let place = places[key] else { return (false, nil) }
        let due = entries[place].due
        if let due, due > reading {
            entries[place].timed = due
            return (false, due)
        }
        places.remove(key)
        free.append(place)
        return (due != nil, nil)
    }
}

extension Rule {
    /// Begins a deadline of `delay` nanoseconds of the clock, in place of the one that was set for the token.
    ///
    /// `isAfter` for a span in which something may still come, its last moment included; the same for all of the token.
    func begin(
        _ token: Int, in deadlines: Deadlines, delay: UInt64, isAfter: Bool = false, clock: Int,
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
        _ token: Int, in deadlines: Deadlines, isAfter: Bool = false, at reading: UInt64, clock: Int,
        _ device: DeviceState
    ) -> Bool {
        let (isDue, next) = deadlines.fire(token, clock: clock, at: reading)
        if let next {
            device.timers.add(clock: clock, firing: next, isAfter: isAfter, rule: index, token: token)
        }
        return isDue
    }
}
