import EventLog
import Projections
import Replay

/// The log that is exported: what its ids are called, what follows from it, and what of it may be told.
final class ExportedLog {
    /// The rules and models; `nil` where the format needs neither.
    let analysis: Analysis?
    private let log: OpenLog
    private let withholding: PayloadWithholding?
    private let session: SessionChoice?
    /// Events without what is private, until the next batch.
    private var withheld = ByteBuffer()
    /// Events whose payload can't be read, as the format found.
    var malformed = 0
    /// Values that the format left out because this version does not name them.
    var leftOut = 0
    /// Whether all events are exported.
    var isWhole = true

    /// - Parameters:
    ///   - isShared: whether what is private is left out.
    ///   - session: the one session whose events are wanted; `nil` for all.
    init(_ log: OpenLog, analysis: Analysis?, session: SessionChoice?, isShared: Bool) {
        self.log = log
        self.analysis = analysis
        self.session = session
        withholding = isShared ? PayloadWithholding(log.labels) : nil
        analysis?.name(isShared: isShared) { [unowned self] in name(of: $0) }
    }

    var isShared: Bool { withholding != nil }

    /// The names of the ids in the batches that the exporter gets.
    var labels: LabelTable { withholding?.labels ?? log.labels }

    /// The devices of a merged log, as the batches name them by index; index 0 stands for none said.
    var devices: [EntityID] {
        guard let withholding else { return log.devices }
        return log.devices.map { withholding.renamed(device: $0) }
    }

    /// The first event's time, nanoseconds since 1970; 0 before there is one.
    var start: UInt64 { log.start }

    /// Nanoseconds from the log's first event to `time`.
    func elapsed(_ time: UInt64) -> UInt64 { time - min(time, start) }

    /// The id for people: the name given to it, else its label, else its UUID.
    func name(of id: EntityID) -> String { labels.name(of: withholding?.renamed(id) ?? id) }

    /// The id as logs print it: its label, else its UUID.
    func text(of id: EntityID) -> String { labels.text(of: withholding?.renamed(id) ?? id) }

    func text(of session: SessionName) -> String {
        switch session {
        case .main: "main"
        case .other(let id): text(of: id)
        }
    }

    /// A device as logs print it; `nil` where none was said.
    func text(ofDevice id: EntityID?) -> String? {
        guard let id, id != .null else { return nil }
        return labels.text(of: withholding?.renamed(device: id) ?? id)
    }

    /// A text of the log that is private; `nil` where that is withheld.
    func personal(_ text: String?) -> String? { isShared ? nil : text }

    /// A place in the room, which is private.
    func personal(_ place: Vector3?) -> Vector3? { isShared ? nil : place }

    /// Feeds the analysis and the exporter with all there is. Where the file is damaged nothing is concluded across what was
    /// lost: it lies before the batch in which the damage shows, or in it.
    func feed(_ exporter: any Exporter) throws(CommandError) {
        var damage = 0
        while let batch = try log.next() {
            let found = log.source.report.issues.damageCount
            if found > damage { try loseEvents(exporter) }
            if let follower = exporter as? any FollowingExporter {
                try step(through: batch, follower)
            } else {
                analysis?.take(batch)
                try exporter.take(told(batch))
            }
            if found > damage { try loseEvents(exporter) }
            damage = found
        }
        try log.requireEvents()
    }

    private func loseEvents(_ exporter: any Exporter) throws(CommandError) {
        analysis?.eventsAreMissing()
        if let world = analysis?.world { try (exporter as? any FollowingExporter)?.eventsAreMissing(world) }
    }

    /// Feeds a batch in pieces that end with the events that the exporter follows.
    private func step(
        through batch: EventBatch, _ follower: any FollowingExporter
    ) throws(CommandError) {
        guard let analysis else { return }
        let told = told(batch)
        var begin = 0
        for place in batch.headers.indices where follower.follows(batch.headers[place].kind) {
            analysis.take(
                EventBatch(content: batch.content, headers: Array(batch.headers[begin...place])))
            begin = place + 1
            try follower.follow(
                LoggedEvent(header: batch.headers[place], content: batch.content),
                told: LoggedEvent(header: told.headers[place], content: told.content), analysis.world)
        }
        guard begin < batch.headers.count else { return }
        analysis.take(EventBatch(content: batch.content, headers: Array(batch.headers[begin...])))
    }

    /// The events of a batch that are wanted, without what is private.
    private func told(_ batch: EventBatch) -> EventBatch {
        var headers = batch.headers
        if let session {
            headers = headers.filter { session.takes(LoggedEvent(header: $0, content: batch.content)) }
        }
        guard let withholding else { return EventBatch(content: batch.content, headers: headers) }
        withheld.removeAll(keepingUpTo: 1 << 22)
        for place in headers.indices {
            let header = headers[place]
            let payload = batch.content.payload(of: header)?.restBytes ?? []
            // A batch lies in memory with the publish time right before the payload.
            withheld.append(batch.content.publishTime(of: header))
            let told = withholding.withheld(payload, of: header.kind)
            headers[place].payload = TextRange(offset: withheld.count, count: told.count)
            withheld.append(told)
        }
        return EventBatch(content: unsafe BatchContent(withheld.bytes), headers: headers)
    }
}
