@testable import Projections
import TestSupport
import Testing

struct RunUnsupportedTests {
    private let rule = "run-unsupported"

    private func failing(_ code: Int64?, after: Double = 0.2) -> Story {
        Story {
            run(1, "bodyTracking")
            failed(1 + after, code: code)
            closed(60)
        }
    }

    @Test(.tags(.positive), arguments: [(100, "unsupportedConfiguration"), (303, "invalidConfiguration")])
    func unsupported(_ code: Int, _ name: String) throws {
        let verdict = try failing(Int64(code)).then()
        let finding = verdict.finds(rule, .error, events: [1, 2])
        #expect(
            finding?.message.contains("with bodyTracking failed 0.2 s later with ARError \(code) (\(name))")
                == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike), arguments: [101, 102, 103, 200, 300, 304])
    func otherFailures(_ code: Int) throws { try failing(Int64(code)).then().isQuiet() }

    @Test(.tags(.lookAlike)) func anUnknownCode() throws { try failing(nil).then().isQuiet() }

    @Test(.tags(.limit), arguments: [(0.9999, true), (1.0, true), (1.0001, false)])
    func window(_ after: Double, _ isIts: Bool) throws {
        let verdict = try failing(100, after: after).then()
        if isIts { verdict.finds(rule, .error, events: [1, 2]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherWindow() throws {
        try failing(100, after: 3).then(["runUnsupported.window": 3]).finds(rule)
        try failing(100, after: 0.5).then(["runUnsupported.window": 0.4]).isQuiet()
    }

    @Test(.tags(.positive)) func aSessionIsOneFinding() throws {
        try Story {
            run(1, "bodyTracking")
            failed(1.2, code: 100)
            run(9, "bodyTracking")
            failed(9.2, code: 303)
            closed(60)
        }.then().finds(rule, .error, events: [1, 2], count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            run(1)
            failed(1.2, code: 100)
        }.then().finds(rule, .error, events: [1, 2])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            run(1)
            gap(1.1)
            failed(1.2, code: 100)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        try failing(100).isApartBySession(rule, [1, 2], decisive: [1, 2])
        try Story {
            run(1)
            failed(1.2, code: 100)
        }.isApartByDevice(rule, [1, 2], decisive: [1, 2])
    }
}
