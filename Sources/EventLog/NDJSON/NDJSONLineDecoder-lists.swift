/// Values that hold others: sets, lists, maps, messages.
extension NDJSONLineDecoder {
    func number(
        of value: String, in set: ValueSet, at start: Int, _ name: @autoclosure () -> String
    ) throws(NDJSONError) -> UInt64 {
        if let number = set.number(of: value) { return number }
        throw failure(
            .unknownValue(value, nearest: nearest(value) { set.values }, allowed: set.values),
            at: start, field: name())
    }

    /// Gives `body` the texts of an array, each with the byte it begins at.
    func forEachText(
        _ entry: LineScan.Entry, _ json: JSONScanner, _ name: @autoclosure () -> String,
        _ body: (String, Int) throws(NDJSONError) -> Void
    ) throws(NDJSONError) {
        var json = json.standing(at: entry.start)
        try readChecked { () throws(JSONError) in try json.beginArray() }
        while try readChecked({ () throws(JSONError) in try json.nextElement() }) {
            let kind = try readChecked { () throws(JSONError) in try json.peekKind() }
            let start = json.position
            guard kind == .string else {
                throw failure(.wrongType(expected: "strings", found: kind), at: start, field: name())
            }
            try body(try readChecked { () throws(JSONError) in try json.readString() }, start)
        }
    }

    /// A set goes out packed, in ascending order, each value once, as the typed encoder writes it.
    func encodeChoices(
        _ set: ValueSet, _ number: Int, _ entry: LineScan.Entry, _ json: JSONScanner,
        _ name: @autoclosure () -> String, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        var bits: UInt64 = 0
        let field = name()
        try forEachText(entry, json, field) { (text, start) throws(NDJSONError) in
            bits |= 1 << (try self.number(of: text, in: set, at: start, field))
        }
        guard bits != 0 else { return }
        payload.appendTag(number, .lengthDelimited)
        payload.appendVarint(UInt64(bits.nonzeroBitCount))
        while bits != 0 {
            payload.append(UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
            bits &= bits - 1
        }
    }

    /// A map goes out sorted by its keys.
    func encodeMap(
        _ field: FieldPlan.Brief, _ entry: LineScan.Entry, _ json: JSONScanner,
        _ name: @autoclosure () -> String, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        let inner = try scanObject(entry, json, name())
        var pairs: [(key: String, value: String)] = []
        for value in inner.entries {
            let key = inner.keyText(value, in: json)
            guard value.kind == .string else {
                throw failure(
                    .wrongType(expected: "strings", found: value.kind), at: value.start,
                    field: name() + "." + key)
            }
            pairs.append((key, json.text(value)))
        }
        pairs.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for pair in pairs {
            payload.appendField(field.number) { part in
                part.appendField(1, text: pair.key)
                part.appendField(2, text: pair.value)
            }
        }
    }

    mutating func encodeMessage(
        _ plan: FieldPlan, _ field: FieldPlan.Brief, _ entry: LineScan.Entry, _ json: JSONScanner,
        _ name: @autoclosure () -> String, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        let inner = try scanObject(entry, json, name())
        var slots = [Int](repeating: -1, count: plan.fields.count)
        for (index, value) in inner.entries.enumerated() {
            guard case .field(let place) = unsafe inner.withKey(value, in: json, { unsafe plan.key($0) })
            else {
                try refuseUnknown(value, of: inner, plan, json, in: name())
                continue
            }
            slots[place] = index
        }
        var content = ByteBuffer()
        for (place, index) in slots.enumerated() {
            if index >= 0 {
                try encodeField(place, of: plan, inner.entries[index], json, in: name(), into: &content)
            } else if plan.fields[place].isRequired {
                throw failure(.missingField, at: entry.start, field: name() + "." + plan.fields[place].name)
            }
        }
        unsafe payload.appendField(field.number, utf8: content.bytes)
    }

    private func scanObject(
        _ entry: LineScan.Entry, _ json: JSONScanner, _ name: @autoclosure () -> String
    ) throws(NDJSONError) -> LineScan {
        var inner = LineScan()
        var json = json.standing(at: entry.start)
        try readChecked { () throws(JSONError) in try inner.scan(&json) }
        if inner.hasTooManyKeys {
            throw failure(.tooManyKeys(limit: LineScan.keyLimit), at: json.position, field: name())
        }
        try refuseRepeatedKeys(inner, json, in: name())
        return inner
    }
}
