#if ARSESSION
    internal import ARKit
    internal import CoreMedia
    internal import EventLog
    internal import Foundation
    internal import Synchronization

    /// Sits between the session and the app's delegate: tells the log, and passes every call on, in the order and on the
    /// queue that ARKit uses. What may stay unimplemented is decided in `DelegateProxy-objc`.
    final class DelegateProxy: PartialDelegate, ARSessionDelegate, @unchecked Sendable {
        /// Everything that changes, under the lock.
        private struct State: ~Copyable {
            weak var session: ARSession?
            weak var next: (any ARSessionDelegate)?
            /// A recorder before this one has nobody else who keeps it in the chain.
            var nextProxy: DelegateProxy?
            var frameCount: UInt64 = 0
            var isRecording = true
            var lastPacket: CollaborationPacket?
        }

        private let log: SessionLog
        private let archives: Bool
        private let key: (@Sendable (ARAnchor) -> String?)?
        private let lock = NSLock()
        private var state: State

        init(
            _ log: SessionLog, _ session: ARSession, archives: Bool,
            key: (@Sendable (ARAnchor) -> String?)?
        ) {
            self.log = log
            self.archives = archives
            self.key = key
            state = State(session: session)
        }

        // MARK: The chain

        var session: ARSession? { lock.withLock { state.session } }

        /// Who gets every call after the log.
        override var next: (any ARSessionDelegate)? { lock.withLock { state.nextProxy ?? state.next } }

        /// Passes on to another delegate from now on.
        func setNext(_ delegate: (any ARSessionDelegate)?) {
            // A recorder that passes on to itself, through others or not, would never end.
            var link = delegate as? DelegateProxy
            while let proxy = link {
                if proxy === self { return }
                link = proxy.next as? DelegateProxy
            }
            lock.withLock {
                state.nextProxy = delegate as? DelegateProxy
                state.next = delegate
            }
            // ARKit may have asked which methods there are when it was given its delegate.
            guard let session, session.delegate === self else { return }
            session.delegate = nil
            session.delegate = self
        }

        var isInstalled: Bool { session?.delegate === self }

        /// Takes the delegate's place.
        func install() {
            guard let session, session.delegate !== self else { return }
            setNext(session.delegate)
            session.delegate = self
        }

        /// Gives the place back, where nobody else has taken it. A recorder in front keeps passing on through this.
        func uninstall() {
            let next = next
            lock.withLock { state.isRecording = false }
            guard let session, session.delegate === self else { return }
            session.delegate = next
        }

        /// Frames that came by.
        var frameCount: UInt64 { lock.withLock { state.frameCount } }

        /// The log, while something is recorded.
        private var recording: SessionLog? { lock.withLock { state.isRecording } ? log : nil }

        // MARK: Packets

        /// The packet that ARKit is handing out, or was last, if it is this one.
        func packet(of data: ARSession.CollaborationData) -> CollaborationPacket? {
            lock.withLock { state.lastPacket.flatMap { $0.collaborationData === data ? $0 : nil } }
        }

        func remember(_ packet: CollaborationPacket) { lock.withLock { state.lastPacket = packet } }

        // MARK: ARSessionDelegate

        func session(_ session: ARSession, didUpdate frame: ARFrame) {
            let (log, next): (SessionLog?, (any ARSessionDelegate)?) = lock.withLock {
                state.frameCount &+= 1
                return (state.isRecording ? self.log : nil, state.nextProxy ?? state.next)
            }
            if let log {
                let wishes = log.frame(
                    timestamp: frame.timestamp, mapping: MappingStatus(frame.worldMappingStatus),
                    FrameRing.Slot(frame: frame))
                if wishes.pose || wishes.figures { ask(frame, wishes, log) }
            }
            next?.passOn(session, didUpdate: frame)
        }

        private func ask(_ frame: ARFrame, _ wishes: SessionLog.Wishes, _ log: SessionLog) {
            let camera = frame.camera
            if wishes.pose { log.cameraPose(Pose(camera.transform)) }
            guard wishes.figures else { return }
            log.figures(
                featurePoints: frame.rawFeaturePoints?.points.count,
                exposureOffset: Double(camera.exposureOffset))
        }

        func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {
            if let log = recording {
                let own = session.identifier
                let isShared = session.configuration?.isShared == true
                for anchor in anchors {
                    log.added(
                        SessionLog.AddedAnchor(
                            id: EntityID(anchor.identifier), kind: anchor.recordedKind, name: anchor.name,
                            key: key?(anchor), ownerSession: anchor.sessionIdentifier.map { EntityID($0) },
                            isForeign: isShared && anchor.sessionIdentifier.map { $0 != own } == true,
                            pose: anchor.pose, isTracked: (anchor as? any ARTrackable)?.isTracked))
                }
            }
            next?.passOn(session, didAdd: anchors)
        }

        func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) {
            if let log = recording {
                for anchor in anchors {
                    log.updated(EntityID(anchor.identifier), anchor.pose) {
                        (anchor as? any ARTrackable)?.isTracked
                    }
                }
            }
            next?.passOn(session, didUpdate: anchors)
        }

        func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {
            if let log = recording {
                for anchor in anchors { log.removed(EntityID(anchor.identifier)) }
            }
            next?.passOn(session, didRemove: anchors)
        }

        // MARK: ARSessionObserver

        func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
            let (state, reason) = camera.trackingState.recorded
            recording?.trackingStateChanged(state, reason)
            next?.passOn(session, cameraDidChangeTrackingState: camera)
        }

        func session(_ session: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus) {
            recording?.geoTrackingStatusChanged(geoTrackingStatus)
            next?.passOn(session, didChange: geoTrackingStatus)
        }

        func sessionWasInterrupted(_ session: ARSession) {
            recording?.interruptionBegan()
            next?.passOnInterruption(session)
        }

        func sessionInterruptionEnded(_ session: ARSession) {
            recording?.interruptionEnded()
            next?.passOnInterruptionEnd(session)
        }

        func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool {
            // Without an answer ARKit does not try, as if nobody were asked.
            guard let answer = next?.answerRelocalization(session) else { return false }
            recording?.relocalizationAsked(answer: answer)
            return answer
        }

        func session(_ session: ARSession, didFailWithError error: any Error) {
            recording?.failed(error)
            next?.passOn(session, didFailWithError: error)
        }

        func session(_ session: ARSession, didOutputAudioSampleBuffer audioSampleBuffer: CMSampleBuffer) {
            next?.passOn(session, didOutputAudioSampleBuffer: audioSampleBuffer)
        }

        func session(_ session: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {
            if let log = recording {
                if archives, let packet = try? CollaborationPacket(data) {
                    remember(packet)
                    log.produced(packet.id, packet.priority, bytes: packet.data.count)
                } else {
                    log.producedUncounted(PacketPriority(data.priority))
                }
            }
            next?.passOn(session, didOutputCollaborationData: data)
        }
    }
#endif
