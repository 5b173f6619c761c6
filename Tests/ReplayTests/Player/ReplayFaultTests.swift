import EventLog
import Replay
import Synchronization
import TestSupport
import Testing

/// Handlers that do what they should not: each ends with an account, and nothing that was replayed is lost.
@Suite struct ReplayFaultTests {
    private struct Broken: Error {}

    private let story = Story {
        opened()
        userAction(1, "first")
        userAction(2, "second")
        userAction(3, "third")
        closed(4)
    }

    private func hurried(_ change: (inout ReplayLimits) -> Void = { _ in }) -> ReplayPlayer {
        var limits = ReplayLimits()
        limits.budget = .milliseconds(300)
        change(&limits)
        return ReplayPlayer(limits: limits)
    }

    private let firstOnly = ["0.0 log.opened", "1.0 user.action", "+1.0 state.changed 2"]

    @Test func anErrorEndsTheReplay() throws {
        let replay = try story.replayed { input, replay in
            if input.number == 3 { throw Broken() }
            replay.emit(said("\(input.number)"))
        }
        #expect(replay.told == firstOnly + ["2.0 user.action"] && !replay.isComplete)
        let account = try #require(replay.accounts.first)
        #expect(account.fault == .threw("Broken()") && account.input == 3 && account.time == .seconds(2))
        #expect(account.endsReplay && account.description == "the handler threw at event 3: Broken()")
    }

    @Test func anErrorOfATaskIsTheInputsThatStartedIt() throws {
        let replay = try story.replayedAsync { input, replay in
            if input.number == 2 {
                try await replay.sleep(for: .milliseconds(1500))
                throw Broken()
            }
            replay.emit(said("\(input.number)"))
        }
        #expect(replay.outputs == ["+2.0 state.changed 3"])
        let account = try #require(replay.accounts.first)
        #expect(account.fault == .threw("Broken()") && account.input == 2 && account.time == .seconds(2.5))
        #expect(replay.accounts.count == 1)
    }

    @Test func anErrorOfATimerEndsTheReplay() throws {
        let replay = try story.replayed { input, replay in
            replay.emit(said("\(input.number)"))
            replay.after(.milliseconds(500)) { throw Broken() }
        }
        #expect(replay.told == firstOnly)
        #expect(replay.accounts.map(\.fault) == [.threw("Broken()")])
    }

    @Test func whoNeverReturnsIsLeftBehind() throws {
        let released = ReleasedFlag()
        let replay = try story.replayed(hurried()) { input, replay in
            replay.emit(said("\(input.number)"))
            if input.number == 2 { released.wait() }
        }
        released.release()
        #expect(replay.told == firstOnly && !replay.isComplete)
        #expect(replay.accounts.map(\.fault) == [.neverReturned])
        #expect(replay.accounts.first?.input == 2)
    }

    @Test func whoNeverReturnsAndEmitsIsPutToSleep() throws {
        // It would take a processor for ever if its thread were not.
        let replay = try story.replayed(hurried()) { input, replay in
            while true { replay.emit(said("again")) }
        }
        #expect(replay.accounts.map(\.fault) == [.flood] && replay.outputCount == 10_000)
        #expect(!replay.isComplete)
    }

    @Test func timeThatThePaceTakesIsNotHeldAgainstTheHandler() throws {
        let clock = ContinuousClock()
        let pace = ReplayPace.steps { moment in
            let end = clock.now + .milliseconds(moment.input?.number == 2 ? 600 : 0)
            while clock.now < end {}
            return true
        }
        var player = hurried()
        player.pace = pace
        #expect(try story.replayed(player) { _, _ in }.isComplete)
    }

    @Test func whatIsNoOutputIsRefused() throws {
        let replay = try story.replayed { input, replay in
            replay.emit(Event.AnchorRemoved { $0.anchor = "A" })
            replay.emit(Event.LogMarker { $0.text = "mine" })
            replay.emit(Event.Custom { $0.name = "mine" })
            replay.emit(said("\(input.number)"))
        }
        #expect(replay.outputCount == 3 && replay.isComplete)
        #expect(
            replay.accounts.map(\.fault) == [
                .refused(.anchorRemoved), .refused(.logMarker), .refused(.custom),
            ])
        #expect(replay.accounts.allSatisfy { $0.count == 3 && $0.input == 2 && !$0.endsReplay })
        #expect(
            replay.accounts[0].description
                == "anchor.removed is no output, and was left out at event 2 (3 times)")
    }

    @Test func aFloodEndsTheReplay() throws {
        let atLimit = try story.replayed(hurried { $0.outputsPerStep = 5 }) { _, replay in
            for step in 0..<5 { replay.emit(said("\(step)")) }
        }
        #expect(atLimit.isComplete && atLimit.outputCount == 15)
        let above = try story.replayed(hurried { $0.outputsPerStep = 5 }) { input, replay in
            for step in 0..<Int(input.number) + 3 { replay.emit(said("\(step)")) }
            #expect(replay.hasEnded == (input.number == 3))
        }
        #expect(above.outputCount == 10 && above.accounts.map(\.fault) == [.flood])
        #expect(above.accounts.first?.input == 3)
    }

    @Test func aFloodOfBytesEndsTheReplay() throws {
        let replay = try story.replayed(hurried { $0.outputBytes = 1000 }) { _, replay in
            replay.emit(said(String(repeating: "x", count: 400)))
        }
        #expect(replay.outputCount == 2 && replay.accounts.map(\.fault) == [.flood])
    }

    @Test func timersWithoutEndAtOneInstantEndTheReplay() throws {
        let replay = try story.replayed(hurried { $0.stepsBetweenInputs = 1000 }) { input, replay in
            replay.emit(said("\(input.number)"))
            Self.arm(replay, .zero)
        }
        #expect(replay.told == firstOnly && replay.accounts.map(\.fault) == [.endless])
    }

    @Test func timersThatHardlyMoveTimeEndTheReplay() throws {
        let replay = try story.replayed(hurried { $0.stepsBetweenInputs = 1000 }) { input, replay in
            replay.emit(said("\(input.number)"))
            Self.arm(replay, .nanoseconds(1))
        }
        #expect(replay.told == firstOnly && replay.accounts.map(\.fault) == [.endless])
    }

    @Test func aTimerOfEveryFrameIsNoFault() throws {
        let hour = Story {
            userAction(0, "begin")
            userAction(300, "end")
        }
        let replay = try hour.replayed(hurried { $0.stepsBetweenInputs = 100 }) { input, replay in
            if input.number == 1 { Self.arm(replay, .nanoseconds(16_666_667)) }
        }
        #expect(replay.isComplete && replay.accounts.isEmpty)
    }

    private static func arm(_ replay: ReplayContext, _ delay: Duration) {
        replay.after(delay) { arm(replay, delay) }
    }

    @Test func tasksWithoutEndEndTheReplay() throws {
        let replay = try story.replayedAsync(hurried { $0.stepsBetweenInputs = 1000 }) { input, replay in
            replay.emit(said("\(input.number)"))
            while !Task.isCancelled { await Task.yield() }
        }
        #expect(replay.told == firstOnly)
        #expect(replay.accounts.map(\.fault) == [.endless, .unfinishedTasks])
    }

    @Test func tooManyTimersEndTheReplay() throws {
        let replay = try story.replayed(hurried { $0.waiting = 100 }) { input, replay in
            replay.emit(said("\(input.number)"))
            for _ in 0..<60 { replay.after(.seconds(100)) {} }
        }
        #expect(replay.told == firstOnly + ["2.0 user.action", "+2.0 state.changed 3"])
        #expect(replay.accounts.map(\.fault) == [.tooManyWaiting])
    }

    @Test func tooManyTasksEndTheReplay() throws {
        let replay = try story.replayedAsync(hurried { $0.waiting = 100 }) { input, replay in
            for _ in 0..<60 { replay.task { try await replay.sleep(for: .seconds(100)) } }
        }
        #expect(replay.accounts.map(\.fault).first == .tooManyWaiting)
        #expect(!replay.isComplete)
    }

    @Test func aCallFromAnotherThreadIsLeftOutAndTold() throws {
        let replay = try story.replayed { input, replay in
            guard input.number == 2 else { return }
            replay.emit(said("here"))
        }
        #expect(replay.outputs == ["+1.0 state.changed here"])
        let fromOutside = try story.replayedAsync { input, replay in
            guard input.number == 2 else { return }
            let hasCalled = ReleasedFlag()
            #expect(
                BackgroundThread.run {
                    replay.emit(said("elsewhere"))
                    hasCalled.release()
                })
            hasCalled.wait()
            replay.emit(said("here"))
        }
        #expect(fromOutside.outputs == replay.outputs)
        #expect(fromOutside.accounts.map(\.fault) == [.calledFromOutside])
    }

    // MARK: Hostile logs

    @Test func anInputThatCanNotBeReadIsToldAndTheNextIsFed() throws {
        let store = EventStore(labels: LabelTable())
        store.append(.anchorAdded, number: 1, time: 10, payload: [0x12, 0x10, 1])
        store.append(.userAction, number: 2, time: 20, payload: [])
        store.append(.anchorRemoved, number: 3, time: 30, payload: [0xFF])
        store.append(.userAction, number: 4, time: 40, payload: [0x12, 1, 0x61])
        let replay = ReplayPlayer().replay(store) {
            Scripted { input, replay in
                switch input.kind {
                case .anchorAdded: _ = try input.read(Event.AnchorAdded.self)
                case .anchorRemoved: _ = try input.read(Event.AnchorRemoved.self)
                default: replay.emit(said(try input.read(Event.UserAction.self).name))
                }
            }
        }
        #expect(replay.isComplete && replay.outputCount == 2)
        #expect(replay.accounts.map(\.fault) == [.malformedInput])
        #expect(replay.accounts.first?.count == 2 && replay.accounts.first?.input == 1)
    }

    @Test func aDamagedLogIsReplayedAsFarAsItGoes() throws {
        let whole = try Story { for step in 0..<400 { userAction(Double(step), "tap \(step)") } }.log()
            .mcap(chunkSize: 1000)
        for cut in [whole.count / 3, whole.count / 2, whole.count - 10] {
            let source = try EventSource(MemorySource(Array(whole[..<cut])))
            let recording = EventStore(labels: source.labels)
            #expect(try recording.append(source))
            #expect(source.report.hasLoss || cut > whole.count - 20)
            let replay = ReplayPlayer().replay(recording) {
                Scripted { input, replay in replay.emit(said("\(input.number)")) }
            }
            #expect(replay.isComplete && replay.outputCount == recording.headers.count)
            #expect(replay.outputCount > 100)
        }
    }

    @Test(arguments: 0..<40)
    func bytesOfAnyKindAreReplayed(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let store = EventStore(labels: LabelTable())
        for step in 0..<60 {
            let kind = EventKind.allCases.randomElement(using: &numbers) ?? .userAction
            let bytes = (0..<Int.random(in: 0..<40, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            store.append(
                kind, number: UInt32(step), time: UInt64.random(in: 0...(.max), using: &numbers),
                device: UInt16.random(in: 0...3, using: &numbers), payload: bytes)
        }
        let replay = ReplayPlayer().replay(store) {
            Scripted { input, replay in
                replay.after(.seconds(1)) { replay.emit(said("later")) }
                _ = input.decode(Event.AnchorAdded.self)
            }
        }
        #expect(replay.isComplete && replay.accounts.isEmpty)
        #expect(zip(replay.log.headers, replay.log.headers.dropFirst()).allSatisfy { $0.time <= $1.time })
        _ = replay.findings()
    }
}
