import Foundation
import TestSupport
import Testing

@testable import arlog

@Suite struct WhyTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func steps(_ story: Story, _ id: String, _ options: String...) throws -> [String] {
        let path = try scratch.write("a.ndjson", story.ndjson)
        let json = try Ran(["why", id, path, "--json"] + options).json()
        return try #require(json["steps"] as? [[String: Any]]).map { step in
            let count = (step["count"] as? Int).map { " ×\($0)" } ?? ""
            let (event, text) = (step["event"] as? Int ?? 0, step["text"] as? String ?? "")
            return "#\(event) \(step["id"] as? String ?? ""): \(text)\(count)"
        }
    }

    private let room = Story {
        run(0, source: "start")
        anchorAdded(1, "A", at: [0, 0, 0])
        anchorAdded(1, "B", at: [2, 0, 0])
        nodeAttached(2, "N", to: "A", key: "lamp")
        anchorUpdated(3, "A", at: [0, 0, 0])
        anchorUpdated(4, "A", at: [0, 0, 0])
        anchorUpdated(5, "A", isTracked: false)
        anchorUpdated(6, "A", at: [0, 0, 0])
        run(7, options: ["removeExistingAnchors"], source: "reset")
        nodeDetached(8, "N")
    }

    @Test func anAnchorsLifeAndWhatHangsOnIt() throws {
        #expect(
            try steps(room, "A") == [
                "#2 A: added",
                "#4 N: attached to an anchor, key “lamp”",
                "#5 A: updated ×2",
                "#7 A: no longer tracked",
                "#8 A: updated",
                "#9 A: dropped by a run by “reset” with removeExistingAnchors; didRemove may not follow",
                "#10 N: detached",
            ])
    }

    @Test func aNodesAnchorIsTold() throws {
        #expect(try steps(room, "N") == steps(room, "A"))
        let path = try scratch.write("a.ndjson", room.ndjson)
        let text = Ran("why", "B", path).output
        #expect(text.hasPrefix("B: dropped by a run at 7 s (#9)\n"))
        #expect(!text.contains("lamp"))
    }

    @Test func untilAMoment() throws {
        #expect(try steps(room, "A", "--at", "4.5").count == 3)
        let path = try scratch.write("a.ndjson", room.ndjson)
        #expect(Ran("why", "A", path, "--at", "#7").output.hasPrefix("A: live at 1 s (#2), not tracked\n"))
    }

    @Test func aMomentIsNoEndOfTheLog() throws {
        let path = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        let json = try Ran("why", "speaker-1", path, "--json", "--at", "20").json()
        #expect((json["steps"] as? [Any])?.count == 3)
        let rules = try #require(json["findings"] as? [[String: Any]]).map { $0["rule"] as? String }
        #expect(rules == ["node-outlives-anchor", "duplicate-node"])
    }

    @Test func whatANodeHangsOnIsFoundAtAnyDepth() throws {
        let story = Story {
            anchorAdded(1, "A", at: [0, 0, 0])
            nodeAttached(2, "base", to: "A")
            for depth in 0..<5 {
                line(
                    #"{"t":3,"event":"node.attached","node":"n\#(depth)","parent":"\#(depth == 0 ? "base" : "n\(depth - 1)")"}"#
                )
            }
        }
        #expect(try steps(story, "n4").first == "#1 A: added")
        #expect(try steps(story, "n4").count == 7)
        #expect(try steps(story, "A").count == 7)
    }

    @Test func aPacketsWay() throws {
        let story = Story {
            line(
                #"{"t":1,"event":"collaboration.dataProduced","packet":"P","priority":"optional","bytes":10}"#
            )
            line(
                #"{"t":1.5,"event":"collaboration.dataSent","packet":"P","peer":"B","isReliable":false,"queueDepth":2}"#
            )
            line(#"{"t":2,"event":"collaboration.dataReceived","packet":"Q","peer":"B","bytes":9}"#)
            line(#"{"t":2.25,"event":"collaboration.decodeFailed","packet":"Q","text":"bad archive"}"#)
        }
        #expect(
            try steps(story, "P") == [
                "#1 P: made, optional, 10 bytes", "#2 P: sent, unreliably, 2 in the queue, 500 ms later",
            ])
        #expect(
            try steps(story, "Q") == [
                "#3 Q: received, 9 bytes", "#4 Q: could not be decoded, bad archive, 250 ms later",
            ])
        // Whoever else is named has the events that do.
        #expect(
            try steps(story, "B") == ["#2 B: collaboration.dataSent", "#3 B: collaboration.dataReceived"])
    }

    @Test func whatHangsBelowGoesWithIt() throws {
        let story = Story {
            anchorAdded(1, "A")
            nodeAttached(2, "P", to: "A")
            nodeAttached(3, "C", below: "P")
            nodeDetached(4, "P")
        }
        #expect(
            try steps(story, "C").suffix(2) == ["#4 P: detached", "#4 C: detached with what it hung on"])
        let path = try scratch.write("a.ndjson", story.ndjson)
        #expect(Ran("why", "C", path).output.hasPrefix("C: detached with what it hung on at 3 s (#4)\n"))
    }

    @Test func anAnchorAndItsNodeMayShareAnID() throws {
        let story = Story {
            anchorAdded(1, "X")
            nodeAttached(2, "X", to: "X")
            nodeDetached(3, "X")
            anchorUpdated(4, "X")
        }
        #expect(
            try steps(story, "X") == [
                "#1 X: added", "#2 X: attached to an anchor", "#3 X: detached", "#4 X: updated",
            ])
        let path = try scratch.write("a.ndjson", story.ndjson)
        let text = Ran("why", "X", path).output
        #expect(
            text.contains("  anchor: live at 0 s (#1)\n") && text.contains("  node: detached at 2 s (#3)\n"))
    }

    @Test func sessionsAndRecordingsAreKeptApart() throws {
        let story = Story {
            opened(0).with("recording", .text("R1"))
            anchorAdded(1, "S")
            anchorAdded(1, "S").of(session: "two")
            anchorUpdated(2, "S")
            anchorUpdated(2, "S").of(session: "two")
            anchorUpdated(3, "S")
            anchorRemoved(4, "S").of(session: "two")
        }
        let found = try steps(story, "S")
        #expect(found.contains("#4 S: updated ×2") && found.contains("#5 S: updated"))
        let path = try scratch.write("a.ndjson", story.ndjson)
        let text = Ran("why", "S", path).output
        #expect(text.contains("  anchor: live at 1 s (#2)\n"))
        #expect(text.contains("  anchor in two: removed at 4 s (#7)\n"))
        let later = Story {
            opened(0).with("recording", .text("R1"))
            anchorAdded(1, "S")
            opened(5).with("recording", .text("R2"))
            anchorAdded(6, "S")
        }
        // Not added again: what the recording before had is not there any more.
        #expect(try steps(later, "S") == ["#2 S: added", "#4 S: added"])
    }

    @Test func aNodeThatMovesToAnotherAnchorFindsItThere() throws {
        let story = Story {
            anchorAdded(1, "A")
            anchorAdded(2, "B")
            nodeAttached(3, "N", to: "A")
            nodeAttached(4, "N", to: "B")
            nodeAttached(5, "N", to: "nowhere")
        }
        #expect(
            try steps(story, "A").suffix(2) == [
                "#4 N: attached again to an anchor",
                "#5 N: attached again to an anchor that was not told to be added",
            ])
        #expect(
            Ran("why", "N", try scratch.write("a.ndjson", story.ndjson)).output.contains("to an anchor (B)"))
    }

    @Test func aNameThatWasGivenIsKnown() throws {
        let story = Story {
            line(#"{"event":"log.label","id":"B5B3A1B0-0000-4000-8000-000000000001","label":"Anna's chair"}"#)
            line(#"{"t":1,"event":"anchor.added","anchor":"B5B3A1B0-0000-4000-8000-000000000001"}"#)
        }
        let path = try scratch.write("a.ndjson", story.ndjson)
        #expect(Ran("why", "Anna's chair", path).output.hasPrefix("Anna's chair: live at 0 s (#1)\n"))
    }

    @Test func ofVeryManyStepsTheLastAreThere() throws {
        let story = Story {
            anchorAdded(0, "A")
            for index in 0..<2500 { nodeAttached(1, "N\(index)", to: "A") }
            anchorRemoved(9, "A")
        }
        let found = try steps(story, "A")
        #expect(found.first == "#1 A: added" && found.last == "#2502 A: removed" && found.count == 2000)
        let path = try scratch.write("a.ndjson", story.ndjson)
        #expect(Ran("why", "A", path).output.contains("… 502 steps not shown …"))
    }

    @Test func theFindingsThatRestOnItAreTold() throws {
        let path = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        let json = try Ran("why", "speaker-1-model", path, "--json").json()
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.map { $0["rule"] as? String } == ["node-outlives-anchor", "duplicate-node"])
        #expect((json["ends"] as? [[String: Any]])?.first?["text"] as? String == "attached at 13.25 s (#91)")
        #expect(!Ran("why", "phone-b", path).output.contains("duplicate-node"))
    }

    @Test func whatIsNotThereIsSaid() throws {
        let path = Samples.folder + "/placement.mcap"
        let none = Ran("why", "nobody", path)
        #expect(none.status == 2 && none.errors.contains("nothing in it has the id nobody"))
        #expect(Ran("why", path).status == 64)
        #expect(Ran("why", String(repeating: "x", count: 65), path).status == 64)
        #expect(Ran("why", "", path).status == 64)
        #expect(Ran("why", "x", "-").status == 64)
    }

    @Test func strangersTextsAreInert() throws {
        let story = Story {
            line(#"{"t":1,"event":"anchor.added","anchor":"A\u001b[31m","key":"\u202eevil\u0007"}"#)
        }
        let path = try scratch.write("a.ndjson", story.ndjson)
        let text = Ran("why", "A\u{1B}[31m", path).output
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\u{07}"))
        #expect(text.contains("added"))
    }
}
