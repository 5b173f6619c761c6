import EventLog

/// One state machine as the log tells of it: where it stands, how it came there, what it may do next.
public final class Machine {
    public let name: String
    /// Told from the others of its recording.
    let serial: UInt64
    /// `nil` where it is only traced and never judged.
    @exclusivity(unchecked) @safe public private(set) var definition: MachineDefinition?
    /// Whether the log itself declared it.
    @exclusivity(unchecked) @safe public private(set) var isDeclared = false
    /// A built-in name used with states that are not its own: traced, not judged.
    @exclusivity(unchecked) @safe public private(set) var isForeign = false
    /// Where it stands; `nil` where that was never told, or is unknown since events are missing.
    @exclusivity(unchecked) @safe public private(set) var state: Symbol?
    /// The event that brought it there.
    @exclusivity(unchecked) @safe public private(set) var entered = Mark.start
    /// The states it went through last, up to `pathLength` of them, oldest first.
    public var path: [Symbol] { steps.suffix(Self.pathLength) }
    @exclusivity(unchecked) @safe private var steps: [Symbol] = []
    static let pathLength = 8

    /// Whether it follows from ARKit's own events; no app tells its transitions.
    let isDerived: Bool

    init(name: String, serial: UInt64, definition: MachineDefinition?, isDerived: Bool = false) {
        self.isDerived = isDerived
        self.name = name
        self.serial = serial
        self.definition = definition
    }

    /// Whether its transitions are held against a definition.
    public var isJudged: Bool { definition != nil && !isForeign }

    /// The app declared it in its own log: the machine stands at its initial state.
    func declare(_ definition: MachineDefinition, initial: Symbol, at mark: Mark) {
        self.definition = definition
        isDeclared = true
        isForeign = false
        ways = [:]
        enter(initial, at: mark)
    }

    /// What a definition says of a transition.
    enum Way {
        case legal, illegal
        /// Nobody judges it.
        case unjudged
    }

    /// What was found out of each pair of states.
    @exclusivity(unchecked) @safe private var ways: [UInt64: Way] = [:]
    private static let waysKept = 1000

    /// Judges a transition, and finds out whether the built-in name means another machine.
    func way(from: Symbol, to: Symbol, _ symbols: Symbols) -> Way {
        guard let definition, !isForeign else { return .unjudged }
        let pair = UInt64(from.index) << 32 | UInt64(to.index)
        if let known = ways[pair] { return known }
        let (fromText, toText) = (symbols.text(from), symbols.text(to))
        if !isDeclared, !definition.has(fromText) || !definition.has(toText) {
            isForeign = true
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
        steps = []
    }

    private func remember(_ state: Symbol) {
        steps.append(state)
        // In halves, so that it costs nothing each time.
        if steps.count == 2 * Self.pathLength { steps.removeFirst(Self.pathLength) }
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

    /// The machine of this name, made by `make` at its first mention; `nil` beyond the limit.
    mutating func machine(_ name: Symbol, make: () -> Machine) -> Machine? {
        if let known = byName[name] { return known }
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
public final class MachineChange {
    public let machine: Machine
    public let from: Symbol
    public let to: Symbol
    /// Where the machine stood; `nil` at its first mention.
    public let before: Symbol?
    /// Where it was entered.
    public let beforeMark: Mark

    /// Whether the log knew where the machine stood.
    public var isFirstMention: Bool { before == nil }
    /// Whether the definition has this way; `true` at the first mention and where nothing is judged.
    public let isLegal: Bool

    init(
        machine: Machine, from: Symbol, to: Symbol, before: Symbol?, beforeMark: Mark, isLegal: Bool
    ) {
        self.machine = machine
        self.from = from
        self.to = to
        self.before = before
        self.beforeMark = beforeMark
        self.isLegal = isLegal
    }
}
