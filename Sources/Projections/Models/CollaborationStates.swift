import EventLog

/// The states of the machine `collaboration`, as symbols.
struct CollaborationStates {
    let machine: Symbol
    let idle: Symbol
    let scanning: Symbol
    let exporting: Symbol
    let waiting: Symbol
    let syncing: Symbol

    init(_ symbols: Symbols) {
        machine = symbols.symbol("collaboration")
        idle = symbols.symbol("idle")
        scanning = symbols.symbol("scanning")
        exporting = symbols.symbol("exporting")
        waiting = symbols.symbol("waiting")
        syncing = symbols.symbol("syncing")
    }
}

extension SessionState {
    /// Whether its last run has collaboration on, and peers are taken together with it.
    var isCollaborating: Bool {
        runs.isCollaborationEnabled && device.collaborating === self
    }

    /// Whether it collaborates, and a peer was told to be connected.
    var isCollaboratingWithPeer: Bool { peers.connectedCount > 0 && isCollaborating }

    /// The machine `collaboration`: the one told of this session, or else the device's, which is taken together with the
    /// session that last ran with collaboration on. `nil` where none was told, and where the app uses the name for a
    /// machine of its own.
    func collaborationMachine(_ world: World) -> Machine? {
        let name = world.collaboration.machine
        let machine = machines[name] ?? (device.collaborating === self ? device.machines[name] : nil)
        return machine?.isForeign == true ? nil : machine
    }
}
