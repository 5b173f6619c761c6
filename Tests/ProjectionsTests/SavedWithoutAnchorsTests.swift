import TestSupport
import Testing

@testable import Projections

struct SavedWithoutAnchorsTests {
    private let rule = "saved-without-anchors"

    private func given(
        _ node: StoryLine = nodeAttached(2, "N1", key: "lamp"), @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story.given {
            opened()
            node
        }.when(lines)
    }

    @Test(.tags(.positive)) func contentUnderTheRoot() throws {
        let verdict = try given {
            mapCaptured(5, "M1", anchors: 0)
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(
            finding?.message.contains("captured at 5 s (#3) with no anchor in it while content was shown")
                == true)
        #expect(finding?.message.contains("(lamp)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func saved() throws {
        try given {
            mapSaved(5, "M1", anchors: 0)
            mapVerified(5.1, "M1")
            closed(20)
        }.then().finds(rule, .warning, events: [2, 3])
        try given {
            mapCaptured(5, "M1", anchors: 0)
            mapSaved(5.1, "M1", anchors: 0)
            mapSaved(5.2, "M2", anchors: 0)
        }.then().finds(rule, each: [[2, 3], [2, 5]])
    }

    @Test(.tags(.lookAlike)) func anchorsInIt() throws {
        try given { mapCaptured(5, "M1", anchors: 1) }.then().isQuiet(rule)
        try given { mapCaptured(5, "M1") }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func noContent() throws {
        for node in [
            nodeAttached(2, "N1", "camera", key: "lamp"), nodeAttached(2, "N1", key: "lamp", role: "overlay"),
            nodeAttached(2, "N1", key: "axes", role: "debug"),
            nodeAttached(2, "N1", below: "N0", key: "shade"),
            nodeAttached(2, "N1", key: "lamp").of(session: "other"),
        ] {
            try given(node) { mapCaptured(5, "M1", anchors: 0) }.then().isQuiet(rule)
        }
        try given {
            nodeDetached(4, "N1")
            mapCaptured(5, "M1", anchors: 0)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            nodeAttached(3, "N2").of(session: "other")
            mapCaptured(5, "M1", anchors: 0).of(session: "other")
        }.then().finds(rule, .warning, events: [3, 4], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            nodeAttached(2, "N1", key: "lamp").told(by: "A")
            mapCaptured(5, "M1", anchors: 0).told(by: "B")
            nodeAttached(6, "N1", "camera").told(by: "B")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3)
            mapCaptured(5, "M1", anchors: 0)
        }.then().isQuiet(rule)
        try given {
            gap(3)
            nodeAttached(4, "N2")
            mapCaptured(5, "M1", anchors: 0)
        }.then().finds(rule, .warning, events: [4, 5])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { mapCaptured(5, "M1", anchors: 0) }.then().finds(rule, .warning, events: [2, 3])
        try given {
            opened(4)
            nodeAttached(4.5, "N2", "camera")
            mapCaptured(5, "M1", anchors: 0)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func savedWithAnchors() throws {
        try given { mapSaved(5, "M1", anchors: 1) }.then().isQuiet(rule)
        try given { mapSaved(5, "M1") }.then().isQuiet(rule)
    }
}
