#if ARSESSION && canImport(SceneKit)
    public import ARKit
    public import EventLog
    public import SceneKit

    extension SessionRecorder {
        /// A node was put on the one that ARSCNView made for an anchor.
        public func node(
            _ scnNode: SCNNode, attachedTo anchor: ARAnchor, key: String? = nil, asset: String? = nil,
            role: NodeRole? = nil, isLocalOnly: Bool? = nil
        ) {
            node(
                scnNode, attachedTo: .anchor(anchor), position: scnNode.simdWorldPosition, key: key,
                asset: asset, role: role, isLocalOnly: isLocalOnly)
        }

        /// A node was put below another one.
        public func node(
            _ scnNode: SCNNode, attachedTo parent: SCNNode, key: String? = nil, asset: String? = nil,
            role: NodeRole? = nil, isLocalOnly: Bool? = nil
        ) {
            node(
                scnNode, attachedTo: .node(parent), position: scnNode.simdWorldPosition, key: key,
                asset: asset, role: role, isLocalOnly: isLocalOnly)
        }

        /// Shows or hides a node, and tells it.
        public func setHidden(_ isHidden: Bool, _ scnNode: SCNNode) {
            scnNode.isHidden = isHidden
            node(scnNode, isVisible: !isHidden)
        }
    }
#endif
