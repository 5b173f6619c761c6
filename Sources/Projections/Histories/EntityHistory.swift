public import EventLog

/// The chain of events that made an anchor, a node or a packet what it is.
///
///     var relatives = Relatives(of: id)
///     while let batch = … { relatives.take(batch) }
///     relatives.settle()
///     let history = EntityHistory(relatives)
///     while let batch = … { history.take(batch) }
///
/// Updates and moves that follow one another are one step; of very many steps the first and the last are kept.
public final class EntityHistory {
    let relatives: Relatives
    private var kept = BoundedSteps()
    /// A step that may still grow, by what it is about.
    private var open: [EntityLives.Key: HistoryStep] = [:]
    private var lives = EntityLives()
    private var first: Mark?
    /// The numbers of the events that are about the thing asked for or one of its relatives; a run is about no one thing.
    private var numbers: Set<UInt32> = []
    private static let numberLimit = 200_000

    public init(_ relatives: Relatives) { self.relatives = relatives }

    /// The first steps, and the last ones where not all are kept.
    public var steps: (first: [HistoryStep], last: [HistoryStep]) {
        var all = kept
        for step in open.values.sorted(by: { $0.mark < $1.mark }) { all.append(step) }
        // A step that grew long stands where it began.
        return (all.first.sorted { $0.mark < $1.mark }, all.last.sorted { $0.mark < $1.mark })
    }
    public var leftOut: Int { kept.leftOut }
    /// Whether more hangs together with it than is followed.
    public var hasMoreRelatives: Bool { relatives.hasLeftOut }
    public var isEmpty: Bool { kept.first.isEmpty && open.isEmpty }

    /// How it stands, in each session that tells of it.
    public var ends: [HistoryEnd] { lives.ends(of: relatives.id, since: first) }

    /// Whether a finding rests on one of the events.
    public func concerns(_ finding: Finding) -> Bool { !numbers.isDisjoint(with: finding.events) }

    public func take(_ batch: EventBatch) {
        for event in batch.events {
            let mark = Mark(number: event.number, time: max(event.time, first?.time ?? 0))
            if first == nil { first = mark }
            take(event, mark)
        }
    }

    private func take(_ event: LoggedEvent, _ mark: Mark) {
        var isTold = false
        for told in lives.take(event, mark, relatives) {
            isTold = true
            tell(told, event, mark)
        }
        if !isTold, let text = NamedIDs.text(of: event, naming: relatives.id) {
            let key = EntityLives.Key(.other, relatives.id, NamedIDs.session(of: event), event.header.device)
            tell(EntityLives.Told(key: key, text: text, support: nil, folds: false), event, mark)
        }
    }

    private func tell(_ told: EntityLives.Told, _ event: LoggedEvent, _ mark: Mark) {
        if event.kind != .sessionRun, numbers.count < Self.numberLimit { numbers.insert(event.number) }
        if var step = open[told.key] {
            if told.folds, step.kind == event.kind, step.text == told.text {
                step.count += 1
                step.last = mark
                open[told.key] = step
                return
            }
            open[told.key] = nil
            kept.append(step)
        }
        let isOfSession = EventKind.ofSessions.contains(event.kind)
        let step = HistoryStep(
            mark: mark, kind: event.kind, device: Int(told.key.device),
            session: isOfSession ? SessionName(told.key.session) : nil, subject: told.key.subject,
            id: told.key.id,
            text: told.text, support: told.support, last: mark)
        if told.folds { open[told.key] = step } else { kept.append(step) }
    }
}

extension EventKind {
    /// Those whose events belong to one ARSession.
    fileprivate static let ofSessions = Set(KindDescriptor.all.filter(\.hasSession).map(\.kind))
}
