#if ARSESSION && canImport(RealityKit)
    public import ARKit
    public import EventLog
    public import RealityKit

    extension SessionRecorder {
        /// An entity was put on what the app made for an anchor, an AnchorEntity say.
        @MainActor
        public func node(
            _ entity: Entity, attachedTo anchor: ARAnchor, key: String? = nil, asset: String? = nil,
            role: NodeRole? = nil, isLocalOnly: Bool? = nil
        ) {
            node(
                entity, attachedTo: .anchor(anchor), position: entity.position(relativeTo: nil), key: key,
                asset: asset, role: role, isLocalOnly: isLocalOnly)
        }

        /// An entity was put below another one.
        @MainActor
        public func node(
            _ entity: Entity, attachedTo parent: Entity, key: String? = nil, asset: String? = nil,
            role: NodeRole? = nil, isLocalOnly: Bool? = nil
        ) {
            node(
                entity, attachedTo: .node(parent), position: entity.position(relativeTo: nil), key: key,
                asset: asset, role: role, isLocalOnly: isLocalOnly)
        }

        /// Shows or hides an entity, and tells it.
        @MainActor
        public func setEnabled(_ isEnabled: Bool, _ entity: Entity) {
            entity.isEnabled = isEnabled
            node(entity, isVisible: isEnabled)
        }
    }
#endif
