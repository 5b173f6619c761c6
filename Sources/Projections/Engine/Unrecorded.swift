public import EventLog

/// Families of events that a log lacks, so that rules could not be judged.
public struct Unrecorded: Equatable, Sendable {
    /// In the order of the vocabulary.
    public let families: [EventFamily]
    /// Whether the recorder said that it does not write them (`log.opened.records`); else there are none in the log.
    public let isTold: Bool

    /// `no node and anchor events in this log`
    public var reason: String {
        isTold
            ? "the recorder does not write \(names) events (log.opened.records)"
            : "no \(names) events in this log"
    }

    /// `node and anchor`
    public var names: String { listing(families.map(\.name), limit: .max) }
}
