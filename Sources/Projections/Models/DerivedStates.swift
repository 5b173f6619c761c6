import EventLog

/// The states of the machines that follow from ARKit's own events, as symbols.
struct DerivedStates {
    let running: Symbol
    let interrupted: Symbol
    let paused: Symbol
    let failed: Symbol
    let notAvailable: Symbol
    let limited: Symbol
    let normal: Symbol
    let extending: Symbol
    let mapped: Symbol
    /// By the reason's number.
    private let reasons: [Symbol]

    init(_ symbols: Symbols) {
        running = symbols.symbol("running")
        interrupted = symbols.symbol("interrupted")
        paused = symbols.symbol("paused")
        failed = symbols.symbol("failed")
        notAvailable = symbols.symbol("notAvailable")
        limited = symbols.symbol("limited")
        normal = symbols.symbol("normal")
        extending = symbols.symbol("extending")
        mapped = symbols.symbol("mapped")
        let reasons = TrackingReason.allCases
        self.reasons = (0...Int(reasons.map(\.rawValue).max() ?? 0)).map { number in
            let reason = reasons.first { $0.rawValue == number }
            return symbols.symbol(reason.map { "limited." + $0.name } ?? "limited")
        }
    }

    /// The state of `tracking`: limited ones are told apart by their reason.
    func tracking(_ state: TrackingState, _ reason: TrackingReason?) -> Symbol {
        switch state {
        case .notAvailable: notAvailable
        case .normal: normal
        case .limited: reason.map { reasons[Int($0.rawValue)] } ?? limited
        }
    }

    func mapping(_ status: MappingStatus) -> Symbol {
        switch status {
        case .notAvailable: notAvailable
        case .limited: limited
        case .extending: extending
        case .mapped: mapped
        }
    }
}
