import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct MachineHistoryTests {
    private func history(_ story: Story) throws -> MachineHistory {
        let analysis = Analysis()
        let history = MachineHistory(of: analysis)
        let log = try story.log()
        analysis.take(log.batch)
        _ = analysis.finish()
        return withExtendedLifetime(log) { history }
    }

    private func told(_ line: MachineHistory.Line, since start: UInt64) -> [String] {
        line.stays.map { stay in
            let times = [stay.from, stay.to].map { ($0 - start) / 100_000_000 }
            return "\(stay.state) \(times[0])-\(times[1])" + (stay.isSeveral ? " several" : "")
                + (stay.isIllegal ? " illegal" : "")
        }
    }

    @Test func staysOfEachMachine() throws {
        let story = Story {
            opened()
            run(1)
            tracking(2, "normal")
            changed(3, "objectTracking", "idle", to: "loading")
            changed(4, "objectTracking", "loading", to: "lost")
            paused(9)
            closed(10)
        }
        let lines = try history(story).lines
        let start = try #require(lines.first?.stays.first).from - 1_000_000_000
        let byName = Dictionary(uniqueKeysWithValues: lines.map { ($0.machine, $0) })
        #expect(byName["session"].map { told($0, since: start) } == ["running 10-90", "paused 90-100"])
        #expect(byName["tracking"].map { told($0, since: start) } == ["normal 20-100"])
        // Nothing leads from loading to lost.
        #expect(
            byName["objectTracking"].map { told($0, since: start) } == [
                "loading 30-40", "lost 40-100 illegal",
            ])
        #expect(byName["objectTracking"]?.isDerived == false && byName["session"]?.isDerived == true)
    }

    @Test func aNewRecordingEndsWhatIsKnown() throws {
        let story = Story {
            opened(0).with("recording", .text("R1"))
            run(1)
            closed(2)
            opened(5).with("recording", .text("R2"))
            run(6)
            closed(8)
        }
        let lines = try history(story).lines.filter { $0.machine == "session" }
        let start = try #require(lines.first?.stays.first).from - 1_000_000_000
        #expect(lines.map { told($0, since: start) } == [["running 10-20"], ["running 60-80"]])
    }

    @Test func tooManyEntriesArePutTogether() throws {
        let count = MachineHistory.entryLimit * 3
        let story = Story {
            opened()
            for step in 0..<count {
                changed(
                    Double(step) * 0.01 + 1, "door", step % 2 == 0 ? "shut" : "open",
                    to: step % 2 == 0 ? "open" : "shut")
            }
        }
        let door = try #require(try history(story).lines.first { $0.machine == "door" })
        #expect(door.stays.count <= MachineHistory.entryLimit)
        #expect(door.stays.count > MachineHistory.entryLimit / 8)
        #expect(door.stays.allSatisfy { $0.from <= $0.to })
        #expect(zip(door.stays, door.stays.dropFirst()).allSatisfy { $0.to == $1.from })
        #expect(door.stays.first?.isSeveral == true)
        // The last state is told as it was.
        #expect(door.stays.last?.state == "shut")
    }
}
