public import Foundation
public import simd

open class ARWorldMap: NSObject {
    public var center = simd_float3()
    public var extent = simd_float3()
    open var anchors: [ARAnchor] = []
    public var rawFeaturePoints = ARPointCloud()
}

extension ARSession {
    public typealias CollaborationData = ARCollaborationData
}

/// The stub's carries any bytes, archived as ARKit's is. At the top level, which archiving wants on Linux.
open class ARCollaborationData: NSObject, NSSecureCoding {
    public enum Priority: Int, Sendable {
        case critical
        case optional
    }

    public static var supportsSecureCoding: Bool { true }

    public let priority: Priority
    public let content: Data

    public init(_ content: Data, priority: Priority) {
        self.content = content
        self.priority = priority
    }

    public required init?(coder: NSCoder) {
        guard let content = coder.decodeObject(of: NSData.self, forKey: "content"),
            let priority = Priority(rawValue: coder.decodeInteger(forKey: "priority"))
        else { return nil }
        self.content = Data(referencing: content)
        self.priority = priority
    }

    public func encode(with coder: NSCoder) {
        coder.encode(NSData(data: content), forKey: "content")
        coder.encode(priority.rawValue, forKey: "priority")
    }
}
