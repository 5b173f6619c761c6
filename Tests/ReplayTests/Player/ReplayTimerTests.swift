import EventLog
import Replay
import Synchronization
import TestSupport
import Testing

@Suite struct ReplayTimerTests {
    private let story = Story {
        userAction(0, "begin")
        userAction(10, "middle")
        userAction(60, "end")
    }

    @Test func timersFireOnTheReplaysClockBeforeTheNextInput() throws {
        let replay = try story.replayed { input, replay in
            replay.emit(said("input"))
            guard input.number == 1 else { return }
            replay.after(.seconds(30)) {
                #expect(replay.now == .seconds(30))
                replay.emit(said("deadline"))
            }
            replay.after(.seconds(5)) { replay.emit(said("first")) }
            replay.after(.seconds(10)) { replay.emit(said("with the middle")) }
            replay.after(.seconds(61)) { replay.emit(said("too late")) }
        }
        #expect(
            replay.outputs == [
                "+0.0 state.changed input", "+5.0 state.changed first",
                "+10.0 state.changed with the middle",
                "+10.0 state.changed input", "+30.0 state.changed deadline", "+60.0 state.changed input",
            ])
    }

    @Test func timersOfOneInstantFireInTheOrderOfSetting() throws {
        let replay = try story.replayed { input, replay in
            guard input.number == 1 else { return }
            for step in [3, 1, 2] {
                replay.after(.seconds(1)) {
                    replay.emit(said("\(step)"))
                    replay.after(.zero) { replay.emit(said("\(step) again")) }
                }
            }
            replay.after(.seconds(-4)) { replay.emit(said("at once")) }
        }
        #expect(
            replay.outputs.map { $0.split(separator: " ", maxSplits: 2)[2] } == [
                "at once", "3", "1", "2", "3 again", "1 again", "2 again",
            ])
    }

    @Test func aCancelledTimerNeverFires() throws {
        let replay = try story.replayed { input, replay in
            guard input.number == 1 else { return }
            let timer = replay.after(.seconds(2)) { replay.emit(said("never")) }
            replay.after(.seconds(1)) {
                #expect(timer.isPending)
                timer.cancel()
                #expect(!timer.isPending)
                timer.cancel()
            }
            let fired = replay.after(.seconds(3)) { replay.emit(said("fired")) }
            replay.after(.seconds(4)) {
                #expect(!fired.isPending)
                fired.cancel()
            }
        }
        #expect(replay.outputs == ["+3.0 state.changed fired"])
    }

    @Test func aDeadlineThatIsPutOffForEverTakesNoRoom() throws {
        let story = Story { for step in 0..<2000 { userAction(Double(step) / 60, "tick") } }
        let replay = try story.replayed {
            Deadline.shared.restart($1)
            _ = $0
        }
        #expect(replay.outputs.isEmpty && replay.accounts.isEmpty)
    }

    /// A deadline that every input puts off; one replay at a time uses it, on its thread.
    private final class Deadline: @unchecked Sendable {
        static let shared = Deadline()
        private var timer: ReplayTimer?

        func restart(_ replay: ReplayContext) {
            timer?.cancel()
            timer = replay.after(.seconds(30)) { replay.emit(said("over")) }
        }
    }

    @Test func manyTimersFireInTheirOrder() throws {
        let delays = (0..<500).map { UInt64($0) &* 7919 % 500 }
        let replay = try story.replayed { input, replay in
            guard input.number == 1 else { return }
            for delay in delays {
                let timer = replay.after(.milliseconds(delay)) { replay.emit(said("\(delay)")) }
                if delay % 3 == 0 { timer.cancel() }
            }
        }
        let expected = (0..<500).filter { $0 % 3 != 0 }.map { "+\(Double($0) / 1000) state.changed \($0)" }
        #expect(replay.outputs == expected)
    }

    @Test func timesFromAHostileLogAreTaken() throws {
        let store = EventStore(labels: LabelTable())
        for (number, time) in [(1, UInt64.max), (2, 0), (3, 5), (4, UInt64.max)] {
            store.append(.userAction, number: UInt32(number), time: time, payload: [0x12, 1, 0x61])
        }
        let replay = ReplayPlayer().replay(store) {
            Scripted { _, replay in replay.after(.seconds(1)) { replay.emit(said("fired")) } }
        }
        #expect(replay.isComplete && replay.log.headers.allSatisfy { $0.time == .max })
        // Time stands at its end, where everything is due.
        #expect(replay.outputCount == 4)
    }

    @Test func waitsLongerThanAnyLogAreTaken() throws {
        let replay = try story.replayed { _, replay in
            replay.after(.seconds(Int64.max)) { replay.emit(said("never")) }
        }
        #expect(replay.outputs.isEmpty && replay.isComplete)
    }

    // MARK: Paces

    @Test func theRecordedPaceIsWaitedForByItsFactor() throws {
        let waits = Mutex<[Duration]>([])
        let pace = ReplayPace.recorded(factor: 2) { until in
            waits.withLock { $0.append(until) }
            return true
        }
        let replay = try story.replayed(ReplayPlayer(pace: pace)) { input, replay in
            if input.number == 1 { replay.after(.seconds(4)) { replay.emit(said("timer")) } }
        }
        #expect(waits.withLock { $0 } == [.zero, .seconds(2), .seconds(5), .seconds(30)])
        #expect(replay.outputs == ["+4.0 state.changed timer"])
    }

    @Test func aStepAtATimeUntilItIsEnough() throws {
        let seen = Mutex<[String]>([])
        let pace = ReplayPace.steps { moment in
            let what = moment.input.map { "\($0.kind.name) \($0.number)" } ?? "timer"
            return seen.withLock {
                $0.append("\(moment.time) \(what)")
                return $0.count < 3
            }
        }
        let replay = try story.replayed(ReplayPlayer(pace: pace)) { input, replay in
            replay.emit(said("\(input.number)"))
            if input.number == 1 { replay.after(.seconds(4)) { replay.emit(said("timer")) } }
        }
        #expect(
            seen.withLock { $0 } == [
                "0.0 seconds user.action 1", "4.0 seconds timer", "10.0 seconds user.action 2",
            ])
        #expect(
            replay.told == ["0.0 user.action", "+0.0 state.changed 1", "+4.0 state.changed timer"])
        #expect(!replay.isComplete && replay.accounts.isEmpty)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity])
    func aFactorThatIsNoneDoesNotWait(factor: Double) throws {
        let pace = ReplayPace.recorded(factor: factor) { _ in
            Issue.record("nothing is to be waited for")
            return false
        }
        #expect(try story.replayed(ReplayPlayer(pace: pace)) { _, _ in }.isComplete)
    }

    @Test func realTimeIsWaitedFor() throws {
        let clock = ContinuousClock()
        let story = Story {
            userAction(0, "a")
            userAction(50, "b")
        }
        let took = try clock.measure {
            _ = try story.replayed(ReplayPlayer(pace: .recorded(factor: 1000))) { _, _ in }
        }
        #expect(took >= .milliseconds(50))
    }
}
