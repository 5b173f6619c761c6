import EventLog
import Synchronization
import TestSupport
import Testing

@testable import Replay

@Suite struct ReplayObserverTests {
    private let story = Story {
        opened()
        userAction(1, "start")
        message(2, "hello")
        run(3)
        anchorAdded(4, "A", "plane")
        closed(10)
    }

    /// What was seen, in a replay's thread.
    private final class Seen: Sendable {
        private let told = Mutex<[String]>([])

        var all: [String] { told.withLock { $0 } }

        func add(_ text: String) { told.withLock { $0.append(text) } }
    }

    @Test func eachEventIsSeenAsItComesAbout() throws {
        let seen = Seen()
        var player = ReplayPlayer()
        player.observer = { event in
            let to = event.decode(Event.StateChanged.self).map { " " + $0.to } ?? ""
            let seconds = Double(event.time.components.seconds)
            seen.add("\(event.isDecision ? "+" : "")\(seconds) \(event.kind.name)\(to)")
        }
        let result = try story.replayed(player) { input, replay in
            seen.add("fed \(input.number)")
            guard input.kind == .userAction else { return }
            replay.emit(said("one"))
            replay.after(.seconds(2)) { replay.emit(said("two")) }
            replay.emit(Event.AnchorRemoved { $0.anchor = "A" })
        }
        #expect(
            seen.all == [
                "0.0 log.opened", "1.0 user.action", "fed 2", "+1.0 state.changed one", "2.0 log.message",
                "+3.0 state.changed two", "4.0 anchor.added", "fed 5", "10.0 log.closed",
            ])
        // It is the new log, and the same that nobody watched.
        #expect(seen.all.filter { !$0.hasPrefix("fed") } == result.told)
        #expect(result.accounts.map(\.fault) == [.refused(.anchorRemoved)])
    }

    @Test func watchingTakesNoTimeOfTheHandler() throws {
        var player = ReplayPlayer()
        player.limits.budget = .milliseconds(50)
        let clock = ContinuousClock()
        player.observer = { event in
            guard event.kind == .userAction else { return }
            let end = clock.now + .milliseconds(300)
            while clock.now < end {}
        }
        let result = try story.replayed(player) { _, replay in replay.emit(said("done")) }
        #expect(result.isComplete && result.accounts.isEmpty)
    }

    @Test func whatIsRefusedOrTooMuchIsNotSeen() throws {
        let seen = Seen()
        var player = ReplayPlayer()
        player.limits.outputsPerStep = 2
        player.observer = { if $0.isDecision { seen.add($0.kind.name) } }
        let result = try story.replayed(player) { _, replay in
            for _ in 0..<5 { replay.emit(said("again")) }
        }
        #expect(seen.all.count == 2 && result.outputCount == 2)
    }
}
