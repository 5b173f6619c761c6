import EventLog
import Projections

// `/log`: what was found, and what the app said.
extension FoxgloveExport {
    /// Findings of a moment between two events come before the later one.
    func tell(before mark: Mark, _ world: World) throws(CommandError) {
        while told < findings.count, findings[told].mark.time < mark.time { try tell(findings[told], world) }
    }

    func tell(through mark: Mark, _ world: World) throws(CommandError) {
        while told < findings.count, findings[told].mark <= mark, findings[told].mark.time <= mark.time {
            try tell(findings[told], world)
        }
    }

    func tell(_ finding: Finding, _ world: World? = nil) throws(CommandError) {
        told += 1
        let level: UInt64 =
            switch finding.severity {
            case .info: 2
            case .warning: 3
            case .error: 4
            }
        try write(
            level, "\(finding.message) \(finding.advice)", name: finding.rule, event: finding.mark.number,
            at: finding.mark.time)
        guard let world, !log.isShared else { return }
        var picture = FoxgloveRoom.Picture()
        for event in finding.events {
            guard duplicates[event] == finding.mark.number, let (session, id) = attached[event],
                let node = session.nodes.node(id, attachedAt: event)
            else { continue }
            room(of: session, world).draw(node, session, world, isDuplicate: true, &picture)
        }
        try write(picture, at: file.lastTime)
    }

    func say(_ event: LoggedEvent, at mark: Mark) throws(CommandError) {
        switch event.kind {
        case .logMessage:
            guard let payload = event.decode(StoredEvent.LogMessage.self),
                let text = log.personal(event.content.string(payload.text))
            else { return }
            let level: UInt64 =
                switch payload.level {
                case .debug: 1
                case .info: 2
                case .warning: 3
                case .error: 4
                case .fault: 5
                case nil: 0
                }
            let category = event.content.string(payload.category) ?? "app"
            try write(level, text, name: category, event: event.number, at: mark.time)
        case .logMarker:
            guard let payload = event.decode(StoredEvent.LogMarker.self),
                let text = log.personal(event.content.string(payload.text))
            else { return }
            try write(2, text, name: "marker", event: event.number, at: mark.time)
        default: return
        }
    }

    /// A `Log`; its line is the event's number.
    private func write(
        _ level: UInt64, _ text: String, name: String, event: UInt32, at time: UInt64
    ) throws(CommandError) {
        message.removeAll(keepingUpTo: 1 << 20)
        message.appendField(1, timestamp: max(time, file.lastTime))
        message.appendField(2, varint: level)
        message.appendField(3, text: text)
        message.appendField(4, text: name)
        message.appendField(6, fixed32: event)
        try file.append(message, on: .log, at: time)
    }
}
