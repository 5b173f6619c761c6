#if ARSESSION
    public import ARKit
    internal import EventLog
    internal import Foundation

    // World maps between capture and restore, of level 1. A map's id is made from what is in it and survives archiving,
    // so that the device that sends it, the one that receives it, and the next start call it the same.
    extension SessionRecorder {
        /// A map was asked for, and the app waits until it is better.
        public func worldMapDeferred(reason: String? = nil) {
            recorder.append(
                Event.WorldMapDeferred {
                    $0.session = log.session
                    $0.reason = Text.cut(reason)
                })
        }

        /// A map was written to a file. `bytes` is the file's size, `keys` what the map must hold again when it is loaded.
        public func worldMapSaved(
            _ map: ARWorldMap, room: String? = nil, bytes: Int? = nil, keys: [String] = [],
            isAtomic: Bool? = nil,
            isProtected: Bool? = nil
        ) {
            recorder.append(
                Event.WorldMapSaved {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.room = Text.cut(room)
                    $0.bytes = UInt64(told: bytes)
                    $0.anchors = UInt64(map.anchors.count)
                    $0.keys = keys.map { Text.cut($0) }
                    $0.isAtomic = isAtomic
                    $0.isProtected = isProtected
                })
        }

        /// A map was read back after saving.
        public func worldMapVerified(_ map: ARWorldMap, isIntact: Bool, missingKeys: [String] = []) {
            recorder.append(
                Event.WorldMapVerified {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.isIntact = isIntact
                    $0.missingKeys = missingKeys.map { Text.cut($0) }
                })
        }

        /// A map was read to be run.
        public func worldMapLoaded(
            _ map: ARWorldMap, room: String? = nil, bytes: Int? = nil, keys: [String] = []
        ) {
            recorder.append(
                Event.WorldMapLoaded {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.room = Text.cut(room)
                    $0.bytes = UInt64(told: bytes)
                    $0.anchors = UInt64(map.anchors.count)
                    $0.keys = keys.map { Text.cut($0) }
                })
        }

        /// A map could not be read; `map` where it is known which.
        public func worldMapLoadFailed(_ error: any Error, map: ARWorldMap? = nil) {
            let facts = ErrorFacts(error)
            recorder.append(
                Event.WorldMapLoadFailed {
                    $0.session = log.session
                    $0.map = map?.entityID
                    $0.code = facts.code
                    $0.text = facts.text
                })
        }

        public func worldMapDeleted(_ map: ARWorldMap, room: String? = nil) {
            recorder.append(
                Event.WorldMapDeleted {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.room = Text.cut(room)
                })
        }

        public func worldMapSent(
            _ map: ARWorldMap, to peer: String? = nil, bytes: Int? = nil, isReliable: Bool? = nil,
            hasConsent: Bool? = nil
        ) {
            recorder.append(
                Event.WorldMapSent {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.peer = peer.map { recorder.peer($0) }
                    $0.bytes = UInt64(told: bytes)
                    $0.isReliable = isReliable
                    $0.hasConsent = hasConsent
                })
        }

        public func worldMapReceived(
            _ map: ARWorldMap, from peer: String? = nil, bytes: Int? = nil, isReliable: Bool? = nil,
            hasConsent: Bool? = nil
        ) {
            recorder.append(
                Event.WorldMapReceived {
                    $0.session = log.session
                    $0.map = map.entityID
                    $0.peer = peer.map { recorder.peer($0) }
                    $0.bytes = UInt64(told: bytes)
                    $0.isReliable = isReliable
                    $0.hasConsent = hasConsent
                })
        }
    }

    extension ARWorldMap {
        var anchorIDs: Set<EntityID> {
            Set(anchors.prefix(AnchorOrigins.limit).map { EntityID($0.identifier) })
        }

        /// The hash of the anchors' identifiers in their order as bytes, of centre and extent, and of how many feature
        /// points there are: MurmurHash3 as for labels.
        var entityID: EntityID {
            var bytes: [UInt8] = []
            for id in anchors.map({ EntityID($0.identifier).bytes }).sorted(by: {
                $0.lexicographicallyPrecedes($1)
            }) {
                bytes += id
            }
            for number in [center.x, center.y, center.z, extent.x, extent.y, extent.z] {
                bytes.append(littleEndian: number.bitPattern)
            }
            bytes.append(littleEndian: UInt64(rawFeaturePoints.points.count))
            return unsafe bytes.withUnsafeBytes { unsafe EntityID(hashing: $0) }
        }
    }

    extension SessionLog {
        func captured(_ map: ARWorldMap?, _ error: (any Error)?) {
            if let map {
                recorder.append(
                    Event.WorldMapCaptured {
                        $0.session = session
                        $0.map = map.entityID
                        $0.anchors = UInt64(map.anchors.count)
                        $0.featurePoints = UInt64(map.rawFeaturePoints.points.count)
                    })
            } else {
                let facts = error.map { ErrorFacts($0) }
                recorder.append(
                    Event.WorldMapCaptureFailed {
                        $0.session = session
                        $0.code = facts?.code
                        $0.text = facts?.text
                    })
            }
        }
    }
#endif
