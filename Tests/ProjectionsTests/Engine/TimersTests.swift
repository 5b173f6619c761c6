import TestSupport
import Testing

@testable import Projections

struct TimersTests {
    private func fired(_ timers: Timers, at time: UInt64) -> [Int] {
        var tokens: [Int] = []
        while let (_, timer) = timers.pop(at: time) { tokens.append(timer.token) }
        return tokens
    }

    @Test func atOrAfterItsTime() {
        let timers = Timers()
        let clock = timers.addClock(at: 100)
        timers.add(clock: clock, at: 100, delay: 50, isAfter: false, rule: 0, token: 1)
        timers.add(clock: clock, at: 100, delay: 50, isAfter: true, rule: 0, token: 2)
        #expect(timers.next == 150)
        #expect(fired(timers, at: 149) == [])
        #expect(fired(timers, at: 150) == [1])
        #expect(fired(timers, at: 151) == [2])
        #expect(fired(timers, at: .max) == [])
    }

    @Test func inOrder() {
        let timers = Timers()
        let clock = timers.addClock(at: 0)
        for (token, delay) in [30, 10, 20, 10, 0, 30].enumerated() {
            timers.add(clock: clock, at: 0, delay: UInt64(delay), isAfter: false, rule: 0, token: token)
        }
        #expect(fired(timers, at: 100) == [4, 1, 3, 2, 0, 5])
    }

    @Test func severalClocks() {
        let timers = Timers()
        let (one, other) = (timers.addClock(at: 0), timers.addClock(at: 0))
        timers.add(clock: one, at: 0, delay: 20, isAfter: false, rule: 0, token: 1)
        timers.add(clock: other, at: 0, delay: 10, isAfter: false, rule: 0, token: 2)
        timers.add(clock: other, at: 5, delay: 25, isAfter: false, rule: 0, token: 3)
        timers.setRunning(false, clock: one, at: 5)
        #expect(fired(timers, at: 25) == [2])
        timers.setRunning(true, clock: one, at: 25)
        #expect(fired(timers, at: 39) == [3])
        #expect(fired(timers, at: 40) == [1])
    }

    @Test func aStandingClock() {
        let timers = Timers()
        let clock = timers.addClock(at: 0)
        timers.add(clock: clock, at: 10, delay: 20, isAfter: false, rule: 0, token: 1)
        timers.setRunning(false, clock: clock, at: 15)
        timers.setRunning(false, clock: clock, at: 18)
        // Set while it stands: its time begins when the clock goes on.
        timers.add(clock: clock, at: 50, delay: 5, isAfter: false, rule: 0, token: 2)
        #expect(fired(timers, at: 1000) == [])
        timers.setRunning(true, clock: clock, at: 1000)
        timers.setRunning(true, clock: clock, at: 1003)
        #expect(fired(timers, at: 1004) == [])
        #expect(fired(timers, at: 1005) == [2])
        #expect(fired(timers, at: 1014) == [])
        #expect(fired(timers, at: 1015) == [1])
    }

    @Test func cleared() {
        let timers = Timers()
        let clock = timers.addClock(at: 0)
        timers.add(clock: clock, at: 0, delay: 5, isAfter: false, rule: 0, token: 1)
        timers.clear()
        #expect(fired(timers, at: 100) == [])
        timers.add(clock: clock, at: 100, delay: 5, isAfter: false, rule: 0, token: 2)
        #expect(fired(timers, at: 105) == [2])
    }

    /// At the end only spans that are over fire, not deadlines a moment away.
    @Test func theEnd() {
        let timers = Timers()
        let clock = timers.addClock(at: 0)
        timers.add(clock: clock, at: 0, delay: 10, isAfter: true, rule: 0, token: 1)
        timers.add(clock: clock, at: 0, delay: 11, isAfter: false, rule: 0, token: 2)
        timers.add(clock: clock, at: 0, delay: 11, isAfter: true, rule: 0, token: 3)
        var tokens: [Int] = []
        while let (_, timer) = timers.popAtEnd(10) { tokens.append(timer.token) }
        #expect(tokens == [1])
    }

    @Test func farAway() {
        let timers = Timers()
        let clock = timers.addClock(at: .max - 100)
        timers.add(clock: clock, at: .max - 100, delay: .max, isAfter: true, rule: 0, token: 1)
        timers.add(clock: clock, at: .max - 50, delay: 200, isAfter: false, rule: 0, token: 2)
        #expect(fired(timers, at: .max - 1) == [])
    }

    /// Against a plain list, with clocks that run and stand at random.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func manySteps(_ seed: UInt64) {
        var random = SeededGenerator(seed)
        let timers = Timers()
        var (runs, reading) = ([true, true, true], [UInt64](repeating: 0, count: 3))
        var now: UInt64 = 0
        var waiting: [(clock: Int, due: UInt64, token: Int)] = []
        for _ in 0..<3 { _ = timers.addClock(at: 0) }
        for step in 0..<3000 {
            let passed = UInt64.random(in: 0..<5, using: &random)
            for clock in 0..<3 where runs[clock] { reading[clock] += passed }
            now += passed
            let due = waiting.filter { runs[$0.clock] && reading[$0.clock] >= $0.due }
            waiting.removeAll { runs[$0.clock] && reading[$0.clock] >= $0.due }
            #expect(Set(fired(timers, at: now)) == Set(due.map(\.token)), "seed \(seed), step \(step)")
            let clock = Int.random(in: 0..<3, using: &random)
            if Bool.random(using: &random) {
                let delay = UInt64.random(in: 0..<40, using: &random)
                timers.add(clock: clock, at: now, delay: delay, isAfter: false, rule: 0, token: step)
                waiting.append((clock, reading[clock] + delay, step))
            } else {
                runs[clock].toggle()
                timers.setRunning(runs[clock], clock: clock, at: now)
            }
        }
    }
}
