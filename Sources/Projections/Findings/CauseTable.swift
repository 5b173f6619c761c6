/// Which rules speak of one fault, and which fault brings about another: the one table of it, for the whole catalogue.
///
/// A row is only a possibility. Two findings are linked where the log itself ties them together (`Tie`), on one device
/// and in one session. Ids that no rule has (yet) do no harm.
enum CauseTable {
    /// What ties a consequence to its cause.
    enum Tie: Equatable {
        /// They rest on a common event: the same node, anchor, run, loss.
        case event
        /// That, or one follows the other within so many seconds: where a cause acts on everything around it.
        case soon(Double)
        /// A common event, or a common name (a key, a machine, a caller) within so many seconds.
        case name(Double)
    }

    struct Row {
        let cause: String
        let effect: String
        let tie: Tie
        /// Whether both are signs of one fault: the one that shows first is then the cause, whichever it is.
        let isOneFault: Bool
    }

    private static func leads(_ cause: String, to effects: String..., by tie: Tie = .event) -> [Row] {
        effects.map { Row(cause: cause, effect: $0, tie: tie, isOneFault: false) }
    }

    /// Signs of one fault; where both show at one event the first named is the cause.
    private static func oneFault(_ first: String, _ others: String..., by tie: Tie = .event) -> [Row] {
        others.map { Row(cause: first, effect: $0, tie: tie, isOneFault: true) }
    }

    static let rows: [Row] = [
        // Runs: a second run on top of the first is what the storm, the failure and the end come from.
        oneFault("double-run", "run-storm"),
        leads(
            "double-run", to: "run-unsupported", "collaboration-enabled-late", "abrupt-end-after-run",
            "log-cut", "reset-without-handshake"),
        leads("double-run", to: "log-cut", "sessions-compete", by: .soon(2)),
        leads("run-storm", to: "run-unsupported", "collaboration-enabled-late", "abrupt-end-after-run"),
        leads("run-storm", to: "log-cut", by: .soon(2)),
        oneFault("abrupt-end-after-run", "log-cut"),
        leads("memory-growth", to: "log-cut", by: .soon(60)),
        oneFault("camera-conflict", "sessions-compete"),
        leads("camera-conflict", to: "frames-stopped", by: .soon(10)),
        leads("camera-conflict", to: "interruption-unended"),
        leads("sessions-compete", to: "frames-stopped", by: .soon(10)),
        leads("sessions-compete", to: "node-outlives-anchor", "update-after-remove", "anchor-before-normal"),

        // Scene: what was not cleared with its anchors stands there when the thing comes again.
        oneFault("node-outlives-anchor", "duplicate-node"),
        oneFault("restore-keeps-anchors", "duplicate-node"),
        oneFault("tables-cleared-too-early", "duplicate-node", "anchor-without-node"),
        leads("anchor-added-twice", to: "duplicate-node", by: .name(5)),
        leads("owner-conflict", to: "duplicate-node", by: .name(10)),
        oneFault("content-before-localized", "content-on-world-coordinates", "duplicate-node"),
        leads("content-on-world-coordinates", to: "duplicate-node"),
        oneFault("content-on-world-coordinates", "saved-without-anchors"),
        leads("anchor-before-normal", to: "drift", "node-outlives-anchor", "update-after-remove"),
        leads("asset-missing", to: "anchor-without-node", by: .name(10)),
        oneFault("content-before-onboarding-done", "content-against-choice", "duplicate-node"),

        // State machines.
        oneFault("start-after-stop", "illegal-transition", "broken-trace"),
        oneFault("illegal-transition", "broken-trace"),
        oneFault("no-return", "state-stuck"),
        oneFault("applied-outside-syncing", "state-stuck"),
        leads("mapping-stalled", to: "state-stuck"),
        leads("stuck-initializing", to: "mapping-stalled", by: .soon(120)),
        leads("relocalization-timeout", to: "mapping-stalled", by: .soon(120)),
        oneFault("phase-mismatch", "visible-while-lost", "hidden-while-tracked"),

        // World maps: what was exported, sent or saved badly comes back badly.
        leads(
            "export-too-early", to: "saved-without-anchors", "anchor-data-lost", "restored-anchors-missing"),
        leads("export-too-early", to: "saved-without-anchors", by: .soon(10)),
        leads("export-repeated", to: "export-too-early"),
        leads("saved-without-anchors", to: "anchor-data-lost", "restored-anchors-missing"),
        leads("anchor-data-lost", to: "restored-anchors-missing", by: .soon(60)),
        leads("map-transfer-lossy", to: "map-decode-failed", by: .soon(60)),
        oneFault("guest-run-incomplete", "restore-keeps-anchors"),
        leads("guest-run-incomplete", to: "no-merge", "misaligned", by: .soon(120)),

        // Collaboration: what is sent unthrottled fills the queue, and what is lost is missing at the merge.
        oneFault("optional-not-throttled", "packet-rate", "bandwidth", "backpressure-missing", by: .soon(10)),
        oneFault("packet-rate", "bandwidth", "backpressure-missing", by: .soon(10)),
        oneFault("bandwidth", "backpressure-missing", by: .soon(10)),
        leads("backpressure-missing", to: "critical-dropped", by: .soon(10)),
        leads("critical-dropped", to: "decode-failures", "no-merge", "misaligned", by: .soon(120)),
        leads("critical-unreliable", to: "decode-failures", "no-merge", "misaligned", by: .soon(120)),
        leads("decode-failures", to: "no-merge", "misaligned", by: .soon(120)),
        leads("decode-failures", to: "collaboration-silent", by: .soon(60)),
        leads("collaboration-silent", to: "no-merge", by: .soon(120)),
        leads("collaboration-enabled-late", to: "no-merge", by: .soon(120)),
        leads(
            "reset-without-handshake", to: "applied-outside-syncing", "no-merge", "no-return", by: .soon(60)),
        oneFault("misaligned", "not-converging", by: .soon(120)),

        // Interruptions and the device.
        leads("interruption-without-resync", to: "decode-failures", "misaligned", by: .soon(60)),
        leads("content-trusted-after-interruption", to: "drift", by: .soon(120)),
        leads("frames-retained", to: "fps-drop", "frames-stopped", by: .soon(60)),
        leads("frames-stopped", to: "collaboration-silent", by: .soon(60)),
        leads("overheating", to: "fps-drop", by: .soon(300)),
    ].flatMap { $0 }
}

extension RuleAbout {
    /// The rules whose faults may bring this one about, or be the first sign of it, in the order of the table; only those
    /// there are.
    public var causes: [String] {
        let known = Set(Catalogue.about.map(\.id))
        return CauseTable.rows.reduce(into: []) { found, row in
            if row.effect == id, known.contains(row.cause), !found.contains(row.cause) {
                found.append(row.cause)
            }
        }
    }
}
