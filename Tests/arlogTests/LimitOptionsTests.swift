import EventLog
import TestSupport
import Testing

@testable import arlog

@Suite struct LimitOptionsTests {
    private static let readers = Registry.commands.filter { $0.readsLogs }.map { $0.name }

    private func limits(_ words: String...) throws -> ReaderLimits {
        try ArgumentParser.parse(words + ["a.mcap"], for: CheckCommand.self).limits
    }

    @Test func defaultsAreTheLibrarys() throws {
        #expect(try limits() == ReaderLimits())
    }

    @Test func everyLimitIsTaken() throws {
        let given = try limits(
            "--max-record=3KB", "--max-chunk", "5mb", "--max-summary", "1GB", "--max-definitions", "77",
            "--max-line=9B", "--max-issues", "4")
        var expected = ReaderLimits()
        expected.recordSize = 3072
        expected.chunkSize = 5 << 20
        expected.summarySize = 1 << 30
        expected.definitionSize = 77
        expected.lineSize = 9
        expected.issueCount = 4
        #expect(given == expected)
        // What was written is read again with what our own chunks need.
        #expect(given.atLeastDefault.chunkSize == ReaderLimits().chunkSize)
        #expect(given.atLeastDefault.summarySize == 1 << 30)
    }

    @Test(arguments: [
        "0", "0MB", "", "MB", "-1", "+1", "1.5MB", "1 MB", "64XB", "1e6", "٣", "1025GB", "1099511627777",
        "9223372036854775808", "18446744073709551616", "99999999999999999999999999999999GB",
    ])
    func aWrongSizeIsWrongUsage(size: String) {
        let run = Ran("check", "--max-record=\(size)", "a.mcap")
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("arlog: --max-record \(size): not "))
    }

    @Test(arguments: [("1024GB", 1 << 40), ("1099511627776", 1 << 40), ("1", 1), ("1kb", 1024)])
    func sizesHaveUnits(text: String, bytes: Int) throws {
        #expect(try ByteSize.parse(text) == bytes)
        #expect(try ByteSize.parse(ByteSize.text(bytes)) == bytes)
    }

    /// Whoever takes a FILE takes its limits.
    @Test func everyReaderHasThem() {
        let files = [Operands.file.text, Operands.files.text]
        for command in Registry.commands where files.contains(command.operands.text) {
            #expect(Self.readers.contains(command.name))
        }
        let defaults = [
            "(128MB)", "(256MB)", "(64MB)", "(32MB)", "(16MB)", "(1000)",
        ]
        for name in Self.readers {
            let help = Ran("--color", "never", name, "--help").output
            #expect(help.contains(LimitOptions.title) && defaults.allSatisfy(help.contains))
        }
    }

    /// Nobody takes them without obeying them.
    @Test(arguments: readers)
    func everyReaderObeysThem(name: String) throws {
        let command = try #require(Registry.commands.first { $0.name == name })
        let isImport = command.operands.text == "IN.ndjson"
        let scratch = try Scratch()
        let sample = try scratch.write(
            "log", try Samples.bytes(isImport ? "placement.ndjson" : "placement-double-run.mcap"))
        // What a command wants beside a file.
        let wanted = [
            "why": ["chair"], "export": ["--to", "csv"], "shrink": ["--rule", "double-run"],
            "testcase": ["--rule", "double-run"],
        ]
        func run(_ words: String...) -> Ran {
            let output = command.options.contains { $0.name == "output" }
            let ending = name == "testcase" ? ".swift" : ""
            return Ran(
                [name] + (wanted[name] ?? []) + [sample] + words
                    + (output ? ["-o", scratch.path + "/out\(scratch.names.count)\(ending)"] : []))
        }
        #expect([0, 1].contains(run().status))
        let held = run(isImport ? "--max-line" : "--max-chunk", "64")
        #expect(held.status != 0 && held.status != 64)
        #expect(
            (held.output + held.errors).contains(isImport ? "longer than 64 bytes" : "over the limit of 64"))
    }

    @Test func lowLimitsAreALossAndNoEnd() throws {
        let log = Samples.folder + "/placement.mcap"
        #expect(Ran("cat", log, "--max-record", "40").status == 3)
        #expect(Ran("cat", log, "--max-definitions", "1").status == 3)
        // A reader that may not hold the summary reads the log from end to end.
        let run = Ran("cat", log, "--max-summary", "1", "--event", "session.run")
        #expect(run.status == 0 && run.output == Ran("cat", log, "--event", "session.run").output)
        let lines = Ran("cat", Samples.folder + "/placement.ndjson", "--max-line", "100")
        #expect(lines.status == 3 && lines.errors.contains("longer than 100 bytes"))
    }

    /// How much of the damage is listed changes nothing about what is refused, and about the exit status.
    @Test func aDamagedLogIsRefusedThoughNothingIsListed() throws {
        let scratch = try Scratch()
        var bytes = try Samples.bytes("placement.mcap")
        let whole = try scratch.write("torn.mcap", bytes.prefix(bytes.count / 2))
        #expect(Ran("cat", "--max-issues", "0", whole).status == 3)
        bytes[bytes.count / 2] ^= 1
        let damaged = try scratch.write("damaged.mcap", bytes)
        for command in [["seal"], ["compact", "-o", scratch.path + "/out.mcap"]] {
            let run = Ran(command + ["--max-issues", "0", damaged])
            #expect(run.status == 2 && run.errors.contains("is damaged"), "\(command) \(run.errors)")
        }
        #expect(try TestFiles.bytes(at: damaged) == bytes)
        #expect(scratch.names == ["damaged.mcap", "torn.mcap"])
    }
}
