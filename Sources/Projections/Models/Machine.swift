import EventLog

/// One state machine as the log tells of it: where it stands, how it came there, what it may do next.
public final class Machine {
    public let name: String
    /// Told from the others of its recording.
    let serial: UInt64
    /// `nil` where it is only traced and never judged.
    @exclusivity(unchecked) @safe public private(set) var definition: MachineDefinition?
    /// Whether the log itself declared it, or the configuration: its states are then the only ones.
    @exclusivity(unchecked) @safe public private(set) var isDeclared = false
    /// A built-in name used with states that are not its own: traced, not judged.
    @exclusivity(unchecked) @safe public private(set) var isForeign = false
    /// Where it stands; `nil` where that was never told, or is unknown since events are missing.
    @exclusivity(unchecked) @safe public private(set) var state: Symbol?
    /// The event that brought it there.
    @exclusivity(unchecked) @safe public private(set) var entered = Mark.start
    /// The states it went through last, up to `pathLength` of them, oldest first.
    public var path: [Symbol] {
        (stepCount - steps.count..<stepCount).map { steps[$0 % Self.pathLength] }
    }
    /// The last steps; the one with number n stands at n modulo `pathLength`.
    @exclusivity(unchecked) @safe private var steps = Slab<Symbol>(capacity: Machine.pathLength)
    @exclusivity(unchecked) @safe private var stepCount = 0
    static let pathLength = 8

    /// Whether it follows from ARKit's own events; no app tells its transitions.
    let isDerived: Bool

    init(
        name: String, serial: UInt64, definition: MachineDefinition?, isDeclared: Bool = false,
        isDerived: Bool = false
    ) {
        self.isDeclared = isDeclared
        self.isDerived = isDerived
        self.name = name
        self.serial = serial
        self.definition = definition
        isJudged = definition != nil
    }

    /// Whether its transitions are held against a definition.
    @exclusivity(unchecked) @safe public private(set) var isJudged: Bool

    /// Where it was declared last.
    @exclusivity(unchecked) @safe var declared = Mark.start

    /// The app declared it in its own log: the machine stands at its initial state.
    func declare(_ definition: MachineDefinition, initial: Symbol, at mark: Mark) {
        declared = mark
        self.definition = definition
        isDeclared = true
        isForeign = false
        isJudged = true
        ways = Few()
        enter(initial, at: mark)
    }

    /// What a definition says of a transition.
    enum Way {
        case legal, illegal
        /// Nobody judges it.
        case unjudged
    }

    /// What was found out of each pair of states.
    @exclusivity(unchecked) @safe private var ways = Few<Way>()
    private static let waysKept = 250

    /// Judges a transition, and finds out whether the built-in name means another machine.
    func way(from: Symbol, to: Symbol, _ symbols: Symbols) -> Way {
        guard isJudged else { return .unjudged }
        let pair = Int(from.index) << 32 | Int(to.index)
        // Asked first, because a definition is many tables to retain.
        if let known = ways[pair] { return known }
        guard let definition else { return .unjudged }
        let (fromText, toText) = (symbols.text(from), symbols.text(to))
        if !isDeclared, !definition.has(fromText) || !definition.has(toText) {
            isForeign = true
            isJudged = false
            return .unjudged
        }
        let way = definition.allows(from: fromText, to: toText) ? Way.legal : .illegal
        if ways.count < Self.waysKept { ways[pair] = way }
        return way
    }

    /// A told transition. Returns where it stood, if that is known.
    func change(from: Symbol, to: Symbol, at mark: Mark) -> Symbol? {
        let before = state
        if before == nil { remember(from) }
        enter(to, at: mark)
        return before
    }

    /// It enters a state that follows from other events.
    func enter(_ state: Symbol, at mark: Mark) {
        self.state = state
        entered = mark
        remember(state)
    }

    /// Events are missing: the next change is a first mention again.
    func forget() {
        state = nil
        steps.removeAll()
        stepCount = 0
    }

    private func remember(_ state: Symbol) {
        if steps.count < Self.pathLength {
            steps.append(state)
        } else {
            steps[stepCount % Self.pathLength] = state
        }
        stepCount += 1
    }
}

/// The machines of one session or of the device, by name.
public struct MachineSet {
    public private(set) var byName: [Symbol: Machine] = [:]
    /// Machines kept of one owner; further names are only counted.
    static let limit = 1000
    public private(set) var left = 0

    /// Events are missing: where they stand is no longer known.
    func forget() {
        for machine in byName.values { machine.forget() }
    }

    subscript(name: Symbol) -> Machine? { byName[name] }

    /// The one that was asked for last: mostly the next change is one of its, too.
    private var latest: (name: Symbol, machine: Machine)?

    /// The machine of this name, if it was mentioned.
    mutating func known(_ name: Symbol) -> Machine? {
        if let latest, latest.name == name { return latest.machine }
        guard let known = byName[name] else { return nil }
        latest = (name, known)
        return known
    }

    /// The machine of this name, made by `make` at its first mention; `nil` beyond the limit.
    mutating func add(_ name: Symbol, make: () -> Machine) -> Machine? {
        guard byName.count < Self.limit else {
            left += 1
            return nil
        }
        let machine = make()
        byName[name] = machine
        return machine
    }
}

/// A transition that the app told.
public struct MachineChange {
    /// The symbol of the machine's name.
    let name: Symbol
    private let lent: Lent<Machine>
    public var machine: Machine { lent.object }
    public let from: Symbol
    public let to: Symbol
    /// Where the machine stood; `nil` at its first mention.
    public let before: Symbol?
    /// Where it was entered.
    public let beforeMark: Mark
    /// Whether the machine's is a built-in name used with other states.
    let isForeign: Bool

    init(
        _ machine: Machine, _ name: Symbol, from: Symbol, to: Symbol, before: Symbol?, beforeMark: Mark,
        isLegal: Bool
    ) {
        lent = Lent(machine)
        isForeign = machine.isForeign
        self.name = name
        self.from = from
        self.to = to
        self.before = before
        self.beforeMark = beforeMark
        self.isLegal = isLegal
    }

    /// Whether the log knew where the machine stood.
    public var isFirstMention: Bool { before == nil }
    /// Whether the definition has this way; `true` at the first mention and where nothing is judged.
    public let isLegal: Bool
}
