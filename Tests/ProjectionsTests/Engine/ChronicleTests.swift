import EventLog
import TestSupport
import Testing

@testable import Projections

/// What is told of anchors, nodes and machines once it is over.
@Suite struct ChronicleTests {
    private final class Notes: Chronicler {
        var lines: [String] = []
        let labels: LabelTable
        let start: UInt64

        init(_ log: MemoryLog) {
            labels = log.labels
            start = log.start
        }

        private func seconds(_ mark: Mark?) -> String {
            mark.map { plain(Double($0.time - start) / 1e9) } ?? "?"
        }

        func anchorEnded(_ anchor: Anchor, _ place: ChroniclePlace) {
            lines.append(
                "\(labels.text(of: anchor.id)) \(anchor.state.name) \(seconds(anchor.added))-\(seconds(anchor.gone))"
            )
        }

        func nodeEnded(_ node: Node, detached: Mark?, anchor: EntityID?, _ place: ChroniclePlace) {
            let on = anchor.map { labels.text(of: $0) } ?? "nothing"
            lines.append(
                "\(labels.text(of: node.id)) on \(on) \(seconds(node.attached))-\(seconds(detached))")
        }

        func stayEnded(_ stay: Stay, _ place: ChroniclePlace) {
            let end = seconds(stay.to) + (stay.isLeft ? "" : "…") + (stay.isIllegal ? "!" : "")
            lines.append("\(stay.machine)=\(stay.state) \(seconds(stay.from))-\(end)")
        }
    }

    private func told(_ story: Story, batchesOf size: Int = .max) throws -> [String] {
        let log = try story.log()
        let notes = Notes(log)
        let analysis = Analysis()
        analysis.tell(notes)
        for batch in size == .max ? [log.batch] : log.batches(of: size) { analysis.take(batch) }
        _ = analysis.finish()
        return notes.lines
    }

    @Test func eachThingOnceWhenItIsOver() throws {
        let story = Story {
            opened()
            run(1)
            anchorAdded(2, "A1")
            nodeAttached(3, "N1", to: "A1")
            nodeAttached(3, "N2", below: "N1")
            anchorUpdated(3.5, "Before")
            nodeDetached(4, "N1")
            anchorRemoved(5, "A1")
            anchorAdded(6, "A1")
            paused(7)
            run(8, options: ["removeExistingAnchors"])
            anchorAdded(9, "A2")
            nodeAttached(9, "N3", to: "A2")
            closed(10)
        }
        let expected = [
            "N1 on A1 3-4", "N2 on nothing 3-4", "A1 removed 2-5", "session=running 1-7",
            "session=paused 7-8", "Before droppedByRun ?-8", "A1 droppedByRun 6-8", "session=running 8-10…",
            "A2 live 9-?", "N3 on A2 9-?",
        ]
        for size in [1, 2, 3, Int.max] { #expect(try told(story, batchesOf: size) == expected) }
    }

    @Test func aNodeAttachedAgainWasTakenOffBefore() throws {
        let story = Story {
            opened()
            run(1)
            anchorAdded(2, "A1")
            nodeAttached(3, "N1", to: "A1")
            nodeAttached(4, "N1")
            closed(5)
        }
        #expect(try told(story).filter { $0.hasPrefix("N1") } == ["N1 on A1 3-4", "N1 on nothing 4-?"])
    }

    @Test func overLostEventsNoStayGoesOn() throws {
        let story = Story {
            opened()
            run(1)
            tracking(2, "normal")
            changed(3, "onboarding", "loadingAR", to: "onboarding")
            gap(5)
            frame(6)
            tracking(7, "normal")
            changed(8, "onboarding", "loadingAR", to: "done")
            closed(10)
        }
        let lines = try told(story)
        // Nothing is known of tracking between, until it is told again.
        #expect(
            lines.filter { $0.hasPrefix("tracking") } == ["tracking=normal 2-5…", "tracking=normal 7-10…"])
        #expect(
            lines.filter { $0.hasPrefix("onboarding") } == [
                "onboarding=onboarding 3-5…", "onboarding=done 8-10…",
            ])
    }

    @Test func aWayThatIsNoneIsMarked() throws {
        let story = Story {
            opened()
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "onboarding", to: "loadingAR")
            changed(3, "onboarding", "loadingAR", to: "done")
            changed(4, "onboarding", "done", to: "onboarding")
        }
        #expect(
            try told(story) == [
                "onboarding=onboarding 1-2", "onboarding=loadingAR 2-3", "onboarding=done 3-4!",
                "onboarding=onboarding 4-4…",
            ])
    }

    @Test func anotherRecordingBeginsAnew() throws {
        let story = Story {
            opened(device: "A")
            run(1)
            anchorAdded(2, "A1")
            opened(5, device: "A2")
            run(6)
            anchorAdded(7, "A1")
        }
        #expect(
            try told(story).filter { $0.hasPrefix("A1") || $0.hasPrefix("session") } == [
                "session=running 1-2…", "A1 live 2-?", "session=running 6-7…", "A1 live 7-?",
            ])
    }
}
