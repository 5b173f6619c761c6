/// What ids are called: the labels of a log, in bounded memory.
///
/// An id has up to two names. Its *spelling* is the label it was made from, and is printed in its place. A *given
/// name* was said of it by a `log.label` and is for people; printing a log says it again before the id's first use.
///
/// Names live in two generations. One that is used moves to the young generation; when that is full it becomes the
/// old one, and what was not used since is forgotten: such an id prints as its UUID. A class, because the reader
/// that fills it and the printer that asks it are two. Not for two threads at once.
public final class LabelTable {
    struct Entry {
        var spelling: String?
        var name: String?
        /// The tellers that have told the given name, one bit each.
        var toldBy: UInt64 = 0

        var byteCount: Int { 64 + (spelling?.utf8.count ?? 0) + (name?.utf8.count ?? 0) }
    }

    private var young: [EntityID: Entry] = [:]
    private var old: [EntityID: Entry] = [:]
    private var youngBytes = 0
    private let entryLimit: Int
    private let byteLimit: Int

    /// The ids that were given a name since `takeRenamed`, unless they are too many to be remembered.
    private var renamed: [EntityID] = []
    private var hasLostRenamed = false
    private static let renamedLimit = 1024

    /// Rises whenever the young generation becomes the old one.
    private(set) var generation = 0

    /// Whether a name was forgotten, so that some ids may print as UUIDs although the log names them.
    public private(set) var hasForgotten = false

    /// A table that holds at most twice `entryLimit` ids, and names of about twice `byteLimit` bytes.
    public init(entryLimit: Int = 32_768, byteLimit: Int = 8 << 20) {
        self.entryLimit = max(1, entryLimit)
        self.byteLimit = max(1, byteLimit)
    }

    /// A table that knows what another does, and has told nobody.
    public convenience init(copying other: LabelTable) {
        self.init(entryLimit: other.entryLimit, byteLimit: other.byteLimit)
        func untold(_ entries: [EntityID: Entry]) -> [EntityID: Entry] {
            entries.mapValues { Entry(spelling: $0.spelling, name: $0.name) }
        }
        young = untold(other.young)
        old = untold(other.old)
        youngBytes = other.youngBytes
        hasForgotten = other.hasForgotten
        hasGivenNames = other.hasGivenNames
    }

    // MARK: Learning

    /// What was learned, where another table is to learn it, too: see `ReadAhead`.
    struct News {
        let label: String
        let id: EntityID
    }

    private var news: [News]?

    /// From now on what is learned waits to be taken, too, or does so no longer.
    func keepNews(_ isKept: Bool) { news = isKept ? [] : nil }

    /// What was learned since the last call, in its order.
    func takeNews() -> [News] {
        let taken = news ?? []
        if !taken.isEmpty { news = [] }
        return taken
    }

    /// Learns what one `log.label` says: the spelling, where `id` is the label's own id, else a given name.
    public func learn(_ label: String, for id: EntityID) {
        news?.append(News(label: label, id: id))
        var entry = self.entry(of: id) ?? Entry()
        // Chunks repeat their labels, and hashing one costs more than comparing.
        if let known = entry.spelling, known.utf8.elementsEqual(label.utf8) { return }
        // What is too long, or would be read as a UUID, can't stand in the id's place.
        let isSpelling =
            (1...EntityID.longestLabel).contains(label.utf8.count) && EntityID(uuid: label) == nil
            && EntityID(hashing: label) == id
        if isSpelling {
            guard entry.spelling == nil else { return }
            entry.spelling = label
        } else {
            guard !(entry.name?.utf8.elementsEqual(label.utf8) ?? false) else { return }
            entry.name = label
            entry.toldBy = 0
            hasGivenNames = true
            if renamed.count < Self.renamedLimit { renamed.append(id) } else { hasLostRenamed = true }
        }
        put(entry, for: id)
    }

    /// Whether a given name was ever learned.
    private(set) var hasGivenNames = false

    /// Learns the label that `id` was made from, which the caller has just hashed.
    func learn(spelling label: @autoclosure () -> String, for id: EntityID) {
        news?.append(News(label: label(), id: id))
        var entry = self.entry(of: id) ?? Entry()
        guard entry.spelling == nil else { return }
        entry.spelling = label()
        put(entry, for: id)
    }

    // MARK: Asking

    /// The id as logs and answers print it: its label, else its UUID.
    public func text(of id: EntityID) -> String { spelling(of: id) ?? id.uuidText }

    /// The id for people: the name given to it, else its label, else its UUID.
    public func name(of id: EntityID) -> String {
        guard let entry = entry(of: id) else { return id.uuidText }
        return entry.name ?? entry.spelling ?? id.uuidText
    }

    /// The label the id was made from; `nil` where the table has none.
    public func spelling(of id: EntityID) -> String? { entry(of: id)?.spelling }

    /// The ids that were given just this name, of those that are remembered.
    public func ids(givenName name: String) -> [EntityID] {
        let found = Set(young.filter { $0.value.name == name }.keys)
            .union(old.filter { $0.value.name == name }.keys)
        return found.sorted { ($0.low, $0.high) < ($1.low, $1.high) }
    }

    /// The name that a `log.label` gave the id; `nil` where the table has none.
    public func givenName(of id: EntityID) -> String? { entry(of: id)?.name }

    /// Somebody who tells each given name once: a printer, a writer. Of 64 tellers, the first and the last are taken
    /// for one.
    struct Teller {
        fileprivate let bit: UInt64
    }

    func makeTeller() -> Teller {
        tellerCount += 1
        return Teller(bit: 1 << UInt64(tellerCount % 64))
    }

    private var tellerCount = -1

    /// The id's given name, where the teller has not told it since it was learned.
    func takeName(of id: EntityID, _ teller: Teller) -> String? {
        guard var entry = entry(of: id), let name = entry.name, entry.toldBy & teller.bit == 0 else {
            return nil
        }
        entry.toldBy |= teller.bit
        young[id] = entry
        return name
    }

    /// The ids that were given a name since the last call; `nil` where they were too many.
    func takeRenamed() -> [EntityID]? {
        defer {
            renamed.removeAll(keepingCapacity: true)
            hasLostRenamed = false
        }
        return hasLostRenamed ? nil : renamed
    }

    /// The given names that the teller has not told, in the order of their ids.
    func takeRemainingNames(_ teller: Teller) -> [(id: EntityID, name: String)] {
        var ids: Set<EntityID> = []
        for (id, entry) in young where entry.name != nil && entry.toldBy & teller.bit == 0 { ids.insert(id) }
        for (id, entry) in old where entry.name != nil && entry.toldBy & teller.bit == 0 { ids.insert(id) }
        let sorted = ids.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
        return sorted.compactMap { id in takeName(of: id, teller).map { (id, $0) } }
    }

    // MARK: Generations

    private func entry(of id: EntityID) -> Entry? {
        if let found = young[id] { return found }
        guard let found = old.removeValue(forKey: id) else { return nil }
        put(found, for: id)
        return found
    }

    private func put(_ entry: Entry, for id: EntityID) {
        if young.count >= entryLimit || youngBytes >= byteLimit {
            hasForgotten = hasForgotten || !old.isEmpty
            old = young
            young = [:]
            youngBytes = 0
            generation += 1
        }
        old[id] = nil
        let previous = young.updateValue(entry, forKey: id)
        youngBytes += entry.byteCount - (previous?.byteCount ?? 0)
    }
}
