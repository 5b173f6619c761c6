import EventLog
@testable import Projections
import TestSupport
import Testing

struct DriftTests {
    private let rule = "drift"

    /// Anchor A1 at the origin from 3 s, #3; settled with the event at 24 s, #4.
    private func given(
        _ kind: String? = "anchor", key: String? = "chair", @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            opened()
            run(1)
            anchorAdded(3, "A1", kind, key: key, at: [0, 0, 0])
            anchorUpdated(24, "A1", at: [0, 0.01, 0])
            lines()
            closed(900)
        }
    }

    private func at(_ t: Double, _ x: Double) -> StoryLine { anchorUpdated(t, "A1", at: .place(x, 0, 0)) }

    @Test(.tags(.positive)) func wandered() throws {
        let verdict = try given {
            at(60, 0.1)
            at(90, 0.5)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 4, 6])
        #expect(
            finding?.message.contains("(chair) is 50 cm from where it had settled at 24 s (#4)") == true
                && finding?.message.contains("default limit 0.2 m (drift.limit)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(0.2, false), (-0.2, false), (0.2001, true), (-0.2001, true)])
    func distance(_ x: Double, _ isFar: Bool) throws {
        // 0.2 as a 32-bit number lies a hair above, and is no more than 0.2 m all the same.
        let verdict = try given { at(60, x) }.then()
        if isFar { verdict.finds(rule, .warning, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    /// Where nothing else was told meanwhile, it stood there at the event before.
    @Test(.tags(.positive), arguments: [1, 300]) func theMoveIsTheFirstEventAfterwards(_ updates: Int) throws
    {
        let verdict = try Story {
            run(1)
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            (0..<updates).map { at(4 + 6 * Double($0) / Double(updates), 0) }
            at(60, 0.5)
            closed(90)
        }.then()
        let last = UInt32(2 + updates)
        let finding = verdict.finds(rule, .warning, events: [2, last, last + 1])
        #expect(finding?.message.contains("had settled at ") == true)
        #expect(finding?.message.contains("(#\(last)), and nobody moved it") == true)
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given { at(60, 0.3) }
        try story.then().finds(rule)
        try story.then(["drift.limit": 0.4]).isQuiet()
        // It settles there, then.
        try story.then(["drift.settling": 60]).isQuiet()
        try story.then(["drift.span": 56]).isQuiet()
        try story.then(["drift.span": 57]).finds(rule)
        try given { at(60, 0.001) }.then(["drift.limit": 0]).finds(rule)
    }

    /// Where it stood when it had settled, not where it was added.
    @Test(.tags(.lookAlike)) func theFirstSeconds() throws {
        try Story {
            run(1)
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            at(10, 1)
            at(22.9, 1)
            at(60, 1.1)
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.limit), arguments: [(603.0, true), (603.001, false)])
    func withinTenMinutes(_ t: Double, _ isInTime: Bool) throws {
        let verdict = try given { at(t, 0.5) }.then()
        if isInTime { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func aJumpAfterARelocalization() throws {
        try given {
            tracking(50, "limited", "relocalizing")
            tracking(55, "normal")
            at(56, 0.5)
        }.then().finds(rule, .info, events: [3, 4, 7])
        try given {
            tracking(50, "limited", "relocalizing")
            at(52, 0.5)
        }.then().finds(rule, .info, events: [3, 4, 6])
        // One that was over before it settled explains nothing.
        try Story {
            run(1)
            tracking(2, "limited", "relocalizing")
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            tracking(5, "normal")
            at(24, 0)
            at(60, 0.5)
            closed(90)
        }.then().finds(rule, .warning, events: [3, 5, 6])
    }

    @Test(.tags(.lookAlike)) func removedAndAddedAgain() throws {
        try given {
            anchorRemoved(50, "A1")
            anchorAdded(50.1, "A1", "anchor", key: "chair", at: [1, 0, 0])
            at(60, 1)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func aNodeIsMoved() throws {
        for t in [10.0, 50] {
            try Story {
                run(1)
                anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
                nodeAttached(4, "N1", to: "A1", key: "chair")
                if t < 24 { nodeMoved(t, "N1", to: [1, 0, 0]) }
                at(24, 0)
                if t > 24 { nodeMoved(t, "N1", to: [1, 0, 0]) }
                at(60, 1)
                closed(90)
            }.then().isQuiet()
        }
        // Another's node is no reason.
        try given {
            anchorAdded(40, "A2", "anchor", at: [0, 0, 0])
            nodeAttached(41, "N2", to: "A2", key: "table")
            nodeMoved(50, "N2", to: [1, 0, 0])
            at(60, 1)
        }.then().finds(rule)
    }

    @Test(.tags(.lookAlike), arguments: ["plane", "object", "image", "face", "body", "participant"])
    func otherKinds(_ kind: String) throws {
        try given(kind, key: kind == "plane" ? nil : "chair") { at(60, 1) }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func anotherWorld() throws {
        try given {
            run(50, options: ["resetTracking"])
            at(60, 1)
        }.then().isQuiet()
        try given {
            run(50, source: "settings")
            at(60, 1)
        }.then().finds(rule)
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try Story {
            run(1)
            anchorAdded(3, "A1", "anchor", key: "chair")
            anchorUpdated(24, "A1")
            at(60, 1)
            anchorUpdated(70, "A1")
            closed(90)
        }.then().isQuiet()
        // Nobody told when it was added.
        try Story {
            run(1)
            at(3, 0)
            at(24, 0)
            at(60, 1)
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func anAnchorIsOneFinding() throws {
        try given {
            at(60, 1)
            at(61, 2)
            at(62, 3)
        }.then().finds(rule, .warning, events: [3, 4, 5])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try Story {
            run(1)
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            app(4, "background")
            app(44, "active")
            at(45, 0.5)
            frame(70)
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            at(24, 0)
            at(60, 1)
        }.then().finds(rule, .warning, events: [1, 2, 3])
        try Story {
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            at(22.999, 1)
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(30)
            at(60, 1)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given { at(60, 1).of(session: "other") }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0]).with("device", "A")
            at(24, 0).with("device", "A")
            at(60, 1).with("device", "C")
        }.then().isQuiet()
    }

    // MARK: The fence

    /// Held against the distance itself: what is outside never counts as inside, and what is well inside does.
    @Test func fence() {
        var random = SeededGenerator(7)
        for _ in 0..<20_000 {
            func coordinate() -> Float { Float.random(in: -50...50, using: &random) }
            func near() -> Float { Float.random(in: -0.3...0.3, using: &random) }
            let center = Vector3(coordinate(), coordinate(), coordinate())
            let place = Vector3(center.x + near(), center.y + near(), center.z + near())
            let distance = place.distance(to: center)
            let isHeld = Fence(around: center, radius: 0.2).holds(place)
            #expect(!isHeld || distance <= 0.2)
            #expect(isHeld || distance > 0.199)
        }
        #expect(!Fence(around: Vector3(0, 0, 0), radius: 1).holds(Vector3(.nan, 0, 0)))
        #expect(!Fence(around: Vector3(0, 0, 0), radius: 1).holds(Vector3(.infinity, 0, 0)))
        #expect(!Fence().holds(Vector3(0, 0, 0)) && Fence().holds(nil))
    }

    /// It has settled 20 s after it was added, and a step half a second later is a drift.
    @Test(.tags(.limit), arguments: [(22.5, false), (23.5, true)])
    func soonAfterItSettled(_ t: Double, _ isDrift: Bool) throws {
        let verdict = try Story {
            run(1)
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            if t < 23 { at(t, 0.5) }
            frame(23)
            if t > 23 { at(t, 0.5) }
            frame(24)
            closed(90)
        }.then()
        if isDrift { verdict.finds(rule, .warning, events: [2, 3, 4]) } else { verdict.isQuiet(rule) }
    }
}
