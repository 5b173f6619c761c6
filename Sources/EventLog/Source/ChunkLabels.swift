/// Which labels an open chunk still lacks: every chunk carries those of the ids it uses, before their first use.
struct ChunkLabels {
    private let labels: LabelTable
    private let teller: LabelTable.Teller
    /// The ids whose labels the chunk has, as far as they have any.
    private var told: Set<EntityID> = []
    private var ids: [EntityID] = []

    init(_ labels: LabelTable) {
        self.labels = labels
        teller = labels.makeTeller()
    }

    /// A new chunk begins, with no label in it.
    mutating func beginChunk() { told.removeAll(keepingCapacity: true) }

    /// Gives `write` the labels that must stand before an event with this payload.
    mutating func tell<E: Error>(
        _ kind: EventKind, _ payload: ByteCursor, device: EntityID?,
        _ write: (EntityID, String) throws(E) -> Void
    ) throws(E) {
        if labels.hasGivenNames { forgetRenamed() }
        ids.removeAll(keepingCapacity: true)
        IdentityPlan.of(kind).collect(payload, into: &ids)
        if let device { ids.append(device) }
        for id in ids where told.insert(id).inserted {
            if let spelling = labels.spelling(of: id) { try write(id, spelling) }
            if let name = labels.givenName(of: id) {
                _ = labels.takeName(of: id, teller)
                try write(id, name)
            }
        }
    }

    /// Gives `write` the names that no event used, at the end of the log.
    func tellRemaining<E: Error>(_ write: (EntityID, String) throws(E) -> Void) throws(E) {
        for (id, name) in labels.takeRemainingNames(teller) {
            if let spelling = labels.spelling(of: id) { try write(id, spelling) }
            try write(id, name)
        }
    }

    /// An id that got another name is told again.
    private mutating func forgetRenamed() {
        guard let renamed = labels.takeRenamed() else { return beginChunk() }
        for id in renamed { told.remove(id) }
    }
}
