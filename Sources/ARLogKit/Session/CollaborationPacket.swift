#if ARSESSION
    public import ARKit
    public import EventLog
    public import Foundation

    /// Collaboration data together with the bytes that travel, and the id that both devices know them by.
    ///
    /// The id is made from the bytes alone (`EntityID(hashing:)`: MurmurHash3 x64 128 with seed 0, as a UUID of version 8),
    /// so the sender and the receiver agree although the protocol between them carries no id. That holds as long as the
    /// app sends exactly `data`; an envelope around it is fine if the receiver takes it off first.
    public struct CollaborationPacket {
        public let id: EntityID
        /// The archive to send.
        public let data: Data
        public let collaborationData: ARSession.CollaborationData

        /// Its priority, as the vocabulary spells it.
        public var priority: PacketPriority { PacketPriority(collaborationData.priority) }

        /// Archives what ARKit handed out. Throws what NSKeyedArchiver does.
        public init(_ collaborationData: ARSession.CollaborationData) throws {
            data = try NSKeyedArchiver.archivedData(
                withRootObject: collaborationData, requiringSecureCoding: true)
            id = Self.id(of: data)
            self.collaborationData = collaborationData
        }

        /// Takes apart what came from a peer. Throws what NSKeyedUnarchiver does, or `CocoaError` where it is something
        /// else.
        public init(received data: Data) throws {
            let object = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: ARSession.CollaborationData.self, from: data)
            guard let object else { throw CocoaError(.coderReadCorrupt) }
            self.data = data
            id = Self.id(of: data)
            collaborationData = object
        }

        /// The id of a packet whose bytes these are.
        public static func id(of data: Data) -> EntityID {
            unsafe data.withUnsafeBytes { unsafe EntityID(hashing: $0) }
        }
    }
#endif
