import TestSupport
import Testing

@testable import Projections

struct FpsDropTests {
    private let rule = "fps-drop"

    private func story(_ smooth: [StoryLine], _ slow: [StoryLine]) -> Story {
        Story {
            run(0.5)
            smooth
            slow
            closed(100)
        }
    }

    @Test(.tags(.positive)) func dropped() throws {
        let verdict = try Story {
            opened()
            event(
                0.5, "session.run",
                [
                    "configuration": [
                        "kind": "worldTracking", "isCollaborationEnabled": true,
                        "environmentTexturing": "automatic",
                    ]
                ])
            samples(1, 11, fps: 60)
            thermal(20, "serious")
            samples(30, 45, fps: 33)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3, 13, 14, 15, 25])
        #expect(
            finding?.message
                == "The frame rate was 60 fps at 1 s (#3) and fell to 33 fps at 30 s (#15), where it stayed for 10 s; "
                + "environmentTexturing was automatic with collaboration on (#2); the thermal state was serious since "
                + "20 s (#14); default limit 40 fps (fpsDrop.slow).")
        verdict.findsOnly(rule, "overheating")
    }

    @Test(.tags(.positive)) func withoutACause() throws {
        let finding = try story(samples(1, 11, fps: 60), samples(30, 40, fps: 33)).then()
            .finds(rule, .warning, events: [2, 12, 13, 23])
        #expect(finding?.message.contains("environmentTexturing") == false)
        #expect(finding?.message.contains("thermal") == false)
    }

    @Test(.tags(.positive)) func twiceIsCounted() throws {
        try Story {
            for start in [0.0, 40] {
                samples(start + 1, start + 11, fps: 60)
                samples(start + 12, start + 30, fps: 20)
            }
            closed(100)
        }.then().finds(rule, .warning, events: [1, 11, 12, 22], count: 2)
    }

    // MARK: Limits

    @Test(.tags(.limit), arguments: [(50.0, 40.0, true), (49.9, 40, false), (50, 40.1, false)])
    func rates(_ smooth: Double, _ slow: Double, _ isDrop: Bool) throws {
        let verdict = try story(samples(1, 11, fps: smooth), samples(30, 40, fps: slow)).then()
        if isDrop { verdict.finds(rule, .warning, events: [2, 12, 13, 23]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit), arguments: [(11.0, 40.0, true), (10.999, 40, false), (11, 39.999, false)])
    func spans(_ smoothEnd: Double, _ slowEnd: Double, _ isDrop: Bool) throws {
        let verdict = try story(
            [stats(1, fps: 60), stats(smoothEnd, fps: 60)], [stats(30, fps: 30), stats(slowEnd, fps: 30)]
        ).then()
        if isDrop { verdict.finds(rule, .warning, events: [2, 3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = story(samples(1, 11, fps: 60), samples(30, 40, fps: 33))
        try story.then(["fpsDrop.smooth": 61]).isQuiet()
        try story.then(["fpsDrop.slow": 32]).isQuiet()
        try story.then(["fpsDrop.smoothSpan": 10.1]).isQuiet()
        try story.then(["fpsDrop.slowSpan": 10.1]).isQuiet()
        let finding = try story.then(["fpsDrop.slowSpan": 5, "fpsDrop.slow": 35])
            .finds(rule, events: [2, 12, 13, 18])
        #expect(finding?.limit == UsedLimit(name: "fpsDrop.slow", value: 35, unit: "fps"))
    }

    /// What is smooth and slow at once, by odd limits, is no drop from one to the other.
    @Test(.tags(.limit)) func limitsThatOverlap() throws {
        try story(samples(1, 30, fps: 35), []).then(["fpsDrop.smooth": 30]).isQuiet()
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func aHitch() throws {
        try story(
            samples(1, 20, fps: 60),
            samples(30, 39, fps: 20) + [stats(39.5, fps: 45)] + samples(40, 49, fps: 20)
        ).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func neverSmooth() throws {
        try story(samples(1, 20, fps: 30), samples(30, 60, fps: 20)).then().isQuiet()
        try story(
            samples(1, 10, fps: 60) + [stats(10.5, fps: 45)] + samples(11, 20, fps: 60),
            samples(30, 60, fps: 20)
        )
        .then().isQuiet()
    }

    /// Slow first and smooth later is a session that got better.
    @Test(.tags(.lookAlike)) func gotBetter() throws {
        try story(samples(1, 20, fps: 20), samples(30, 60, fps: 60)).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func awayIsNotSlow() throws {
        try story(
            samples(1, 20, fps: 60), [app(30, "background")] + samples(31, 60, fps: 5) + [app(61, "active")]
        ).then().isQuiet()
        try story(samples(1, 20, fps: 60), [paused(30)] + samples(31, 60, fps: 0)).then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: [(63.9, false), (64, true)])
    func timeAwayDoesNotCount(_ end: Double, _ isDrop: Bool) throws {
        let verdict = try story(
            samples(1, 11, fps: 60),
            samples(30, 35, fps: 20) + [app(36, "inactive"), app(60, "active"), stats(end, fps: 20)]
        ).then()
        if isDrop { verdict.finds(rule, .warning, events: [2, 12, 13, 21]) } else { verdict.isQuiet() }
    }

    /// A sample that does not tell `fps` neither counts nor breaks a row.
    @Test(.tags(.lookAlike)) func fpsNotTold() throws {
        try story(samples(1, 11, fps: 60), [stats(30, retained: 1), stats(45, retained: 1)]).then().isQuiet()
        try story(
            samples(1, 11, fps: 60), [stats(30, fps: 20), stats(35, retained: 1), stats(40, fps: 20)]
        ).then().finds(rule, .warning, events: [2, 12, 13, 15])
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        func story(_ end: Double) -> Story {
            Story {
                samples(1, 11, fps: 60)
                samples(30, 39, fps: 20)
                stats(end, fps: 20)
            }
        }
        try story(39.9).then().isQuiet()
        try story(40).then().finds(rule, .warning, events: [1, 11, 12, 22])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try story(samples(1, 11, fps: 60), samples(30, 50, fps: 20).of(session: "other")).then().isQuiet()
        try Story {
            for second in 0...10 {
                stats(1 + Double(second), fps: 60)
                stats(1.5 + Double(second), fps: 60).of(session: "other")
            }
            for second in 0...10 {
                stats(30 + Double(second), fps: 20)
                stats(30.5 + Double(second), fps: 20).of(session: "other")
            }
            closed(60)
        }.then().finds(rule, each: [[1, 21, 23, 43], [2, 22, 24, 44]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            samples(1, 11, fps: 60).on("A")
            thermal(12, "fair").with("device", "A")
            samples(30, 50, fps: 20).on("B")
            closed(60).with("device", "A")
        }.then().isQuiet()
        let finding = try Story {
            samples(1, 11, fps: 60).on("A")
            thermal(12, "fair").with("device", "B")
            samples(30, 40, fps: 20).on("A")
            frame(41).with("device", "B")
        }.then().finds(rule, .warning, events: [1, 11, 13, 23])
        #expect(finding?.message.contains("thermal") == false)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try story(samples(1, 11, fps: 60), [gap(20)] + samples(30, 50, fps: 20)).then().isQuiet()
        try story(
            samples(1, 11, fps: 60), samples(30, 37, fps: 20) + [gap(37.5)] + samples(38, 60, fps: 20)
        ).then().isQuiet()
    }

    /// Only both together are a cause that is named.
    @Test(.tags(.lookAlike), arguments: [(false, "automatic"), (true, "none")])
    func halfACause(_ isCollaborating: Bool, _ texturing: String) throws {
        let finding = try Story {
            event(
                0.5, "session.run",
                [
                    "configuration": [
                        "kind": "worldTracking", "isCollaborationEnabled": .bool(isCollaborating),
                        "environmentTexturing": .text(texturing),
                    ]
                ])
            samples(1, 11, fps: 60)
            samples(30, 45, fps: 33)
            closed(60)
        }.then().finds(rule, .warning)
        #expect(finding?.message.contains("environmentTexturing") == false)
    }
}
