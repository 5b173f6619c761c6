#if ARSESSION
    internal import ARKit
    internal import EventLog
    internal import Foundation
    internal import simd

    // ARKit's values as the vocabulary spells them.

    extension Pose {
        init(_ transform: simd_float4x4) {
            let (x, y, z, place) = transform.columns
            self.init(x, y, z, place)
        }
    }

    extension ARAnchor {
        var pose: Pose { Pose(transform) }

        /// A subclass that ARKit does not have is `custom`.
        var recordedKind: AnchorKind {
            switch self {
            case is ARPlaneAnchor: .plane
            case is ARMeshAnchor: .mesh
            case is ARImageAnchor: .image
            case is ARObjectAnchor: .object
            case is ARFaceAnchor: .face
            case is ARBodyAnchor: .body
            case is ARParticipantAnchor: .participant
            case is ARGeoAnchor: .geo
            case is ARAppClipCodeAnchor: .appClipCode
            case is AREnvironmentProbeAnchor: .environmentProbe
            default: type(of: self) == ARAnchor.self ? .anchor : .custom
            }
        }
    }

    extension ARCamera.TrackingState {
        var recorded: (TrackingState, TrackingReason?) {
            switch self {
            case .notAvailable: (.notAvailable, nil)
            case .normal: (.normal, nil)
            case .limited(.initializing): (.limited, .initializing)
            case .limited(.excessiveMotion): (.limited, .excessiveMotion)
            case .limited(.insufficientFeatures): (.limited, .insufficientFeatures)
            case .limited(.relocalizing): (.limited, .relocalizing)
            // A reason of a later ARKit.
            @unknown default: (.limited, nil)
            }
        }
    }

    extension MappingStatus {
        init(_ status: ARFrame.WorldMappingStatus) {
            // They have the same order, and ours begin at 1.
            self = MappingStatus(rawValue: UInt8(clamping: status.rawValue &+ 1)) ?? .notAvailable
        }
    }

    extension PacketPriority {
        init(_ priority: ARSession.CollaborationData.Priority) {
            self = priority == .critical ? .critical : .optional
        }
    }

    extension SessionLog {
        func geoTrackingStatusChanged(_ status: ARGeoTrackingStatus) {
            guard let state = GeoTrackingState(rawValue: UInt8(clamping: status.state.rawValue &+ 1)) else {
                return
            }
            geoTrackingStatusChanged(
                state, GeoTrackingAccuracy(rawValue: UInt8(clamping: status.accuracy.rawValue &+ 1)),
                Self.reason(status.stateReason))
        }

        private static func reason(_ reason: ARGeoTrackingStatus.StateReason) -> String? {
            switch reason {
            case .none: nil
            case .notAvailableAtLocation: "notAvailableAtLocation"
            case .needLocationPermissions: "needLocationPermissions"
            case .worldTrackingUnstable: "worldTrackingUnstable"
            case .waitingForLocation: "waitingForLocation"
            case .waitingForAvailabilityCheck: "waitingForAvailabilityCheck"
            case .geoDataNotLoaded: "geoDataNotLoaded"
            case .devicePointedTooLow: "devicePointedTooLow"
            case .visualLocalizationFailed: "visualLocalizationFailed"
            @unknown default: "\(reason.rawValue)"
            }
        }

        func failed(_ error: any Error) {
            let facts = ErrorFacts(error)
            failed(
                code: facts.code, name: error is ARError ? Self.errorName(facts.code) : nil, text: facts.text)
        }

        /// ARError's name for its number, of all SDKs up to iOS 27.
        private static func errorName(_ code: Int64) -> String? {
            switch code {
            case 100: "unsupportedConfiguration"
            case 101: "sensorUnavailable"
            case 102: "sensorFailed"
            case 103: "cameraUnauthorized"
            case 104: "microphoneUnauthorized"
            case 105: "locationUnauthorized"
            case 106: "highResolutionFrameCaptureInProgress"
            case 107: "highResolutionFrameCaptureFailed"
            case 200: "worldTrackingFailed"
            case 201: "geoTrackingNotAvailableAtLocation"
            case 202: "geoTrackingFailed"
            case 300: "invalidReferenceImage"
            case 301: "invalidReferenceObject"
            case 302: "invalidWorldMap"
            case 303: "invalidConfiguration"
            case 304: "invalidCollaborationData"
            case 400: "insufficientFeatures"
            case 401: "objectMergeFailed"
            case 500: "fileIOFailed"
            case 501: "requestFailed"
            default: nil
            }
        }
    }
#endif
