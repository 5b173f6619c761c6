@testable import Projections
import TestSupport
import Testing

struct ContentAgainstChoiceTests {
    private let rule = "content-against-choice"
    private let machine = "onboardingChoice"

    /// A wand, event 3, that was wanted, and is not any more, event 4 at 9 s.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            changed(4, machine, "undecided", to: "summonWand")
            nodeAttached(4.1, "W1", "camera", key: "wand")
            changed(9, machine, "summonWand", to: "noWand")
        }.when(lines)
    }

    @Test(.tags(.positive)) func stillHeld() throws {
        let verdict = try given {
            frame(9.6)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [3, 4, 5])
        #expect(finding?.message.contains("stands at noWand since 8 s (#4)") == true)
        #expect(finding?.message.contains("(wand) was still visible at 8.6 s (#5), 0.6 s later") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func attachedAgainstTheChoice() throws {
        try Story {
            run(1)
            changed(4, machine, "undecided", to: "noWand")
            nodeAttached(9, "W1", "camera", key: "wand")
            frame(9.5)
            closed(60)
        }.then().finds(rule, .error, events: [2, 3, 4])
    }

    @Test(.tags(.positive)) func shownAgainstTheChoice() throws {
        try given {
            nodeShown(9.1, "W1", false)
            nodeShown(20, "W1", true)
            frame(20.5)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4, 6, 7])
    }

    @Test(.tags(.limit), arguments: [(9.4999, false), (9.5, true), (9.6, true)])
    func delay(_ end: Double, _ isLate: Bool) throws {
        for ending in [
            nodeDetached(end, "W1"), nodeShown(end, "W1", false),
            changed(end, machine, "noWand", to: "summonWand"),
        ] {
            let verdict = try given {
                ending
                closed(60)
            }.then()
            if isLate { verdict.finds(rule, .error, events: [3, 4, 5]) } else { verdict.isQuiet() }
        }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            nodeDetached(11, "W1")
            closed(60)
        }
        try story.then(["contentAgainstChoice.delay": 2.1]).isQuiet()
        try story.then(["contentAgainstChoice.delay": 2]).finds(rule, events: [3, 4, 5])
    }

    /// The state in which there is camera content has another name.
    @Test(.tags(.limit)) func otherWord() throws {
        let log = try Story {
            run(1)
            changed(4, machine, "asked", to: "yes")
            nodeAttached(4.1, "W1", "camera", key: "wand")
            frame(8)
            changed(9, machine, "yes", to: "no")
            frame(9.6)
            closed(60)
        }.log()
        var settings = Settings()
        try settings.set("onboarding.summon", to: ["yes"])
        let analysis = Analysis(settings: settings)
        analysis.take(log.batch)
        #expect(analysis.finish().filter { $0.rule == rule }.map(\.events) == [[3, 5, 6]])
        // Without the setting it is a machine of the app's own, of which nothing is known.
        try log.judged().isQuiet(rule)
        #expect(throws: Settings.Failure.unknown(name: "onboarding.summons")) {
            try settings.set("onboarding.summons", to: ["yes"])
        }
    }

    @Test(.tags(.lookAlike)) func asChosen() throws {
        try Story {
            run(1)
            changed(4, machine, "undecided", to: "summonWand")
            nodeAttached(4.1, "W1", "camera", key: "wand")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func nothingWasChosen() throws {
        try Story {
            run(1)
            changed(2, "onboarding", "onboarding", to: "done")
            nodeAttached(4.1, "W1", "camera", key: "wand")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func otherNodes() throws {
        for node in [
            nodeAttached(9.1, "W2", key: "wand"), nodeAttached(9.1, "W2", to: "A1", key: "wand"),
            nodeAttached(9.1, "W2", "camera", key: "wand", role: "overlay"),
            nodeAttached(9.1, "W2", "camera", key: "wand", role: "debug"),
        ] {
            try given {
                nodeDetached(9.05, "W1")
                node
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.positive)) func aVisitIsOneFinding() throws {
        try given {
            nodeDetached(10, "W1")
            nodeAttached(20, "W2", "camera", key: "wand")
            nodeDetached(21, "W2")
            paused(30)
            run(31)
            nodeAttached(32, "W3", "camera", key: "wand")
            frame(33)
            closed(60)
        }.then().finds(rule, each: [[3, 4, 5], [4, 10, 11]])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            app(9.2, "background")
            frame(20)
            app(30, "active")
            nodeDetached(30.2, "W1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(9.4999, false), (9.5, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isLate { verdict.finds(rule, .error, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(9.2)
            closed(60)
        }.then().isQuiet()
        // Where the choice stands, and whether the wand is still there, is not known any more.
        try Story {
            run(1)
            changed(4, machine, "summonWand", to: "noWand")
            gap(5)
            nodeAttached(6, "W1", "camera", key: "wand")
            closed(60)
        }.then().isQuiet()
    }

    /// A choice of a session is that session's; one of the device is every session's.
    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            run(1)
            changed(4, machine, "undecided", to: "noWand").of(session: "other")
            nodeAttached(5, "W1", "camera", key: "wand")
            closed(60)
        }.then().isQuiet()
        try Story {
            run(1).of(session: "other")
            changed(4, machine, "undecided", to: "noWand")
            nodeAttached(5, "W1", "camera", key: "wand").of(session: "other")
            frame(5.5)
            closed(60)
        }.then().finds(rule, .error, events: [2, 3, 4], session: "other")
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { frame(9.6) }.isApartByDevice(rule, [3, 4, 5], decisive: [3, 4, 5])
    }
}
