/// One of the ten points that a careful team goes through before it releases a collaboration.
public struct ChecklistPoint: Sendable {
    public enum Point: String, CaseIterable, Sendable {
        case fallback, exportRefused, mapPruned, handshakeRenewed, tablesCleared
        case misalignment, lightSync, drift, backpressure, networkLoss

        /// What is asked.
        public var title: String {
            switch self {
            case .fallback: "A fallback is shown on devices that can't collaborate"
            case .exportRefused: "Exporting the map is refused while mapping is limited"
            case .mapPruned: "A big map is told and pruned"
            case .handshakeRenewed: "Decode failures are counted, and the handshake is renewed"
            case .tablesCleared: "Tables are cleared at a reset"
            case .misalignment: "Misalignment shrinks as both devices move"
            case .lightSync: "A light sync follows an interruption of over 30 s"
            case .drift: "Drift stays within its limit over 10 min"
            case .backpressure: "Optional packets are dropped under back-pressure"
            case .networkLoss: "Every state returns after a network loss"
            }
        }

        /// The rules that find it failed, and from which severity on.
        var rules: [(id: String, from: Severity)] {
            switch self {
            case .fallback: [("no-fallback-shown", .info)]
            case .exportRefused: [("export-too-early", .error)]
            case .mapPruned: [("map-size", .warning)]
            case .handshakeRenewed: [("decode-failures", .info)]
            case .tablesCleared: [("tables-cleared-too-early", .info), ("node-outlives-anchor", .info)]
            case .misalignment: [("misaligned", .info), ("not-converging", .info)]
            case .lightSync: [("interruption-without-resync", .info)]
            case .drift: [("drift", .warning)]
            case .backpressure: [("backpressure-missing", .info), ("critical-dropped", .info)]
            case .networkLoss: [("no-return", .info)]
            }
        }

        /// What has to happen for it to be exercised.
        var occasion: String {
            switch self {
            case .fallback: "no device was probed and found unable"
            case .exportRefused: "nobody asked for the map while mapping was limited"
            case .mapPruned: "no map of that size was captured, saved or sent"
            case .handshakeRenewed: "no five packets in a row failed to decode"
            case .tablesCleared: "no reset with scene.tablesCleared beside it"
            case .misalignment: "the log of one device does not tell; it takes those of both, merged"
            case .lightSync: "no interruption of over 30 s with a peer connected"
            case .drift: "no content anchor was followed for 10 min"
            case .backpressure: "no optional packet was dropped, and no queue was told to be long"
            case .networkLoss: "no peer was lost and came back"
            }
        }
    }

    public enum State: String, Sendable {
        case passed, failed, notExercised
    }

    public let point: Point
    public let state: State
    /// What was seen of it, or what did not happen.
    public let note: String
    /// The events that prove it, ascending.
    public let events: [UInt32]
}
