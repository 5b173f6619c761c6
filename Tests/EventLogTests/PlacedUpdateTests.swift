import EventLog
import TestSupport
import Testing

/// An update read by its layout is what the decoder reads, or is left to the decoder.
@Suite struct PlacedUpdateTests {
    private typealias Update = Vocabulary<InBatch>.AnchorUpdated

    private static let sessions: [EntityID?] = [nil, EntityID("other"), EntityID("third")]

    /// Every way in which the fields of an update can be there or not.
    private static let spellings: [Vocabulary<Owned>.AnchorUpdated] = sessions.dropLast().flatMap { session in
        [Vector3(1.5, -2, 0.25), nil].flatMap { position in
            [Quaternion(0.5, 0.5, -0.5, 0.5), nil].flatMap { orientation in
                [true, false, nil].map { isTracked in
                    var update = Vocabulary<Owned>.AnchorUpdated()
                    update.session = session
                    update.anchor = EntityID("an anchor")
                    update.position = position
                    update.orientation = orientation
                    update.isTracked = isTracked
                    return update
                }
            }
        }
    }

    private func wire(_ update: Vocabulary<Owned>.AnchorUpdated) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(update)
        return buffer.array
    }

    /// Holds what the layout reads of a payload, asked for each session, against the decoder. Whether any was read.
    @discardableResult
    private func agree(_ payload: [UInt8], _ what: String) -> Bool {
        payload.withUnsafeBytes { bytes in
            let header = EventHeader(
                number: 1, kind: .anchorUpdated, device: 0, time: 0,
                payload: TextRange(offset: 0, count: bytes.count))
            let content = unsafe BatchContent(bytes)
            let decoded = content.decode(Update.self, header)
            var isRead = false
            for session in Self.sessions {
                guard let placed = content.placedUpdate(header, of: session) else { continue }
                isRead = true
                #expect(decoded?.session == session, "\(what)")
                #expect(decoded?.anchor == placed.anchor, "\(what)")
                #expect(same(decoded?.position, placed.position), "\(what)")
                #expect(same(decoded?.orientation, placed.orientation), "\(what)")
                #expect(decoded?.isTracked == placed.isTracked, "\(what)")
            }
            return isRead
        }
    }

    /// Bit for bit, since a changed byte may make a number that is none.
    private func same(_ one: Vector3?, _ other: Vector3) -> Bool {
        guard let one else { return false }
        return [one.x, one.y, one.z].map(\.bitPattern) == [other.x, other.y, other.z].map(\.bitPattern)
    }

    private func same(_ one: Quaternion?, _ other: Quaternion) -> Bool {
        guard let one else { return false }
        return [one.x, one.y, one.z, one.w].map(\.bitPattern)
            == [other.x, other.y, other.z, other.w].map(\.bitPattern)
    }

    /// A place with a part that is no number is none, wherever it stands, and so is a turn; the rest is told.
    @Test(
        arguments: [
            Float.nan, -.nan, .infinity, -.infinity, .signalingNaN, .greatestFiniteMagnitude, 0, -0.0,
        ],
        0..<7)
    func whatIsNoNumberIsAbsent(_ value: Float, part: Int) {
        var parts: [Float] = [1, -2, 3, 0.5, 0.5, -0.5, 0.5]
        parts[part] = value
        var update = Vocabulary<Owned>.AnchorUpdated()
        update.anchor = EntityID("an anchor")
        update.position = Vector3(parts[0], parts[1], parts[2])
        update.orientation = Quaternion(parts[3], parts[4], parts[5], parts[6])
        update.isTracked = true
        let payload = wire(update)
        #expect(agree(payload, "\(value)") == value.isFinite)
        payload.withUnsafeBytes { bytes in
            let header = EventHeader(
                number: 1, kind: .anchorUpdated, device: 0, time: 0,
                payload: TextRange(offset: 0, count: bytes.count))
            let decoded = unsafe BatchContent(bytes).decode(Update.self, header)
            #expect(decoded?.isTracked == true)
            #expect((decoded?.position == nil) == (part < 3 && !value.isFinite))
            #expect((decoded?.orientation == nil) == (part >= 3 && !value.isFinite))
        }
    }

    @Test func whatTellsAPlaceIsReadByItsLayout() {
        for update in Self.spellings {
            let isWhole = update.position != nil && update.orientation != nil
            #expect(agree(wire(update), "\(update)") == isWhole, "\(update)")
        }
    }

    @Test func whateverIsDamagedIsReadAsTheDecoderReadsIt() {
        for update in Self.spellings {
            let bytes = wire(update)
            for place in bytes.indices {
                for change in [UInt8(1), 0x02, 0x07, 0x08, 0x80, 0xFF] {
                    var damaged = bytes
                    damaged[place] ^= change
                    agree(damaged, "\(update), byte \(place) ^ \(change)")
                }
                agree(Array(bytes[..<place]), "\(update), cut at \(place)")
                agree(bytes + bytes[place...], "\(update), and its end again from \(place)")
            }
        }
    }

    /// Nothing is read from another session's, and an id of no bytes but zero is one, too.
    @Test func anotherSessionIsNone() {
        var update = Self.spellings[0]
        update.session = .null
        let bytes = wire(update)
        bytes.withUnsafeBytes { raw in
            let header = EventHeader(
                number: 1, kind: .anchorUpdated, device: 0, time: 0,
                payload: TextRange(offset: 0, count: raw.count))
            let content = unsafe BatchContent(raw)
            #expect(content.placedUpdate(header, of: nil) == nil)
            #expect(content.placedUpdate(header, of: EntityID("other")) == nil)
            #expect(content.placedUpdate(header, of: .null) != nil)
        }
    }
}
