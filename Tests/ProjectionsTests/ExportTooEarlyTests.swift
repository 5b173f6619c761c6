import TestSupport
import Testing

@testable import Projections

struct ExportTooEarlyTests {
    private let rule = "export-too-early"

    /// A session, and the mapping status since 2 s: event 3.
    private func given(_ status: String = "limited", @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5)
            mapping(2, status)
        }.when(lines)
    }

    @Test(
        .tags(.positive),
        arguments: [
            ("notAvailable", Severity.error), ("limited", .error), ("extending", .warning),
        ])
    func tooEarly(_ status: String, _ severity: Severity) throws {
        let verdict = try given(status) {
            mapRequested(8)
            mapCaptured(8.5, "M1")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, severity, events: [3, 4])
        #expect(finding?.message.contains("requested at 8 s (#4) while mapping was \(status)") == true)
        #expect(finding?.limit == nil)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(2.0, true), (2.299, true), (2.3, false), (8, false)])
    func mappedForAMoment(_ t: Double, _ isEarly: Bool) throws {
        let verdict = try given("mapped") {
            mapRequested(t)
            mapCaptured(t + 0.5, "M1")
            closed(60)
        }.then()
        guard isEarly else { return verdict.isQuiet() }
        let finding = verdict.finds(rule, .info, events: [3, 4])
        #expect(finding?.message.contains("default limit 0.3 s (export.stable)") == true)
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given("mapped") {
            mapRequested(7)
            mapCaptured(8, "M1")
            closed(60)
        }
        try story.then(["export.stable": 5]).isQuiet()
        try story.then(["export.stable": 5.1]).finds(rule, .info, events: [3, 4])
        let deferred = given {
            mapRequested(7)
            mapDeferred(9)
            closed(60)
        }
        try deferred.then().finds(rule, .error, events: [3, 4])
        try deferred.then(["exportTooEarly.deferral": 2]).isQuiet(rule)
    }

    /// Telling a status again does not make it new.
    @Test(.tags(.lookAlike)) func mappedAndToldAgain() throws {
        try given("mapped") {
            mapping(8, "mapped")
            mapRequested(8.1)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.limit), arguments: [(8.0, true), (9, true), (9.001, false)])
    func deferred(_ t: Double, _ isInTime: Bool) throws {
        let verdict = try given {
            mapRequested(8)
            mapDeferred(t)
            closed(60)
        }.then()
        if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .error, events: [3, 4]) }
    }

    /// A request that a capture answers was not deferred, however soon the session is left.
    @Test(.tags(.positive)) func savedOnLeaving() throws {
        try given {
            mapRequested(8)
            mapCaptured(8.3, "M1")
            paused(8.4)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.positive)) func nobodyAnswers() throws {
        try given {
            mapRequested(8)
            frame(9.1)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
        try given {
            mapRequested(8)
            event(8.2, "worldMap.captureFailed", ["code": 301])
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.positive)) func capturedWithoutARequest() throws {
        let finding = try given {
            mapCaptured(8, "M1")
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
        #expect(finding?.message.contains("captured, without a request, at 8 s (#4)") == true)
    }

    /// Ten seconds, the tenth included.
    @Test(.tags(.limit), arguments: [(18.0, false), (18.001, true)])
    func requestLongBefore(_ t: Double, _ isOwn: Bool) throws {
        let verdict = try given {
            mapRequested(8)
            mapDeferred(8.1)
            mapCaptured(t, "M1")
            closed(60)
        }.then()
        if isOwn { verdict.finds(rule, .error, events: [3, 6]) } else { verdict.isQuiet() }
        try given {
            mapRequested(8)
            mapDeferred(8.1)
            mapCaptured(10, "M1")
        }.then(["exportTooEarly.request": 1.9]).finds(rule, .error, events: [3, 6])
    }

    @Test(.tags(.positive)) func eachRequestIsOneFinding() throws {
        try given {
            mapRequested(8)
            mapRequested(8.5)
            mapping(12, "extending")
            mapRequested(13)
            closed(60)
        }.then().finds(rule, each: [[3, 4], [3, 5], [6, 7]])
    }

    @Test(.tags(.lookAlike)) func statusUnknown() throws {
        try Story {
            run(0.5)
            mapRequested(8)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            run(5, options: ["resetTracking"])
            mapRequested(8)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            run(5, options: ["resetTracking"])
            mapping(6, "limited")
            mapRequested(8)
            closed(60)
        }.then().finds(rule, .error, events: [5, 6])
    }

    @Test(.tags(.positive)) func anotherRunKeepsTheStatus() throws {
        try given {
            run(5)
            mapRequested(8)
            closed(60)
        }.then().finds(rule, .error, events: [3, 5])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            mapRequested(8)
            interrupted(8.5)
            frame(20)
            resumed(30)
            mapDeferred(30.5)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given("mapped") {
            mapping(3, "limited").of(session: "other")
            mapRequested(8)
            mapRequested(8).of(session: "other")
            mapDeferred(8.2)
            closed(60)
        }.then().finds(rule, .error, events: [4, 6], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapping(1, "limited").told(by: "A")
            mapping(1, "mapped").told(by: "B")
            mapRequested(8).told(by: "A")
            mapRequested(8).told(by: "B")
            mapDeferred(8.1).told(by: "B")
            frame(20).told(by: "A")
        }.then().finds(rule, .error, events: [3, 5])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(5)
            mapRequested(8)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            mapRequested(8)
            gap(8.5)
            closed(60)
        }.then().isQuiet(rule)
        // The request may be among what was lost, as long as it would be near enough.
        try given {
            gap(5)
            mapping(6, "limited")
            mapCaptured(15, "M1")
            mapCaptured(15.5, "M2")
            closed(60)
        }.then().finds(rule, .error, events: [5, 7])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given {
            mapRequested(8)
            frame(8.9)
        }.then().isQuiet(rule)
        try given {
            mapRequested(8)
            frame(9)
        }.then().finds(rule, .error, events: [3, 4])
        try given {
            opened(5)
            mapRequested(8)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func notJudgedWithoutFrames() throws {
        let verdict = try Story {
            opened(records: ["session", "worldMap"])
            mapping(2, "limited")
            mapRequested(8)
            closed(60)
        }.then()
        verdict.isQuiet(rule)
        #expect(verdict.notJudged[rule] != nil)
    }
}
