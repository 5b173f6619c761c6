import TestSupport
import Testing

@testable import Projections

struct MemoryGrowthTests {
    private let rule = "memory-growth"

    /// The view comes every ten seconds, each time after this much memory was told; `nil` tells none.
    private func visits(_ megabytes: [Double?], view: String = "ar", from start: Double = 0) -> [StoryLine] {
        megabytes.enumerated().flatMap { index, value in
            let t = start + Double(index) * 10
            return (value.map { [memory(t + 1, megabytes: $0)] } ?? []) + [
                viewAppeared(t + 2, view), viewDisappeared(t + 8, view),
            ]
        }
    }

    private func story(_ lines: [StoryLine]) -> Story {
        Story {
            lines
            closed(200)
        }
    }

    @Test(.tags(.positive)) func grew() throws {
        let verdict = try story(visits([100, 160, 220, 280])).then()
        let finding = verdict.finds(rule, .warning, events: [1, 2, 4, 5, 7, 8, 10, 11])
        #expect(
            finding?.message
                == "Memory rose 3 times in a row when view ar appeared, from 100 MB at 1 s (#2) to 280 MB at 31 s "
                + "(#11); default limit 50 MB (memoryGrowth.rise).")
        #expect(finding?.session == nil)
        verdict.findsOnly(rule)
    }

    /// Only the last memory before an appearance counts, and an appearance without news has none.
    @Test(.tags(.positive)) func onlyTheLastBefore() throws {
        try story([memory(0.5, megabytes: 900)] + visits([100, 160, 220, 280])).then()
            .finds(rule, .warning, events: [2, 3, 5, 6, 8, 9, 11, 12])
        try story(visits([100, 160, nil, 220, 280])).then().isQuiet()
    }

    /// Three further rises are another occurrence.
    @Test(.tags(.positive)) func goesOn() throws {
        let six = [100.0, 160, 220, 280, 340, 400, 460]
        try story(visits(six)).then().finds(rule, .warning, count: 2)
        try story(visits(Array(six.dropLast()))).then().finds(rule, .warning, count: 1)
    }

    @Test(.tags(.limit), arguments: [(49.999, false), (50, true), (51, true)])
    func rise(_ step: Double, _ isGrowth: Bool) throws {
        let verdict = try story(visits([100, 100 + step, 100 + 2 * step, 100 + 3 * step])).then()
        if isGrowth { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let three = story(visits([100, 160, 220, 280]))
        try three.then(["memoryGrowth.rise": 60.1]).isQuiet()
        try three.then(["memoryGrowth.times": 4]).isQuiet()
        try three.then(["memoryGrowth.times": 2]).finds(rule, events: [1, 2, 4, 5, 7, 8])
        let finding = try three.then(["memoryGrowth.rise": 60]).finds(rule)
        #expect(finding?.limit == UsedLimit(name: "memoryGrowth.rise", value: 60, unit: "MB"))
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func twiceIsNoRow() throws {
        try story(visits([100, 160, 220])).then().isQuiet()
        // A visit that did not rise begins a new row, and so does one that fell.
        try story(visits([100, 160, 220, 240, 300, 360])).then().isQuiet()
        try story(visits([100, 160, 220, 90, 150, 210])).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func viewsThatEachAppearOnce() throws {
        try story(
            [("welcome", 100.0), ("permissions", 200), ("ar", 300), ("settings", 400)].enumerated().flatMap {
                visits([$1.1], view: $1.0, from: Double($0) * 10)
            }
        ).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func memoryNotTold() throws {
        try story(visits([nil, nil, nil, nil, nil])).then().isQuiet()
        // Nothing is known of the first visit, so the second is the first of the row.
        try story(visits([nil, 160, 220, 280])).then().isQuiet()
        try story(
            (0..<5).flatMap { visit in
                [event(Double(visit), "device.stats", ["cpu": 1]), viewAppeared(Double(visit) + 0.5)]
            }
        ).then().isQuiet()
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        let lines = visits([100, 160, 220, 280])
        try Story { Array(lines.dropLast(2)) }.then().isQuiet()
        try Story { Array(lines.dropLast()) }.then().finds(rule, .warning)
    }

    @Test(.tags(.twoSessions)) func sessionsDoNotMatter() throws {
        try story(
            visits([100, 160, 220, 280]).flatMap { [$0] } + [frame(50), frame(51).of(session: "other")]
        ).then().finds(rule, .warning)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        let lines = visits([100, 160, 220, 280])
        try Story {
            lines.prefix(6).map { $0.with("device", "A") }
            lines.suffix(6).map { $0.with("device", "B") }
        }.then().isQuiet()
        try Story { zip(lines.on("A"), lines.on("B")).flatMap { [$0, $1] } }.then()
            .finds(
                rule,
                each: [[1, 3, 7, 9, 13, 15, 19, 21], [2, 4, 8, 10, 14, 16, 20, 22]])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        let lines = visits([100, 160, 220, 280])
        try Story {
            Array(lines.prefix(6))
            gap(19)
            Array(lines.suffix(6))
            closed(60)
        }.then().isQuiet()
    }

    /// Of very many views only so many are followed, and those still are.
    @Test func manyViews() throws {
        try story(
            visits([100, 160, 220, 280])
                + (0..<2000).flatMap { visits([100], view: "v\($0)", from: 40) }
        ).then().finds(rule, .warning)
    }
}
