import TestSupport
import Testing

@testable import Projections

struct MapUnprotectedTests {
    private let rule = "map-unprotected"

    private func saved(_ isAtomic: Bool?, _ isProtected: Bool?) -> Story {
        Story {
            opened()
            mapSaved(2, "M1", isAtomic: isAtomic, isProtected: isProtected)
            mapVerified(2.1, "M1")
            closed(20)
        }
    }

    @Test(
        .tags(.positive),
        arguments: [
            (false, true, "without an atomic write."), (true, false, "without file protection."),
            (false, false, "without an atomic write and file protection."),
            (nil, false, "without file protection."),
        ] as [(Bool?, Bool?, String)])
    func lacking(_ isAtomic: Bool?, _ isProtected: Bool?, _ words: String) throws {
        let verdict = try saved(isAtomic, isProtected).then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(finding?.message.contains("saved at 2 s (#2) " + words) == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike), arguments: [(true, true), (nil, nil), (true, nil)] as [(Bool?, Bool?)])
    func wellOrUnknown(_ isAtomic: Bool?, _ isProtected: Bool?) throws {
        try saved(isAtomic, isProtected).then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices, .gap, .logEnd)) func eachMapIsOneFinding() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapSaved(2, "M1", isAtomic: false).told(by: "A")
            gap(3).told(by: "A")
            mapSaved(4, "M1", isAtomic: false).told(by: "A")
            mapSaved(5, "M2", isAtomic: false).told(by: "A").of(session: "other")
            mapSaved(6, "M1", isAtomic: true).told(by: "B")
            mapSaved(7, "M3", isAtomic: false).told(by: "B")
        }.then().finds(rule, each: [[3], [6], [8]])
    }
}
