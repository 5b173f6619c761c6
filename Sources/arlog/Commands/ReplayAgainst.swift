import EventLog
import Projections
import Replay

/// Feeds a log's inputs to a reference, and tells where that decides otherwise than the recorded app.
struct ReplayAgainst {
    /// Which reference: the one that fits the log, or one by its name.
    enum Choice: String, CaseIterable, Sendable {
        case reference
        case objectTracking = "object-tracking"
        case session

        func reference(for recording: EventStore) -> ReplayReference {
            switch self {
            case .reference: ReplayReference(for: recording)
            case .objectTracking: .objectTracking
            case .session: .session
            }
        }
    }

    let choice: Choice
    let settings: Settings
    let limits: ReaderLimits
    let console: Console

    func run(_ file: LogFile, _ found: ExitStatus) throws(CommandError) -> ExitStatus {
        let log = try OpenLog(file, "reading", console, limits: limits)
        let recording = EventStore(labels: log.labels)
        let analysis = Analysis(settings: settings)
        analysis.name { log.labels.name(of: $0) }
        while let batch = try log.next() {
            recording.devices = log.devices
            for event in batch.events {
                guard recording.hasRoom else {
                    throw CommandError(
                        "more events than can be held", in: file.path,
                        advice: "cut a part of it out with arlog cat --from … --to … --format ndjson")
                }
                recording.append(event)
            }
            analysis.take(batch)
        }
        try log.requireEvents()
        let before = analysis.finish()
        let status = log.finish(found, analysis.world, console)
        let reference = choice.reference(for: recording)
        let replay = reference.replay(recording)
        var tolerance = ReplayTolerance()
        tolerance.anyWords = true
        ReplayComparisonText(
            reference: reference, recording: recording, replay: replay,
            comparison: ReplayComparison(recording, replay, tolerance: tolerance),
            findings: FindingsComparison(before: before, after: replay.findings(settings: settings)),
            console: console
        ).write(file.name)
        return status
    }
}
