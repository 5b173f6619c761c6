/// An `anchor.updated` that tells where the anchor is, as our own writer spells it: then every field has its place.
///
/// Seven events in ten are such updates. A look at their tags finds them, and nothing has to be walked; any other
/// update is left to `WireDecoder`, which reads the same out of these.
public struct PlacedUpdate: BitwiseCopyable, Sendable {
    public let anchor: EntityID
    public let position: Vector3
    public let orientation: Quaternion
    /// `nil` where it is as before.
    public let isTracked: Bool?

    /// Bytes of the session's id, with its tag and its length.
    @usableFromInline static var sessionSize: Int { 18 }
    /// The same of anchor, position and orientation together, and of whether the anchor is tracked.
    @usableFromInline static var placeSize: Int { 18 + 14 + 18 }
    @usableFromInline static var truthSize: Int { 2 }

    /// `nil` where the payload is spelled in another way, or is of another session.
    @inlinable @inline(__always)
    init?(_ payload: ByteCursor, of session: EntityID?) {
        var cursor = payload
        if let session {
            guard cursor.peek(UInt16.self) == 0x100A, cursor.peek(UInt64.self, at: 2) == session.low,
                cursor.peek(UInt64.self, at: 10) == session.high, cursor.skip(Self.sessionSize)
            else { return nil }
        }
        let truthSize = cursor.remaining - Self.placeSize
        guard truthSize == Self.truthSize || truthSize == 0 else { return nil }
        // A tag in the first byte, the length in the second.
        guard cursor.peek(UInt16.self) == 0x1012, cursor.peek(UInt16.self, at: 18) == 0x0C1A,
            cursor.peek(UInt16.self, at: 32) == 0x1022, let low = cursor.peek(UInt64.self, at: 2),
            let high = cursor.peek(UInt64.self, at: 10), let place = cursor.peek(UInt64.self, at: 20),
            let z = cursor.peek(UInt32.self, at: 28), let turn = cursor.peek(UInt64.self, at: 34),
            let rest = cursor.peek(UInt64.self, at: 42)
        else { return nil }
        // Such a place reads as absent.
        guard !place.holdsNonFinite, !UInt64(z).holdsNonFinite, !turn.holdsNonFinite, !rest.holdsNonFinite
        else { return nil }
        anchor = EntityID(low: low, high: high)
        let (x, y) = place.floats
        position = Vector3(x, y, Float(bitPattern: z))
        let (turnX, turnY) = turn.floats
        let (turnZ, turnW) = rest.floats
        orientation = Quaternion(turnX, turnY, turnZ, turnW)
        if truthSize == 0 {
            isTracked = nil
        } else {
            // No further byte of the number may follow.
            guard let truth = cursor.peek(UInt16.self, at: 50), truth & 0x80FF == 0x28 else { return nil }
            isTracked = truth != 0x28
        }
    }
}

extension BatchContent {
    /// The update of an anchor of `session` behind `header`; `nil` where it is spelled in another way, or of another.
    @inlinable @inline(__always)
    public func placedUpdate(_ header: EventHeader, of session: EntityID?) -> PlacedUpdate? {
        guard let payload = payload(of: header) else { return nil }
        return PlacedUpdate(payload, of: session)
    }
}
