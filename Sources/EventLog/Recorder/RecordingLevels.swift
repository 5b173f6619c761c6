/// How much an app tells its log beyond what the adapter between ARSession and the recorder sees by itself.
///
/// A rule takes it for a fact that nothing happened only where the log says that it would have been told
/// (`log.opened.records`). So a level is named where a recording begins, and only if the app tells all of it.
public struct RecordingLevels: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Level 1: `run`, `pause`, `add`, `remove` and the world maps go through the recorder, and what the app shows while
    /// it relocalizes is told.
    public static let wrappers = RecordingLevels(rawValue: 1 << 0)
    /// Level 2: every node is told when it is attached and detached, and what is loaded for it.
    public static let nodes = RecordingLevels(rawValue: 1 << 1)
    /// Level 3: peers, and every packet that is sent, dropped, received, applied or can't be decoded.
    public static let network = RecordingLevels(rawValue: 1 << 2)
    /// Level 4: the app's own state machines, its views and what its users do.
    public static let states = RecordingLevels(rawValue: 1 << 3)

    public static let all: RecordingLevels = [.wrappers, .nodes, .network, .states]

    /// Nothing but the level itself, which is nothing beyond what the adapter sees for `oneLine`.
    public init(_ level: RecordingLevel) {
        self = level.rawValue == 0 ? [] : Self(rawValue: 1 << (level.rawValue - 1))
    }

    /// The families of events that are told whole, level 0 included: for `log.opened.records`.
    public var families: EnumSet<EventFamily> { .of { isSuperset(of: Self($0.level)) } }
}
