import TestSupport
import Testing

@testable import Projections

struct OverheatingTests {
    private let rule = "overheating"

    private func story(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive), arguments: ["serious", "critical"]) func hot(_ state: String) throws {
        let verdict = try story {
            thermal(1, "fair")
            thermal(2, state)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(finding?.message == "The device's thermal state was \(state) at 1 s (#2).")
        #expect(finding?.limit == nil && finding?.session == nil)
        verdict.findsOnly(rule)
    }

    /// From serious to critical it is the same heat; after it cooled it is another.
    @Test(.tags(.positive)) func eachHeatIsCounted() throws {
        try story {
            thermal(1, "serious")
            thermal(2, "critical")
            thermal(3, "serious")
        }.then().finds(rule, .warning, events: [1], count: 1)
        try story {
            thermal(1, "serious")
            thermal(2, "fair")
            thermal(3, "critical")
        }.then().finds(rule, .warning, events: [1], count: 2)
    }

    @Test(.tags(.lookAlike)) func warm() throws {
        try story {
            thermal(1, "nominal")
            thermal(2, "fair")
            thermal(3, "nominal")
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { thermal(1, "serious") }.then().finds(rule, .warning, events: [1])
    }

    /// The device is as hot as it is, whatever its sessions do.
    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try story {
            frame(1)
            frame(1).of(session: "other")
            thermal(2, "serious")
        }.then().finds(rule, .warning, events: [3])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            thermal(1, "serious").with("device", "A")
            thermal(2, "fair").with("device", "B")
            thermal(3, "critical").with("device", "A")
        }.then().finds(rule, .warning, events: [1], count: 1)
        try Story {
            thermal(1, "serious").with("device", "A")
            thermal(2, "critical").with("device", "B")
        }.then().finds(rule, each: [[1], [2]])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try story {
            thermal(1, "serious")
            gap(2)
            thermal(3, "serious")
        }.then().finds(rule, .warning, events: [1], count: 2)
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            thermal(1, "serious")
            closed(2)
            opened(3)
            thermal(4, "serious")
            closed(5)
        }.then().finds(rule, each: [[2], [5]])
    }
}
