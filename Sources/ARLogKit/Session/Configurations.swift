#if ARSESSION
    internal import ARKit
    internal import EventLog

    extension ARConfiguration {
        /// The map it starts from.
        var startingMap: ARWorldMap? {
            switch self {
            case let world as ARWorldTrackingConfiguration: world.initialWorldMap
            case let body as ARBodyTrackingConfiguration: body.initialWorldMap
            case let positional as ARPositionalTrackingConfiguration: positional.initialWorldMap
            default: nil
            }
        }

        /// Whether other devices see this one's anchors.
        var isShared: Bool { (self as? ARWorldTrackingConfiguration)?.isCollaborationEnabled ?? false }
    }

    extension Vocabulary<Owned>.Configuration {
        /// What there is to say of the configuration; of another class than ARKit's, as what it derives from.
        init(_ configuration: ARConfiguration) {
            self.init()
            initialWorldMap = configuration.startingMap?.entityID
            frameSemantics = configuration.frameSemantics.names
            worldAlignment = WorldAlignment(
                rawValue: UInt8(clamping: configuration.worldAlignment.rawValue &+ 1))
            trackingObjects = configuration.trackingObjectCount.map { UInt64($0) }
            switch configuration {
            case let world as ARWorldTrackingConfiguration: take(world)
            case let body as ARBodyTrackingConfiguration:
                kind = .bodyTracking
                planeDetection = EnumSet(body.planeDetection)
                environmentTexturing = EnvironmentTexturing(body.environmentTexturing)
                detectionImages = Self.count(body.detectionImages)
            case is ARFaceTrackingConfiguration: kind = .faceTracking
            case let image as ARImageTrackingConfiguration:
                kind = .imageTracking
                detectionImages = Self.count(image.trackingImages)
            case let scanning as ARObjectScanningConfiguration:
                kind = .objectScanning
                planeDetection = EnumSet(scanning.planeDetection)
            case is AROrientationTrackingConfiguration: kind = .orientationTracking
            case let positional as ARPositionalTrackingConfiguration:
                kind = .positionalTracking
                planeDetection = EnumSet(positional.planeDetection)
            case let geo as ARGeoTrackingConfiguration:
                kind = .geoTracking
                planeDetection = EnumSet(geo.planeDetection)
                environmentTexturing = EnvironmentTexturing(geo.environmentTexturing)
                detectionObjects = Self.count(geo.detectionObjects)
                detectionImages = Self.count(geo.detectionImages)
            default: kind = .worldTracking
            }
        }

        private mutating func take(_ world: ARWorldTrackingConfiguration) {
            kind = .worldTracking
            isCollaborationEnabled = world.isCollaborationEnabled
            planeDetection = EnumSet(world.planeDetection)
            environmentTexturing = EnvironmentTexturing(world.environmentTexturing)
            detectionObjects = Self.count(world.detectionObjects)
            detectionImages = Self.count(world.detectionImages)
            if world.sceneReconstruction.contains(.meshWithClassification) {
                sceneReconstruction = .meshWithClassification
            } else {
                sceneReconstruction =
                    world.sceneReconstruction.contains(.mesh) ? .mesh : SceneReconstruction.none
            }
        }

        /// The SDK has some of these sets as optional, and some not.
        private static func count<Element>(_ set: Set<Element>?) -> UInt64 { UInt64(set?.count ?? 0) }
    }

    extension EnvironmentTexturing {
        init?(_ texturing: ARWorldTrackingConfiguration.EnvironmentTexturing) {
            self.init(rawValue: UInt8(clamping: texturing.rawValue &+ 1))
        }
    }

    extension EnumSet<PlaneDetection> {
        init(_ detection: ARWorldTrackingConfiguration.PlaneDetection) {
            self.init()
            if detection.contains(.horizontal) { insert(.horizontal) }
            if detection.contains(.vertical) { insert(.vertical) }
        }
    }

    extension EnumSet<RunOption> {
        init(_ options: ARSession.RunOptions) {
            self.init()
            if options.contains(.resetTracking) { insert(.resetTracking) }
            if options.contains(.removeExistingAnchors) { insert(.removeExistingAnchors) }
            if options.contains(.stopTrackedRaycasts) { insert(.stopTrackedRaycasts) }
            if options.contains(.resetSceneReconstruction) { insert(.resetSceneReconstruction) }
        }
    }

    extension ARConfiguration.FrameSemantics {
        /// By name, each once: the ones that include others first.
        var names: [String] {
            var names: [String] = []
            if contains(.personSegmentationWithDepth) {
                names.append("personSegmentationWithDepth")
            } else if contains(.personSegmentation) {
                names.append("personSegmentation")
            }
            if contains(.bodyDetection) { names.append("bodyDetection") }
            if contains(.sceneDepth) { names.append("sceneDepth") }
            if contains(.smoothedSceneDepth) { names.append("smoothedSceneDepth") }
            return names
        }
    }
#endif
