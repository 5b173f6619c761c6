import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

private let second: UInt64 = 1_000_000_000

private func lines(_ timeline: TextTimeline, width: Int) -> [String] {
    timeline.lines(width: width, Output(capturingAsTerminal: false))
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

@Suite struct TimelineTests {
    @Test func statesStandWhereTheyBegin() {
        var timeline = TextTimeline(duration: 40 * second)
        timeline.add(
            "door",
            stays: [
                TextStay(state: "open", from: 0, to: 20 * second),
                TextStay(state: "closed", from: 20 * second, to: 22 * second),
                TextStay(state: "barricaded", from: 22 * second, to: 28 * second),
                // Nothing is known from 28 s to 30 s.
                TextStay(state: "open", from: 30 * second, to: 40 * second, isIllegal: true),
            ])
        timeline.add("errors", moments: [39 * second, 21 * second, 40 * second], "✖", .red)
        // 6 columns for titles, 2 between, 40 for the time, 1 for the edge.
        #expect(
            lines(timeline, width: 49) == [
                spaces(8) + "0 s" + spaces(17) + "20 s" + spaces(12) + "40 s",
                "door    │open ──────────────│─│barr…│ ✗open ────│",
                "errors  " + spaces(21) + "✖" + spaces(17) + "2",
            ])
    }

    @Test func whatSharesAColumnIsMarkedAndExplained() {
        var timeline = TextTimeline(duration: 40 * second)
        let quarter = second / 4
        timeline.add(
            "door",
            stays: [
                TextStay(state: "a", from: 0, to: 4 * second + quarter),
                TextStay(state: "b", from: 4 * second + quarter, to: 4 * second + 2 * quarter),
                TextStay(state: "c", from: 4 * second + 2 * quarter, to: 40 * second),
            ])
        let drawn = lines(timeline, width: 47)
        #expect(drawn[1] == "door  │a ─┃c " + String(repeating: "─", count: 33) + "│")
        #expect(drawn[2...] == ["      ┃ several states, too short to be told", "      apart here"])
    }

    @Test func noLineIsWiderThanAllowed() {
        var random = SeededGenerator(7)
        let names = [
            "open", "門が開いている", "e\u{301}tat", "🙂🙂🙂🙂🙂🙂", "", "a\u{202E}b\n",
            String(repeating: "x", count: 300),
        ]
        for _ in 0..<300 {
            let duration = UInt64.random(
                in: 1...UInt64.max >> UInt64.random(in: 0...60, using: &random), using: &random)
            var timeline = TextTimeline(duration: duration)
            var times = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                UInt64.random(in: 0...duration, using: &random)
            }
            times.sort()
            timeline.add(
                names.randomElement(using: &random) ?? "",
                stays: zip(times, times.dropFirst() + [duration]).map { from, to in
                    TextStay(
                        state: names.randomElement(using: &random) ?? "", from: from, to: to,
                        isIllegal: Bool.random(using: &random))
                })
            timeline.add("moments", moments: times + [UInt64.max], "▲", .yellow)
            timeline.add("rate", rate: times.map { Double($0) }, width: max(1, duration / 7))
            let width = Int.random(in: 0...200, using: &random)
            for line in lines(timeline, width: width) {
                #expect(TerminalText.width(line) <= width, "\(line)")
                #expect(TerminalText.inert(line) == line)
            }
        }
    }

    @Test func withoutRoomNothingIsDrawn() {
        var timeline = TextTimeline(duration: 40 * second)
        #expect(lines(timeline, width: 80).isEmpty)
        timeline.add("door", stays: [TextStay(state: "open", from: 0, to: second)])
        #expect(lines(timeline, width: 30).isEmpty)
        #expect(!lines(timeline, width: 31).isEmpty)
    }

    @Test(arguments: [
        (1, "0 s"), (90 * second, "0 s              20 s              40 s              1m"),
        (7200 * second, "0 s                 30m"),
        (UInt64.max, "0 s"),
    ])
    func labelsAreRoundTimes(duration: UInt64, start: String) {
        let labels = TimeAxis(duration: duration, columns: 80).labels
        #expect(labels.hasPrefix(start), "\(labels)")
        #expect(TerminalText.width(labels) <= 80)
    }

    @Test func ratesAreDrawnAgainstTheHighest() {
        var timeline = TextTimeline(duration: 32 * second)
        timeline.add("rate", rate: [8, 4, 0, 1], width: 8 * second)
        let blocks = String(repeating: "█", count: 8) + String(repeating: "▅", count: 8) + spaces(8)
        #expect(lines(timeline, width: 39)[1] == "rate  " + blocks + String(repeating: "▂", count: 8))
    }
}

@Suite struct DrawnCommandTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test func checkDrawsMachinesAndFindingsOnlyWhereThereAreFindings() throws {
        let faulty = Ran("check", Samples.folder + "/placement-double-run.mcap").output
        let drawn = faulty.split(separator: "\n")
        #expect(
            drawn.contains {
                $0.hasPrefix("  session") && $0.contains("│running ─") && $0.contains("│interrupted ")
            })
        let errors = try #require(drawn.first { $0.hasPrefix("  error ") && $0.hasSuffix("✖") })
        // 20.75 s of 23.5 s, in the columns right of two spaces, the longest title and two more.
        let columns = 100 - 2 - "tracking".count - 3
        #expect(TerminalText.width(String(errors)) == 12 + Int(20.75 / 23.5 * Double(columns)) + 1)
        #expect(!Ran("check", Samples.folder + "/placement.mcap").output.contains("│"))
        #expect(!Ran("check", "--json", Samples.folder + "/placement-double-run.mcap").output.contains("│"))
    }

    @Test func traceMarksAWayThatDoesNotExist() {
        let text = Ran("trace", Samples.folder + "/onboarding-wand-twice.mcap").output
        #expect(text.components(separatedBy: "✗").count == 2)
    }

    @Test func infoDrawsRunsAndRates() throws {
        let story = Story {
            run(0)
            message(1, "x")
            message(1, "y")
            message(1, "z")
            run(20)
            interrupted(30)
            message(40, "end")
        }
        let path = try scratch.write("a.ndjson", story.ndjson)
        let text = Ran("info", path).output.split(separator: "\n").map(String.init)
        let title = "events/s, most"
        let rate = try #require(text.first { $0.contains(title) })
        let runs = try #require(text.first { $0.hasPrefix("  runs") })
        #expect(rate.contains("█") && rate.contains("▃"))
        #expect(runs.filter { $0 == "▼" }.count == 2)
        let breaks = try #require(text.first { $0.hasPrefix("  interruptions") })
        #expect(TerminalText.width(breaks) > TerminalText.width(runs))
        #expect(text.contains { $0.contains("session.run") && $0.hasSuffix("█") })
    }

    @Test func anchorsAreDrawnFromAbove() throws {
        let story = Story {
            run(0)
            anchorAdded(1, "A", at: [-1, 0, -1])
            anchorAdded(1, "B", at: [1, 5, -1])
            anchorAdded(1, "C", at: [-1, 0, 1])
            anchorAdded(1, "D", at: [-1, 0, 1])
        }
        let path = try scratch.write("a.ndjson", story.ndjson)
        let text = Ran("anchors", path).output.split(separator: "\n").map(String.init)
        // 2 m wide and deep: with 2 columns to a row, 10 rows are as far apart as 19 columns.
        #expect(text.contains("    a" + spaces(17) + "b"))
        #expect(text.contains("    cd"))
        #expect(text.contains { $0.hasPrefix("  a A ") } && text.contains { $0.hasPrefix("  d D ") })
        #expect(text.last == "    ├────────────────┤ 2 m, from above")
    }
}
