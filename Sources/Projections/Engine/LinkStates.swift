/// What a rule keeps of each link of a session with a peer, found without a hash: packets are many.
struct LinkStates<State> {
    private var devices: [[State]] = []
    private let initial: State

    init(_ initial: State) { self.initial = initial }

    /// The state of a link of a device; at first the initial one.
    subscript(device: Int, link: Int) -> State {
        _read {
            if device < devices.count, link < devices[device].count {
                yield devices[device][link]
            } else {
                yield initial
            }
        }
        _modify {
            while devices.count <= device { devices.append([]) }
            while devices[device].count <= link { devices[device].append(initial) }
            yield &devices[device][link]
        }
    }

    /// The links of a device of which anything is kept.
    func links(_ device: Int) -> Range<Int> { 0..<(device < devices.count ? devices[device].count : 0) }

    mutating func forget(_ device: Int) {
        if device < devices.count { devices[device] = [] }
    }
}
