#if ARSESSION
    public import ARKit
    public import EventLog
    public import Foundation

    // Level 3: who is there, and what becomes of each packet. A peer is named by what the app tells its peers apart by,
    // such as an MCPeerID's display name, of 1 to 64 bytes.
    extension SessionRecorder {
        /// The packet to send for what ARKit handed out: archived once, as the log knows it. `nil` where it can't be
        /// archived, which the log is told.
        public func packet(_ data: ARSession.CollaborationData) -> CollaborationPacket? {
            if let packet = proxy.packet(of: data) { return packet }
            do {
                let packet = try CollaborationPacket(data)
                proxy.remember(packet)
                return packet
            } catch {
                recorder.append(
                    Event.CollaborationDataDropped {
                        $0.session = log.session
                        $0.packet = EntityID(hashing: error.localizedDescription)
                        $0.priority = PacketPriority(data.priority)
                        $0.reason = .encodeFailed
                    })
                return nil
            }
        }

        /// A packet went to a peer; `queueDepth` are the packets that wait behind it.
        public func sent(
            _ packet: CollaborationPacket, to peer: String? = nil, isReliable: Bool? = nil,
            queueDepth: Int? = nil
        ) {
            recorder.append(
                Event.CollaborationDataSent {
                    $0.session = log.session
                    $0.packet = packet.id
                    $0.peer = peer.map { recorder.peer($0) }
                    $0.priority = packet.priority
                    $0.bytes = UInt64(packet.data.count)
                    $0.isReliable = isReliable
                    $0.queueDepth = UInt64(told: queueDepth)
                })
        }

        /// A packet was not sent.
        public func dropped(_ packet: CollaborationPacket, _ reason: DropReason, queueDepth: Int? = nil) {
            recorder.append(
                Event.CollaborationDataDropped {
                    $0.session = log.session
                    $0.packet = packet.id
                    $0.priority = packet.priority
                    $0.bytes = UInt64(packet.data.count)
                    $0.queueDepth = UInt64(told: queueDepth)
                    $0.reason = reason
                })
        }

        /// Takes apart the archive that a peer sent, and tells that it came, or that it could not be decoded: `nil`.
        public func received(_ data: Data, from peer: String? = nil) -> CollaborationPacket? {
            let from = peer.map { recorder.peer($0) }
            do {
                let packet = try CollaborationPacket(received: data)
                recorder.append(
                    Event.CollaborationDataReceived {
                        $0.session = log.session
                        $0.packet = packet.id
                        $0.peer = from
                        $0.priority = packet.priority
                        $0.bytes = UInt64(data.count)
                    })
                return packet
            } catch {
                recorder.append(
                    Event.CollaborationDecodeFailed {
                        $0.session = log.session
                        $0.packet = CollaborationPacket.id(of: data)
                        $0.peer = from
                        $0.bytes = UInt64(data.count)
                        $0.text = ErrorFacts(error).text
                    })
                return nil
            }
        }

        /// Gives the packet to the session.
        public func update(with packet: CollaborationPacket) {
            guard let session = proxy.session else { return }
            recorder.append(
                Event.CollaborationDataApplied {
                    $0.session = log.session
                    $0.packet = packet.id
                })
            session.update(with: packet.collaborationData)
        }

        /// A packet that came is not given to the session.
        public func discarded(_ packet: CollaborationPacket, _ reason: DiscardReason? = nil) {
            recorder.append(
                Event.CollaborationDataDiscarded {
                    $0.session = log.session
                    $0.packet = packet.id
                    $0.reason = reason
                })
        }

        // MARK: Peers

        /// `MCSessionState`, or what the app's own transport has for it.
        public func peer(_ peer: String, _ state: PeerState) {
            recorder.append(
                Event.PeerStateChanged {
                    $0.peer = recorder.peer(peer)
                    $0.state = state
                })
        }

        public func peer(_ peer: String, hasRole role: Role) {
            recorder.append(
                Event.PeerRoleAssigned {
                    $0.peer = recorder.peer(peer)
                    $0.role = role
                })
        }

        /// A peer told which session identifier is its own, so that anchors can be said to be its.
        public func peer(_ peer: String, hasSession identifier: UUID) {
            recorder.append(
                Event.PeerSessionIdentified {
                    $0.peer = recorder.peer(peer)
                    $0.ownerSession = EntityID(identifier)
                })
        }

        /// What the app shows its users of how well the devices share a world.
        public func alignmentQuality(_ quality: AlignmentQuality) {
            recorder.append(Event.AlignmentQualityChanged { $0.quality = quality })
        }

        // MARK: The app's own protocol

        public func handshakeStarted(with peer: String? = nil) {
            recorder.append(
                Event.CollaborationHandshakeStarted {
                    $0.session = log.session
                    $0.peer = peer.map { recorder.peer($0) }
                })
        }

        public func handshakeCompleted(with peer: String? = nil) {
            recorder.append(
                Event.CollaborationHandshakeCompleted {
                    $0.session = log.session
                    $0.peer = peer.map { recorder.peer($0) }
                })
        }

        public func syncRequested(of peer: String? = nil, _ extent: SyncExtent) {
            recorder.append(
                Event.CollaborationSyncRequested {
                    $0.session = log.session
                    $0.peer = peer.map { recorder.peer($0) }
                    $0.extent = extent
                })
        }

        public func collaborationProbed(isSupported: Bool, method: ProbeMethod? = nil) {
            recorder.append(
                Event.CollaborationCapabilityProbed {
                    $0.session = log.session
                    $0.isSupported = isSupported
                    $0.method = method
                })
        }

        public func fallbackShown(_ mode: FallbackMode) {
            recorder.append(
                Event.CollaborationFallbackShown {
                    $0.session = log.session
                    $0.mode = mode
                })
        }
    }
#endif
