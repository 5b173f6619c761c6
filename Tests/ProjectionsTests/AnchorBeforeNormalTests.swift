@testable import Projections
import TestSupport
import Testing

struct AnchorBeforeNormalTests {
    private let rule = "anchor-before-normal"

    /// An anchor of the app, event 2, that was placed before tracking was normal, event 3.
    private func given(_ added: StoryLine? = nil, @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            added ?? anchorAdded(1.5, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
            tracking(3, "normal")
        }.when(lines)
    }

    @Test(.tags(.positive)) func jumps() throws {
        let verdict = try given {
            anchorUpdated(4, "A1", at: .place(0, 0, -1.6))
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [1, 2, 4])
        #expect(finding?.message.contains("jumped by 0.6 m at 3 s (#4); default limit 0.5 m") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func removed() throws {
        let verdict = try given {
            anchorRemoved(4, "A1")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [1, 2, 4])
        #expect(finding?.message.contains("was removed at 3 s (#4) though nobody asked for it") == true)
    }

    /// Without a told origin an anchor is the app's if the app asked for it.
    @Test(.tags(.positive)) func asked() throws {
        try Story {
            run(1)
            anchorRequested(1.4, "A1", at: .place(0, 0, -1))
            anchorAdded(1.5, "A1", "anchor", at: .place(0, 0, -1))
            tracking(3, "normal")
            anchorUpdated(4, "A1", at: .place(0, 0, -2))
            closed(60)
        }.then().finds(rule, .warning, events: [1, 3, 5])
    }

    @Test(.tags(.lookAlike)) func notTheApps() throws {
        for line in [
            anchorAdded(1.5, "A1", at: .place(0, 0, -1)),
            anchorAdded(1.5, "A1", "plane", at: .place(0, 0, -1)),
            anchorAdded(1.5, "A1", "anchor", owner: "peer", at: .place(0, 0, -1)),
            anchorAdded(1.5, "A1", "anchor", origin: "worldMap", at: .place(0, 0, -1)),
            anchorAdded(1.5, "A1", "anchor", origin: "remote", at: .place(0, 0, -1)),
            anchorAdded(1.5, "A1", "plane", origin: "detection", at: .place(0, 0, -1)),
        ] {
            try given(line) {
                anchorUpdated(4, "A1", at: .place(0, 0, -2))
                anchorRemoved(5, "A1")
                closed(60)
            }.then().isQuiet()
        }
    }

    /// A plain anchor of no told origin is the app's, unless a peer or a map may have brought it.
    @Test(.tags(.positive, .lookAlike)) func ofNoToldOrigin() throws {
        func story(_ run: StoryLine) -> Story {
            Story {
                run
                anchorAdded(1.5, "A1", "anchor", at: .place(0, 0, -1))
                tracking(3, "normal")
                anchorUpdated(4, "A1", at: .place(0, 0, -2))
                closed(60)
            }
        }
        try story(run(1)).then().finds(rule, .warning, events: [1, 2, 4])
        try story(run(1, collaboration: true)).then().isQuiet(rule)
        try story(run(1, map: "M1")).then().isQuiet(rule)
        try story(run(1, nil)).then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(0.4999, false), (0.5, false), (0.501, true)])
    func jump(_ distance: Double, _ isJump: Bool) throws {
        let verdict = try given {
            anchorUpdated(4, "A1", at: .place(0, 0, -1 - distance))
            closed(60)
        }.then()
        if isJump { verdict.finds(rule, .warning, events: [1, 2, 4]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit), arguments: [(61.5, true), (61.5001, false)])
    func window(_ late: Double, _ isInTime: Bool) throws {
        for line in [anchorUpdated(late, "A1", at: .place(0, 0, -2)), anchorRemoved(late, "A1")] {
            let verdict = try given {
                line
                closed(90)
            }.then()
            if isInTime { verdict.finds(rule, .warning, events: [1, 2, 4]) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            anchorUpdated(30, "A1", at: .place(0, 0, -1.7))
            closed(60)
        }
        try story.then(["anchorBeforeNormal.jump": 0.8]).isQuiet(rule)
        try story.then(["anchorBeforeNormal.window": 20]).isQuiet(rule)
        let finding = try story.then(["anchorBeforeNormal.jump": 0.6]).finds(rule, events: [1, 2, 4])
        #expect(finding?.limit == UsedLimit(name: "anchorBeforeNormal.jump", value: 0.6, unit: "m"))
    }

    /// Many small steps are no jump.
    @Test(.tags(.lookAlike)) func drifting() throws {
        try given {
            for step in 1...9 {
                anchorUpdated(3 + Double(step), "A1", at: .place(0, 0, -1 - 0.3 * Double(step)))
            }
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func removedOnPurpose() throws {
        try given {
            removeRequested(4, "A1")
            anchorRemoved(4.1, "A1")
            closed(60)
        }.then().isQuiet()
        try given {
            run(4, options: ["removeExistingAnchors"])
            anchorRemoved(4.1, "A1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func placedAfterNormal() throws {
        try Story {
            run(1)
            tracking(3, "normal")
            tracking(4, "limited", "excessiveMotion")
            anchorAdded(5, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
            anchorUpdated(6, "A1", at: .place(0, 0, -2))
            anchorRemoved(7, "A1")
            closed(60)
        }.then().isQuiet()
    }

    /// Another visit has a first normal of its own; a plain reconfiguration has not.
    @Test(.tags(.positive)) func ofThisVisit() throws {
        func story(_ between: StoryLine?) -> Story {
            Story {
                run(1)
                tracking(3, "normal")
                between.map { [$0] } ?? []
                run(11)
                anchorAdded(12, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
                anchorUpdated(13, "A1", at: .place(0, 0, -2))
                closed(60)
            }
        }
        try story(paused(10)).then().finds(rule, .warning, events: [4, 5, 6])
        try story(nil).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func withoutARun() throws {
        try Story {
            anchorAdded(1.5, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
            tracking(3, "normal")
            anchorUpdated(4, "A1", at: .place(0, 0, -2))
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { anchorRemoved(4, "A1") }.then().finds(rule, .warning, events: [1, 2, 4])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3.5)
            anchorUpdated(4, "A1", at: .place(0, 0, -2))
            anchorRemoved(5, "A1")
            closed(60)
        }.then().isQuiet()
        // Which visit it is, and whether it was normal before, is not known.
        try Story {
            gap(0.5)
            run(1)
            anchorAdded(1.5, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
            anchorUpdated(4, "A1", at: .place(0, 0, -2))
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { anchorUpdated(4, "A1", at: .place(0, 0, -2)) }
        try story.isApartBySession(rule, [1, 2, 4], decisive: [1, 2, 4])
        try story.isApartByDevice(rule, [1, 2, 4], decisive: [1, 2, 4])
    }

    /// While peers may bring plain anchors too, what the app asked for is its own, and what it did not may be theirs.
    @Test(.tags(.positive)) func askedWhileCollaborating() throws {
        func story(_ asked: [StoryLine]) -> Story {
            Story {
                run(1, collaboration: true)
                asked
                anchorAdded(1.5, "A1", "anchor", at: .place(0, 0, -1))
                tracking(3, "normal")
                anchorUpdated(4, "A1", at: .place(0, 0, -2))
                closed(60)
            }
        }
        try story([anchorRequested(1.4, "A1", at: .place(0, 0, -1))]).then().finds(
            rule, .warning, events: [1, 3, 5])
        try story([]).then().isQuiet(rule)
    }

    /// Added before the first run that is told, nobody knows of which visit it is.
    @Test(.tags(.lookAlike)) func beforeAnyRun() throws {
        try Story {
            anchorAdded(1.5, "A1", "anchor", origin: "app", at: .place(0, 0, -1))
            tracking(3, "normal")
            anchorUpdated(4, "A1", at: .place(0, 0, -2))
            closed(60)
        }.then().isQuiet(rule)
    }
}
