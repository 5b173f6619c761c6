/// Finds, among the findings of one log, those that come of another.
///
/// A finding has at most one cause, the nearest: the latest before it that the table allows and the log ties to it, one
/// with a common event before any other. So a chain stays a chain (the run, the node it left standing, the duplicate),
/// and whoever wants the first cause follows it. A cause comes before its consequence, in time or, at one event, in the
/// table; so there are no circles.
enum Causes {
    /// Sets `causedBy` of `findings`, which are in the order in which they became true.
    static func link(_ findings: inout [Finding]) {
        let finder = CauseFinder(findings)
        for index in findings.indices { findings[index].causedBy = finder.cause(of: index) }
    }
}

/// The findings of one log, laid out so that causes are found without comparing each with each.
private struct CauseFinder {
    private struct Possibility {
        let other: String
        let tie: CauseTable.Tie
        /// Whether the cause may be no earlier than the consequence: at one event only.
        let isNamedFirst: Bool
    }

    private struct Place: Hashable {
        let rule: String
        let device: Int
    }

    private struct Shared: Hashable {
        let place: Place
        let event: UInt32
    }

    /// By the rule of a finding, which rules may be its cause.
    private static let possibilities: [String: [Possibility]] = CauseTable.rows.reduce(into: [:]) {
        found, row in
        found[row.effect, default: []].append(
            Possibility(other: row.cause, tie: row.tie, isNamedFirst: true))
        if row.isOneFault {
            found[row.cause, default: []].append(
                Possibility(other: row.effect, tie: row.tie, isNamedFirst: false))
        }
    }

    private let findings: [Finding]
    /// The findings of a rule on a device, in order.
    private var byPlace: [Place: [Int]] = [:]
    /// Those that rest on an event, in order.
    private var byEvent: [Shared: [Int]] = [:]

    init(_ findings: [Finding]) {
        self.findings = findings
        let causes = Set(Self.possibilities.values.joined().map(\.other))
        for (index, finding) in findings.enumerated() where causes.contains(finding.rule) {
            let place = Place(rule: finding.rule, device: finding.device)
            byPlace[place, default: []].append(index)
            for event in finding.events {
                byEvent[Shared(place: place, event: event), default: []].append(index)
            }
        }
    }

    func cause(of index: Int) -> Int? {
        let finding = findings[index]
        var best: (isShared: Bool, index: Int)?
        for possibility in Self.possibilities[finding.rule] ?? [] {
            let place = Place(rule: possibility.other, device: finding.device)
            guard let candidates = byPlace[place] else { continue }
            let shared = finding.events.compactMap { event in
                latest(byEvent[Shared(place: place, event: event)] ?? [], index, possibility)
            }.max()
            let found = shared.map { (true, $0) } ?? soon(candidates, index, possibility).map { (false, $0) }
            guard let found else { continue }
            if best.map({ ($0.isShared ? 1 : 0, $0.index) < (found.0 ? 1 : 0, found.1) }) ?? true {
                best = found
            }
        }
        return best?.index
    }

    /// The latest of `candidates`, which are in order, that can have brought the finding about.
    private func latest(_ candidates: [Int], _ index: Int, _ possibility: Possibility) -> Int? {
        candidates[..<end(candidates, index)].last { precedes($0, index, possibility) }
    }

    /// The same where nothing but time, and perhaps a name, ties the two.
    private func soon(_ candidates: [Int], _ index: Int, _ possibility: Possibility) -> Int? {
        let seconds: Double
        let isNamed: Bool
        switch possibility.tie {
        case .event: return nil
        case .soon(let span): (seconds, isNamed) = (span, false)
        case .name(let span): (seconds, isNamed) = (span, true)
        }
        let names = Set(findings[index].identity.filter { $0.text != nil && $0.name != .way })
        // Of many only the latest are looked at: what is longer ago was looked for by its events.
        for candidate in candidates[..<end(candidates, index)].suffix(Self.looked).reversed() {
            let elapsed = findings[index].mark.elapsed(since: findings[candidate].mark)
            guard elapsed <= UInt64(seconds: seconds) else { return nil }
            guard precedes(candidate, index, possibility) else { continue }
            if !isNamed || !names.isDisjoint(with: findings[candidate].identity) { return candidate }
        }
        return nil
    }

    private static let looked = 64

    /// Where in `candidates` those end that became true no later than the finding.
    private func end(_ candidates: [Int], _ index: Int) -> Int {
        let mark = findings[index].mark
        var (low, high) = (0, candidates.count)
        while low < high {
            let middle = (low + high) / 2
            if findings[candidates[middle]].mark <= mark { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func precedes(_ candidate: Int, _ index: Int, _ possibility: Possibility) -> Bool {
        let (cause, effect) = (findings[candidate], findings[index])
        guard cause.session == nil || effect.session == nil || cause.session == effect.session else {
            return false
        }
        return cause.mark < effect.mark || cause.mark == effect.mark && possibility.isNamedFirst
    }
}
