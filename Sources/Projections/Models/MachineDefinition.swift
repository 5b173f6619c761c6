public import EventLog

/// The states of a machine and the ways between them.
public struct MachineDefinition: Sendable, Equatable {
    public let states: [String]
    /// Where it stands before the first change; `nil` where that is not declared.
    public let initial: String?
    /// Where each state stands in `states`.
    private let places: [String: Int]
    /// The states that each state leads to.
    private let ways: [String: Set<String>]
    /// States that every state leads to.
    private let fromAnywhere: Set<String>

    /// A machine with edges spelled `from>to`; `*` as the source means every state.
    ///
    /// What is not spelled so is left out. Of a long name only so much counts as is kept of texts.
    public init(initial: String?, edges spelled: [String]) {
        let initial = initial.map { Symbols.kept($0) }
        self.initial = initial
        var states: [String] = initial.map { [$0] } ?? []
        var places: [String: Int] = initial.map { [$0: 0] } ?? [:]
        var ways: [String: Set<String>] = [:]
        var fromAnywhere: Set<String> = []
        for edge in spelled {
            guard let (from, to) = Self.split(edge) else { continue }
            if from == "*" { fromAnywhere.insert(to) } else { ways[from, default: []].insert(to) }
            for state in [from, to] where state != "*" && places[state] == nil {
                places[state] = states.count
                states.append(state)
            }
        }
        self.states = states
        self.places = places
        self.ways = ways
        self.fromAnywhere = fromAnywhere
    }

    /// Whether a text spells a way: `from>to`.
    static func isEdge(_ text: String) -> Bool { split(text) != nil }

    private static func split(_ edge: String) -> (from: String, to: String)? {
        let parts = edge.split(separator: ">", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (Symbols.kept(String(parts[0])), Symbols.kept(String(parts[1])))
    }

    /// Whether there is a way. From a state to itself there always is.
    public func allows(from: String, to: String) -> Bool {
        from == to || fromAnywhere.contains(to) || ways[from]?.contains(to) == true
    }

    /// The states that `state` leads to, in the order of the declaration, itself left out.
    public func successors(of state: String) -> [String] {
        fromAnywhere.union(ways[state] ?? []).subtracting([state]).sorted {
            places[$0, default: .max] < places[$1, default: .max]
        }
    }

    /// The ways as they are spelled, in the order of the declaration's states; those from everywhere last.
    public var edges: [String] {
        func order(_ states: Set<String>) -> [String] {
            states.sorted { places[$0, default: .max] < places[$1, default: .max] }
        }
        return states.flatMap { from in order(ways[from] ?? []).map { "\(from)>\($0)" } }
            + order(fromAnywhere).map { "*>\($0)" }
    }

    public func has(_ state: String) -> Bool { places[state] != nil }

    /// The definition EVENTS.md gives for a machine of this name; `nil` for a name of the app's own.
    ///
    /// The ways of `collaboration` depend on the device's role and on the protocol of the recording.
    public static func builtIn(
        _ name: String, role: Role?, collaborationProtocol: CollaborationProtocol?
    ) -> MachineDefinition? {
        switch name {
        case "collaboration":
            var edges = [
                "idle>scanning", "scanning>exporting", "exporting>waiting", "waiting>syncing",
                "syncing>syncing", "*>idle", "exporting>scanning", "waiting>scanning", "syncing>scanning",
            ]
            if role == .guest { edges += ["idle>waiting", "syncing>waiting"] }
            if collaborationProtocol == .peerToPeer { edges += ["idle>syncing", "scanning>syncing"] }
            return MachineDefinition(initial: nil, edges: edges)
        case "objectTracking":
            return MachineDefinition(
                initial: nil,
                edges: [
                    "idle>loading", "stopped>loading", "failed>loading", "running>loading",
                    "detected>loading", "lost>loading", "loading>running", "loading>failed",
                    "loading>stopped", "running>detected", "detected>lost", "lost>detected",
                    "detected>detected", "lost>lost", "*>idle", "idle>stopped", "running>stopped",
                    "detected>stopped", "lost>stopped", "*>unsupported",
                ])
        case "onboarding":
            return MachineDefinition(
                initial: nil,
                edges: ["loadingAR>onboarding", "onboarding>done", "done>onboarding", "*>loadingAR"])
        case "onboardingChoice":
            return MachineDefinition(
                initial: nil,
                edges: [
                    "undecided>summonWand", "undecided>noWand", "summonWand>noWand", "noWand>summonWand",
                ])
        default:
            return nil
        }
    }
}
