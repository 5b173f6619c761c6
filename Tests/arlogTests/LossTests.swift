import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// What is missing in an answer is said, and told by the exit status.
@Suite struct LossTests {
    @Test(arguments: ["check", "info"])
    func foldersThatLieTooDeep(command: String) throws {
        let scratch = try Scratch()
        let top = scratch.path + "/top"
        let deep = top + String(repeating: "/d", count: 64)
        try FileManager.default.createDirectory(atPath: deep + "/d", withIntermediateDirectories: true)
        try scratch.write("top/a.mcap", try Samples.bytes("placement.mcap"))
        try Data(Samples.bytes("placement.mcap")).write(to: URL(filePath: deep + "/b.mcap"))
        let run = Ran(command, top)
        #expect(run.status == 3)
        #expect(
            run.errors
                == "warning: \(deep)/d: left out, it lies more than 64 folders deep; name it itself\n")
        #expect(run.output.contains("\(deep)/b.mcap"))
        #expect(Ran(command, deep + "/b.mcap").status == 0)
    }

    @Test(arguments: ["cat", "anchors", "trace"])
    func theOnlyLogBesideWhatIsLeftOut(command: String) throws {
        let scratch = try Scratch()
        let deep = scratch.path + "/top" + String(repeating: "/d", count: 65)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try scratch.write("top/a.mcap", try Samples.bytes("placement.mcap"))
        let run = Ran(command, scratch.path + "/top")
        #expect(run.status == 3 && run.errors.hasPrefix("warning: \(deep): left out"))
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func foldersThatCanNotBeRead() throws {
        let scratch = try Scratch()
        let shut = scratch.path + "/top/shut"
        try FileManager.default.createDirectory(atPath: shut, withIntermediateDirectories: true)
        try scratch.write("top/a.mcap", try Samples.bytes("placement.mcap"))
        #expect(chmod(shut, 0) == 0)
        defer { _ = chmod(shut, 0o700) }
        let run = Ran("check", scratch.path + "/top")
        #expect(run.status == 3 && run.errors.hasPrefix("warning: \(shut): can't open: Permission denied"))
        #expect(Ran("check", shut).status == 2)
    }

    /// One folder without a log is no reason not to read the other.
    @Test func folderWithoutLogsBesideOneWithThem() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/empty", withIntermediateDirectories: true)
        let run = Ran("check", scratch.path + "/empty", Samples.folder + "/placement.mcap")
        #expect(run.status == 3 && run.errors.contains("/empty: no .mcap file in this directory"))
        #expect(run.output.contains("288 events"))
    }

    #if os(Linux)
        @Test func namesThatAreNotUTF8() throws {
            let scratch = try Scratch()
            try scratch.write("a.mcap", try Samples.bytes("placement.mcap"))
            var name = Array((scratch.path + "/x").utf8CString.dropLast())
            name += [CChar(bitPattern: 0xE4), CChar(bitPattern: 0xFF)]
            name += Array(".mcap".utf8CString)
            let file = open(name, O_CREAT | O_WRONLY, 0o600)
            try #require(file >= 0)
            close(file)
            let run = Ran("check", scratch.path)
            #expect(run.status == 3)
            #expect(run.errors.contains(".mcap: left out, its name is not UTF-8; rename it"))
            #expect(run.output.contains("288 events"))
            #expect(unlink(name) == 0)
        }
    #endif

    @Test func anOperandThatIsNotUTF8() {
        let run = Ran("check", "/tmp/x\u{FFFD}.mcap")
        #expect(run.status == 2)
        #expect(
            run.errors.hasPrefix("arlog: /tmp/x\u{FFFD}.mcap: can't open: the name is not UTF-8; rename it"))
    }

    @Test(arguments: ["check", "anchors", "trace"])
    func moreSessionsThanAreKept(command: String) throws {
        let scratch = try Scratch()
        let story = Story {
            opened()
            for index in 0..<300 { TestSupport.run(1 + Double(index), source: "a").of(session: "s\(index)") }
        }
        let path = try scratch.write("many.ndjson", story.ndjson)
        let ran = Ran(command, path)
        #expect(ran.status == 3)
        #expect(ran.errors.contains("more sessions than are kept; 44 events of theirs were left out"))
    }

    @Test(arguments: ["check", "anchors", "trace"])
    func moreTextsThanAreKept(command: String) throws {
        let scratch = try Scratch()
        var text = ""
        for index in 0..<100_000 {
            text += #"{"t":\#(index),"event":"anchor.added","anchor":"a","key":"\#(index)"}"# + "\n"
        }
        let run = Ran(command, try scratch.write("many.ndjson", text))
        #expect(run.status == 3)
        #expect(run.errors.contains("more different texts than are kept; the last ones were not told apart"))
    }

    @Test func infoProvesWholeSections() throws {
        let scratch = try Scratch()
        let whole = try Samples.bytes("placement.mcap")
        // The footer: where the summary begins, behind DataEnd, and the summary's CRC.
        let footer = whole.count - 8 - 20
        let summary = whole[footer..<footer + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        for (place, what) in [(summary - 4, "data section"), (footer + 16, "summary")] {
            var bytes = whole
            bytes[place] ^= 1
            let path = try scratch.write("a.mcap", bytes)
            let info = Ran("info", "--json", path)
            #expect(info.status == 3 && info.errors.contains(what + " CRC is"))
            #expect(info.output.contains("\"damage\":1}"))
            #expect(Ran("info", path).output.contains("\n  damage    1 place\n"))
            // Chunks prove themselves; for events alone that is enough.
            #expect(Ran("cat", path).status == 0)
        }
    }

    @Test(arguments: [1, 2])
    func messagesOnChannelsThatWereNeverDefined(count: Int) throws {
        let sink = MemorySink()
        var options = WriterOptions()
        options.isChunked = false
        var writer = try RecordWriter(
            sink, header: MCAP.Header(profile: "other", library: "test"), options: options)
        for number in 1...UInt32(count) {
            let message = MCAP.MessageHeader(channelID: 9, sequence: number, logTime: 1, publishTime: 1)
            try [UInt8](repeating: 0, count: 4).withUnsafeBytes { try writer.write(message, data: $0) }
        }
        try writer.close()
        let scratch = try Scratch()
        let path = try scratch.write("a.mcap", sink.array)
        let info = Ran("info", "--json", path)
        #expect(info.status == 3 && info.output.contains("\"damage\":\(count)}"))
        let words = count == 1 ? "1 message is on" : "2 messages are on"
        #expect(info.errors.contains("\(words) channels that were never defined"))
    }

    /// What was lost in the middle may be just what would have made all well: the load that lies between stop and run.
    @Test func damageMakesNoFindings() throws {
        let scratch = try Scratch()
        func padding(_ from: Double) -> [StoryLine] {
            (0..<60).map {
                StoryLine(
                    from + Double($0) / 10, "log.message",
                    [("text", .text(String(repeating: "x", count: 60)))])
            }
        }
        let story = Story {
            opened()
            changed(1, "objectTracking", "idle", to: "loading")
            changed(2, "objectTracking", "loading", to: "stopped")
            padding(3)
            changed(10, "objectTracking", "stopped", to: "loading").with("cause", "in the middle")
            padding(11)
            changed(20, "objectTracking", "loading", to: "running")
            closed(60)
        }
        let source = try scratch.write("a.ndjson", story.ndjson)
        let path = scratch.path + "/a.mcap"
        #expect(
            Ran("import", source, "-o", path, "--chunk-size", "1024", "--compression", "none").status == 0)
        var bytes = try TestFiles.bytes(at: path)
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("in the middle".utf8)) })
        for index in place - 120..<place + 13 { bytes[index] = 0xFF }
        let run = Ran("check", try scratch.write("b.mcap", bytes))
        #expect(run.status == 3 && run.output.contains(": no findings\n"), "\(run.output)")
        #expect(run.output.contains("  events are missing in the middle of this log: nothing is concluded"))
        #expect(!Ran("check", path).output.contains("events are missing"))
    }

    @Test func aLogWithoutEventsIsNotJudged() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/none.mcap"
        let source = try scratch.write("none.ndjson", "# nothing yet\n")
        #expect(Ran("import", source, "-o", path).status == 0)
        let text = Ran("check", path)
        #expect(text.status == 0)
        #expect(text.output.hasPrefix("\(path): no events, so nothing can be said\n"))
        #expect(text.output.contains("\n  no events: ") && text.output.contains(" not judged (double-run, "))
        let logs = try #require(try Ran("check", "--json", path).json()["logs"] as? [[String: Any]])
        let notJudged = try #require(logs.first?["notJudged"] as? [[String: String]])
        #expect(notJudged.count == Ran("rules", "--json").output.components(separatedBy: "\"id\":").count - 1)
        #expect(notJudged.allSatisfy { $0["reason"] == "no events in this log" })
        let one = try Ran("check", "--json", "--rule", "double-run", path).json()["logs"] as? [[String: Any]]
        #expect((one?.first?["notJudged"] as? [Any])?.count == 1)
    }
}
