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
            let thing = ["anchor", "node", "packet", "other"].first { step[$0] != nil } ?? ""
            let count = (step["count"] as? Int).map { " ×\($0)" } ?? ""
            let (event, text) = (step["event"] as? Int ?? 0, step["text"] as? String ?? "")
            return "#\(event) \(step[thing] ?? ""): \(text)\(count)"
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
                "#4 N: attached to the anchor, key “lamp”",
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
        #expect(try steps(story, "B").count == 2)
    }

    @Test func theFindingsThatRestOnItAreTold() throws {
        let path = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        let json = try Ran("why", "speaker-1-model", path, "--json").json()
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.map { $0["rule"] as? String } == ["node-outlives-anchor", "duplicate-node"])
        #expect(json["stands"] as? String == "attached at 13.25 s (#91)")
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
