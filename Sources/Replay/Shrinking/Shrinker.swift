public import EventLog
public import Projections

/// Finds the smallest log that still gives a finding.
///
/// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): pieces of the log
/// are left out, large ones first, as long as the finding stays; an event goes together with everything that hangs on
/// it (`Dependencies`). What remains is 1-minimal: no further event can go with what hangs on it. Then times and values
/// are made simpler.
///
/// The same log and goal give the same result, unless `isOver` ends the work earlier.
public final class Shrinker {
    /// How far it has come.
    public struct Progress: Sendable {
        /// Events that are left, and events of the log.
        public let kept: Int
        public let events: Int
        /// How often the rules were asked.
        public let checks: Int
    }

    /// What remains.
    public struct Result {
        /// The events, of the store that was given; numbers as in the log.
        public let headers: [EventHeader]
        /// The finding they give.
        public let finding: Finding
        public let checks: Int
        /// Whether every event is needed; `false` where the time was over before that was tried.
        public let isMinimal: Bool
        /// Fields that were left out, and times that were made simpler.
        public let removedFields: Int
        public let simplerTimes: Int
        /// What the ids are called, and the devices by the events' index.
        public let labels: LabelTable
        public let devices: [EntityID]
    }

    private let store: EventStore
    private let judge: Judge
    private let withholdsPrivate: Bool
    private let simplifies: Bool
    private let isOver: () -> Bool
    private let progress: (Progress) -> Void
    private let dependencies: Dependencies
    /// By the place of each event: whether it is still there.
    private var isKept: [Bool]
    private var keptCount: Int

    /// - Parameters:
    ///   - goal: a finding of all events of the store by `settings`.
    ///   - withholdsPrivate: whether the result is without what is private: texts, places, the names of ids.
    ///   - isOver: asked between checks; once it is true, what was reached is the result.
    ///   - simplifies: whether times and values are made simpler in the end.
    public convenience init(
        _ store: EventStore, goal: FindingGoal, settings: Settings, withholdsPrivate: Bool = false,
        simplifies: Bool = true,
        isOver: @escaping () -> Bool = { false }, progress: @escaping (Progress) -> Void = { _ in }
    ) {
        self.init(
            store, Judge(store, goal: goal, settings: settings), withholdsPrivate: withholdsPrivate,
            simplifies: simplifies, isOver: isOver, progress: progress)
    }

    init(
        _ store: EventStore, _ judge: Judge, withholdsPrivate: Bool = false, simplifies: Bool = true,
        isOver: @escaping () -> Bool, progress: @escaping (Progress) -> Void
    ) {
        self.store = store
        self.withholdsPrivate = withholdsPrivate
        self.simplifies = simplifies
        self.isOver = isOver
        self.progress = progress
        self.judge = judge
        dependencies = Dependencies(store.headers, in: store)
        isKept = Array(repeating: true, count: store.headers.count)
        keptCount = store.headers.count
    }

    /// The smallest log found; `nil` where the events do not give the finding, or not without what is private.
    public func run() -> Result? {
        guard let finding = judge.finding(in: store.headers) else { return nil }
        leaveOutWhatFollows(finding)
        leaveOutKinds(keeping: Set(finding.events))
        let isMinimal = leaveOutPieces()
        let withholding = withholdsPrivate ? Withholding(store) : nil
        let told = withholding.map { withholding in kept.map { withholding.apply(to: $0) } } ?? kept
        if withholding != nil { judge.settle(on: told) }
        guard judge.holds(told) else { return nil }
        var simplifier = Simplifier(store, judge, told, isOver)
        if simplifies { simplifier.run() }
        guard let last = judge.finding(in: simplifier.headers) else { return nil }
        return Result(
            headers: simplifier.headers.map { store.settled($0) }, finding: last, checks: judge.checks,
            isMinimal: isMinimal,
            removedFields: simplifier.removedFields, simplerTimes: simplifier.simplerTimes,
            labels: withholding?.labels ?? store.labels,
            devices: store.devices.map { withholding?.renamed($0) ?? $0 })
    }

    private var kept: [EventHeader] { store.headers.indices.filter { isKept[$0] }.map { store.headers[$0] } }

    // MARK: Leaving out

    /// Leaves out the events at these places with all that hangs on them, where the finding stays; says whether it did.
    private func leaveOut(_ places: [Int]) -> Bool {
        let gone = closure(of: places)
        guard !gone.isEmpty, gone.count < keptCount else { return false }
        for place in gone { isKept[place] = false }
        guard judge.holds(kept) else {
            for place in gone { isKept[place] = true }
            return false
        }
        keptCount -= gone.count
        progress(Progress(kept: keptCount, events: isKept.count, checks: judge.checks))
        return true
    }

    /// These places and those of all that hangs on them, as far as it is there.
    private func closure(of places: [Int]) -> [Int] {
        var found = places.filter { isKept[$0] }
        var seen = Set(found)
        var next = 0
        while next < found.count {
            for dependent in dependencies.dependents[found[next]]
            where isKept[Int(dependent)] && seen.insert(Int(dependent)).inserted {
                found.append(Int(dependent))
            }
            next += 1
        }
        return found
    }

    /// Most of what comes after the last evidence proves nothing.
    private func leaveOutWhatFollows(_ finding: Finding) {
        guard let last = finding.events.last else { return }
        let after = store.headers.indices.filter { store.headers[$0].number > last }
        if !after.isEmpty, !isOver() { _ = leaveOut(after) }
    }

    /// Whole kinds, the most frequent first, but for the evidence.
    private func leaveOutKinds(keeping evidence: Set<UInt32>) {
        var places: [EventKind: [Int]] = [:]
        for place in store.headers.indices where isKept[place] {
            guard !evidence.contains(store.headers[place].number) else { continue }
            places[store.headers[place].kind, default: []].append(place)
        }
        for kind in places.sorted(by: {
            ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue)
        })
        where !isOver() {
            _ = leaveOut(kind.value)
        }
    }

    /// Ever smaller pieces, until no event by itself can go; `false` where the time was over before.
    private func leaveOutPieces() -> Bool {
        var size = max(1, keptCount / 2)
        while true {
            var hasChanged = false
            // From the end: what comes later hangs on what comes earlier, and goes first.
            let places = store.headers.indices.filter { isKept[$0] }
            for start in stride(from: (max(places.count, 1) - 1) / size * size, through: 0, by: -size) {
                guard !isOver() else { return false }
                let piece = places[start..<min(start + size, places.count)].filter { isKept[$0] }
                if !piece.isEmpty, leaveOut(piece) { hasChanged = true }
            }
            if size > 1 {
                size = max(1, min(size / 2, keptCount / 2))
            } else if !hasChanged {
                return true
            }
        }
    }
}
