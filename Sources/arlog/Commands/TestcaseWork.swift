import EventLog
import Projections
import Replay

/// Finds what a test case holds: few events that still show the fault, with the inputs that came before it.
struct TestcaseWork {
    /// What came of it.
    struct Made {
        let recording: EventStore
        let goal: ReplayGoal
        /// Events of the log.
        let eventCount: Int
        let extent: CaseEvents.Extent
        /// Whether the inputs alone show the fault: a handler has to do something about it.
        let isOfInputsAlone: Bool
        let hasLoss: Bool
    }

    let shrinking: ShrinkWork
    /// How long may be looked for what the fault needs.
    let seconds: UInt64
    let inputs: CaseEvents.Inputs
    let hasPrivate: Bool

    func make() throws(CommandError) -> Made {
        let loaded = try shrinking.load()
        let goal = ReplayGoal(
            rule: shrinking.rule, severity: loaded.finding.severity, settings: shrinking.settings)
        let needed = shrunk(loaded)
        var isShownWithPrivate = false
        for extent in CaseEvents.Extent.all(inputs) {
            let whole = try read(extent, loaded, needed)
            guard !goal.faults(in: whole).isEmpty else { continue }
            isShownWithPrivate = true
            let recording = hasPrivate ? whole.renumbered() : whole.withoutPrivate()
            guard !goal.faults(in: recording).isEmpty else { continue }
            return Made(
                recording: recording, goal: goal, eventCount: loaded.counts.values.reduce(0, +),
                extent: extent,
                isOfInputsAlone: !goal.faults(in: recording.withoutOutputs()).isEmpty, hasLoss: loaded.hasLoss
            )
        }
        throw isShownWithPrivate
            ? CommandError(
                "without what is private there is no such fault", in: shrinking.file.path,
                advice: "add --with-private, and look at what may be told")
            : CommandError(
                "the finding is another when the log is read again", in: shrinking.file.path,
                advice: "arlog recover first, and make the test of what it writes")
    }

    /// The few events that give the finding.
    private func shrunk(_ loaded: ShrinkWork.Loaded) -> [EventHeader] {
        let all = UInt64(loaded.store.headers.count)
        let progress = Progress("shrinking \(shrinking.file.name)", of: all, on: shrinking.console)
        let end = System.monotonicNanoseconds() + seconds * 1_000_000_000
        let result = Shrinker(
            loaded.store, goal: loaded.goal, settings: shrinking.settings, simplifies: false,
            isOver: { System.monotonicNanoseconds() >= end },
            progress: { progress.advance(to: all - UInt64($0.kept)) }
        ).run()
        progress.finish()
        return result?.headers ?? loaded.store.headers
    }

    private func read(
        _ extent: CaseEvents.Extent, _ loaded: ShrinkWork.Loaded, _ needed: [EventHeader]
    ) throws(CommandError) -> EventStore {
        let log = try OpenLog(
            shrinking.file, "reading", shrinking.console, limits: shrinking.limits)
        var events = CaseEvents(
            extent, showing: loaded.finding, needed: needed, of: loaded.store, settings: shrinking.settings,
            labels: log.labels)
        while let batch = try log.next() {
            for event in batch.events {
                guard events.take(event) else {
                    throw CommandError(
                        "more events than can be held", in: shrinking.file.path,
                        advice: "cut a part of it out with arlog cat --from … --to … --format ndjson")
                }
            }
        }
        return events.finish(devices: log.devices)
    }
}
