// What of ARKit ARLogKit uses, with Apple's signatures (the headers of iOS 27). For Linux, where there is none.
//
// What begins with `play` stands in for the camera: it calls the delegate as ARKit does, on the thread of the caller,
// and only for methods that it has, which are asked for when it is set, as ARKit may.

public import Dispatch
public import Foundation

open class ARSession: NSObject {
    public struct RunOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let resetTracking = RunOptions(rawValue: 1 << 0)
        public static let removeExistingAnchors = RunOptions(rawValue: 1 << 1)
        public static let stopTrackedRaycasts = RunOptions(rawValue: 1 << 2)
        public static let resetSceneReconstruction = RunOptions(rawValue: 1 << 3)
    }

    public internal(set) var identifier = UUID()
    open weak var delegate: (any ARSessionDelegate)? {
        didSet {
            responds = delegate.map { to in Set(ARDelegateMethod.allCases.filter(to.implements)) } ?? []
        }
    }
    open var delegateQueue: DispatchQueue?
    public internal(set) var currentFrame: ARFrame?
    public internal(set) var configuration: ARConfiguration?

    var responds: Set<ARDelegateMethod> = []

    /// What the app asked for, in order: `run`, `pause`, `add`, `remove`, `getCurrentWorldMap`, `update`.
    public var calls: [String] = []
    /// What the next `run` makes the identifier; `nil` keeps it.
    public var nextIdentifier: UUID?
    /// What `getCurrentWorldMap` answers.
    public var worldMap: (map: ARWorldMap?, error: (any Error)?) = (nil, nil)
    /// What `update(with:)` was given.
    public var updates: [CollaborationData] = []

    open func run(_ configuration: ARConfiguration, options: RunOptions = []) {
        calls.append("run")
        self.configuration = configuration
        if let next = nextIdentifier { identifier = next }
    }

    open func pause() { calls.append("pause") }

    open func add(anchor: ARAnchor) {
        calls.append("add")
        anchor.sessionIdentifier = anchor.sessionIdentifier ?? identifier
    }

    open func remove(anchor: ARAnchor) { calls.append("remove") }

    open func getCurrentWorldMap(completionHandler: @escaping (ARWorldMap?, (any Error)?) -> Void) {
        calls.append("getCurrentWorldMap")
        completionHandler(worldMap.map, worldMap.error)
    }

    open func update(with collaborationData: CollaborationData) {
        calls.append("update")
        updates.append(collaborationData)
    }
}
