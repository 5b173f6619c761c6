/// Fields that hold many values: sets, lists, maps.
extension FieldPrinter {
    /// Appends a repeated field; whether it did, `nil` where it is malformed.
    mutating func appendMany(
        _ place: Int, of plan: FieldPlan, _ slots: WireSlots, _ message: ByteCursor, _ isFirst: Bool,
        to buffer: inout ByteBuffer
    ) -> Bool? {
        let field = plan.fields[place]
        let mark = buffer.count
        appendKey(field.name, isFirst: isFirst, to: &buffer)
        let isMap = plan.briefs[place].shape == .textMap
        buffer.append(UInt8(ascii: isMap ? "{" : "["))
        let content = buffer.count
        switch field.type {
        case .choices(let set):
            guard let bits = choices(place, of: plan, slots, message) else { return nil }
            appendChoices(bits, set, to: &buffer)
        case .textMap:
            guard appendEntries(place, of: plan, slots, message, to: &buffer) else { return nil }
        default:
            slots.forEachOccurrence(of: place, in: message, plan) { slot in
                if buffer.count > content { buffer.append(UInt8(ascii: ",")) }
                unsafe appendText(slot.part(of: message.rest), to: &buffer)
            }
        }
        if buffer.count == content {
            guard field.isRequired else {
                buffer.truncate(to: mark)
                return false
            }
            // An empty list is the same as none: what can't be read back is not printed as if it could.
            if style == .ndjson { return nil }
        }
        buffer.append(UInt8(ascii: isMap ? "}" : "]"))
        return true
    }

    // MARK: Sets

    /// One bit for each value of a set, packed or not; `nil` where it is cut.
    private mutating func choices(
        _ place: Int, of plan: FieldPlan, _ slots: WireSlots, _ message: ByteCursor
    ) -> UInt64? {
        var bits: UInt64 = 0
        var isWhole = true
        var strangeCount = 0
        func add(_ value: UInt64) {
            if value < 64 { bits |= 1 << value } else { strangeCount += 1 }
        }
        slots.forEachOccurrence(of: place, in: message, plan) { slot in
            guard slot.isDelimited else { return add(slot.value) }
            var cursor = unsafe ByteCursor(slot.part(of: message.rest))
            while isWhole, !cursor.isAtEnd {
                if let value = cursor.readVarint() { add(value) } else { isWhole = false }
            }
        }
        leftOutCount += strangeCount
        return isWhole ? bits & ~1 : nil
    }

    private mutating func appendChoices(_ bits: UInt64, _ set: ValueSet, to buffer: inout ByteBuffer) {
        var bits = bits
        var isFirst = true
        while bits != 0 {
            let number = UInt64(bits.trailingZeroBitCount)
            bits &= bits - 1
            guard let value = set.value(of: number) else {
                leftOutCount += 1
                continue
            }
            if !isFirst { buffer.append(UInt8(ascii: ",")) }
            isFirst = false
            appendWord(value, to: &buffer)
        }
    }

    // MARK: Maps

    /// Appends each key once, with its last value, as protobuf wants it; `false` where an entry is malformed.
    private mutating func appendEntries(
        _ place: Int, of plan: FieldPlan, _ slots: WireSlots, _ message: ByteCursor,
        to buffer: inout ByteBuffer
    ) -> Bool {
        var places: [[UInt8]: Int] = [:]
        var pairs: [(key: WireSlots.Slot, value: WireSlots.Slot, bytes: WireSlots.Slot)] = []
        var isWhole = true
        var extraCount = 0
        slots.forEachOccurrence(of: place, in: message, plan) { slot in
            guard isWhole else { return }
            var entry = WireSlots()
            guard entry.collect(unsafe ByteCursor(slot.part(of: message.rest)), .mapEntry) else {
                isWhole = false
                return
            }
            let pair = (key: entry.slots[0], value: entry.slots[1], bytes: slot)
            let key = unsafe Array(pair.key.part(of: slot.part(of: message.rest)))
            if let known = places[key] {
                pairs[known] = pair
            } else if pairs.count < LineScan.keyLimit {
                places[key] = pairs.count
                pairs.append(pair)
            } else {
                extraCount += 1
            }
        }
        leftOutCount += extraCount
        for (index, pair) in pairs.enumerated() {
            let entry = unsafe pair.bytes.part(of: message.rest)
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            unsafe appendText(pair.key.part(of: entry), to: &buffer)
            buffer.append(UInt8(ascii: style == .ndjson ? ":" : "="))
            unsafe appendText(pair.value.part(of: entry), to: &buffer)
        }
        return isWhole
    }
}

extension WireSlots.Slot {
    /// Its bytes in those of its message.
    func part(of message: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: message[start..<start + count])
    }
}
