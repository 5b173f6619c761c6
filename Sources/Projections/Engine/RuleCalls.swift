import EventLog

/// Calls those rules that want a kind of event.
struct RuleCalls {
    /// Holds the rules for as long as anybody can call them: so they need not be retained for a call.
    private let rules: [Rule]
    /// Those that want each kind, kind after kind.
    private let callees: [Lent<Rule>]
    /// Where those of a kind stand, by its index.
    private let places: [Range<Int>]

    init(_ rules: [Rule]) {
        self.rules = rules
        let wanting = EventKind.allCases.map { kind in rules.filter { $0.interests.contains(kind) } }
        callees = wanting.joined().map { Lent($0) }
        var end = 0
        places = wanting.map { callees in
            end += callees.count
            return end - callees.count..<end
        }
    }

    func handle(_ step: Step, _ world: World) {
        for place in places[step.event.kind.index] {
            callees[place].use { $0.handle(step, world) }
        }
    }

    func handle(_ step: Step, in session: SessionState, _ world: World) {
        for place in places[step.event.kind.index] {
            callees[place].use { $0.handle(step, in: session, world) }
        }
    }
}
