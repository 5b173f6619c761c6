import EventLog
import TestSupport
import Testing

@testable import Projections

struct TraceLogTests {
    private func visits(_ trace: Trace?) -> [String] {
        trace?.visits.map { "\($0.state) #\($0.from.number)-\($0.to.number)" } ?? []
    }

    @Test func derivedMachines() throws {
        let traces = try Story {
            opened()
            run(1)
            tracking(1.2, "limited", "initializing")
            tracking(1.5, "limited", "initializing")
            tracking(3, "normal")
            mapping(4, "limited")
            paused(8)
            closed(9)
        }.traces()
        #expect(traces.map(\.machine) == ["session", "tracking", "mapping"])
        #expect(visits(traces.first) == ["running #2-7", "paused #7-8"])
        #expect(visits(traces.dropFirst().first) == ["limited.initializing #3-5", "normal #5-8"])
        #expect(visits(traces.last) == ["limited #6-8"])
        #expect(traces.allSatisfy { $0.session == .main && $0.illegal.isEmpty && !$0.isJudged })
    }

    @Test func toldMachines() throws {
        let traces = try Story {
            changed(1, "collaboration", "idle", to: "scanning")
            changed(2, "collaboration", "scanning", to: "syncing")
            changed(3, "mine", "a", to: "b").of(session: "one")
            frame(9)
        }.traces()
        #expect(traces.map(\.machine) == ["collaboration", "mine"])
        #expect(visits(traces.first) == ["scanning #1-2", "syncing #2-4"])
        #expect(traces.first?.illegal == [2] && traces.first?.isJudged == true)
        #expect(traces.first?.session == nil)
        #expect(traces.last?.session == .other("one") && traces.last?.isJudged == false)
    }

    @Test func selfTransitionsAreVisits() throws {
        let traces = try Story {
            changed(1, "objectTracking", "running", to: "detected")
            changed(2, "objectTracking", "detected", to: "detected")
        }.traces()
        #expect(visits(traces.first) == ["detected #1-2", "detected #2-2"])
    }

    @Test func declaredMachines() throws {
        let traces = try Story {
            machineDeclared(1, "door", initial: "shut", ["shut>open"])
            changed(2, "door", "shut", to: "open")
            changed(3, "door", "open", to: "shut")
        }.traces()
        #expect(visits(traces.first) == ["shut #1-2", "open #2-3", "shut #3-3"])
        #expect(traces.first?.illegal == [3])
    }

    @Test func foreignMachines() throws {
        let traces = try Story {
            changed(1, "collaboration", "idle", to: "scanning")
            changed(2, "collaboration", "scanning", to: "syncing")
            changed(3, "collaboration", "syncing", to: "parked")
        }.traces()
        #expect(traces.first?.illegal == [] && traces.first?.isJudged == false)
        #expect(traces.first?.visits.count == 3)
    }

    /// An open visit goes to the log's last time; one of a recording that is over, to that recording's.
    @Test func openVisits() throws {
        let traces = try Story {
            opened()
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            closed(5)
            opened(20)
            changed(21, "onboarding", "loadingAR", to: "onboarding")
            frame(30)
        }.traces()
        #expect(traces.count == 2)
        #expect(visits(traces.first) == ["onboarding #2-3"])
        #expect(visits(traces.last) == ["onboarding #5-6"])
    }

    /// Each recording's visits end with it, and not with another device's.
    @Test func recordingsOfTwoDevices() throws {
        let traces = try Story {
            for turn in 0..<3 {
                let t = Double(turn) * 10
                opened(t, device: "A").with("recording", .text("a\(turn)"))
                opened(t, device: "B").with("recording", .text("b\(turn)"))
                changed(t + 1, "onboarding", "loadingAR", to: "onboarding").with("device", "A")
                changed(t + 2, "onboarding", "loadingAR", to: "onboarding").with("device", "B")
                frame(t + 3).with("device", "A")
            }
        }.traces()
        #expect(traces.count == 6)
        #expect(
            traces.flatMap { visits($0) } == [
                "onboarding #3-5", "onboarding #4-4", "onboarding #8-10", "onboarding #9-9",
                "onboarding #13-15", "onboarding #14-15",
            ])
    }

    @Test func twoDevices() throws {
        let traces = try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding").with("device", "A")
            changed(2, "onboarding", "loadingAR", to: "onboarding").with("device", "B")
            changed(3, "onboarding", "onboarding", to: "done").with("device", "A")
        }.traces()
        #expect(Set(traces.map(\.device)).count == 2)
        #expect(visits(traces.first) == ["onboarding #1-3", "done #3-3"])
        #expect(visits(traces.last) == ["onboarding #2-3"])
    }
}
