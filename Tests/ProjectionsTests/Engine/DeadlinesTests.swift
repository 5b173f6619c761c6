import EventLog
import TestSupport
import Testing

@testable import Projections

/// Deadlines that are begun and called off; by a rule of the tests, on the device's clock.
struct DeadlinesTests {
    /// Sets, moves and calls off as told, and notes when a deadline is reached: `at` in seconds from the start.
    private final class Watcher: Rule {
        let deadlines = Deadlines()
        var reached: [(token: Int, at: UInt64)] = []

        override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
            if isDue(token, in: deadlines, at: reading, clock: Timers.deviceClock, device) {
                reached.append((token, reading / 1_000_000_000))
            }
        }

        func fire(_ device: DeviceState, _ world: World, until second: UInt64) {
            while let (_, timer) = device.timers.pop(at: second * 1_000_000_000) {
                timerFired(timer.token, at: timer.firing, device, world)
            }
        }

        func begin(
            _ token: Int, at second: UInt64, for seconds: UInt64, _ device: DeviceState, _ world: World
        ) {
            world.now = Mark(number: 1, time: second * 1_000_000_000)
            begin(
                token, in: deadlines, delay: seconds * 1_000_000_000, clock: Timers.deviceClock, device,
                world)
        }
    }

    private let world = World()
    private let device = DeviceState(index: 0)
    private let rule = Watcher(settings: Settings())

    @Test func reached() {
        rule.begin(7, at: 0, for: 5, device, world)
        #expect(rule.deadlines.isSet(7, clock: Timers.deviceClock))
        rule.fire(device, world, until: 4)
        #expect(rule.reached.isEmpty)
        rule.fire(device, world, until: 5)
        #expect(rule.reached.map(\.token) == [7] && rule.reached.map(\.at) == [5])
        #expect(!rule.deadlines.isSet(7, clock: Timers.deviceClock))
        rule.fire(device, world, until: 100)
        #expect(rule.reached.count == 1)
    }

    @Test func calledOff() {
        rule.begin(7, at: 0, for: 5, device, world)
        rule.deadlines.cancel(7, clock: Timers.deviceClock)
        rule.fire(device, world, until: 100)
        #expect(rule.reached.isEmpty && device.timers.count == 0)
    }

    /// Begun anew it waits for the new moment, earlier or later, and only for that.
    @Test(arguments: [(5, 5, [8]), (5, 1, [4]), (9, 2, [5])] as [(UInt64, UInt64, [UInt64])])
    func begunAnew(_ first: UInt64, _ second: UInt64, _ reached: [UInt64]) {
        rule.begin(7, at: 0, for: first, device, world)
        rule.begin(7, at: 3, for: second, device, world)
        rule.fire(device, world, until: 100)
        #expect(rule.reached.map(\.at) == reached)
    }

    @Test func tokensOfTheirOwn() {
        rule.begin(1, at: 0, for: 5, device, world)
        rule.begin(2, at: 0, for: 4, device, world)
        rule.deadlines.cancel(1, clock: Timers.deviceClock)
        rule.fire(device, world, until: 100)
        #expect(rule.reached.map(\.token) == [2])
    }

    /// However often it is begun and called off, few timers wait for it.
    @Test func fewTimers() {
        for second in 0..<1000 {
            rule.begin(7, at: UInt64(second) / 100, for: 30, device, world)
            if second % 2 == 0 { rule.deadlines.cancel(7, clock: Timers.deviceClock) }
        }
        #expect(device.timers.count == 1)
        rule.fire(device, world, until: 100)
        #expect(rule.reached.map(\.at) == [39])
    }

    @Test func spansWithoutEnd() {
        rule.begin(7, at: 3, for: .max / 1_000_000_000, device, world)
        rule.fire(device, world, until: 1_000_000)
        #expect(rule.reached.isEmpty)
    }
}
