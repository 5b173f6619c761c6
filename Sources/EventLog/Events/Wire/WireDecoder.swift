/// Reads a payload from its wire form, field by field in the order of the declaration.
///
/// Writers put fields in the order of their numbers, so one walk of the declaration meets every field with one
/// comparison each. Foreign order costs further walks; unknown fields are skipped between them. Decoding never
/// throws and never allocates: a payload that is cut, lacks a required id, value or place, or has a wrong wire type
/// is refused as a whole (`decode` gives `nil`); an enum number this version does not name reads as absent, and so does
/// a number or a place with a part that is infinite or none, for which JSON has no word either. A required text, count or
/// truth value that is absent is empty, 0 or false, because proto3 writers leave those out.
///
/// Most payloads are read in one quick walk, which knows only what our writer writes: fields in order, short tags, ids and
/// places with their length in one byte. It lends nothing to a function that is not inlined, so that cursor and payload
/// stay in registers. Whatever else it meets counts as a failure there, and is left to a thorough reading from the start.
public struct WireDecoder: FieldVisitor {
    public typealias Storage = InBatch

    @usableFromInline var cursor: ByteCursor
    /// The tag of the field the cursor stands behind; 0 at the end or after an error.
    @usableFromInline var tag: UInt32
    /// One bit for each required field met.
    @usableFromInline var met: UInt64 = 0
    /// One bit for each required field declared.
    @usableFromInline var required: UInt64 = 0
    @usableFromInline var isMalformed = false
    /// Whether what is rare counts as malformed.
    @usableFromInline let isQuick: Bool

    @inlinable @inline(__always)
    init(_ cursor: ByteCursor, isQuick: Bool) {
        self.cursor = cursor
        self.isQuick = isQuick
        tag = 0
        advance()
    }

    /// The payload that `cursor` has ahead of it; `nil` where it is malformed.
    @inlinable @inline(__always)
    public static func decode<P: MessageFields>(_ type: P.Type, from cursor: ByteCursor) -> P?
    where P.Storage == InBatch {
        var payload = P()
        var decoder = WireDecoder(cursor, isQuick: true)
        payload.visit(&decoder)
        guard decoder.tag == 0, !decoder.isMalformed, decoder.met == decoder.required else {
            return decodeThoroughly(type, from: cursor)
        }
        return payload
    }

    /// The same for fields in any order, some of them unknown, in as many walks as it takes.
    @inlinable @inline(never)
    static func decodeThoroughly<P: MessageFields>(_ type: P.Type, from cursor: ByteCursor) -> P?
    where P.Storage == InBatch {
        var payload = P()
        var decoder = WireDecoder(cursor, isQuick: false)
        repeat {
            let before = decoder.cursor.remaining
            payload.visit(&decoder)
            if decoder.tag != 0, decoder.cursor.remaining == before {
                guard decoder.cursor.skipValue(of: decoder.tag) else { return nil }
                decoder.advance()
            }
        } while decoder.tag != 0
        guard !decoder.isMalformed, decoder.met == decoder.required else { return nil }
        return payload
    }

    @inlinable @inline(__always)
    mutating func advance() {
        guard let next = readTag() else { return fail() }
        tag = next
    }

    /// The next field's tag; 0 at the end, `nil` where it is cut or no valid tag.
    @inlinable @inline(__always)
    mutating func readTag() -> UInt32? {
        if cursor.isAtEnd { return 0 }
        // The fields 1 to 15.
        if let byte = cursor.peek(UInt8.self), byte >= 8, byte < 0x80 {
            _ = cursor.skip(1)
            return UInt32(byte)
        }
        return isQuick ? nil : cursor.readTag()
    }

    @inlinable @inline(__always)
    mutating func readVarint() -> UInt64? {
        if let byte = cursor.peek(UInt8.self), byte < 0x80 {
            _ = cursor.skip(1)
            return UInt64(byte)
        }
        var ahead = cursor
        defer { cursor = ahead }
        return ahead.readVarint()
    }

    @inlinable @inline(__always)
    mutating func fail() {
        isMalformed = true
        tag = 0
    }

    // MARK: Values

    @inlinable @inline(__always)
    mutating func varint(_ number: Int) -> UInt64? {
        guard tag == UInt32(number) << 3 | 0 else { return nil }
        guard let value = readVarint() else {
            fail()
            return nil
        }
        advance()
        return value
    }

    @inlinable @inline(__always)
    mutating func slice(_ number: Int) -> ByteCursor? {
        guard tag == UInt32(number) << 3 | 2 else { return nil }
        guard let length = readVarint(), let slice = cursor.readSlice(length: length) else {
            fail()
            return nil
        }
        return slice
    }

    /// A value of 8 bytes and a few more, behind its length.
    @inlinable @inline(__always)
    mutating func short<Last: FixedWidthInteger & BitwiseCopyable>(
        _ number: Int, last: Last.Type
    ) -> (first: UInt64, last: Last)? {
        guard tag == UInt32(number) << 3 | 2 else { return nil }
        let quick = cursor.readShort(8 + MemoryLayout<Last>.size, last: last)
        guard let value = quick ?? (isQuick ? nil : readLong(last)) else {
            fail()
            return nil
        }
        advance()
        return value
    }

    /// The same where the length is not spelled in the shortest way.
    @inlinable @inline(never)
    mutating func readLong<Last: FixedWidthInteger & BitwiseCopyable>(
        _ last: Last.Type
    ) -> (first: UInt64, last: Last)? {
        guard let length = cursor.readVarint(), length == 8 + UInt64(MemoryLayout<Last>.size),
            let first = cursor.read(UInt64.self), let last = cursor.read(last)
        else { return nil }
        return (first, last)
    }

    @inlinable @inline(__always)
    mutating func identity(_ number: Int) -> EntityID? {
        guard let value = short(number, last: UInt64.self) else { return nil }
        return EntityID(low: value.first, high: value.last)
    }

    @inlinable @inline(__always)
    mutating func textRange(_ number: Int) -> TextRange? {
        guard let slice = slice(number) else { return nil }
        let range = TextRange(offset: cursor.offset - slice.remaining, count: slice.remaining)
        advance()
        return range
    }

    @inlinable @inline(__always)
    mutating func require(_ number: Int, _ isMet: Bool) {
        required |= 1 << UInt64(number)
        if isMet { met |= 1 << UInt64(number) }
    }
}

extension WireDecoder {
    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout EntityID, _: FieldNote) {
        let found = identity(number)
        if let found { value = found }
        require(number, found != nil)
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout EntityID?, _: FieldNote) {
        if let found = identity(number) { value = found }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout TextRange, _: FieldNote) {
        if let found = textRange(number) { value = found }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout TextRange?, _: FieldNote) {
        if let found = textRange(number) { value = found }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Bool, _: FieldNote) {
        if let found = varint(number) { value = found != 0 }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Bool?, _: FieldNote) {
        if let found = varint(number) { value = found != 0 }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout UInt64, _: FieldNote) {
        if let found = varint(number) { value = found }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout UInt64?, _: FieldNote) {
        if let found = varint(number) { value = found }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Int64?, _: FieldNote) {
        if let found = varint(number) { value = Int64(bitPattern: found) }
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Double?, _: FieldNote) {
        guard tag == UInt32(number) << 3 | 1 else { return }
        guard let bits = cursor.read(UInt64.self) else { return fail() }
        let number = Double(bitPattern: bits)
        value = number.isFinite ? number : nil
        advance()
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Vector3?, _: FieldNote) {
        guard let bits = short(number, last: UInt32.self) else { return }
        guard !bits.first.holdsNonFinite, !UInt64(bits.last).holdsNonFinite else { return value = nil }
        let (x, y) = bits.first.floats
        value = Vector3(x, y, Float(bitPattern: bits.last))
    }

    @inlinable @inline(__always)
    public mutating func field(_ number: Int, _: StaticString, _ value: inout Quaternion?, _: FieldNote) {
        guard let bits = short(number, last: UInt64.self) else { return }
        guard !bits.first.holdsNonFinite, !bits.last.holdsNonFinite else { return value = nil }
        let (x, y) = bits.first.floats
        let (z, w) = bits.last.floats
        value = Quaternion(x, y, z, w)
    }

    @inlinable @inline(__always)
    public mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout E, _: FieldNote
    ) {
        guard let found = varint(number) else { return require(number, false) }
        if let known = E(rawValue: UInt8(truncatingIfNeeded: found)), found <= 255 {
            value = known
            require(number, true)
        } else {
            // A required value this version cannot name leaves nothing to go by.
            require(number, false)
        }
    }

    @inlinable @inline(__always)
    public mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout E?, _: FieldNote
    ) {
        guard let found = varint(number) else { return }
        value = found <= 255 ? E(rawValue: UInt8(truncatingIfNeeded: found)) : nil
    }

    @inlinable @inline(__always)
    public mutating func field<E: WireEnum>(
        _ number: Int, _: StaticString, _ value: inout EnumSet<E>, _: FieldNote
    ) {
        let family = UInt32(number) << 3
        while tag == family | 2 || tag == family | 0 { readElements(number, &value) }
    }

    @inlinable
    public mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required value: inout EnumSet<E>, _ about: FieldNote
    ) {
        field(number, name, &value, about)
    }

    /// One occurrence of a repeated enum: packed, as proto3 writes it, or a single value.
    @inlinable @inline(never)
    mutating func readElements<E: WireEnum>(_ number: Int, _ value: inout EnumSet<E>) {
        if let single = varint(number) {
            if single <= 31, let known = E(rawValue: UInt8(single)) { value.insert(known) }
            return
        }
        guard var packed = slice(number) else { return }
        while !packed.isAtEnd {
            guard let element = packed.readVarint() else { return fail() }
            if element <= 31, let known = E(rawValue: UInt8(element)) { value.insert(known) }
        }
        advance()
    }

    @inlinable
    public mutating func list(
        _ number: Int, _: StaticString, _ value: inout TextListRange, _: FieldNote
    ) {
        let wanted = UInt32(number) << 3 | 2
        guard tag == wanted else { return }
        let begin = cursor.offset
        let end = begin + cursor.remaining
        var count: UInt32 = 0
        while tag == wanted {
            guard slice(number) != nil else { return }
            count &+= 1
            advance()
        }
        if value.count == 0 {
            value = TextListRange(
                range: TextRange(offset: begin, count: end - begin), tag: wanted, count: count)
        } else {
            value.count &+= count
        }
    }

    @inlinable
    public mutating func list(
        _ number: Int, _ name: StaticString, required value: inout TextListRange, _ about: FieldNote
    ) {
        list(number, name, &value, about)
    }

    @inlinable
    public mutating func map(
        _ number: Int, _ name: StaticString, _ value: inout TextMapRange, _ about: FieldNote
    ) {
        list(number, name, &value.entries, about)
    }

    @inlinable @inline(__always)
    public mutating func message<M: MessageFields>(
        _ number: Int, _: StaticString, _ value: inout M?, _: FieldNote
    ) where M.Storage == InBatch {
        guard let slice = slice(number) else { return }
        guard let inner = WireDecoder.decode(M.self, from: cursor.covering(slice)) else { return fail() }
        value = inner
        advance()
    }
}
