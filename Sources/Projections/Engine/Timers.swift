/// Deadlines of rules in one recording of a device, on the clock of each session and on one of the device's own: time
/// away does not count, so a clock can stand.
///
/// A timer names its rule and a token of the rule's own. It fires at the first event at or after its time, before
/// that event is taken in, because until then things were as they stood. One with `isAfter` ends a span in which
/// something may still come "within N": it fires at the first event later than its time.
final class Timers {
    struct Timer {
        /// On its clock, in nanoseconds of running time: the first moment at which it fires.
        let firing: UInt64
        let isAfter: Bool
        let rule: Int
        let token: Int
        /// Timers due at one time fire in the order they were set.
        let order: UInt64
    }

    private struct Clock {
        var timers = Heap()
        var isRunning = true
        /// Running time gathered until `since`, and the wall time from which it counts on.
        var gathered: UInt64 = 0
        var since: UInt64

        /// Running time at the wall time `time`.
        func reading(at time: UInt64) -> UInt64 {
            isRunning && time > since ? gathered + (time - since) : gathered
        }

        /// The wall time at which its next timer fires, if nothing stops it.
        var next: UInt64 {
            guard isRunning, let first = timers.first else { return .max }
            let left = first.firing > gathered ? first.firing - gathered : 0
            return since.addingReportingOverflow(left).overflow ? .max : since + left
        }
    }

    /// The device's own clock, which stands only while the app is not active.
    static let deviceClock = 0

    @exclusivity(unchecked) @safe private var clocks: [Clock] = [Clock(since: 0)]
    @exclusivity(unchecked) @safe private var set: UInt64 = 0

    /// No timer fires before this wall time; 0 where that must be looked for again.
    @exclusivity(unchecked) @safe private(set) var next: UInt64 = .max

    /// Timers that are set.
    var count: Int { clocks.reduce(0) { $0 + $1.timers.count } }

    /// A new clock, which runs from `time` on.
    func addClock(at time: UInt64) -> Int {
        clocks.append(Clock(since: time))
        return clocks.count - 1
    }

    /// Nanoseconds the clock has run at the wall time `time`.
    func reading(of clock: Int, at time: UInt64) -> UInt64 { clocks[clock].reading(at: time) }

    /// Sets a timer that fires at `firing` of the clock's own time.
    func add(clock: Int, firing: UInt64, isAfter: Bool, rule: Int, token: Int) {
        set += 1
        clocks[clock].timers.push(
            Timer(firing: firing, isAfter: isAfter, rule: rule, token: token, order: set))
        next = min(next, clocks[clock].next)
    }

    /// Sets a timer `delay` nanoseconds of running time from `time`.
    func add(
        clock: Int, at time: UInt64, delay: UInt64, isAfter: Bool, rule: Int, token: Int
    ) {
        let due = clocks[clock].reading(at: time).addingReportingOverflow(delay)
        guard !due.overflow, due.partialValue < .max else { return }
        add(
            clock: clock, firing: isAfter ? due.partialValue + 1 : due.partialValue, isAfter: isAfter,
            rule: rule, token: token)
    }

    /// Takes out the next timer that fires at the wall time `time` or earlier, with its clock.
    func pop(at time: UInt64) -> (clock: Int, timer: Timer)? {
        if next == 0 { next = clocks.reduce(.max) { min($0, $1.next) } }
        guard next <= time else { return nil }
        guard let clock = clocks.indices.min(by: { clocks[$0].next < clocks[$1].next }),
            clocks[clock].next <= time, let timer = clocks[clock].timers.pop()
        else { return nil }
        next = 0
        return (clock, timer)
    }

    /// Takes out the next timer that fires once the recording has ended at the wall time `time`: also a span that ends
    /// at that very moment is over.
    func popAtEnd(_ time: UInt64) -> (clock: Int, timer: Timer)? {
        while let next = pop(at: time < .max ? time + 1 : time) {
            if next.timer.isAfter { return next }
        }
        return nil
    }

    /// Lets the clock run or stand from `time` on.
    func setRunning(_ isRunning: Bool, clock: Int, at time: UInt64) {
        guard clocks[clock].isRunning != isRunning else { return }
        clocks[clock].gathered = clocks[clock].reading(at: time)
        clocks[clock].since = time
        clocks[clock].isRunning = isRunning
        next = 0
    }

    /// Forgets every timer, and leaves the clocks as they are.
    func clear() {
        for clock in clocks.indices { clocks[clock].timers = Heap() }
        next = 0
    }
}

/// A binary heap of timers, the next to fire first.
private struct Heap {
    private var timers: [Timers.Timer] = []

    var first: Timers.Timer? { timers.first }
    var count: Int { timers.count }

    mutating func push(_ timer: Timers.Timer) {
        timers.append(timer)
        var child = timers.count - 1
        while child > 0, precedes(child, (child - 1) / 2) {
            timers.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> Timers.Timer? {
        guard let first = timers.first else { return nil }
        timers.swapAt(0, timers.count - 1)
        timers.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < timers.count && precedes(child, least) { least = child }
            if least == parent { return first }
            timers.swapAt(parent, least)
            parent = least
        }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (timers[left], timers[right])
        return left.firing != right.firing ? left.firing < right.firing : left.order < right.order
    }
}
