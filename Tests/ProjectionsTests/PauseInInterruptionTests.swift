@testable import Projections
import TestSupport
import Testing

struct PauseInInterruptionTests {
    private let rule = "pause-in-interruption"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            interrupted(5, "background")
        }.when(lines)
    }

    @Test(.tags(.positive)) func pausedWhileInterrupted() throws {
        let verdict = try given {
            paused(5.4)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3])
        #expect(finding?.message.contains("was paused at 4.4 s (#3), 0.4 s into the interruption") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func eachInterruptionIsOne() throws {
        try given {
            paused(6)
            paused(7)
            run(8)
            interrupted(9)
            paused(10)
            closed(60)
        }.then().finds(rule, each: [[2, 3], [6, 7]])
    }

    /// Began is told twice: it began with the first.
    @Test(.tags(.positive)) func toldTwice() throws {
        try given {
            interrupted(6, "camera")
            paused(7)
            closed(60)
        }.then().finds(rule, .error, events: [2, 4])
    }

    @Test(.tags(.lookAlike)) func outsideOfIt() throws {
        try given {
            resumed(6)
            paused(6.1)
            closed(60)
        }.then().isQuiet()
        try Story {
            run(1)
            paused(4)
            interrupted(5)
            resumed(6)
            closed(60)
        }.then().isQuiet()
        try given {
            run(6)
            closed(60)
        }.then().isQuiet()
        try given {
            failed(6)
            paused(7)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { paused(5.4) }.then().finds(rule, .error, events: [2, 3])
        try given {}.then().isQuiet()
    }

    /// The end may be among what was lost.
    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(5.2)
            paused(5.4)
            closed(60)
        }.then().isQuiet()
    }

    /// But an interruption that began after the gap is known.
    @Test(.tags(.positive)) func interruptedAfterAGap() throws {
        try given {
            gap(6)
            interrupted(7)
            paused(8)
            closed(60)
        }.then().finds(rule, .error, events: [4, 5])
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { paused(5.4) }
        try story.isApartBySession(rule, [2, 3], decisive: [2, 3])
        try story.isApartByDevice(rule, [2, 3], decisive: [2, 3])
    }
}
