import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

@Suite struct ExportSQLiteTests {
    private static let sample = Samples.folder + "/collaboration-duplicate-speaker.mcap"

    private static let story = ExportedStory.all

    @Test func everyTableHasItsRows() throws {
        let export = try Exported(Self.story, to: "sqlite")
        #expect(export.status == 0 && export.errors.isEmpty)
        #expect(try export.rows("PRAGMA integrity_check") == ["ok"])
        let counts = [
            "events": 19, "anchors": 4, "nodes": 2, "visits": 6, "packets": 1, "recordings": 1,
        ]
        for (table, count) in counts {
            #expect(try export.rows("SELECT count(*) FROM \(table)") == ["\(count)"], "\(table)")
        }
        #expect(
            try export.rows(
                "SELECT number, t, typeof(t), device, session, anchor, x FROM events WHERE key = 'floor'")
                == ["5|3.0|real|A|main|A1|0.5"])
        #expect(
            try export.rows("SELECT anchor, state, gone_t FROM anchors ORDER BY id")
                == ["A1|removed|5.0", "A2|droppedByRun|8.0", "A3|droppedByRun|8.0", "A4|live|"])
        #expect(
            try export.rows("SELECT name, value FROM log WHERE name IN ('events', 'seconds', 'start')")
                == ["events|19", "start|2000-01-01T00:00:00.000000000Z", "seconds|10.0"])
    }

    @Test func posesOfEachLife() throws {
        let story = Story {
            opened()
            anchorAdded(1, "A1", at: [0, 0, 0])
            anchorUpdated(2, "A1", at: [0.25, 0, 0])
            anchorUpdated(2.5, "A1", isTracked: false)
            anchorRemoved(3, "A1")
            anchorAdded(4, "A1", at: [5, 0, 0])
            anchorUpdated(5, "B1", at: [9, 0, 0])
        }
        let export = try Exported(story, to: "sqlite")
        #expect(
            try export.rows("SELECT anchor, t, x FROM anchor_poses WHERE life = 1") == [
                "A1|1.0|0.0", "A1|2.0|0.25",
            ])
        #expect(
            try export.rows("SELECT anchor, t, x FROM anchor_poses WHERE life > 1 ORDER BY t")
                == ["A1|4.0|5.0", "B1|5.0|9.0"])
    }

    @Test func findingsWithTheirEvents() throws {
        let export = try Exported(Self.sample, to: "sqlite")
        #expect(
            try export.rows("SELECT rule, severity, caused_by FROM findings ORDER BY id")
                == ["node-outlives-anchor|warning|", "duplicate-node|error|1"])
        #expect(
            try export.rows("SELECT event FROM finding_events WHERE finding = 2 ORDER BY event")
                .last == "317")
        #expect(
            try export.rows("SELECT rule FROM open_findings") == ["duplicate-node", "node-outlives-anchor"])
    }

    /// The manual's queries, as it prints them.
    @Test func documentedQueriesRun() throws {
        let help = Ran(["export", "--help"], environment: ["COLUMNS": "80"]).output
        let queries = help.split(separator: "\n").filter { $0.hasPrefix("SELECT ") }.map(String.init)
        #expect(queries == SQLiteSink.queries)
        #expect(queries.allSatisfy { $0.hasSuffix(";") })
        let export = try Exported(Self.sample, to: "sqlite")
        for query in queries { #expect(try !export.rows(query).isEmpty, "\(query)") }
        for view in SQLiteSink.views {
            #expect(try !export.rows("SELECT * FROM \(view.name)").isEmpty, "\(view.name)")
        }
    }

    @Test func theSameBytesTwice() throws {
        for sample in Samples.names {
            let log = Samples.folder + "/\(sample).mcap"
            let (first, second) = (try Exported(log, to: "sqlite"), try Exported(log, to: "sqlite"))
            #expect(try TestFiles.bytes(at: first.path) == TestFiles.bytes(at: second.path))
            // Nothing beside it is left, and nobody else may read it.
            #expect(first.scratch.names == ["out"])
            #expect(try first.scratch.mode("out") == 0o600)
        }
    }

    @Test func textsAreNoStatements() throws {
        let nasty = "'); DROP TABLE events; -- \" \u{0} \u{1B}[31m"
        let story = Story {
            opened()
            message(1, nasty)
            changed(2, nasty, "a", to: nasty, cause: nasty)
            changed(3, nasty, nasty, to: "b")
        }
        let export = try Exported(story, to: "sqlite")
        #expect(export.status == 0)
        let inert = #"'); DROP TABLE events; -- " \u{0} \u{1B}[31m"#
        #expect(try export.rows("SELECT text FROM events WHERE text IS NOT NULL") == [inert])
        #expect(
            try export.rows("SELECT DISTINCT machine, cause FROM visits WHERE cause IS NOT NULL")
                == ["\(inert)|\(inert)"])
        #expect(try export.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func hostileLogsGiveASoundDatabase() throws {
        let scratch = try Scratch()
        for text in [ReportHostileTests.nasty, String(repeating: "ä\"", count: 1 << 15)] {
            let export = try Exported(ReportHostileTests.written(scratch, text), to: "sqlite")
            #expect(export.status == 0, "\(export.errors)")
            #expect(try export.rows("PRAGMA integrity_check") == ["ok"])
            #expect(try export.rows("SELECT count(*) FROM events WHERE NOT json_valid(fields)") == ["0"])
            let events = try export.rows("SELECT count(*) FROM events")
            #expect(try export.rows("SELECT value FROM log WHERE name = 'events'") == events)
        }
    }

    @Test func numbersBeyondAnInteger() throws {
        let story = Story {
            opened()
            line(#"{"t":1,"event":"collaboration.dataSent","packet":"P","bytes":18446744073709551615}"#)
        }
        let export = try Exported(story, to: "sqlite")
        #expect(try export.rows("SELECT typeof(bytes), bytes FROM packets") == ["real|1.84467440737096e+19"])
    }

    @Test func sharedTellsNothingPrivate() throws {
        let scratch = try Scratch()
        let log = try ReportHostileTests.secrets(scratch)
        let (all, shared) = (try Exported(log, to: "sqlite"), try Exported(log, to: "sqlite", "--share"))
        func bytes(_ export: Exported) throws -> String {
            String(decoding: try TestFiles.bytes(at: export.path), as: UTF8.self)
        }
        for secret in ["Secret", "Label-"] {
            #expect(try bytes(all).contains(secret) && !bytes(shared).contains(secret), "\(secret)")
        }
        #expect(try shared.rows("SELECT count(x) + count(qx) FROM events") == ["0"])
        #expect(try shared.rows("SELECT count(x) FROM anchors") == ["0"])
        // The same id has one name everywhere.
        let unmatched =
            "SELECT anchor FROM anchors WHERE anchor NOT IN (SELECT anchor FROM events WHERE anchor NOT NULL)"
        #expect(try shared.rows(unmatched).isEmpty)
        #expect(
            try shared.rows("SELECT DISTINCT device FROM events").allSatisfy {
                $0.hasPrefix("id-") || $0.isEmpty
            })
        #expect(
            try shared.rows("SELECT rule, severity, event FROM findings ORDER BY id")
                == all.rows("SELECT rule, severity, event FROM findings ORDER BY id"))
    }

    @Test func aLogThatSaysNothing() throws {
        let scratch = try Scratch()
        let export = try Exported(scratch.write("empty.ndjson", "# nothing\n"), to: "sqlite")
        #expect(export.status == 0)
        #expect(try export.rows("SELECT count(*) FROM events") == ["0"])
        #expect(try export.rows("SELECT value FROM log WHERE name = 'events'") == ["0"])
    }

    @Test func aDamagedLog() throws {
        let scratch = try Scratch()
        var bytes = try TestFiles.bytes(at: Self.sample)
        for place in 3000..<3100 { bytes[place] ^= 0xFF }
        let export = try Exported(scratch.write("broken.mcap", bytes), to: "sqlite")
        #expect(export.status == 3)
        #expect(try export.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func itIsAFileAndNothingElse() throws {
        let toPipe = Ran("export", Self.sample, "--to", "sqlite", "-o", "-")
        #expect(toPipe.status == 64 && toPipe.errors.contains("standard output"))
        #expect(Ran("export", Self.sample, "--to", "sqlite", "-o", "/dev/null").status == 64)
        let part = try Exported(Self.sample, to: "sqlite", "--event", "anchor.*")
        #expect(part.status == 64 && part.scratch.names.isEmpty)
        let table = try Exported(Self.sample, to: "sqlite", "--table", "anchors")
        #expect(table.status == 64 && table.errors.contains("--to csv"))
    }

    @Test func nothingIsOverwritten() throws {
        let scratch = try Scratch()
        for format in ["ndjson", "csv", "sqlite"] {
            let out = try scratch.write("mine", "mine")
            let refused = Ran("export", Self.sample, "--to", format, "-o", out)
            #expect(refused.status == 2 && refused.errors.contains("--force"), "\(refused.errors)")
            #expect(try TestFiles.bytes(at: out) == Array("mine".utf8))
            #expect(Ran("export", Self.sample, "--to", format, "-o", out, "--force").status == 0)
            #expect(try TestFiles.bytes(at: out).count > 1000)
            #expect(scratch.names == ["mine"])
        }
        let nowhere = Ran("export", Self.sample, "--to", "sqlite", "-o", scratch.path + "/no/such/file")
        #expect(nowhere.status == 2)
    }
}
