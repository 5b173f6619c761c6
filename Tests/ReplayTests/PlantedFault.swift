import EventLog
import Projections
import TestSupport

@testable import Replay

/// A rule's own example somewhere in a log of much else.
struct PlantedFault {
    let log: MemoryLog
    let store: EventStore
    let goal: FindingGoal
    let exampleCount: Int

    /// - Parameter filler: events of another session around the example; half of them before it.
    init?(_ rule: String, filler: Int) throws {
        guard let about = Catalogue.about.first(where: { $0.id == rule }) else { return nil }
        let lines = RuleExamples.example(of: about).lines.map(\.ndjson)
        let example = try MemoryLog(ndjson: lines.joined(separator: "\n"))
        // The example's own time goes on in the middle of the other events.
        let step: UInt64 = 10_000_000
        let start = UInt64(filler / 2) * step
        let inside = example.headers.map { $0.time - example.start + start }
        let end = (inside.last ?? start) + 40_000_000_000
        let before = (0..<filler / 2).map { Self.other($0, at: UInt64($0) * step) }
        // What is wrong with an end has nothing behind it.
        let later = rule == "abrupt-end-after-run" ? 0 : filler / 2
        let after = (0..<later).map { Self.other(filler + $0, at: end + UInt64($0) * step) }
        let shifted = zip(lines, inside).map { line, time in
            "{\"t\":\(Self.seconds(time))\(line.drop { $0 != "," })"
        }
        log = try MemoryLog(ndjson: (before + shifted + after).joined(separator: "\n"))
        store = EventStore(labels: log.labels)
        for event in log.events { store.append(event) }
        exampleCount = lines.count
        let analysis = Analysis()
        analysis.take(log.batch)
        guard let finding = analysis.finish().first(where: { $0.rule == rule }) else { return nil }
        goal = FindingGoal(finding)
    }

    /// Nanoseconds as seconds with all nine decimals.
    private static func seconds(_ time: UInt64) -> String {
        let decimals = String(time % 1_000_000_000)
        return "\(time / 1_000_000_000)." + String(repeating: "0", count: 9 - decimals.count) + decimals
    }

    private static func other(_ index: Int, at nanoseconds: UInt64) -> String {
        let time = seconds(nanoseconds)
        return switch index % 4 {
        case 0:
            #"{"t":\#(time),"event":"anchor.updated","session":"other","anchor":"O\#(index % 7)","position":[0,0,1]}"#
        case 1: #"{"t":\#(time),"event":"log.message","text":"message \#(index)"}"#
        case 2: #"{"t":\#(time),"event":"camera.pose","session":"other","position":[0,1,0]}"#
        default: #"{"t":\#(time),"event":"device.stats","cpu":1.5}"#
        }
    }
}
