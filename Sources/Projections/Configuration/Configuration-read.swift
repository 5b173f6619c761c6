import EventLog

// How a configuration file is read: one function a key of its outermost object.
extension Configuration {
    /// The version of the file's form. A file may name it; one that names another is refused.
    public static let version = 1

    /// What the outermost object may hold.
    public static let keys = ["version", "limits", "rules", "machines", "onboarding", "views", "ignore"]

    /// The configuration that `text`, JSON in UTF-8, is.
    public init(_ text: [UInt8]) throws(ConfigurationError) {
        let result: Result<Configuration, ConfigurationError> = unsafe text.withUnsafeBytes { bytes in
            Result { () throws(ConfigurationError) in
                var scanner = unsafe ConfigurationScanner(bytes)
                var configuration = Configuration()
                try configuration.read(&scanner)
                return configuration
            }
        }
        self = try result.get()
    }

    private mutating func read(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.object("the configuration") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "version": try Self.readVersion(&scanner)
            case "limits": try readLimits(&scanner)
            case "rules": try readRules(&scanner)
            case "machines": try readMachines(&scanner)
            case "onboarding": try readOnboarding(&scanner)
            case "views":
                names[NamesAbout.views.name] = Placed(
                    value: try scanner.texts(key), place: scanner.place(at: place))
            case "ignore": try readIgnores(&scanner)
            default: throw scanner.error(.unknown(what: "key", name: key, known: Self.keys), at: place)
            }
        }
        try scanner.finish()
    }

    private static func readVersion(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        let place = scanner.here
        guard try scanner.number("version") == Double(version) else {
            throw scanner.error(.value(of: "version", "must be \(version)"), at: place)
        }
    }

    private mutating func readLimits(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.object("limits") { (scanner, name, place) throws(ConfigurationError) in
            guard Settings.isLimit(name) else {
                throw scanner.error(
                    .unknown(what: "limit", name: name, known: Catalogue.limits.map(\.name)), at: place)
            }
            try setLimit(name, &scanner, place)
        }
    }

    /// A limit may be spelled in two ways, and is then there twice.
    private mutating func setLimit(
        _ name: String, _ scanner: inout ConfigurationScanner, _ place: Int
    ) throws(ConfigurationError) {
        guard limits[name] == nil else { throw scanner.error(.repeated(name: name), at: place) }
        limits[name] = Placed(value: try scanner.number(name), place: scanner.place(at: place))
    }

    private mutating func readRules(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.object("rules") { (scanner, id, place) throws(ConfigurationError) in
            try Self.requireRule(id, scanner, place)
            let choices = ["off"] + Severity.allCases.map(\.name)
            let choice = try scanner.choice(id, "severity", choices)
            let severity = Severity.allCases.first { $0.name == choice }
            rules[id] = Placed(value: severity.map { .severity($0) } ?? .off, place: scanner.place(at: place))
        }
    }

    private static func requireRule(
        _ id: String, _ scanner: ConfigurationScanner, _ place: Int
    ) throws(ConfigurationError) {
        let known = Catalogue.about.map(\.id)
        guard known.contains(id) else {
            throw scanner.error(.unknown(what: "rule", name: id, known: known), at: place)
        }
    }

    private mutating func readOnboarding(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.object("onboarding") { (scanner, key, place) throws(ConfigurationError) in
            guard key == "summon" else {
                throw scanner.error(.unknown(what: "key", name: key, known: ["summon"]), at: place)
            }
            names[NamesAbout.summon.name] = Placed(
                value: try scanner.texts(key), place: scanner.place(at: place))
        }
    }

    // MARK: Machines

    private mutating func readMachines(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.object("machines") { (scanner, name, place) throws(ConfigurationError) in
            guard !name.isEmpty else {
                throw scanner.error(.value(of: "machines", "has a machine without a name"), at: place)
            }
            try readMachine(name, &scanner, place)
        }
    }

    private mutating func readMachine(
        _ name: String, _ scanner: inout ConfigurationScanner, _ place: Int
    ) throws(ConfigurationError) {
        var definition: MachineDefinition?
        var stuck: [(state: String, place: Int)] = []
        try scanner.object(name) { (scanner, key, keyPlace) throws(ConfigurationError) in
            switch key {
            case "transitions": definition = try Self.readTransitions(&scanner)
            case "stuckAfter":
                try scanner.object(key) { (scanner, state, statePlace) throws(ConfigurationError) in
                    guard !state.isEmpty else {
                        throw scanner.error(.value(of: key, "has a state without a name"), at: statePlace)
                    }
                    stuck.append((state, statePlace))
                    try setLimit(Settings.stuckName(machine: name, state: state), &scanner, statePlace)
                }
            default:
                throw scanner.error(
                    .unknown(what: "key", name: key, known: ["transitions", "stuckAfter"]), at: keyPlace)
            }
        }
        if let definition {
            machines[Symbols.kept(name)] = Placed(value: definition, place: scanner.place(at: place))
        }
        // Of a machine that only its own log declares the states are not known here.
        let builtIn = MachineDefinition.builtIn(name, role: .guest, collaborationProtocol: .peerToPeer)
        guard let states = (definition ?? builtIn)?.states else { return }
        for (state, place) in stuck where !states.contains(Symbols.kept(state)) {
            throw scanner.error(
                .unknown(what: "state of \(Symbols.kept(name))", name: state, known: states), at: place)
        }
    }

    private static func readTransitions(
        _ scanner: inout ConfigurationScanner
    ) throws(ConfigurationError) -> MachineDefinition {
        let place = scanner.here
        var edges: [String] = []
        try scanner.array("transitions", of: "texts from>to") { (scanner) throws(ConfigurationError) in
            let place = scanner.here
            let edge = try scanner.text("transitions", "an array of texts from>to")
            guard MachineDefinition.isEdge(edge) else {
                throw scanner.error(.value(of: edge, "is not from>to"), at: place)
            }
            guard !edge.hasSuffix(">*") else {
                throw scanner.error(.value(of: edge, "leads to *, which may be the source only"), at: place)
            }
            edges.append(edge)
        }
        guard !edges.isEmpty, edges.count <= World.edgeLimit else {
            let why = edges.isEmpty ? "is empty" : "has more than \(World.edgeLimit)"
            throw scanner.error(.value(of: "transitions", why), at: place)
        }
        return MachineDefinition(initial: nil, edges: edges)
    }
}
