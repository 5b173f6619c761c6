import EventLog
import Testing

@testable import arlog

@Suite struct ConsoleTests {
    @Test func tablesAlignAndFit() {
        var table = Table(columns: [.left, .right, .left], header: ["name", "n", "text"])
        table.add(["会議", "12", "a long text of several words\n"])
        table.add(["x"])
        #expect(
            table.text(width: nil) == """
                name   n  text
                会議  12  a long text of several words\\n
                x

                """)
        #expect(
            table.text(width: 26) == """
                name   n  text
                会議  12  a long text of
                          several words\\n
                x

                """)
    }

    @Test(arguments: [
        ("", 5, [""]), ("abc", 5, ["abc"]), ("ab cd ef", 5, ["ab cd", "ef"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a bcdefgh i", 3, ["a", "bcd", "efg", "h i"]), ("会議室", 3, ["会", "議", "室"]), ("abc", 0, ["abc"]),
    ])
    func wrapsWithoutLosingAnything(text: String, width: Int, lines: [String]) {
        #expect(Table.wrap(text, to: width) == lines)
    }

    @Test func progressWaitsASecondAndLeavesNothing() {
        let console = Console.capturing(asTerminal: true)
        var now: UInt64 = 0
        let progress = Progress("reading", of: 200, on: console) { now }
        now = 900_000_000
        progress.advance(to: 50)
        #expect(console.errors.captured.isEmpty)
        now = 1_100_000_000
        progress.advance(to: 100)
        progress.advance(to: 101)
        #expect(console.errors.captured.contains(" 50% reading"))
        #expect(!console.errors.captured.contains(" 51%"))
        progress.finish()
        #expect(console.errors.captured.hasSuffix("\r\u{1B}[K"))
    }

    @Test func progressIsForTerminalsOnly() {
        for (isTerminal, isQuiet) in [(false, false), (true, true)] {
            let console = Console.capturing(asTerminal: isTerminal)
            console.isQuiet = isQuiet
            var now: UInt64 = 0
            let progress = Progress("reading", of: 200, on: console) { now }
            now = 5_000_000_000
            progress.advance(to: 100)
            progress.finish()
            #expect(console.errors.captured.isEmpty)
        }
    }

    @Test func widthComesFromTheEnvironment() {
        #expect(Console.capturing(environment: ["COLUMNS": "33"]).width == 33)
        #expect(Console.capturing(environment: ["COLUMNS": "-1"]).width == 80)
        #expect(Console.capturing().width == 80)
        #expect(Console.capturing().tableWidth == nil)
    }
}
