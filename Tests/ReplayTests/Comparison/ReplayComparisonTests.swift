import EventLog
import Projections
import Replay
import TestSupport
import Testing

@Suite struct ReplayComparisonTests {
    private let base = Story {
        userAction(0, "start")
        run(0.1, source: "start-button")
        anchorAdded(1, "A1", key: "chair")
        nodeAttached(1.1, "N1", to: "A1", key: "chair")
        anchorAdded(2, "A2", key: "table")
        nodeAttached(2.1, "N2", to: "A2", key: "table")
        nodeShown(2.2, "N1", false)
        frame(9)
    }

    @Test func theSameOutputsAreNoDivergence() throws {
        let comparison = try compare(base, base).comparison
        #expect(comparison.count == 0 && comparison.first == nil && comparison.matched == 4)
    }

    @Test func idsThatTheAppMakesUpStandForEachOther() throws {
        let other = Story {
            userAction(0, "start")
            run(0.1, source: "start-button")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "one", to: "A1", key: "chair")
            anchorAdded(2, "A2", key: "table")
            nodeAttached(2.1, "two", to: "A2", key: "table")
            nodeShown(2.2, "one", false)
            frame(9)
        }
        #expect(try compare(base, other).comparison.count == 0)
        let swapped = Story {
            userAction(0, "start")
            run(0.1, source: "start-button")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "one", to: "A1", key: "chair")
            anchorAdded(2, "A2", key: "table")
            nodeAttached(2.1, "two", to: "A2", key: "table")
            nodeShown(2.2, "two", false)
            frame(9)
        }
        let comparison = try compare(base, swapped).comparison
        #expect(comparison.count == 1 && comparison.first?.difference == .field("node"))
        #expect(comparison.first?.recorded == 7 && comparison.first?.inputs == [1, 3, 5])
    }

    @Test func anIDOfTheWorldHasToBeTheSame() throws {
        let other = Story {
            userAction(0, "start")
            run(0.1, source: "start-button")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "one", to: "made-up", key: "chair")
            anchorAdded(2, "A2", key: "table")
            nodeAttached(2.1, "two", to: "A1", key: "table")
            nodeShown(2.2, "one", false)
            frame(9)
        }
        let comparison = try compare(base, other).comparison
        #expect(comparison.divergences.map(\.difference) == [.field("anchor"), .field("anchor")])
        #expect(comparison.divergences.map(\.recorded) == [4, 6])
    }

    @Test func anAnchorThatTheAppAskedForMayHaveAnyID() throws {
        func story(_ asked: String) -> Story {
            Story {
                userAction(0, "tap")
                anchorRequested(0.1, asked)
                anchorAdded(1, "A1", key: "chair")
                nodeAttached(1.1, "N1", to: "A1")
                frame(3)
            }
        }
        #expect(try compare(story("A1"), story("other")).comparison.count == 0)
    }

    @Test func afterADivergenceTheComparisonGoesOn() throws {
        let other = Story {
            userAction(0, "start")
            run(0.1, source: "start-button")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "N1", to: "A1", key: "chair")
            nodeAttached(1.2, "N3", to: "A1", key: "chair")
            anchorAdded(2, "A2", key: "table")
            nodeShown(2.2, "N1", false)
            frame(9)
        }
        let (comparison, replay) = try compare(base, other)
        #expect(comparison.count == 1 && comparison.matched == 3)
        let first = try #require(comparison.first)
        // The second node of the chair stands where the table's was.
        #expect(first.difference == .field("anchor") && first.recorded == 6)
        let number = try #require(first.replayed)
        #expect(replay.told[Int(number) - 1] == "+1.2 node.attached")
        #expect(first.inputs == [1, 3])
    }

    @Test func whatIsMissingAndWhatIsUnexpectedIsTold() throws {
        let less = Story {
            userAction(0, "start")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "N1", to: "A1", key: "chair")
            anchorAdded(2, "A2", key: "table")
            nodeAttached(2.1, "N2", to: "A2", key: "table")
            frame(9)
        }
        let missing = try compare(base, less).comparison
        #expect(missing.divergences.map(\.difference) == [.missing, .missing])
        #expect(missing.divergences.map(\.recorded) == [2, 7] && missing.first?.replayed == nil)
        let unexpected = try compare(less, base).comparison
        #expect(unexpected.divergences.map(\.difference) == [.unexpected, .unexpected])
        #expect(unexpected.divergences.map(\.replayed) == [2, 7] && unexpected.first?.recorded == nil)
        #expect(unexpected.divergences.map(\.inputs) == [[1], [1, 2, 4]])
    }

    @Test func otherKindsInTheSamePlaceAreOneDivergence() throws {
        let recorded = Story {
            userAction(0)
            paused(0)
            frame(1)
        }
        let replayed = Story {
            userAction(0)
            reset(0)
            frame(1)
        }
        let comparison = try compare(recorded, replayed).comparison
        #expect(comparison.divergences.map(\.difference) == [.otherKind])
    }

    // MARK: Whose

    @Test func sessionsAreComparedByThemselves() throws {
        func story(_ isSwapped: Bool) -> Story {
            let left = paused(0, source: "l").of(session: "left")
            let right = run(0, source: "r").of(session: "right")
            return Story {
                userAction(0)
                isSwapped ? [right, left] : [left, right]
                frame(1)
            }
        }
        #expect(try compare(story(false), story(true)).comparison.count == 0)
        let only = Story {
            userAction(0)
            run(0, source: "r").of(session: "right")
            frame(1)
        }
        let comparison = try compare(story(false), only).comparison
        #expect(comparison.count == 1 && comparison.first?.session == "left")
    }

    @Test func aReplayThatEndedEarlyIsComparedUpToThere() throws {
        let recording = try base.recording()
        let replay = ReplayPlayer().replay(recording) {
            Scripted { input, _ in if input.number == 3 { throw CancellationError() } }
        }
        let comparison = ReplayComparison(recording, replay)
        // The run, and the node that stands right behind the input.
        #expect(comparison.divergences.map(\.recorded) == [2, 4])
    }

    @Test func everythingOtherwiseIsCountedAndTheFirstAreKept() throws {
        let recorded = Story {
            userAction(0)
            for step in 0..<3000 { nodeShown(Double(step) / 1000, "N\(step)", true) }
            frame(9)
        }
        let recording = try recorded.recording()
        let replay = ReplayPlayer().replay(recording) {
            Scripted { input, replay in
                if input.number == 1 { for _ in 0..<3000 { replay.emit(Event.SessionPause()) } }
            }
        }
        let comparison = ReplayComparison(recording, replay)
        #expect(comparison.count == 3000 && comparison.divergences.count == ReplayComparison.limit)
        #expect(comparison.first?.recorded == 2)
    }

    @Test func bytesThatCanNotBeReadAreADivergence() {
        let recording = EventStore(labels: LabelTable())
        recording.append(.userAction, number: 1, time: 1, payload: [0x12, 1, 0x61])
        recording.append(.sessionPause, number: 2, time: 1, payload: [0xFF])
        let replay = ReplayPlayer().replay(recording) {
            Scripted { _, replay in replay.emit(Event.SessionPause()) }
        }
        #expect(ReplayComparison(recording, replay).divergences.map(\.difference) == [.field("payload")])
    }

    // MARK: Findings

    @Test func findingsThatVanishStayAndAreNew() throws {
        let recorded = Story {
            opened()
            run(0.1, source: "a")
            run(0.2, source: "b")
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "N1", to: "A1", key: "chair")
            nodeAttached(1.2, "N2", to: "A1", key: "chair")
            frame(2)
            gap(3)
            frame(8)
            closed(9)
        }
        let recording = try recorded.recording()
        let replay = ReplayPlayer().replay(recording) {
            Scripted { input, replay in
                guard input.kind == .anchorAdded else { return }
                for source in ["c", "d"] { replay.emit(Event.SessionRun { $0.source = source }) }
                replay.emit(
                    Event.NodeAttached {
                        $0.node = replay.makeID("node")
                        $0.anchor = "A1"
                        $0.key = "chair"
                    })
            }
        }
        let findings = FindingsComparison(before: recording.findings(), after: replay.findings())
        #expect(findings.vanished.map(\.rule).sorted() == ["double-run", "duplicate-node"])
        #expect(findings.stayed.map(\.rule) == ["log-gap"])
        // Two other places in the code.
        #expect(findings.new.map(\.rule) == ["double-run"])
    }
}
