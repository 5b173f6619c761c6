/// The values of fields, by their declared type.
extension NDJSONLineDecoder {
    /// Appends one field's wire form; in lenient mode an optional field with a fault is left out.
    mutating func encodeField(
        _ place: Int, of plan: FieldPlan, _ entry: LineScan.Entry, _ json: JSONScanner, in outer: String?,
        into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        let mark = payload.count
        do throws(NDJSONError) {
            try encodeValue(place, of: plan, entry, json, in: outer, into: &payload)
            if payload.count == mark, plan.briefs[place].isRequired, entry.kind == .array {
                // An empty list is the same as none.
                let name = plan.fields[place].name
                throw failure(.missingField, at: entry.start, field: outer.map { $0 + "." + name } ?? name)
            }
        } catch {
            guard !plan.briefs[place].isRequired else { throw error }
            payload.truncate(to: mark)
            try tolerate(error)
        }
    }

    mutating func refuseUnknown(
        _ entry: LineScan.Entry, of scan: LineScan, _ plan: FieldPlan, _ json: JSONScanner, in outer: String?
    ) throws(NDJSONError) {
        let key = scan.keyText(entry, in: json)
        let nearest = nearest(key) {
            plan.fields.map(\.name) + (outer == nil ? EnvelopeKey.names : [])
        }
        try tolerate(
            failure(
                .unknownField(nearest: nearest), at: entry.keyStart - 1,
                field: outer.map { $0 + "." + key } ?? key))
    }

    private mutating func encodeValue(
        _ place: Int, of plan: FieldPlan, _ entry: LineScan.Entry, _ json: JSONScanner, in outer: String?,
        into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        let field = plan.briefs[place]
        let number = field.number
        let name = { outer.map { $0 + "." + plan.fields[place].name } ?? plan.fields[place].name }
        guard entry.kind == field.shape.jsonKind else {
            throw failure(
                .wrongType(expected: plan.fields[place].type.noun, found: entry.kind), at: entry.start,
                field: name())
        }
        switch field.shape {
        case .identity:
            let isSession = plan.hasSession && place == 0
            if let id = try identity(entry, json, name(), isSession: isSession) {
                payload.appendField(number, identity: id)
            }
        case .text:
            unsafe json.withText(entry) { unsafe payload.appendField(number, utf8: $0) }
        case .bool:
            payload.appendField(number, varint: unsafe json.bytes[entry.start] == UInt8(ascii: "t") ? 1 : 0)
        case .count, .integer, .number:
            try encodeNumber(
                field, upTo: plan.fields[place].note.upperBound, entry, json, name(), into: &payload)
        case .vector3:
            try encodeFloats(3, field, entry, json, name(), into: &payload)
        case .quaternion:
            try encodeFloats(4, field, entry, json, name(), into: &payload)
        case .choice:
            guard case .choice(let set) = plan.fields[place].type else { return }
            let value = try self.number(of: json.text(entry), in: set, at: entry.start, name())
            payload.appendField(number, varint: value)
        case .choices:
            guard case .choices(let set) = plan.fields[place].type else { return }
            try encodeChoices(set, number, entry, json, name(), into: &payload)
        case .texts:
            try forEachText(entry, json, name()) { (text, _) throws(NDJSONError) in
                payload.appendField(number, text: text)
            }
        case .textMap:
            try encodeMap(field, entry, json, name(), into: &payload)
        case .message:
            guard let inner = plan.inner[place] else { return }
            try encodeMessage(inner, field, entry, json, name(), into: &payload)
        }
    }

    /// The id that a string names; `nil` for the session `main`, which is the same as none.
    func identity(
        _ entry: LineScan.Entry, _ json: JSONScanner, _ name: @autoclosure () -> String, isSession: Bool
    ) throws(NDJSONError) -> EntityID? {
        guard entry.kind == .string else {
            throw failure(
                .wrongType(expected: FieldType.identity.noun, found: entry.kind), at: entry.start,
                field: name()
            )
        }
        let length = unsafe json.withText(entry) { $0.count }
        guard length >= 1, length <= EntityID.longestLabel else {
            throw failure(.labelLength(length), at: entry.start, field: name())
        }
        let ids = ids
        return unsafe json.withText(entry) { text in
            if isSession, unsafe text.elementsEqual("main".utf8) { return nil }
            return unsafe ids.id(of: text)
        }
    }

    private func encodeNumber(
        _ field: FieldPlan.Brief, upTo bound: Double?, _ entry: LineScan.Entry, _ json: JSONScanner,
        _ name: @autoclosure () -> String, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        var json = json.standing(at: entry.start)
        let value = try readChecked { () throws(JSONError) in try json.readNumber() }
        let expected: String
        switch field.shape {
        case .count:
            if let value = value.asUInt64 { return payload.appendField(field.number, varint: value) }
            expected = "a whole number, 0 or more"
        case .integer:
            if let value = value.asInt64 {
                return payload.appendField(field.number, varint: UInt64(bitPattern: value))
            }
            expected = "a whole number of 64 bits"
        default:
            if let value = value.asDouble, bound.map({ value >= 0 && value <= $0 }) ?? true {
                return payload.appendField(field.number, number: value)
            }
            expected =
                bound.map { "0 to \($0 == $0.rounded() ? "\(Int64($0))" : "\($0)")" } ?? "a 64-bit float"
        }
        throw failure(.outOfRange(expected: expected), at: entry.start, field: name())
    }

    private func encodeFloats(
        _ count: Int, _ field: FieldPlan.Brief, _ entry: LineScan.Entry, _ json: JSONScanner,
        _ name: @autoclosure () -> String, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        var json = json.standing(at: entry.start)
        payload.appendTag(field.number, .lengthDelimited)
        payload.appendVarint(UInt64(4 * count))
        var found = 0
        try readChecked { () throws(JSONError) in try json.beginArray() }
        while try readChecked({ () throws(JSONError) in try json.nextElement() }) {
            let kind = try readChecked { () throws(JSONError) in try json.peekKind() }
            let start = json.position
            guard kind == .number else {
                throw failure(.wrongType(expected: "numbers", found: kind), at: start, field: name())
            }
            let number = try readChecked { () throws(JSONError) in try json.readNumber() }
            guard let float = number.asFloat else {
                throw failure(.outOfRange(expected: "32-bit floats"), at: start, field: name())
            }
            found += 1
            if found <= count { payload.append(float.bitPattern) }
        }
        guard found == count else {
            throw failure(.elementCount(expected: count, found: found), at: entry.start, field: name())
        }
    }
}
