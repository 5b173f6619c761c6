import Foundation
import TestSupport
import Testing

@testable import arlog

private let reading = ["cat", "info", "check", "anchors", "trace"]
private let first = #"{"t":0,"event":"session.pause"}"#
private let last = #"{"t":9,"event":"session.pause"}"#

/// The one line of standard error that a failure has; what `arlog:` says.
private func complaint(_ run: Ran) -> String? {
    guard run.errors.hasPrefix("arlog: "), run.errors.hasSuffix("\n") else { return nil }
    let line = run.errors.dropFirst(7).dropLast()
    return line.contains("\n") ? nil : String(line)
}

/// Files that are none, and files that are no logs.
@Suite struct BadFileTests {
    static let others: [(name: String, bytes: [UInt8])] = [
        ("text.txt", Array("hello\n".utf8)), ("zeros.mcap", Array(repeating: 0, count: 5000)),
        ("gzip.mcap", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]), ("array.json", Array("[1,2]".utf8)),
        ("cut.mcap", [0x89, 0x4D, 0x43]), ("latin.ndjson", [0xE4, 0xF6, 0x0A]),
        ("blank.ndjson", [0x0A, 0x0A]),
    ]

    @Test(arguments: reading + ["import"])
    func isRefusedInOneLine(command: String) throws {
        let scratch = try Scratch()
        let rest = command == "import" ? ["-o", scratch.path + "/out.mcap"] : []
        for (name, bytes) in Self.others {
            let path = try scratch.write(name, bytes)
            let run = Ran([command, path] + rest)
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(complaint(run)?.hasPrefix("\(path): not a log: neither MCAP nor NDJSON; ") == true)
        }
        let empty = try scratch.write("empty.mcap", "")
        #expect(Ran([command, empty] + rest).status == 2)
        #expect(complaint(Ran([command, empty] + rest))?.hasPrefix("\(empty): is empty; ") == true)
        let missing = scratch.path + "/missing.mcap"
        let run = Ran([command, missing] + rest)
        #expect(run.status == 2)
        #expect(complaint(run) == "\(missing): can't open: No such file or directory; check the name")
        #expect(!scratch.names.contains("out.mcap"))
    }

    @Test(arguments: reading)
    func ofADirectoryEveryLogIsMeant(command: String) throws {
        let scratch = try Scratch()
        let folder = scratch.path + "/day"
        try FileManager.default.createDirectory(atPath: folder + "/one", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: Samples.folder)
        let none = Ran(command, folder)
        #expect(none.status == 2)
        #expect(complaint(none)?.hasPrefix("\(folder): no .mcap file in this directory; ") == true)
        try scratch.write("day/one/a.mcap", try Samples.bytes("placement.mcap"))
        try scratch.write("day/one/b.ndjson", "not looked at")
        let one = Ran(command, folder)
        #expect(one.status == 0 && one.errors.isEmpty)
        #expect(one.output == Ran(command, folder + "/one/a.mcap").output)
        try scratch.write("day/c.mcap", try Samples.bytes("onboarding.mcap"))
        let two = Ran(command, folder)
        if ["info", "check"].contains(command) {
            #expect(two.status == 0)
            let places = ["/c.mcap", "/one/a.mcap"].map { two.output.range(of: folder + $0)?.lowerBound }
            #expect(places[0] != nil && places[1] != nil && places[0]! < places[1]!)
        } else {
            #expect(two.status == 2)
            #expect(complaint(two) == "\(folder): 2 logs in this directory; name one of them")
        }
    }

    @Test func statusesOfSeveralFiles() throws {
        let scratch = try Scratch()
        let healthy = Samples.folder + "/placement.mcap"
        let faulty = Samples.folder + "/placement-double-run.mcap"
        let cut = try scratch.write("cut.mcap", try Samples.bytes("placement.mcap").dropLast(20))
        let missing = scratch.path + "/missing"
        let expected: [([String], Int32)] = [
            ([healthy, healthy], 0), ([healthy, faulty], 1), ([cut, faulty], 1), ([cut, healthy], 3),
            ([missing, healthy], 3), ([missing, faulty], 1), ([missing, missing], 2), ([cut], 3),
            ([missing], 2),
        ]
        for (files, status) in expected { #expect(Ran(["check"] + files).status == status) }
        #expect(Ran("check", "--fail-on", "never", faulty).status == 0)
        #expect(Ran("check", "--fail-on", "never", cut, faulty).status == 3)
        #expect(Ran("info", missing, healthy).status == 3)
        #expect(Ran("info", healthy, faulty).status == 0)
        let warned = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        let only = ["check", warned, "--rule", "node-outlives-anchor"]
        #expect(Ran(only).status == 0)
        #expect(Ran(only + ["--fail-on", "warning"]).status == 1)
        #expect(Ran(only + ["--fail-on", "warning", "--ignore", "node-outlives-anchor"]).status == 0)
    }

    @Test(arguments: reading)
    func wrongUsageIs64(command: String) {
        let log = Samples.folder + "/placement.mcap"
        for words in [[], ["--nonsense", log], [log, "--color"], [log, "--color", "pink"]] {
            let run = Ran([command] + words)
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 2)
            #expect(run.errors.contains("\nUsage: arlog \(command) [OPTIONS] FILE"))
        }
    }

    @Test func settings() {
        let check = ["check", Samples.folder + "/placement.mcap", "--set"]
        for good in ["doubleRun.window=0.3", "onboarding.summon=showWand", "viewDark.views=ar, map"] {
            #expect(Ran(check + [good]).status == 0)
        }
        for (bad, complaint) in [
            ("doubleRun.window", "not NAME=VALUE"), ("doubleRun.window=soon", "the value is no number"),
            ("doubleRun.window=-1", "a limit is 0 or more"),
            ("onboarding.sumon=showWand", "there is no limit “onboarding.sumon”"),
        ] {
            let run = Ran(check + [bad])
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.errors.contains(complaint), "\(run.errors)")
        }
        #expect(Ran(check + ["onboarding.sumon=x"]).errors.contains("did you mean onboarding.summon?"))
    }

    @Test func cutLogsGiveWhatIsWhole() throws {
        let scratch = try Scratch()
        let whole = Samples.folder + "/collaboration-duplicate-speaker.ndjson"
        let small = scratch.path + "/small.mcap"
        #expect(Ran("import", whole, "-o", small, "--chunk-size", "4096").status == 0)
        let bytes = try TestFiles.bytes(at: small)
        let lines = Ran("cat", small).output.split(separator: "\n")
        var lengths: [Int] = []
        for length in stride(from: 8, to: bytes.count, by: bytes.count / 40) {
            let cut = try scratch.write("cut.mcap", bytes[..<length])
            let cat = Ran("cat", cut)
            let found = cat.output.split(separator: "\n")
            #expect(found == Array(lines.prefix(found.count)))
            #expect(cat.status == (length == 8 ? 0 : 3))
            #expect(cat.errors.isEmpty == (cat.status == 0))
            for command in ["info", "anchors", "trace"] { #expect(Ran(command, cut).status == cat.status) }
            #expect([1, cat.status].contains(Ran("check", cut).status))
            lengths.append(found.count)
        }
        #expect(lengths == lengths.sorted() && lengths.first == 0 && lengths.last == lines.count)
    }
}

/// NDJSON with a fault in its second line.
@Suite struct BadLineTests {
    /// What is wrong, the line, and what is said of it after the line's number.
    static let faults: [(line: String, says: String)] = [
        (
            #"{"t":1,"event":"sesion.pause"}"#,
            #"sesion.pause: there is no such event; did you mean "session.pause"?"#
        ),
        (
            #"{"t":1,"event":"session.pause","sorce":"x"}"#,
            #"field "sorce": there is no such field; did you mean"#
        ),
        (#"{"t":1,"event":"session.pause","source":5}"#, #"field "source": needs a string, not a number"#),
        (#"{"t":1,"event":"device.stats","battery":1.5}"#, #"field "battery": out of range; needs 0 to 1"#),
        (#"{"t":1,"event":"device.stats","memoryBytes":-1}"#, #"field "memoryBytes": out of range; needs"#),
        (#"{"t":1,"event":"frame.stats","dropped":1e30}"#, #"field "dropped": out of range; needs"#),
        (#"{"t":1,"event":"anchor.added"}"#, #"field "anchor": the event needs this field; add it"#),
        (#"{"t":1,"event":"anchor.updated","anchor":""}"#, "an id has 1 to 64 bytes, not 0"),
        (#"{"t":1,"event":"anchor.updated","anchor":"a","position":[1,2]}"#, "needs 3 numbers, not 2"),
        (
            #"{"t":1,"event":"anchor.updated","anchor":"a","position":[1e39,0,0]}"#,
            "out of range; needs 32-bit floats"
        ),
        (#"{"t":1,"event":"camera.trackingStateChanged","state":"norml"}"#, #"did you mean "normal"?"#),
        (#"{"event":"session.pause"}"#, #"there is neither "t" nor "time"; every event needs one"#),
        (#"{"t":"1","event":"session.pause"}"#, #"field "t": needs a number of seconds, not a string"#),
        (#"{"t":1e300,"event":"session.pause"}"#, #"field "t": out of range; needs"#),
        (#"{"t":1,"t":1,"event":"session.pause"}"#, "the key stands twice in one object; leave one out"),
        (#"{"t":1,"event":"session.pau"#, "not a JSON object: expected a closing quote"),
        ("[1]", "not a JSON object: expected an object, found '['"),
        ("{\"t\":1,\"event\":\"user.action\",\"name\":\"a\u{0}b\"}", "not a JSON object: expected an escape"),
        (#"{"t":1,"event":"custom","name":"#, "not a JSON object: "),
        (
            "{\"t\":1,\"x\":" + String(repeating: "[", count: 100_000),
            "not a JSON object: expected less nesting"
        ),
    ]

    @Test(arguments: faults)
    func importNamesItAndWritesNothing(line: String, says: String) throws {
        let scratch = try Scratch()
        let source = try scratch.write("in.ndjson", [first, line, last, ""].joined(separator: "\n"))
        let run = Ran("import", source, "-o", scratch.path + "/out.mcap")
        #expect(run.status == 2 && run.output.isEmpty)
        let said = try #require(complaint(run))
        #expect(said.hasPrefix("\(source): line 2") && said.contains(says))
        #expect(said.utf8.count < 400)
        #expect(scratch.names == ["in.ndjson"])
        // Commands that only read pass over it, say so, and say that something is missing.
        for command in reading {
            let run = Ran(command, source)
            #expect(run.status == 3)
            #expect(run.errors.hasPrefix("warning: \(source): line 2") && run.errors.contains(says))
        }
        #expect(Ran("cat", source).output.contains(" #3  session.pause"))
    }

    @Test func invalidUTF8AndNULBytes() throws {
        let scratch = try Scratch()
        for bytes: [UInt8] in [[0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0, 0, 0]] {
            let text = Array((first + "\n{\"t\":1,\"event\":\"user.action\",\"name\":\"").utf8)
            let source = try scratch.write("in.ndjson", text + bytes + Array("\"}\n".utf8))
            let run = Ran("import", source, "-o", scratch.path + "/out.mcap")
            #expect(run.status == 2 && complaint(run)?.contains("line 2") == true)
            #expect(Ran("cat", source).status == 3)
        }
        #expect(scratch.names == ["in.ndjson"])
    }

    @Test func aTornLastLineIsSaid() throws {
        let scratch = try Scratch()
        let source = try scratch.write("in.ndjson", first + "\n" + last.dropLast(5))
        let log = scratch.path + "/out.mcap"
        let run = Ran("import", source, "-o", log)
        #expect(run.status == 3)
        #expect(run.errors.contains("the last line is cut; it was skipped"))
        #expect(Ran("cat", log).output.split(separator: "\n").count == 1)
        for command in reading { #expect(Ran(command, source).status == 3) }
        // A whole last line needs no newline.
        try scratch.write("in.ndjson", first + "\n" + last)
        #expect(Ran("cat", source).status == 0)
    }

    @Test func aLineOfAMillionCharactersIsALine() throws {
        let scratch = try Scratch()
        let text = String(repeating: "ä", count: 1_000_000)
        let source = try scratch.write(
            "in.ndjson", #"{"t":0,"event":"log.message","text":"\#(text)"}"# + "\n" + last + "\n")
        #expect(Ran("import", source, "-o", scratch.path + "/out.mcap").status == 0)
        let cat = Ran("cat", "--format", "ndjson", scratch.path + "/out.mcap")
        #expect(cat.status == 0 && cat.output.contains("\"text\":\"\(text)\""))
        // Beyond the limit it is refused, and passed over in reading.
        let long = String(repeating: "x", count: 17 << 20)
        try scratch.write("in.ndjson", first + "\n{\"t\":1,\"x\":\"\(long)\"}\n" + last + "\n")
        let run = Ran("import", source, "-o", scratch.path + "/long.mcap")
        #expect(run.status == 2 && complaint(run)?.contains("line 2: longer than") == true)
        #expect(Ran("cat", source).output.contains("session.pause"))
    }

    @Test func unknownEventsAreKeptWhereAsked() throws {
        let scratch = try Scratch()
        let source = try scratch.write(
            "in.ndjson", first + "\n" + #"{"t":1,"event":"my.own","a":"b"}"# + "\n")
        let run = Ran("import", "--keep-unknown", source, "-o", scratch.path + "/out.mcap")
        #expect(run.status == 0)
        let cat = Ran("cat", "--format", "ndjson", scratch.path + "/out.mcap")
        #expect(cat.output.contains(#""event":"custom","name":"my.own","fields":{"a":"b"}"#))
    }
}
