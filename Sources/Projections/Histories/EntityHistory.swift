public import EventLog

/// One step of what made an anchor, a node or a packet what it is.
public struct HistoryStep: Sendable {
    /// What of the thing's life it is part of.
    public enum Subject: String, Sendable {
        case anchor, node, packet, session, other
    }

    public let mark: Mark
    public let kind: EventKind
    public let device: Int
    public let session: SessionName?
    public let subject: Subject
    /// The anchor, node or packet that the step is about; the one asked for, or one that it is tied to.
    public let id: EntityID?
    /// What happened, without the names of ids.
    public internal(set) var text: String
    /// How many events it stands for, and the last of them.
    public internal(set) var count = 1
    public internal(set) var last: Mark
}

/// The chain of events that made an anchor, a node or a packet what it is.
///
///     var relatives = Relatives(of: id)
///     repeat { relatives.begin(); … relatives.take(batch) … } while !relatives.isComplete
///     let history = EntityHistory(relatives)
///     … history.take(batch) …
///
/// Updates and moves that follow one another are one step.
public final class EntityHistory {
    let relatives: Relatives
    public private(set) var steps: [HistoryStep] = []
    /// Steps kept; further ones are counted only.
    public static let limit = 2000
    public private(set) var leftOut = 0
    /// How the thing asked for stands, in one sentence; `nil` where nothing tells of it.
    public var conclusion: String? { lives.conclusion(relatives.id, since: first) }

    private var lives = EntityLives()
    private(set) var first: Mark?
    /// Texts of the log are left out.
    let isShared: Bool
    /// By the thing: its last step, where further updates belong to that.
    private var open: [EntityID: Int] = [:]

    public init(_ relatives: Relatives, isShared: Bool = false) {
        self.relatives = relatives
        self.isShared = isShared
    }

    public func take(_ batch: EventBatch) {
        for event in batch.events {
            let mark = Mark(number: event.number, time: max(event.time, first?.time ?? 0))
            if first == nil { first = mark }
            take(event, mark)
        }
    }

    private func take(_ event: LoggedEvent, _ mark: Mark) {
        switch event.kind {
        case .sessionRun: ran(event, mark)
        case .anchorUpdated: anchorUpdated(event, mark)
        case .nodeMoved: nodeMoved(event, mark)
        default:
            guard let told = lives.tell(event, mark, relatives, isShared: isShared) else {
                return other(event, mark)
            }
            add(told.text, event, mark, told.subject, told.id, told.session)
        }
    }

    private func ran(_ event: LoggedEvent, _ mark: Mark) {
        guard let run = event.decode(StoredEvent.SessionRun.self) else { return }
        let dropped = lives.ran(run, event.header.device, mark)
        let source = isShared ? nil : event.content.string(run.source).map { " by “\($0)”" }
        for id in dropped where relatives.contains(id) {
            let text = "dropped by a run\(source ?? "") with removeExistingAnchors; didRemove may not follow"
            add(text, event, mark, .anchor, id, run.session)
        }
    }

    private func anchorUpdated(_ event: LoggedEvent, _ mark: Mark) {
        guard let update = event.decode(StoredEvent.AnchorUpdated.self), relatives.contains(update.anchor)
        else {
            return
        }
        let change = lives.updated(update, event.header.device, mark)
        if let change {
            open[update.anchor] = nil
            add(change, event, mark, .anchor, update.anchor, update.session)
        } else {
            fold("updated", event, mark, .anchor, update.anchor, update.session)
        }
    }

    private func nodeMoved(_ event: LoggedEvent, _ mark: Mark) {
        guard let moved = event.decode(StoredEvent.NodeMoved.self), relatives.contains(moved.node) else {
            return
        }
        fold("moved", event, mark, .node, moved.node, moved.session)
    }

    /// Any other event that names the id: of a map, a peer, a session.
    private func other(_ event: LoggedEvent, _ mark: Mark) {
        let known = KindDescriptor.of(event.kind).message.fields
        let names = event.payloadFields.contains { field in
            guard field.value.count == 16, let about = known.first(where: { $0.number == field.number }),
                case .identity = about.type, about.name != "session",
                var cursor = event.content.payload(of: event.header), cursor.skip(field.value.lowerBound),
                let low = cursor.read(UInt64.self), let high = cursor.read(UInt64.self)
            else { return false }
            return EntityID(low: low, high: high) == relatives.id
        }
        if names { add("named", event, mark, .other, relatives.id, nil) }
    }

    // MARK: Steps

    private func add(
        _ text: String, _ event: LoggedEvent, _ mark: Mark, _ subject: HistoryStep.Subject, _ id: EntityID?,
        _ session: EntityID?
    ) {
        if let id { open[id] = nil }
        guard steps.count < Self.limit else {
            leftOut += 1
            return
        }
        steps.append(
            HistoryStep(
                mark: mark, kind: event.kind, device: Int(event.header.device),
                session: session.map { .other($0) } ?? (subject == .other ? nil : .main), subject: subject,
                id: id,
                text: text, last: mark))
    }

    private func fold(
        _ text: String, _ event: LoggedEvent, _ mark: Mark, _ subject: HistoryStep.Subject, _ id: EntityID,
        _ session: EntityID?
    ) {
        if let place = open[id], steps[place].kind == event.kind {
            steps[place].count += 1
            steps[place].last = mark
            return
        }
        let count = steps.count
        add(text, event, mark, subject, id, session)
        if steps.count > count { open[id] = count }
    }
}
