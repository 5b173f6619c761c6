import TestSupport
import Testing

@testable import Projections

struct MapSizeTests {
    private let rule = "map-size"

    private func saved(_ bytes: Int64?) -> Story {
        Story {
            opened()
            mapSaved(2, "M1", bytes: bytes)
            mapVerified(2.1, "M1")
            closed(20)
        }
    }

    @Test(
        .tags(.limit, .lookAlike),
        arguments: [
            (nil, nil), (0, nil), (3_999_999, nil), (4_000_000, Severity.info), (10_999_999, .info),
            (11_000_000, .warning), (Int64.max, .warning),
        ] as [(Int64?, Severity?)])
    func sizes(_ bytes: Int64?, _ severity: Severity?) throws {
        let verdict = try saved(bytes).then()
        guard let severity else { return verdict.isQuiet() }
        verdict.finds(rule, severity, events: [2])
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func words() throws {
        let large = try saved(4_250_000).then().finds(rule, .info)
        #expect(
            large?.message.contains("had 4.3 MB when it was saved at 2 s (#2); default limit 4 MB") == true)
        #expect(large?.limit?.name == "mapSize.info")
        let huge = try saved(12_000_000).then().finds(rule, .warning)
        #expect(huge?.message.contains("had 12 MB") == true)
        #expect(huge?.limit?.name == "mapSize.warning")
    }

    /// What was saved and what was sent are told apart, and known to a baseline apart.
    @Test(.tags(.positive)) func sent() throws {
        let saved = try saved(4_250_000).then().finds(rule, .info)
        #expect(saved?.identity.map(\.text) == ["saved"])
        let sent = try Story {
            opened()
            mapSent(3, "M1", bytes: 5_000_000)
            closed(20)
        }.then().finds(rule, .info, events: [2])
        #expect(sent?.message.contains("had 5 MB when it was sent at 3 s (#2)") == true)
        #expect(sent?.identity.map(\.text) == ["sent"])
    }

    @Test(.tags(.positive)) func sentIsWorse() throws {
        try Story {
            mapSaved(2, "M1", bytes: 5_000_000)
            mapSent(3, "M1", bytes: 12_000_000)
            mapSent(4, "M2", bytes: 5_000_000)
            mapVerified(5, "M1")
        }.then().finds(rule, each: [[2], [3]])
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        try saved(2_000_000).then(["mapSize.info": 2]).finds(rule, .info, events: [2])
        try saved(2_000_000).then(["mapSize.warning": 1.9]).finds(rule, .warning, events: [2])
        try saved(12_000_000).then(["mapSize.info": 20, "mapSize.warning": 20]).isQuiet()
    }

    @Test(.tags(.twoSessions, .gap)) func twoSessions() throws {
        try Story {
            mapSent(1, "M1", bytes: 5_000_000)
            gap(2)
            mapSent(3, "M1", bytes: 5_000_000).of(session: "other")
            mapSent(4, "M1", bytes: 5_000_000).of(session: "other")
        }.then().finds(rule, each: [[1], [3]])
    }

    @Test(.tags(.twoDevices, .logEnd)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapSent(1, "M1", bytes: 5_000_000).told(by: "A")
            mapSent(2, "M1", bytes: 3_000_000).told(by: "B")
        }.then().finds(rule, .info, events: [3])
    }
}
