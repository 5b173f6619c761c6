import TestSupport
import Testing

@testable import Projections

struct MapSharedWithoutConsentTests {
    private let rule = "map-shared-without-consent"

    @Test(.tags(.positive)) func withoutConsent() throws {
        let verdict = try Story {
            opened()
            mapSent(2, "M1", to: "guest", hasConsent: false)
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(finding?.message.hasSuffix(" without the user's consent.") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func withConsentOrUnknown() throws {
        for consent in [true, nil] {
            try Story {
                mapSent(2, "M1", hasConsent: consent)
                closed(20)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.twoSessions, .twoDevices, .gap, .logEnd)) func eachMapIsOneFinding() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapSent(2, "M1", to: "B", hasConsent: false).told(by: "A")
            gap(3).told(by: "A")
            mapSent(4, "M1", to: "C", hasConsent: false).told(by: "A")
            mapSent(5, "M1", hasConsent: false).told(by: "A").of(session: "other")
            mapSent(6, "M2", hasConsent: false).told(by: "B")
        }.then().finds(rule, each: [[3], [6], [7]])
    }
}
