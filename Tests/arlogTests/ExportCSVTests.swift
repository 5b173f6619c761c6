import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

@Suite struct ExportCSVTests {
    private static let tables = ["events", "anchors", "nodes", "visits", "findings", "packets"]
    private static let sample = Samples.folder + "/collaboration-duplicate-speaker.mcap"

    /// The rows of a table as dictionaries without what is empty.
    private static func rows(_ export: Exported) throws -> [[String: String]] {
        let csv = try export.csv
        let names = try #require(csv.first)
        #expect(Set(names).count == names.count)
        return csv.dropFirst().map { row in
            #expect(row.count == names.count)
            return Dictionary(uniqueKeysWithValues: zip(names, row)).filter { !$0.value.isEmpty }
        }
    }

    private static func rows(_ table: String, _ options: String...) throws -> [[String: String]] {
        try rows(Exported(ExportedStory.all, to: "csv", "--table", table))
    }

    // MARK: Values

    @Test func eventsInColumns() throws {
        let text = try Exported(ExportedStory.all, to: "csv").text
        let lines = text.components(separatedBy: "\r\n")
        #expect(
            lines[0] == "number,time,t,at,device,session,event,anchor,node,key,packet,peer,priority,bytes,"
                + "machine,from_state,to_state,state,reason,text,x,y,z,qx,qy,qz,qw,fields")
        #expect(
            lines[5]
                == "5,2000-01-01T00:00:03.000000000Z,3,,A,main,anchor.added,A1,,floor,,,,,,,,,,,0.5,-1.25,"
                + "0,,,,,\"{\"\"kind\"\":\"\"plane\"\"}\"")
        #expect(
            lines[13]
                == "13,2000-01-01T00:00:07.000000000Z,7,,A,main,collaboration.dataSent,,,,P1,B,critical,"
                + "1200,,,,,,,,,,,,,,\"{\"\"isReliable\"\":true,\"\"queueDepth\"\":3}\"")
        #expect(lines.count == 19 + 2 && lines.last == "")
    }

    @Test func anchorsWithWhatBecameOfThem() throws {
        let rows = try Self.rows("anchors")
        #expect(rows.map { $0["anchor"] } == ["A1", "A2", "A3", "A4"])
        #expect(rows.map { $0["state"] } == ["removed", "droppedByRun", "droppedByRun", "live"])
        #expect(
            rows[0] == [
                "id": "1", "device": "A", "session": "main", "anchor": "A1", "kind": "plane", "key": "floor",
                "state": "removed", "added_event": "5", "added_t": "3", "gone_event": "9", "gone_t": "5",
                "seconds": "2", "updates": "1", "is_tracked": "1", "had_node": "0", "x": "0.5", "y": "-1.5",
                "z": "0",
            ])
        #expect(rows[1]["gone_event"] == "16" && rows[1]["had_node"] == "1" && rows[1]["origin"] == "app")
        #expect(rows[3]["gone_event"] == nil && rows[3]["seconds"] == nil)
    }

    @Test func nodesWithWhatTheyHangOn() throws {
        let rows = try Self.rows("nodes")
        #expect(rows.count == 2)
        #expect(
            rows[0] == [
                "id": "1", "device": "A", "session": "main", "node": "N1", "attachment": "anchor",
                "anchor": "A2", "key": "chair", "asset": "chair.usdz", "role": "content",
                "attached_event": "7", "attached_t": "3.75", "detached_event": "14", "detached_t": "7.5",
                "seconds": "3.75", "is_visible": "1",
            ])
        #expect(rows[1]["node"] == "N2" && rows[1]["detached_t"] == nil)
    }

    @Test func visitsOfEveryMachine() throws {
        let rows = try Self.rows("visits")
        let brief = rows.map {
            [
                $0["machine"], $0["state"], $0["from_t"], $0["to_t"], $0["is_left"], $0["is_illegal"],
                $0["cause"],
            ]
            .map { $0 ?? "-" }.joined(separator: " ")
        }
        #expect(
            brief == [
                "tracking limited.initializing 2 2.5 1 0 -", "onboarding onboarding 5.5 6 1 0 ready",
                "onboarding loadingAR 6 6.5 1 0 -", "session running 1 10 0 0 start-button",
                "tracking normal 2.5 10 0 0 -", "onboarding done 6.5 10 0 1 skipped",
            ])
        #expect(rows.map { $0["is_derived"] } == ["1", "0", "0", "1", "1", "0"])
        #expect(rows[1]["session"] == nil && rows[0]["session"] == "main")
    }

    @Test func findingsAreThoseOfCheck() throws {
        let rows = try Self.rows(Exported(Self.sample, to: "csv", "--table", "findings"))
        let json = try Ran("check", "--json", "--fail-on", "never", Self.sample).json()
        let logs = try #require(json["logs"] as? [[String: Any]])
        let findings = try #require(logs[0]["findings"] as? [[String: Any]])
        #expect(!rows.isEmpty && rows.count == findings.count)
        for (row, finding) in zip(rows, findings) {
            for key in ["rule", "severity", "message", "advice", "fingerprint", "time"] {
                #expect(row[key] == finding[key] as? String, "\(key)")
            }
            #expect(row["event"] == (finding["events"] as? [Int])?.last.map(String.init))
            #expect(row["caused_by"] == (finding["causedBy"] as? Int).map { String($0 + 1) })
        }
        // Rules can be chosen as check has them.
        let one = try Exported(
            Self.sample, to: "csv", "--table", "findings", "--ignore", "duplicate-node")
        #expect(try Self.rows(one).count == rows.count - 1)
    }

    @Test func packetsAndNothingElse() throws {
        #expect(
            try Self.rows("packets") == [
                [
                    "number": "13", "time": "2000-01-01T00:00:07.000000000Z", "t": "7", "device": "A",
                    "session": "main", "event": "collaboration.dataSent", "packet": "P1", "peer": "B",
                    "priority": "critical", "bytes": "1200", "is_reliable": "1", "queue_depth": "3",
                ]
            ])
    }

    @Test func theThingsOwnTime() throws {
        let story = Story {
            opened()
            line(#"{"t":3,"at":2.5,"event":"camera.pose","position":[0,0,0]}"#)
        }
        let rows = try Self.rows(Exported(story, to: "csv"))
        #expect(rows[0]["at"] == nil && rows[1]["at"] == "2000-01-01T00:00:02.500000000Z")
    }

    @Test func devicesOfAMergedLog() throws {
        let story = Story {
            opened(device: "A")
            opened(1, device: "B")
            [anchorAdded(2, "A1")].on("B")
            [anchorAdded(3, "A2")].on("A")
        }
        #expect(
            try Self.rows(Exported(story, to: "csv")).map { $0["device"] } == ["A", "B", "B", "A"])
        let anchors = try Self.rows(Exported(story, to: "csv", "--table", "anchors"))
        #expect(
            Set(anchors.map { "\($0["anchor"] ?? "") \($0["device"] ?? "")" }) == ["A1 B", "A2 A"])
    }

    @Test func aPartOfTheEvents() throws {
        let rows = try Self.rows(
            Exported(ExportedStory.all, to: "csv", "--event", "anchor.*", "--from", "3.2", "--until", "#9"))
        #expect(rows.map { $0["number"] } == ["6", "8", "9"])
        #expect(rows.map { $0["t"] } == ["3.5", "4", "5"])
        let refused = try Exported(ExportedStory.all, to: "csv", "--table", "anchors", "--from", "1")
        #expect(refused.status == 64 && refused.scratch.names == ["in.ndjson"])
    }

    // MARK: Hostile

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "=cmd|'/c calc'!A1",
    ])
    func noTextIsAFormula(text: String) throws {
        let story = Story {
            opened()
            message(1, text)
            anchorAdded(2, text, key: text, at: [-1.5, 0, 0])
            changed(3, text, text, to: text, cause: text)
        }
        for table in Self.tables {
            for row in try Self.rows(Exported(story, to: "csv", "--table", table)) {
                for (name, value) in row where !["x", "y", "z"].contains(name) {
                    let start = value.drop { $0.isWhitespace }.first
                    #expect(start.map { !"=+-@＝".contains($0) } ?? true, "\(name): \(value)")
                }
            }
        }
        let rows = try Self.rows(Exported(story, to: "csv"))
        #expect(rows[2]["x"] == "-1.5")
    }

    @Test func quotesAreDoubled() throws {
        let story = Story {
            opened()
            message(1, "say \"hi\", and\r\ngo; 'now'")
        }
        let export = try Exported(story, to: "csv")
        #expect(try export.text.contains(#""say ""hi"", and\r\ngo; 'now'""#))
        #expect(try Self.rows(export)[1]["text"] == #"say "hi", and\r\ngo; 'now'"#)
    }

    @Test(arguments: tables)
    func inertWhateverItSays(table: String) throws {
        let scratch = try Scratch()
        let long = String(repeating: "=ä\"", count: 1 << 14)
        for text in table == "events" ? [ReportHostileTests.nasty, long] : [ReportHostileTests.nasty] {
            let log = try ReportHostileTests.written(scratch, text)
            let export = try Exported(log, to: "csv", "--table", table)
            #expect(export.status == 0, "\(export.errors)")
            let rows = try Self.rows(export)
            #expect(!rows.isEmpty)
            #expect(
                try !export.text.unicodeScalars.contains {
                    $0 != "\r" && ReportHostileTests.isHarmful($0)
                })
        }
    }

    @Test(arguments: tables)
    func sharedTellsNothingPrivate(table: String) throws {
        let scratch = try Scratch()
        let log = try ReportHostileTests.secrets(scratch)
        let all = try Exported(log, to: "csv", "--table", table)
        let shared = try Exported(log, to: "csv", "--table", table, "--share")
        #expect(all.status == 0 && shared.status == 0)
        #expect(try all.csv.count == shared.csv.count)
        for secret in ["Secret", "Label-", "7.123", "0.457", "-3.891", "0.183"] {
            #expect(try !shared.text.contains(secret), "\(secret)")
        }
        if table != "findings" { #expect(try all.text.contains("Label-")) }
    }

    // MARK: Damage and emptiness

    @Test func theSameBytesTwice() throws {
        for table in Self.tables {
            let first = try Exported(Self.sample, to: "csv", "--table", table)
            #expect(first.status == 0 && first.errors.isEmpty)
            #expect(try first.text == Exported(Self.sample, to: "csv", "--table", table).text)
        }
    }

    @Test func whatCanBeReadOfADamagedLog() throws {
        let scratch = try Scratch()
        let bytes = try TestFiles.bytes(at: Self.sample)
        let whole = try Exported(Self.sample, to: "csv").csv.count
        let cut = try scratch.write("cut.mcap", bytes.prefix(bytes.count * 2 / 3))
        let export = try Exported(cut, to: "csv")
        #expect(export.status == 3 || export.status == 0, "\(export.errors)")
        var broken = bytes
        for place in 3000..<3100 { broken[place] ^= 0xFF }
        let damaged = try Exported(scratch.write("broken.mcap", broken), to: "csv")
        #expect(damaged.status == 3 && damaged.errors.contains("broken.mcap"), "\(damaged.errors)")
        #expect(try damaged.csv.count <= whole)
    }

    @Test func aLogThatSaysNothing() throws {
        let scratch = try Scratch()
        let empty = try scratch.write("empty.ndjson", "# nothing\n")
        for table in Self.tables {
            let export = try Exported(empty, to: "csv", "--table", table)
            #expect(export.status == 0, "\(export.errors)")
            #expect(try export.csv.count == 1)
        }
    }
}
