@testable import Projections
import TestSupport
import Testing

struct ContentBeforeOnboardingDoneTests {
    private let rule = "content-before-onboarding-done"

    /// The card is up since event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            changed(2, "onboarding", "loadingAR", to: "onboarding")
        }.when(lines)
    }

    private let wand = nodeAttached(5, "W1", "camera", key: "wand")

    @Test(.tags(.positive)) func behindTheCard() throws {
        let verdict = try given {
            wand
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(finding?.message.contains("“wand” was attached to the camera at 4 s (#3)") == true)
        #expect(finding?.message.contains("onboarding was in onboarding, since 1 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func stillLoading() throws {
        try Story {
            run(1)
            changed(2, "onboarding", "done", to: "loadingAR")
            wand
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.lookAlike)) func done() throws {
        try given {
            changed(4, "onboarding", "onboarding", to: "done")
            wand
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["summonWand", "noWand"])
    func chosen(_ choice: String) throws {
        try given {
            changed(4, "onboardingChoice", "undecided", to: choice)
            wand
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func neverTold() throws {
        try Story {
            run(1)
            wand
            closed(60)
        }.then().isQuiet()
    }

    /// States of the app's own: another machine of that name.
    @Test(.tags(.lookAlike)) func foreign() throws {
        try Story {
            run(1)
            changed(2, "onboarding", "start", to: "tour")
            changed(3, "onboarding", "tour", to: "play")
            wand
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func otherNodes() throws {
        for node in [
            nodeAttached(5, "W1", key: "wand"), nodeAttached(5, "W1", to: "A1", key: "wand"),
            nodeAttached(5, "W1", "camera", key: "card", role: "overlay"),
            nodeAttached(5, "W1", "camera", key: "axes", role: "debug"), nodeAttached(5, "W1", below: "N0"),
        ] {
            try given {
                node
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.positive)) func aVisitIsOneFinding() throws {
        try given {
            wand
            nodeAttached(6, "W2", "camera", key: "hat")
            nodeDetached(7, "W1")
            paused(10)
            run(11)
            nodeAttached(12, "W3", "camera", key: "wand")
            closed(60)
        }.then().finds(rule, each: [[2, 3], [2, 8]])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { wand }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3)
            wand
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            run(1)
            changed(2, "onboarding", "loadingAR", to: "onboarding").of(session: "other")
            wand
            closed(60)
        }.then().isQuiet()
        try given {
            wand.of(session: "other")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3], session: "other")
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { wand }.isApartByDevice(rule, [2, 3], decisive: [2, 3])
    }

    /// That nothing is chosen yet is no choice.
    @Test(.tags(.positive)) func undecided() throws {
        try given {
            changed(4, "onboardingChoice", "summonWand", to: "undecided")
            wand
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4])
    }
}
