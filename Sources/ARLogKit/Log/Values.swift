internal import EventLog
internal import Foundation

extension EntityID {
    init(_ uuid: UUID) {
        let bytes = uuid.uuid
        let words = unsafe withUnsafeBytes(of: bytes) { memory in
            unsafe (
                memory.loadUnaligned(as: UInt64.self),
                memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(low: UInt64(littleEndian: words.0), high: UInt64(littleEndian: words.1))
    }
}

extension UInt64 {
    /// A size that an app told; `nil` for one that is none.
    init?(told count: Int?) {
        guard let count, count >= 0 else { return nil }
        self = UInt64(count)
    }
}

extension Array where Element == UInt8 {
    mutating func append<T: FixedWidthInteger>(littleEndian value: T) {
        for shift in stride(from: 0, to: T.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }
}

extension Recorder {
    /// The id of a peer: its MCPeerID's display name, or whatever else the app tells its peers apart by.
    func peer(_ name: String) -> EntityID { id(Text.cut(name, to: EntityID.longestLabel)) }
}

/// What an error says of itself.
struct ErrorFacts {
    let code: Int64
    let text: String

    init(_ error: any Error) {
        let error = error as NSError
        code = Int64(error.code)
        text = Text.cut(error.localizedDescription)
    }
}
