@testable import Projections
import TestSupport
import Testing

struct ModeFallbackTests {
    private let rule = "mode-fallback"

    private func running(_ mode: StoryValue?, _ configuration: StoryValue?) -> StoryLine {
        StoryLine(1, "session.run", [("requestedMode", mode), ("configuration", configuration)])
    }

    private let detection: StoryValue = ["kind": "worldTracking", "name": "Fallback", "detectionObjects": 2]

    @Test(.tags(.positive)) func detectionInstead() throws {
        let verdict = try Story {
            running("moving", detection)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .info, events: [1])
        #expect(
            finding?.message.contains("its configuration “Fallback” has none to track and 2 to detect.")
                == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func nothingAtAll() throws {
        for objects in [["kind": "worldTracking"], ["kind": "worldTracking", "trackingObjects": 0]]
            as [StoryValue]
        {
            try Story {
                running("moving", objects)
                closed(60)
            }.then().finds(rule, .info, events: [1])
        }
    }

    @Test(.tags(.lookAlike)) func asAskedFor() throws {
        for line in [
            running("moving", ["kind": "worldTracking", "trackingObjects": 1]),
            running("stationary", detection),
            running(nil, detection), running("moving", nil),
        ] {
            try Story {
                line
                closed(60)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.positive)) func eachRunIsOne() throws {
        try Story {
            running("moving", detection)
            StoryLine(9, "session.run", [("requestedMode", "moving"), ("configuration", detection)])
            closed(60)
        }.then().finds(rule, each: [[1], [2]])
    }

    @Test(.tags(.logEnd, .gap)) func whateverLiesAround() throws {
        try Story {
            gap(0.5)
            running("moving", detection)
        }.then().finds(rule, .info, events: [2])
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = Story { running("moving", detection) }
        try story.isApartBySession(rule, [1], decisive: [])
        try story.isApartByDevice(rule, [1], decisive: [])
    }
}
