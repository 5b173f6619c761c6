// What of SceneKit ARLogKit uses, with Apple's signatures. For Linux, where there is none.

public import Foundation
public import simd

open class SCNNode: NSObject {
    open var name: String?
    open var isHidden = false
    open var simdWorldPosition = simd_float3()
    open private(set) weak var parent: SCNNode?
    open private(set) var childNodes: [SCNNode] = []

    open func addChildNode(_ child: SCNNode) {
        child.removeFromParentNode()
        child.parent = self
        childNodes.append(child)
    }

    open func removeFromParentNode() {
        parent?.childNodes.removeAll { $0 === self }
        parent = nil
    }
}
