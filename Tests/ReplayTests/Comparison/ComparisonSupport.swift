import EventLog
import Replay
import TestSupport
import Testing

/// Lets a handler do what another story tells as outputs: after the input before them, at the same time.
func compare(
    _ recorded: Story, _ replayed: Story, _ tolerance: ReplayTolerance = ReplayTolerance()
) throws -> (comparison: ReplayComparison, replay: ReplayResult) {
    let recording = try recorded.recording()
    let other = try replayed.log()
    let facts = other.facts
    let replay = ReplayPlayer().replay(recording) {
        Scripted { input, replay in
            // Outputs that stand behind the n-th input of the other story.
            let inputs = facts.indices.filter { facts[$0].kind.isReplayInput }
            guard let place = inputs.first(where: { facts[$0].time - facts[0].time == input.nanoseconds })
            else { return }
            for fact in facts[(place + 1)...].prefix(while: { $0.kind.isReplayOutput }) {
                let delay = Duration.nanoseconds(Int64(fact.time - facts[place].time))
                replay.after(delay) { emit(fact, replay) }
            }
        }
    }
    #expect(replay.isComplete && replay.accounts.isEmpty)
    return (ReplayComparison(recording, replay, tolerance: tolerance), replay)
}

/// Emits what a story told.
private func emit(_ fact: EventFacts, _ replay: ReplayContext) {
    fact.payload.withUnsafeBytes { bytes in
        let range = TextRange(offset: 0, count: bytes.count)
        let header = EventHeader(number: 1, kind: fact.kind, device: 0, time: 0, payload: range)
        let event = LoggedEvent(header: header, content: BatchContent(bytes))
        switch fact.kind {
        case .sessionRun: event.decode(Event.SessionRun.self).map { replay.emit($0) }
        case .sessionPause: event.decode(Event.SessionPause.self).map { replay.emit($0) }
        case .sessionReset: event.decode(Event.SessionReset.self).map { replay.emit($0) }
        case .nodeAttached: event.decode(Event.NodeAttached.self).map { replay.emit($0) }
        case .nodeVisibilityChanged: event.decode(Event.NodeVisibilityChanged.self).map { replay.emit($0) }
        case .nodeMoved: event.decode(Event.NodeMoved.self).map { replay.emit($0) }
        case .anchorAddRequested: event.decode(Event.AnchorAddRequested.self).map { replay.emit($0) }
        default: Issue.record("\(fact.kind.name) is not known here")
        }
    }
}

extension ReplayInput {
    fileprivate var nanoseconds: UInt64 {
        UInt64(time.components.seconds) * 1_000_000_000 + UInt64(time.components.attoseconds) / 1_000_000_000
    }
}
