@testable import Projections
import TestSupport
import Testing

struct PeersTooCloseTests {
    private let rule = "peers-too-close"

    /// A participant at the origin, #5, and the camera `distance` before it at 4 s, #6.
    private func given(
        _ distance: Double, owner: String? = nil, @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            together()
            anchorAdded(3, "P", "participant", owner: owner, at: [0, 0, 0])
            cameraAt(4, .place(0, 0, distance))
            lines()
        }
    }

    @Test(.tags(.positive)) func sideBySide() throws {
        let verdict = try given(0.2, owner: "B") {
            cameraAt(6, [0, 0.1, 0.1])
            cameraAt(8, [0, 0.1, 0.1])
            cameraAt(10, [0, 0, 0.1])
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .info, events: [5, 6, 9])
        #expect(
            finding?.message.contains("(peer") == true
                && finding?.message.contains("within 0.3 m of the camera for 6 s until 10 s (#9)") == true
                && finding?.message.contains("default limit 0.3 m (peers.distance)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(0.25, true), (0.3, true), (0.3001, false)])
    func distance(_ distance: Double, _ isNear: Bool) throws {
        // 0.3 as a 32-bit number lies a hair above, and is within 0.3 m all the same.
        let verdict = try given(distance) { closed(60) }.then()
        if isNear { verdict.finds(rule, .info, events: [5, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit), arguments: [(8.999, false), (9, true)])
    func duration(_ until: Double, _ isLong: Bool) throws {
        let story = given(0.1) {
            cameraAt(until, [0, 0, 2])
            closed(60)
        }
        if isLong {
            try story.then().finds(rule, .info, events: [5, 6, 7])
        } else {
            try story.then().isQuiet()
        }
        try story.then(["peersTooClose.duration": 6]).isQuiet()
        try story.then(["peersTooClose.duration": 4]).finds(rule)
        try story.then(["peers.distance": 0.05]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func theAnchorMovesAway() throws {
        try given(0.1) {
            anchorUpdated(6, "P", at: [0, 0, 3])
            closed(60)
        }.then().isQuiet()
        try given(0.1) {
            anchorRemoved(6, "P")
            closed(60)
        }.then().isQuiet()
        try given(0.1) {
            run(6, options: ["removeExistingAnchors"], collaboration: true)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func theAnchorComesNear() throws {
        try given(2) {
            anchorUpdated(6, "P", at: [0, 0, 1.9])
            anchorUpdated(8, "P", at: [0, 0, 1.9])
            anchorUpdated(11, "P", at: [0, 0, 1.9])
            closed(60)
        }.then().finds(rule, .info, events: [5, 7, 9])
    }

    @Test(.tags(.lookAlike)) func otherAnchors() throws {
        try Story {
            together()
            anchorAdded(3, "A1", "anchor", at: [0, 0, 0])
            cameraAt(4, [0, 0, 0.1])
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try given(0.1) {
            cameraAt(6, nil)
            closed(60)
        }.then().isQuiet()
        try Story {
            together()
            anchorAdded(3, "P", "participant")
            cameraAt(4, [0, 0, 0])
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func onceForEachTime() throws {
        try given(0.1) {
            for t in 5..<40 { cameraAt(Double(t), [0, 0, 0.1]) }
            cameraAt(40, [0, 0, 2])
            cameraAt(41, [0, 0, 0.1])
            closed(60)
        }.then().finds(rule, .info, events: [5, 6, 11], count: 2)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given(0.1) {
            app(6, "background")
            app(30, "active")
            cameraAt(31, [0, 0, 2])
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(8.999, false), (9.0, true)])
    func theLogsEnd(_ end: Double, _ isLong: Bool) throws {
        let verdict = try given(0.1) { frame(end) }.then()
        if isLong { verdict.finds(rule, .info, events: [5, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given(0.1) {
            gap(6)
            anchorUpdated(7, "P", at: [0, 0, 0])
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            together()
            anchorAdded(3, "P", "participant", at: [0, 0, 0])
            cameraAt(4, [0, 0, 0.1]).of(session: "other")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            anchorAdded(3, "P", "participant", at: [0, 0, 0]).with("device", "A")
            cameraAt(4, [0, 0, 0.1]).with("device", "C")
            frame(60).with("device", "A")
            frame(60).with("device", "C")
        }.then().isQuiet()
    }

    /// Where a participant stood before a gap says nothing of where it is; told again, it is known.
    @Test(.tags(.gap)) func placeBeforeAGap() throws {
        func story(_ told: [StoryLine]) -> Story {
            Story {
                together()
                anchorAdded(3, "P", "participant", at: [0, 0, 0])
                gap(6)
                cameraAt(7, [0, 0, 0.1])
                told
                closed(60)
            }
        }
        try story([]).then().isQuiet(rule)
        try story([anchorUpdated(8, "P", at: [0, 0, 0])]).then().finds(rule)
        try story([anchorUpdated(8, "P", at: [0, 0, 3]), cameraAt(9, [0, 0, 2.9])]).then().finds(rule)
    }

    /// What else stands before the camera is nobody.
    @Test(.tags(.lookAlike), arguments: ["anchor", "plane", "object", "face"])
    func otherAnchors(_ kind: String) throws {
        try Story {
            together()
            cameraAt(3, [0, 0, 0.1])
            anchorAdded(4, "A1", kind, at: [0, 0, 0])
            frame(20)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// One that comes while another is near is waited for on its own.
    @Test(.tags(.positive)) func oneAfterTheOther() throws {
        try given(0.1) {
            anchorAdded(6, "Q", "participant", at: [0, 0, 0])
            frame(10)
            frame(12)
            closed(60)
        }.then().finds(rule, each: [[5, 6, 8], [7, 9]])
    }
}
