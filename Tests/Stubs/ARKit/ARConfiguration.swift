public import Foundation

open class ARConfiguration: NSObject {
    public enum WorldAlignment: Int, Sendable {
        case gravity
        case gravityAndHeading
        case camera
    }

    public struct FrameSemantics: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let personSegmentation = FrameSemantics(rawValue: 1 << 0)
        public static let personSegmentationWithDepth = FrameSemantics(rawValue: 1 << 1 | 1 << 0)
        public static let bodyDetection = FrameSemantics(rawValue: 1 << 2)
        public static let sceneDepth = FrameSemantics(rawValue: 1 << 3)
        public static let smoothedSceneDepth = FrameSemantics(rawValue: 1 << 4)
    }

    open class VideoFormat: NSObject {
        open var framesPerSecond: Int { 60 }
    }

    public struct SceneReconstruction: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let mesh = SceneReconstruction(rawValue: 1 << 0)
        public static let meshWithClassification = SceneReconstruction(rawValue: 1 << 1 | 1 << 0)
    }

    open var worldAlignment = WorldAlignment.gravity
    open var frameSemantics: FrameSemantics = []
    open var videoFormat = VideoFormat()

    override init() {}
}

open class ARWorldTrackingConfiguration: ARConfiguration {
    public struct PlaneDetection: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let horizontal = PlaneDetection(rawValue: 1 << 0)
        public static let vertical = PlaneDetection(rawValue: 1 << 1)
    }

    public enum EnvironmentTexturing: Int, Sendable {
        case none
        case manual
        case automatic
    }

    open var isCollaborationEnabled = false
    open var initialWorldMap: ARWorldMap?
    open var planeDetection: PlaneDetection = []
    open var environmentTexturing = EnvironmentTexturing.none
    open var detectionObjects: Set<ARReferenceObject> = []
    open var trackingObjects: Set<ARReferenceObject> = []
    open var detectionImages: Set<ARReferenceImage>?
    open var sceneReconstruction: SceneReconstruction = []

    public override init() {}
}

open class ARBodyTrackingConfiguration: ARConfiguration {
    open var initialWorldMap: ARWorldMap?
    open var planeDetection: ARWorldTrackingConfiguration.PlaneDetection = []
    open var environmentTexturing = ARWorldTrackingConfiguration.EnvironmentTexturing.none
    open var detectionImages: Set<ARReferenceImage> = []

    public override init() {}
}

open class ARFaceTrackingConfiguration: ARConfiguration {
    public override init() {}
}

open class ARImageTrackingConfiguration: ARConfiguration {
    open var trackingImages: Set<ARReferenceImage> = []

    public override init() {}
}

open class ARObjectScanningConfiguration: ARConfiguration {
    open var planeDetection: ARWorldTrackingConfiguration.PlaneDetection = []

    public override init() {}
}

open class AROrientationTrackingConfiguration: ARConfiguration {
    public override init() {}
}

open class ARPositionalTrackingConfiguration: ARConfiguration {
    open var initialWorldMap: ARWorldMap?
    open var planeDetection: ARWorldTrackingConfiguration.PlaneDetection = []

    public override init() {}
}

open class ARGeoTrackingConfiguration: ARConfiguration {
    open var planeDetection: ARWorldTrackingConfiguration.PlaneDetection = []
    open var environmentTexturing = ARWorldTrackingConfiguration.EnvironmentTexturing.none
    open var detectionObjects: Set<ARReferenceObject> = []
    open var trackingObjects: Set<ARReferenceObject> = []
    open var detectionImages: Set<ARReferenceImage>?

    public override init() {}
}
