import EventLog
import TestSupport
import Testing

@testable import Projections

struct NormalTrackingTests {
    private func localization(@StoryBuilder _ lines: () -> [StoryLine]) throws -> NormalTracking {
        try #require(Story(lines).world().session()).normalTracking
    }

    @Test func normalUntilToldOtherwise() throws {
        let normal = try localization {
            run(1)
            tracking(2, "normal")
            tracking(3, "normal")
        }
        #expect(normal.normalSince?.number == 2)
        #expect(normal.firstOfVisit?.number == 2)
        let limited = try localization {
            run(1)
            tracking(2, "normal")
            tracking(3, "limited", "excessiveMotion")
        }
        #expect(limited.normalSince == nil)
        #expect(limited.firstOfVisit?.number == 2)
    }

    @Test func unknownAfterWhatMakesItThePast() throws {
        for line in [run(3, options: ["resetTracking"]), run(3, map: "M1"), paused(3), failed(3), gap(3)] {
            let localization = try localization {
                run(1)
                tracking(2, "normal")
                line
            }
            #expect(localization.normalSince == nil, "\(line.ndjson)")
        }
        let plain = try localization {
            run(1)
            tracking(2, "normal")
            run(3)
        }
        #expect(plain.normalSince?.number == 2)
    }

    @Test func aMapIsAwaitedUntilNormal() throws {
        let waiting = try localization {
            run(1, map: "M1")
            tracking(2, "limited", "relocalizing")
            run(3)
        }
        #expect(waiting.awaitedMap?.number == 1)
        let found = try localization {
            run(1, map: "M1")
            tracking(2, "normal")
        }
        #expect(found.awaitedMap == nil)
        let reset = try localization {
            run(1, map: "M1")
            run(2, options: ["resetTracking"])
        }
        #expect(reset.awaitedMap == nil)
    }

    /// A view that comes back makes a visit of the last run: what was normal since that run is of the visit.
    @Test func theFirstOfAVisit() throws {
        let before = try localization {
            viewAppeared(0.5)
            run(1)
            tracking(2, "normal")
            viewDisappeared(10)
            run(11)
            viewAppeared(12)
        }
        #expect(before.firstOfVisit == nil)
        let between = try localization {
            viewAppeared(0.5)
            run(1)
            tracking(2, "normal")
            viewDisappeared(10)
            run(11)
            tracking(11.5, "normal")
            viewAppeared(12)
        }
        #expect(between.firstOfVisit?.number == 6)
        let afterAPause = try localization {
            run(1)
            tracking(2, "normal")
            paused(3)
            run(4)
            tracking(5, "normal")
        }
        #expect(afterAPause.firstOfVisit?.number == 5)
    }
}
