import EventLog
import Testing

@testable import arlog

@Suite struct ArgumentParserTests {
    private func parse(_ words: String...) throws -> ParsedArguments {
        try ArgumentParser.parse(words, for: ProbeCommand.self)
    }

    @Test func givesTypedValues() throws {
        let given = try parse(
            "a.mcap", "-o", "-", "--json", "--rule=a,b", "--rule", "c", "--set", "x=1,2", "--set=y=3",
            "--fail-on",
            "never", "--limit=7", "--from", "#12", "-", "--", "--json", "-x")
        #expect(given[ProbeCommand.output] == "-")
        #expect(given[ProbeCommand.json])
        #expect(given[ProbeCommand.rule] == ["a", "b", "c"])
        #expect(given[ProbeCommand.set] == ["x=1,2", "y=3"])
        #expect(given[ProbeCommand.failOn] == .never)
        #expect(given[ProbeCommand.limit] == 7)
        #expect(given[ProbeCommand.from] == .event(12))
        #expect(given.operands == ["a.mcap", "-", "--json", "-x"])
    }

    @Test func givesDefaults() throws {
        let given = try parse("a")
        #expect(given[ProbeCommand.output] == nil)
        #expect(!given[ProbeCommand.json])
        #expect(given[ProbeCommand.rule] == [])
        #expect(given[ProbeCommand.failOn] == .error)
        #expect(given[ProbeCommand.from] == nil)
        #expect(given[CommonOptions.color] == .auto)
    }

    @Test func theLastOfTwoCounts() throws {
        #expect(try parse("a", "--limit", "1", "--limit=2")[ProbeCommand.limit] == 2)
        #expect(try parse("a", "-oone", "--output", "two")[ProbeCommand.output] == "two")
    }

    @Test(arguments: [
        ([], "FILE… is missing"), (["a", "--jsn"], "unknown option --jsn; did you mean --json?"),
        (["a", "--fale-on=x"], "unknown option --fale-on; did you mean --fail-on?"),
        (["a", "--zzz"], "unknown option --zzz"), (["a", "-z"], "unknown option -z"),
        (["a", "-json"], "unknown option -json; did you mean --json?"),
        (["a", "--json=yes"], "--json takes no value"), (["a", "--limit"], "--limit needs a value, N"),
        (["a", "--limit", "--json"], "--limit needs a value, N"),
        (["a", "--limit=x"], "--limit x: not a whole number"),
        (["a", "--limit=+5"], "--limit +5: not a whole number"),
        (["a", "--limit=1001"], "--limit 1001: not in 1 to 1000"),
        (["a", "--limit="], "--limit : not a whole number"),
        (
            ["a", "--fail-on=warn"],
            "--fail-on warn: not one of error, warning, info, never; did you mean warning?"
        ),
        (["a", "--from=#0"], "--from #0: events are numbered from #1"),
        (["a", "--rule=a,,b"], "--rule a,,b: an empty item in a list"),
        (["a", "--output="], "--output : nothing given"),
    ])
    func namesWrongUsage(words: [String], message: String) {
        #expect(throws: UsageError(message: message)) {
            try ArgumentParser.parse(words, for: ProbeCommand.self)
        }
    }

    @Test(arguments: [
        ("chekc", "check"), ("check", "check"), ("veryfi", "verify"), ("imp", "import"), ("x", nil),
        ("", nil),
        ("completely-different", nil), (String(repeating: "a", count: 100_000), nil),
    ])
    func knowsWhatWasMeant(text: String, expected: String?) {
        #expect(nearest(to: text, in: ["import", "check", "verify", "cat"]) == expected)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "acb", 1), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
    func countsEdits(first: String, second: String, distance: Int) {
        #expect(editDistance(first, second) == distance)
        #expect(editDistance(second, first) == distance)
    }
}
