public import EventLog
public import Projections

/// Which events of a log a test case holds, chosen as the log is read.
///
/// A handler is fed inputs only. A shrunk log has mostly the recorded decisions that prove the fault, and would replay
/// nothing; so the inputs stay that came up to there, and as long after as the rule may still wait for something.
public struct CaseEvents {
    /// Which inputs stay.
    public enum Inputs: Sendable {
        /// All but what is only measured: poses, statistics, updates of an anchor that tell no new `isTracked`.
        case relevant
        case all
    }

    /// How much is taken, from the least on; the first that shows the fault is the case.
    public struct Extent: Sendable {
        public var inputs: Inputs
        /// Whether all recorded decisions stay, and not only those that the fault needs.
        public var hasAllOutputs: Bool
        /// Whether it goes on to the log's end.
        public var isWhole: Bool

        /// What is tried, in this order.
        public static func all(_ inputs: Inputs) -> [Extent] {
            let widest: Inputs = .all
            return [
                Extent(inputs: inputs, hasAllOutputs: false, isWhole: false),
                Extent(inputs: inputs, hasAllOutputs: true, isWhole: false),
                Extent(inputs: inputs, hasAllOutputs: true, isWhole: true),
                Extent(inputs: widest, hasAllOutputs: true, isWhole: true),
            ]
        }
    }

    private let extent: Extent
    /// The numbers of the events without which there is no finding.
    private let needed: Set<UInt32>
    private let neededKinds: Set<EventKind>
    private let neededAnchors: Set<EntityID>
    private let evidence: UInt32
    /// How long the case goes on behind the evidence, nanoseconds.
    private let patience: UInt64

    private let store: EventStore
    /// Where the case ends, nanoseconds since 1970; `nil` before the evidence.
    private var end: UInt64?
    /// By anchor: what was last said of it.
    private var isTracked: [Anchor: Bool] = [:]
    /// The last event behind the evidence that was passed over: time goes on to there.
    private var passedOver: Kept?
    private var closing: Kept?

    private struct Anchor: Hashable {
        let id: EntityID
        let session: EntityID?
        let device: UInt16
    }

    private struct Kept {
        let header: EventHeader
        let payload: [UInt8]
    }

    /// - Parameters:
    ///   - finding: what the log shows.
    ///   - needed: the few events that give it, of a store with the log's numbers.
    ///   - labels: what the ids of the log's events are called.
    public init(
        _ extent: Extent, showing finding: Finding, needed headers: [EventHeader], of shrunk: EventStore,
        settings: Settings, labels: LabelTable
    ) {
        self.extent = extent
        needed = Set(headers.map(\.number)).union(finding.events)
        neededKinds = Set(headers.map(\.kind))
        neededAnchors = Set(
            headers.flatMap { header in
                shrunk.event(header).identities.filter { $0.field == "anchor" }.map(\.id)
            })
        evidence = finding.events.last ?? .max
        patience = Self.patience(of: finding.rule, settings)
        store = EventStore(labels: labels)
    }

    /// How long a rule may wait: its limits in seconds, all of them, and a second for the handler.
    static func patience(of rule: String, _ settings: Settings) -> UInt64 {
        let limits = Catalogue.about.first { $0.id == rule }?.limits ?? []
        return limits.filter { $0.unit == "s" }.reduce(1_000_000_000) { sum, limit in
            let (next, overflow) = sum.addingReportingOverflow(settings.nanoseconds(of: limit))
            return overflow ? .max : next
        }
    }

    /// Takes the next event of the log, or passes it over; `false` where there is no room for more.
    public mutating func take(_ event: LoggedEvent) -> Bool {
        guard store.hasRoom else { return false }
        if event.kind == .logClosed, !extent.isWhole {
            closing = kept(event)
            return true
        }
        if let end, event.time > end { return true }
        if isWanted(event) {
            passedOver = nil
            store.append(event)
        } else if end != nil {
            passedOver = kept(event)
        }
        if event.number >= evidence, end == nil {
            let (sum, overflow) = event.time.addingReportingOverflow(patience)
            end = extent.isWhole || overflow ? .max : sum
        }
        return true
    }

    /// The case, once the log was read. A log that was closed is closed where the case ends.
    public mutating func finish(devices: [EntityID]) -> EventStore {
        store.devices = devices
        if let passedOver { put(passedOver, at: passedOver.header.time) }
        if let closing { put(closing, at: min(closing.header.time, end ?? .max)) }
        return store
    }

    private func put(_ kept: Kept, at time: UInt64) {
        store.append(
            kept.header.kind, number: kept.header.number, time: time, device: kept.header.device,
            payload: kept.payload)
    }

    private func kept(_ event: LoggedEvent) -> Kept? {
        event.content.payload(of: event.header).map { Kept(header: event.header, payload: $0.restBytes) }
    }

    private mutating func isWanted(_ event: LoggedEvent) -> Bool {
        let isNews = tellsTracking(event)
        if needed.contains(event.number) { return true }
        switch event.kind.replayRole {
        case .input: return extent.inputs == .all || isNews ?? isRelevant(event)
        case .output: return extent.hasAllOutputs
        // Messages and marks change nothing.
        case .neither: return event.kind == .logOpened || extent.isWhole && event.kind == .logClosed
        }
    }

    /// Whether an anchor's update says another `isTracked` than was said; `nil` for other events. Anchors begin tracked.
    private mutating func tellsTracking(_ event: LoggedEvent) -> Bool? {
        switch event.kind {
        case .anchorAdded:
            guard let added = event.decode(StoredEvent.AnchorAdded.self) else { return nil }
            isTracked[Anchor(id: added.anchor, session: added.session, device: event.header.device)] =
                added.isTracked == false ? false : nil
            return nil
        case .anchorRemoved:
            guard let removed = event.decode(StoredEvent.AnchorRemoved.self) else { return nil }
            isTracked[Anchor(id: removed.anchor, session: removed.session, device: event.header.device)] = nil
            return nil
        case .anchorUpdated:
            guard let update = event.decode(StoredEvent.AnchorUpdated.self) else { return false }
            if neededKinds.contains(.anchorUpdated), neededAnchors.contains(update.anchor) { return true }
            let anchor = Anchor(id: update.anchor, session: update.session, device: event.header.device)
            guard let now = update.isTracked, now != isTracked[anchor] ?? true else { return false }
            isTracked[anchor] = now ? nil : now
            return true
        default: return nil
        }
    }

    /// What is only measured matters where the finding rests on it.
    private func isRelevant(_ event: LoggedEvent) -> Bool {
        switch event.kind {
        case .cameraPose, .frameStats, .deviceStats: neededKinds.contains(event.kind)
        default: true
        }
    }
}
