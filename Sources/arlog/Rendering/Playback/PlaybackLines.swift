import EventLog
import Projections

/// A playback as lines: each event that tells of a change, and each finding where it becomes true.
struct PlaybackLines {
    let tape: Tape
    let console: Console
    private var printer: EventPrinter
    private var passedOver = 0

    /// Kinds that come many times a second and change little; packets are told of where something is wrong with them.
    private static let quiet: Set<EventKind> = [
        .anchorUpdated, .cameraPose, .frameStats, .deviceStats, .collaborationDataProduced,
        .collaborationDataSent,
        .collaborationDataReceived, .collaborationDataApplied, .nodeMoved,
    ]

    init(_ tape: Tape, _ console: Console) {
        self.tape = tape
        self.console = console
        printer = EventPrinter(labels: tape.log.labels, start: tape.start)
    }

    mutating func write(_ event: LoggedEvent) {
        let findings = tape.findings(at: event.header)
        if Self.quiet.contains(event.kind), findings.isEmpty {
            passedOver += 1
            return
        }
        var line = ByteBuffer()
        printer.devices = tape.log.devices
        if printer.append(event, .text, to: &line) { unsafe console.output.write(line.bytes) }
        for finding in findings { FindingText(finding).write("", mark: "▲ ", indent: 11, console) }
    }

    /// What was not told by itself.
    func writeEnd() {
        guard passedOver > 0 else { return }
        console.line(
            console.output.styled(
                "\(Figures.count(passedOver, "update")) of anchors, poses, statistics and packets not shown",
                .dim))
    }
}
