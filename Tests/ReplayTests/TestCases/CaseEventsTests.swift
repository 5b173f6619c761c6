import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

@Suite struct CaseEventsTests {
    private func events(
        _ story: Story, _ rule: String, _ extent: CaseEvents.Extent? = nil
    ) throws -> EventStore {
        let store = try story.recording()
        let finding = try #require(store.findings().first { $0.rule == rule })
        let shrunk = try #require(
            Shrinker(store, goal: FindingGoal(finding), settings: Settings(), simplifies: false).run())
        var events = CaseEvents(
            extent ?? CaseEvents.Extent.all(.relevant)[0], showing: finding, needed: shrunk.headers,
            of: store, settings: Settings(), labels: store.labels)
        for event in store.batch(store.headers).events {
            let hasRoom = events.take(event)
            #expect(hasRoom)
        }
        return events.finish(devices: store.devices)
    }

    private func told(_ store: EventStore) -> [String] {
        store.headers.map { "\(Double($0.time - store.headers[0].time) / 1e9) \($0.kind.name)" }
    }

    private let doubleRun = Story {
        opened()
        frame(0.5)
        userAction(1, "start")
        event(1.1, "camera.pose", ["position": [0, 1, 0]])
        anchorAdded(2, "A", "plane")
        anchorUpdated(2.1, "A", at: [0, 0, 1])
        anchorUpdated(2.2, "A", isTracked: true)
        anchorUpdated(2.3, "A", isTracked: false)
        anchorUpdated(2.4, "A", isTracked: false)
        message(2.5, "hello")
        nodeAttached(2.6, "N", to: "A")
        tracking(2.7, "normal")
        run(3, options: ["resetTracking", "removeExistingAnchors"], source: "a")
        run(3.1, options: ["resetTracking"], source: "b")
        tracking(4, "normal")
        for step in 0..<30 { frame(4.5 + Double(step) / 2) }
        userAction(22, "later")
        closed(30)
    }

    /// Not the messages, poses and statistics, nor what the app did besides.
    @Test func theInputsBeforeAFaultStay() throws {
        let kept = told(try events(doubleRun, "double-run"))
        #expect(
            kept.prefix(8) == [
                "0.0 log.opened", "1.0 user.action", "2.0 anchor.added", "2.3 anchor.updated",
                "2.7 camera.trackingStateChanged", "3.0 session.run", "3.1 session.run",
                "4.0 camera.trackingStateChanged",
            ])
        // Time goes on for as long as the rule may wait, and the log is closed there.
        let end = 3.1 + Double(CaseEvents.patience(of: "double-run", Settings())) / 1e9
        #expect(kept.last == "\(end) log.closed" && end > 4.5 && end < 20)
        #expect(kept.count == 10 && kept[8].hasSuffix(" frame.stats"))
    }

    @Test func moreMayStay() throws {
        let extents = CaseEvents.Extent.all(.relevant)
        let withOutputs = told(try events(doubleRun, "double-run", extents[1]))
        #expect(withOutputs.contains("2.6 node.attached"))
        let whole = told(try events(doubleRun, "double-run", extents[2]))
        #expect(whole.suffix(2) == ["22.0 user.action", "30.0 log.closed"])
        let all = told(try events(doubleRun, "double-run", extents[3]))
        #expect(all.count == doubleRun.lines.count - 1 && !all.contains { $0.hasSuffix("message") })
    }

    @Test func whatTheFaultRestsOnStays() throws {
        let rule = try #require(Catalogue.about.first { $0.id == "fps-drop" })
        let lines = RuleExamples.example(of: rule).lines
        let story = Story {
            Array(lines.dropLast())
            event(99, "camera.pose", ["position": [0, 1, 0]])
            Array(lines.suffix(1))
        }
        let kept = told(try events(story, "fps-drop"))
        #expect(kept.filter { $0.hasSuffix("frame.stats") }.count > 2)
        #expect(!kept.contains { $0.hasSuffix("camera.pose") })
    }

    /// A log that broke off goes on to where it was judged, and is not closed.
    @Test func aLogWithoutAnEndHasNone() throws {
        let story = Story {
            opened()
            run(3, options: ["resetTracking", "removeExistingAnchors"], source: "a")
            run(3.1, options: ["resetTracking"], source: "b")
            for step in 0..<10 { frame(3.5 + Double(step) / 10) }
        }
        let kept = told(try events(story, "double-run"))
        #expect(kept.last == "4.4 frame.stats" && kept.count == 4)
    }

    @Test func sessionsAreToldApart() throws {
        let story = Story {
            anchorAdded(0, "A").of(session: "left")
            anchorAdded(0, "A", isTracked: false).of(session: "right")
            anchorUpdated(1, "A", isTracked: false).of(session: "right")
            anchorUpdated(2, "A", isTracked: false).of(session: "left")
            run(3, options: ["resetTracking", "removeExistingAnchors"], source: "a")
            run(3.1, options: ["resetTracking"], source: "b")
            closed(4)
        }
        let kept = told(try events(story, "double-run"))
        #expect(kept.filter { $0.hasSuffix("updated") } == ["2.0 anchor.updated"])
    }
}
