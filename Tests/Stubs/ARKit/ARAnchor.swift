public import Foundation
public import simd

public protocol ARTrackable: NSObjectProtocol {
    var isTracked: Bool { get }
}

open class ARAnchor: NSObject {
    public let identifier: UUID
    open private(set) var name: String?
    public var sessionIdentifier: UUID?
    /// ARKit hands out another object when it changes; the stub changes it.
    open var transform: simd_float4x4

    public convenience init(transform: simd_float4x4) { self.init(transform: transform, identifier: UUID()) }

    public convenience init(name: String, transform: simd_float4x4) {
        self.init(transform: transform, identifier: UUID())
        self.name = name
    }

    /// The stub's own.
    public required init(transform: simd_float4x4, identifier: UUID) {
        self.transform = transform
        self.identifier = identifier
    }
}

open class ARPlaneAnchor: ARAnchor {}

/// Of a reconstructed scene; one of many.
open class ARMeshAnchor: ARAnchor {}

open class AREnvironmentProbeAnchor: ARAnchor {}

open class ARParticipantAnchor: ARAnchor {}

open class ARImageAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
}

open class ARObjectAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
    public var referenceObject = ARReferenceObject()
}

open class ARFaceAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
}

open class ARBodyAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
}

open class ARGeoAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
}

open class ARAppClipCodeAnchor: ARAnchor, ARTrackable {
    public var isTracked = true
}

open class ARReferenceObject: NSObject {
    open var name: String?
}

open class ARReferenceImage: NSObject {
    open var name: String?
}
