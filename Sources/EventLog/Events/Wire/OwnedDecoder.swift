/// Reads a payload from its wire form into texts of its own, for code that keeps what it reads.
///
/// It takes and refuses the same payloads as `WireDecoder`, at the price of a list of fields and an allocation for every
/// text; per-event work reads in place instead.
struct OwnedDecoder: FieldVisitor {
    typealias Storage = Owned

    private let message: ByteCursor
    private let fields: [PayloadField]
    private(set) var isMalformed: Bool

    private init(_ message: ByteCursor) {
        self.message = message
        fields = PayloadField.all(in: message)
        isMalformed = (fields.last?.whole.upperBound ?? 0) != message.remaining
    }

    /// The payload that `cursor` has ahead of it; `nil` where it is malformed.
    static func decode<M: MessageFields>(_ type: M.Type, from cursor: ByteCursor) -> M?
    where M.Storage == Owned {
        var payload = M()
        var decoder = OwnedDecoder(cursor)
        payload.visit(&decoder)
        return decoder.isMalformed ? nil : payload
    }

    // MARK: Values

    /// The values of a field with this wire type, in their order; others under its number are not its own.
    private func values(_ number: Int, _ wire: WireType) -> [ByteCursor] {
        fields.compactMap { field in
            guard field.number == number else { return nil }
            var tagged = message
            guard tagged.skip(field.whole.lowerBound), let tag = tagged.readTag(),
                WireType(rawValue: tag & 7) == wire
            else { return nil }
            var value = message
            guard value.skip(field.value.lowerBound) else { return nil }
            return value.readSlice(field.value.count)
        }
    }

    private func varint(_ number: Int) -> UInt64? {
        guard var value = values(number, .varint).last else { return nil }
        return value.readVarint()
    }

    /// Numbers that lie one behind the other in a field of just their size.
    private mutating func words<T: FixedWidthInteger & BitwiseCopyable>(_ number: Int, _ count: Int) -> [T]? {
        var last: [T]?
        for var value in values(number, .lengthDelimited) {
            guard value.remaining == count * MemoryLayout<T>.size else {
                isMalformed = true
                return nil
            }
            last = (0..<count).compactMap { _ in value.read(T.self) }
        }
        return last
    }

    private mutating func choice<E: WireEnum>(_ number: Int) -> E? {
        varint(number).flatMap { UInt8(exactly: $0) }.flatMap { E(rawValue: $0) }
    }

    // MARK: Fields

    mutating func field(_ number: Int, _: StaticString, _ value: inout EntityID, _: FieldNote) {
        guard let found: [UInt64] = words(number, 2) else { return isMalformed = true }
        value = EntityID(low: found[0], high: found[1])
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout EntityID?, _: FieldNote) {
        let found: [UInt64]? = words(number, 2)
        value = found.map { EntityID(low: $0[0], high: $0[1]) }
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout String, _: FieldNote) {
        value = values(number, .lengthDelimited).last?.restText ?? ""
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout String?, _: FieldNote) {
        value = values(number, .lengthDelimited).last?.restText
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Bool, _: FieldNote) {
        value = varint(number).map { $0 != 0 } ?? false
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Bool?, _: FieldNote) {
        value = varint(number).map { $0 != 0 }
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout UInt64, _: FieldNote) {
        value = varint(number) ?? 0
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout UInt64?, _: FieldNote) {
        value = varint(number)
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Int64?, _: FieldNote) {
        value = varint(number).map { Int64(bitPattern: $0) }
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Double?, _: FieldNote) {
        value = values(number, .fixed64).last?.peek(UInt64.self).map { Double(bitPattern: $0) }
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Vector3?, _: FieldNote) {
        let found: [UInt32]? = words(number, 3)
        let floats = found?.map { Float(bitPattern: $0) }
        value = floats.map { Vector3($0[0], $0[1], $0[2]) }
    }
    mutating func field(_ number: Int, _: StaticString, _ value: inout Quaternion?, _: FieldNote) {
        let found: [UInt32]? = words(number, 4)
        let floats = found?.map { Float(bitPattern: $0) }
        value = floats.map { Quaternion($0[0], $0[1], $0[2], $0[3]) }
    }
    mutating func field<E: WireEnum>(_ number: Int, _: StaticString, _ value: inout E, _: FieldNote) {
        guard let found: E = choice(number) else { return isMalformed = true }
        value = found
    }
    mutating func field<E: WireEnum>(_ number: Int, _: StaticString, _ value: inout E?, _: FieldNote) {
        value = choice(number)
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout EnumSet<E>, _: FieldNote
    ) {
        func insert(_ element: UInt64) {
            if element <= 31, let known = E(rawValue: UInt8(element)) { value.insert(known) }
        }
        for var single in values(number, .varint) { single.readVarint().map(insert) }
        for var packed in values(number, .lengthDelimited) {
            while !packed.isAtEnd {
                guard let element = packed.readVarint() else { return isMalformed = true }
                insert(element)
            }
        }
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required value: inout EnumSet<E>, _ note: FieldNote
    ) {
        field(number, name, &value, note)
    }
    mutating func list(_ number: Int, _: StaticString, _ value: inout [String], _: FieldNote) {
        value = values(number, .lengthDelimited).map { $0.restText }
    }
    mutating func list(
        _ number: Int, _ name: StaticString, required value: inout [String], _ note: FieldNote
    ) {
        list(number, name, &value, note)
    }
    mutating func map(_ number: Int, _: StaticString, _ value: inout [String: String], _: FieldNote) {
        for entry in values(number, .lengthDelimited) {
            let parts = OwnedDecoder(entry)
            let text = { parts.values($0, .lengthDelimited).last?.restText ?? "" }
            value[text(1)] = text(2)
        }
    }
    mutating func message<M: MessageFields>(_ number: Int, _: StaticString, _ value: inout M?, _: FieldNote)
    where M.Storage == Owned {
        for inner in values(number, .lengthDelimited) {
            guard let found = OwnedDecoder.decode(M.self, from: inner) else { return isMalformed = true }
            value = found
        }
    }
}

extension LoggedEvent {
    /// The payload with texts of its own, which outlive the batch: `event.decode(Event.AnchorAdded.self)`; `nil` where it
    /// is malformed or of another kind.
    public func decode<P: EventPayload>(_ type: P.Type) -> P? where P.Storage == Owned {
        guard kind == P.kind, let cursor = content.payload(of: header) else { return nil }
        return OwnedDecoder.decode(type, from: cursor)
    }
}
