import TestSupport
import Testing

@testable import Projections

struct MapUnverifiedTests {
    private let rule = "map-unverified"

    @Test(.tags(.positive)) func neverVerified() throws {
        let verdict = try Story {
            opened()
            mapSaved(2, "M1", room: "living")
            closed(3)
        }.then()
        let finding = verdict.finds(rule, .info, events: [2])
        #expect(finding?.message.hasSuffix("was saved at 2 s (#2) and never verified.") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func verified() throws {
        for t in [2.1, 60] {
            try Story {
                mapSaved(2, "M1")
                mapVerified(t, "M1")
                closed(90)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.positive)) func anotherMapVerified() throws {
        try Story {
            mapSaved(2, "M1")
            mapSaved(3, "M1")
            mapSaved(4, "M2")
            mapVerified(5, "M2")
            mapSaved(6, "M2")
            closed(90)
        }.then().finds(rule, each: [[1], [5]])
    }

    /// In the whole file: a later recording may verify, too.
    @Test(.tags(.lookAlike)) func verifiedInALaterRecording() throws {
        let story = Story {
            opened()
            mapSaved(2, "M1")
            mapSaved(3, "M2")
            closed(9)
            opened(10)
            mapVerified(11, "M1")
        }
        let verdict = try story.then()
        verdict.finds(rule, .info, events: [3])
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit, .logEnd), arguments: [(6.999, false), (7.0, true)])
    func aLogThatBreaksOff(_ end: Double, _ isKnown: Bool) throws {
        let story = Story {
            mapSaved(2, "M1")
            frame(end)
        }
        let verdict = try story.then()
        if isKnown { verdict.finds(rule, .info, events: [1]) } else { verdict.isQuiet(rule) }
        try story.then(["mapUnverified.delay": 1]).finds(rule, .info, events: [1])
        try story.then(["mapUnverified.delay": 10]).isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            mapSaved(2, "M1")
            mapSaved(3, "M2").of(session: "other")
            mapVerified(4, "M1").of(session: "other")
            closed(90)
        }.then().finds(rule, .info, events: [2], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapSaved(2, "M1").told(by: "A")
            mapSaved(3, "M2").told(by: "B")
            mapVerified(4, "M2").told(by: "B")
            frame(20).told(by: "A")
            frame(20).told(by: "B")
        }.then().finds(rule, .info, events: [3])
    }

    @Test(.tags(.gap)) func gapAfterwards() throws {
        try Story {
            mapSaved(2, "M1")
            gap(3)
            mapSaved(4, "M2")
            closed(90)
        }.then().finds(rule, .info, events: [3])
    }
}
