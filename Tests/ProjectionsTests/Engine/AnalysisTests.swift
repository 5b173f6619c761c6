import EventLog
import TestSupport
import Testing

@testable import Projections

/// What holds for all rules: families, recordings, devices, names.
struct AnalysisTests {
    private func verdict(_ records: [String]?, @StoryBuilder _ more: () -> [StoryLine] = { [] }) throws
        -> Verdict
    {
        try Story.given { opened(records: records) }.when {
            run(1, source: "a")
            run(1.1, source: "b")
            more()
            closed(60)
        }.then()
    }

    // MARK: Judged only where it can be

    @Test func familiesThatAreRecorded() throws {
        let all = [
            "session", "camera", "frame", "anchor", "node", "worldMap", "collaboration", "state", "device",
        ]
        #expect(try verdict(all).notJudged.isEmpty)
        let some = try verdict(["session"])
        let others = Catalogue.about.filter { !$0.needs.isSubset(of: [.session]) }.map(\.id).sorted()
        #expect(some.notJudged.keys.sorted() == others)
        for rule in ["broken-trace", "duplicate-node", "restore-keeps-anchors"] {
            #expect(others.contains(rule))
        }
        some.finds("double-run")
        let none = try verdict(["state"])
        none.isQuiet()
        #expect(none.notJudged["double-run"]?.contains("does not write session events") == true)
    }

    @Test func familiesThatOccur() throws {
        let few = try verdict(nil)
        few.finds("double-run")
        #expect(few.notJudged["duplicate-node"] == "no node events in this log")
        #expect(few.notJudged["tables-cleared-too-early"] != nil)
        // An anchor's update is an anchor event, too.
        let more = try verdict(nil) {
            nodeAttached(2, "N1", to: "A1", key: "k")
            anchorUpdated(3, "A1")
            tablesCleared(4)
            anchorUpdated(9, "A1")
        }
        #expect(more.notJudged["tables-cleared-too-early"] == nil)
        more.finds("tables-cleared-too-early")
    }

    /// A silence is no fact where nobody would have broken it.
    @Test func clearingWithoutSessionEvents() throws {
        let story = Story {
            anchorAdded(1, "A1")
            nodeAttached(2, "N1", to: "A1", key: "k")
            tablesCleared(4)
            anchorUpdated(9, "A1")
        }
        let verdict = try story.then()
        verdict.isQuiet("tables-cleared-too-early")
        #expect(verdict.notJudged["tables-cleared-too-early"] == "no session events in this log")
    }

    /// Each recording by its own records; a rule that one of them allows to judge is judged.
    @Test func recordsOfEachRecording() throws {
        let story = Story {
            opened(records: ["session", "node"])
            nodeAttached(1, "N1", to: "A1", key: "k")
            nodeAttached(2, "N2", to: "A1", key: "k")
            closed(9)
            opened(10, records: ["session"])
            nodeAttached(11, "N1", to: "A1", key: "k")
            nodeAttached(12, "N2", to: "A1", key: "k")
            closed(20)
        }
        let verdict = try story.then()
        verdict.finds("duplicate-node", .error, events: [2, 3])
        #expect(verdict.notJudged["duplicate-node"] == nil)
        #expect(verdict.notJudged["illegal-transition"] != nil)
    }

    /// `records` may be known only with a later segment.
    @Test func recordsOfALaterSegment() throws {
        let story = Story {
            opened().with("recording", "R1")
            nodeAttached(1, "N1", to: "A1", key: "k")
            nodeAttached(2, "N2", to: "A1", key: "k")
            opened(10, records: ["session"]).with("recording", "R1")
            closed(20)
        }
        try story.then().isQuiet()
    }

    // MARK: Devices

    /// A deadline passes with the device's own events: another's say nothing of a log that was cut.
    @Test func deadlinesOfEachDevice() throws {
        func story(@StoryBuilder _ end: () -> [StoryLine]) -> Story {
            Story.given {
                anchorAdded(1, "A1").with("device", "A")
                nodeAttached(2, "N1", to: "A1", key: "k").with("device", "A")
                anchorRemoved(3, "A1").with("device", "A")
                frame(3.5).with("device", "B")
                frame(9).with("device", "B")
            }.when(end)
        }
        try story {}.then().isQuiet()
        try story { frame(10).with("device", "A") }.then()
            .finds("node-outlives-anchor", .warning, events: [2, 3, 6])
    }

    @Test func abruptEndOfEachDevice() throws {
        let finding = try Story {
            run(1, source: "a").with("device", "A")
            run(1.1, source: "b").with("device", "A")
            run(1.1, source: "b").with("device", "B")
            frame(60).with("device", "B")
        }.then().finds("double-run", .error, events: [1, 2])
        #expect(finding?.message.contains("the log breaks off 0 s later") == true)
    }

    @Test func gapOfAnotherDevice() throws {
        try Story {
            changed(1, "objectTracking", "idle", to: "loading").with("device", "A")
            changed(2, "objectTracking", "loading", to: "stopped").with("device", "A")
            gap(2.5).with("device", "B")
            changed(3, "objectTracking", "stopped", to: "running").with("device", "A")
        }.then().finds("start-after-stop", .error, events: [2, 4])
    }

    // MARK: Messages

    @Test func names() throws {
        let log = try Story {
            anchorAdded(1, "A1")
            nodeAttached(2, "N1", to: "A1", key: "k").of(session: "tab")
            nodeAttached(3, "N2", to: "A1", key: "k").of(session: "tab")
            frame(9)
        }.log()
        let analysis = Analysis()
        analysis.name { log.labels.text(of: $0) }
        analysis.take(log.batch)
        #expect(
            analysis.finish().first?.message
                == "“k” is shown twice in session tab at 2 s (#3): nodes N1 (since 1 s) and N2 both hang on anchor A1."
        )
    }

    @Test func phrases() {
        let world = World()
        #expect(
            world.span(40_000_000) == "0.04 s" && world.span(0) == "0 s" && world.span(1_499_500) == "0.001 s"
        )
        #expect(world.span(1_500_000_000) == "1.5 s" && world.span(61_000_000_000) == "61 s")
        #expect(listing([]) == "" && listing(["a"]) == "a" && listing(["a", "b"]) == "a and b")
        #expect(
            listing(["a", "b", "c"]) == "a, b and c" && listing(["a", "b", "c", "d"]) == "a, b, c and 1 more")
        #expect(plain(2) == "2" && plain(0.5) == "0.5" && plain(1e300) == "1e+300")
    }

    @Test func emptyLog() throws {
        try Story {}.then().isQuiet()
        try Story { opened() }.then().isQuiet()
    }
}
