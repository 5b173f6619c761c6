import EventLog
import Replay
import TestSupport
import Testing

@Suite struct ReplayAsyncTests {
    private let story = Story {
        userAction(0, "start")
        userAction(1, "stop")
        userAction(10, "end")
    }

    /// Loads for three seconds, and looks whether Stop came meanwhile.
    private actor Loader: AsyncReplayHandler {
        private var isWanted = false

        func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
            switch try input.read(Event.UserAction.self).name {
            case "start":
                isWanted = true
                replay.emit(said("loading"))
                try await replay.sleep(for: .seconds(3))
                replay.emit(said(isWanted ? "running" : "given up"))
            case "stop":
                isWanted = false
                replay.emit(said("stopped"))
            default: replay.emit(said("end"))
            }
        }
    }

    @Test func anAwaitedLoadNoticesTheStopThatCameMeanwhile() throws {
        let replay = ReplayPlayer().replay(try story.recording()) { Loader() }
        #expect(
            replay.outputs == [
                "+0.0 state.changed loading", "+1.0 state.changed stopped", "+3.0 state.changed given up",
                "+10.0 state.changed end",
            ])
        #expect(replay.accounts.isEmpty && replay.isComplete)
    }

    /// Keeps the order of what several tasks do between and after their waits.
    private actor Interleaving: AsyncReplayHandler {
        private var turns = 0

        func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
            await withTaskGroup(of: Void.self) { group in
                for child in ["a", "b", "c"] {
                    group.addTask {
                        await Task.yield()
                        await self.turn("\(input.number)\(child)", replay)
                        try? await replay.clock.sleep(for: .seconds(child == "a" ? 2 : 1))
                        await self.turn("\(input.number)\(child) woke", replay)
                    }
                }
            }
            async let one = answer(1)
            async let two = answer(2)
            replay.emit(said("\(await one + two) at \(replay.now)"))
        }

        private func answer(_ number: Int) async -> Int {
            await Task.yield()
            return number
        }

        private func turn(_ text: String, _ replay: AsyncReplayContext) {
            turns += 1
            replay.emit(said("\(turns) \(text)"))
        }
    }

    @Test func tasksTakeTurnsInTheSameOrderEveryTime() throws {
        let recording = try story.recording()
        func once() -> [String] {
            let replay = ReplayPlayer().replay(recording) { Interleaving() }
            #expect(replay.accounts.map(\.fault) == [.unfinishedTasks])
            return replay.outputs
        }
        let first = once()
        #expect(
            first.contains("+0.0 state.changed 1 1a") && first.contains("+2.0 state.changed 3 at 2.0 seconds")
        )
        for _ in 1..<100 { #expect(once() == first) }
    }

    @Test func sleepersOfOneInstantWakeInTheirOrder() throws {
        let replay = try story.replayedAsync { input, replay in
            guard input.number == 1 else { return }
            for step in 0..<20 {
                replay.task {
                    try await replay.sleep(for: .milliseconds(step % 2 == 0 ? 500 : 400))
                    replay.emit(said("\(step)"))
                }
            }
        }
        let order = stride(from: 1, to: 20, by: 2).map { $0 } + stride(from: 0, to: 20, by: 2).map { $0 }
        #expect(replay.outputs.map { $0.split(separator: " ")[2] } == order.map { "\($0)" })
    }

    @Test func aCancelledTaskStopsWaiting() throws {
        let replay = try story.replayedAsync { input, replay in
            guard input.number == 1 else { return }
            let load = replay.task {
                do {
                    try await replay.sleep(for: .seconds(5))
                    replay.emit(said("loaded"))
                } catch {
                    replay.emit(said("cancelled at \(replay.now)"))
                    throw error
                }
            }
            try await replay.sleep(for: .seconds(2))
            load.cancel()
            await load.value
            replay.emit(said("told"))
            // Who is cancelled before it waits does not begin to.
            let late = replay.task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await replay.sleep(for: .seconds(1))
                replay.emit(said("never"))
            }
            await late.value
            replay.emit(said("at \(replay.now)"))
        }
        #expect(
            replay.outputs == [
                "+2.0 state.changed cancelled at 2.0 seconds", "+2.0 state.changed told",
                "+2.0 state.changed at 2.0 seconds",
            ])
        #expect(replay.accounts.isEmpty)
    }

    /// Code of an app that is given its clock.
    private static func poll(every step: Duration, until end: Int, on clock: some Clock<Duration>)
        async throws
        -> Duration
    {
        let begin = clock.now
        for _ in 0..<end { try await clock.sleep(for: step) }
        return begin.duration(to: clock.now)
    }

    @Test func codeThatIsGivenItsClockRunsOnTheReplays() throws {
        let replay = try story.replayedAsync { input, replay in
            guard input.number == 1 else { return }
            let took = try await Self.poll(every: .milliseconds(10), until: 600, on: replay.clock)
            replay.emit(said("\(took)"))
        }
        #expect(replay.outputs == ["+6.0 state.changed 6.0 seconds"])
    }

    @Test func tasksThatNeverEndAreTold() throws {
        let replay = try story.replayedAsync { input, replay in
            guard input.number < 3 else { return }
            try await replay.sleep(for: .seconds(100))
            replay.emit(said("never"))
        }
        #expect(replay.outputs.isEmpty && replay.isComplete)
        let account = try #require(replay.accounts.first)
        #expect(account.fault == .unfinishedTasks && account.count == 2 && account.input == 1)
    }

    @Test func whatAnotherExecutorEmitsIsLeftOutAndTold() throws {
        let replay = try story.replayedAsync { input, replay in
            guard input.number == 1 else { return }
            await Self.offReplay { replay.emit(said("from outside")) }
            replay.emit(said("back"))
        }
        #expect(!replay.outputs.contains { $0.contains("from outside") })
        // Whether it is back before the log ends is not the replay's to say.
        let faults = replay.accounts.map(\.fault)
        #expect(faults.contains(.calledFromOutside) || faults.contains(.unfinishedTasks))
    }

    /// Runs work where the replay has no say, as an actor with an executor of its own does.
    private static func offReplay(_ work: @escaping @Sendable () -> Void) async {
        await Task.detached { work() }.value
    }

    @Test func aTaskThatIsWokenFromOutsideIsTold() throws {
        let (isAsleep, isWoken) = (ReleasedFlag(), ReleasedFlag())
        let replay = try story.replayedAsync { input, replay in
            if input.number == 1 {
                await withCheckedContinuation { continuation in
                    _ = BackgroundThread.run {
                        isAsleep.wait()
                        continuation.resume()
                        isWoken.release()
                    }
                }
                replay.emit(said("woken"))
            } else {
                // The first task waits when the second input comes.
                isAsleep.release()
                isWoken.wait()
            }
        }
        #expect(replay.accounts.map(\.fault) == [.wokenFromOutside])
        #expect(replay.outputs.count == 1)
    }

    @Test func aHandlersClassIsCalledToo() throws {
        final class Plain: AsyncReplayHandler {
            func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
                await Task.yield()
                replay.emit(said("\(input.number)"))
            }
        }
        let replay = ReplayPlayer().replay(try story.recording()) { Plain() }
        #expect(replay.outputs.count == 3 && replay.accounts.isEmpty)
    }

    // MARK: Inputs that are awaited, and the beginning

    /// Awaits what the world tells.
    private actor Awaiting: AsyncReplayHandler {
        func begin(_ replay: AsyncReplayContext) async throws {
            replay.emit(said("begin"))
            let first = try await replay.nextInput(.userAction)
            replay.emit(said("first \(first.number)"))
            let second = try await replay.nextInput(.userAction, .frameStats) { $0.number > 2 }
            replay.emit(said("second \(second.number) at \(replay.now)"))
            let never = replay.task { _ = try await replay.nextInput(.anchorAdded) }
            never.cancel()
            await never.value
            replay.emit(said("cancelled"))
            _ = try await replay.nextInput(.anchorRemoved)
            replay.emit(said("never"))
        }

        func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
            replay.emit(said("fed \(input.number)"))
        }
    }

    @Test func inputsAreAwaited() throws {
        let replay = ReplayPlayer().replay(try story.recording()) { Awaiting() }
        #expect(
            replay.outputs == [
                "+0.0 state.changed begin", "+0.0 state.changed first 1", "+0.0 state.changed fed 1",
                "+1.0 state.changed fed 2", "+10.0 state.changed second 3 at 10.0 seconds",
                "+10.0 state.changed fed 3", "+10.0 state.changed cancelled",
            ])
        let account = try #require(replay.accounts.first)
        #expect(account.fault == .unfinishedTasks && account.count == 1 && account.input == 0)
    }

    @Test func theBeginningIsBehindTheEventThatOpensTheLog() throws {
        final class Beginner: ReplayHandler {
            func begin(_ replay: ReplayContext) throws {
                replay.emit(said("begin"))
                replay.after(.milliseconds(500)) { replay.emit(said("later")) }
            }
            func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {}
        }
        let story = Story {
            opened()
            message(0.2, "hello")
            userAction(1)
        }
        let replay = ReplayPlayer().replay(try story.recording()) { Beginner() }
        #expect(
            replay.told == [
                "0.0 log.opened", "+0.0 state.changed begin", "0.2 log.message", "+0.5 state.changed later",
                "1.0 user.action",
            ])
    }
}
