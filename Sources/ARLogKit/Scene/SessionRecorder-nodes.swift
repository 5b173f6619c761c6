#if ARSESSION
    public import ARKit
    public import EventLog
    public import Foundation

    /// What a node hangs on.
    public enum NodePlace {
        case anchor(ARAnchor)
        case camera
        /// The scene itself, in world coordinates.
        case root
        /// Another node.
        case node(AnyObject)
    }

    // Level 2, whatever renders the nodes; RealityKit's and SceneKit's own find their position themselves.
    extension SessionRecorder {
        /// A node was put into the scene.
        ///
        /// - Parameters:
        ///   - position: where it is, in metres and the session's world.
        ///   - key: the app's own identity for what it shows, a catalog id say; equal things share it. A second part of
        ///     one thing wants its own.
        ///   - asset: the file it was made from, which stands in for a missing key.
        ///   - role: overlays and debugging aids are not judged as content.
        ///   - isLocalOnly: it is meant for this device alone.
        public func node(
            _ node: AnyObject, attachedTo place: NodePlace, position: SIMD3<Float>? = nil, key: String? = nil,
            asset: String? = nil, role: NodeRole? = nil, isLocalOnly: Bool? = nil
        ) {
            var event = Event.NodeAttached()
            event.session = log.session
            event.node = nodes.id(of: node, session: log.session, isAttached: true)
            switch place {
            case .anchor(let anchor):
                event.attachment = .anchor
                event.anchor = EntityID(anchor.identifier)
            case .camera: event.attachment = .camera
            case .root: event.attachment = .root
            case .node(let parent):
                event.attachment = .node
                event.parent = nodes.id(of: parent, session: log.session)
            }
            event.position = position.flatMap { Vector3(finite: $0) }
            event.key = Text.cut(key)
            event.asset = Text.cut(asset)
            event.role = role
            event.isLocalOnly = isLocalOnly
            recorder.append(event)
        }

        /// A node was taken out of the scene, and with it what hangs below it.
        public func nodeDetached(_ node: AnyObject) {
            let id = nodes.id(of: node, session: log.session, isAttached: false)
            nodes.detach(id, log.session)
        }

        /// A node was shown or hidden.
        public func node(_ node: AnyObject, isVisible: Bool) {
            recorder.append(
                Event.NodeVisibilityChanged {
                    $0.session = log.session
                    $0.node = nodes.id(of: node, session: log.session)
                    $0.isVisible = isVisible
                })
        }

        /// A node was moved on purpose, to a place in the session's world, in metres.
        public func node(_ node: AnyObject, movedTo position: SIMD3<Float>) {
            recorder.append(
                Event.NodeMoved {
                    $0.session = log.session
                    $0.node = nodes.id(of: node, session: log.session)
                    $0.position = Vector3(finite: position)
                })
        }

        /// The app emptied its own lookup tables, which had `count` entries.
        public func tablesCleared(_ tables: EnumSet<LookupTable>, count: Int? = nil) {
            recorder.append(
                Event.SceneTablesCleared {
                    $0.session = log.session
                    $0.tables = tables
                    $0.count = UInt64(told: count)
                })
        }

        /// The app found out which anchor here is what a peer calls `remote`.
        public func remoteAnchor(_ remote: UUID, mappedTo anchor: ARAnchor) {
            recorder.append(
                Event.RemoteAnchorMapped {
                    $0.session = log.session
                    $0.remote = EntityID(remote)
                    $0.anchor = EntityID(anchor.identifier)
                })
        }

        // MARK: Files

        /// A file is loaded, for this node where there is one already.
        public func assetRequested(_ asset: String, for node: AnyObject? = nil) {
            recorder.append(
                Event.AssetRequested {
                    $0.session = log.session
                    $0.asset = Text.cut(asset)
                    $0.node = node.map { nodes.id(of: $0, session: log.session) }
                })
        }

        public func assetLoaded(_ asset: String, for node: AnyObject? = nil) {
            recorder.append(
                Event.AssetLoaded {
                    $0.session = log.session
                    $0.asset = Text.cut(asset)
                    $0.node = node.map { nodes.id(of: $0, session: log.session) }
                })
        }

        public func assetLoadFailed(_ asset: String, _ error: any Error, for node: AnyObject? = nil) {
            recorder.append(
                Event.AssetLoadFailed {
                    $0.session = log.session
                    $0.asset = Text.cut(asset)
                    $0.node = node.map { nodes.id(of: $0, session: log.session) }
                    $0.text = ErrorFacts(error).text
                })
        }
    }

    extension Vector3 {
        /// `nil` for a place that is none.
        init?(finite place: SIMD3<Float>) {
            guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { return nil }
            self.init(place.x, place.y, place.z)
        }
    }
#endif
