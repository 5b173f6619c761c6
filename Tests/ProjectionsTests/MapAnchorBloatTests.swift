import TestSupport
import Testing

@testable import Projections

struct MapAnchorBloatTests {
    private let rule = "map-anchor-bloat"

    private func captured(_ anchors: Int64?, _ keys: [String]?) -> Story {
        Story {
            opened()
            mapCaptured(2, "M1", anchors: anchors, keys: keys)
            closed(20)
        }
    }

    @Test(.tags(.positive)) func bloated() throws {
        let verdict = try captured(64, ["lamp", "sofa"]).then()
        let finding = verdict.finds(rule, .info, events: [2])
        #expect(
            finding?.message.contains("with 64 anchors, 62 of them without a key; default limit 20") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(21, false), (22, true), (23, true)] as [(Int64, Bool)])
    func limit(_ anchors: Int64, _ isBloated: Bool) throws {
        // A key that repeats stands for two anchors.
        let verdict = try captured(anchors, ["lamp", "lamp"]).then()
        if isBloated { verdict.finds(rule, .info, events: [2]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimit() throws {
        try captured(6, ["lamp"]).then(["mapAnchors.limit": 5]).finds(rule, .info, events: [2])
        try captured(64, ["lamp"]).then(["mapAnchors.limit": 64]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func unknown() throws {
        try captured(nil, ["lamp"]).then().isQuiet()
        try captured(64, nil).then().isQuiet()
        try captured(64, []).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func moreKeysThanAnchors() throws {
        try captured(1, ["a", "b"]).then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices, .gap, .logEnd)) func eachMapIsOneFinding() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapCaptured(2, "M1", anchors: 30, keys: ["lamp"]).told(by: "A")
            gap(3).told(by: "A")
            mapCaptured(4, "M1", anchors: 30, keys: ["lamp"]).told(by: "A")
            mapCaptured(5, "M1", anchors: 30, keys: ["lamp"]).told(by: "A").of(session: "other")
            mapCaptured(6, "M2", anchors: 30, keys: ["lamp"]).told(by: "B")
        }.then().finds(rule, each: [[3], [6], [7]])
    }
}
