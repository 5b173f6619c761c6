/// Prints the fields of a payload from its wire form, in the order of their declaration.
struct FieldPrinter {
    var style = EventPrinter.Style.ndjson
    /// Fields and values that were not printed.
    private(set) var leftOutCount = 0
    /// Ids met that may have a given name to be told.
    var named: [EntityID] = []
    let labels: LabelTable
    private var slots = WireSlots()

    init(labels: LabelTable) { self.labels = labels }

    /// Appends every field of `payload` that is given; `false` where it is malformed.
    mutating func append(_ payload: ByteCursor, of plan: FieldPlan, to buffer: inout ByteBuffer) -> Bool {
        // Taken out and put back, since the walk changes both.
        var slots = slots
        self.slots = WireSlots()
        let isWhole = append(payload, of: plan, &slots, isInner: false, to: &buffer)
        self.slots = slots
        return isWhole
    }

    private mutating func append(
        _ message: ByteCursor, of plan: FieldPlan, _ slots: inout WireSlots, isInner: Bool,
        to buffer: inout ByteBuffer
    ) -> Bool {
        guard slots.collect(message, plan) else { return false }
        let bytes = unsafe message.rest
        var isFirst = isInner
        for (place, slot) in slots.slots.enumerated() {
            let field = plan.briefs[place]
            if field.shape.holdsMany {
                guard let ok = unsafe appendMany(place, of: plan, slots, bytes, isFirst: isFirst, to: &buffer)
                else { return false }
                if ok { isFirst = false }
                continue
            }
            guard slot.isGiven || field.isRequired else { continue }
            guard slot.isGiven || field.shape.hasDefault else { return false }
            let mark = buffer.count
            appendKey(plan.fields[place].name, isFirst: isFirst, to: &buffer)
            switch unsafe appendValue(place, of: plan, slot, bytes, to: &buffer) {
            case .printed: isFirst = false
            case .leftOut:
                guard !field.isRequired else { return false }
                buffer.truncate(to: mark)
            case .malformed: return false
            }
        }
        return true
    }

    private enum Outcome { case printed, leftOut, malformed }

    private mutating func appendValue(
        _ place: Int, of plan: FieldPlan, _ slot: WireSlots.Slot, _ bytes: UnsafeRawBufferPointer,
        to buffer: inout ByteBuffer
    ) -> Outcome {
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[slot.start..<slot.start + slot.count])
        switch plan.briefs[place].shape {
        case .identity:
            var cursor = unsafe ByteCursor(part)
            guard slot.count == 16, let low = cursor.read(UInt64.self), let high = cursor.read(UInt64.self)
            else { return .malformed }
            let id = EntityID(low: low, high: high)
            // Another writer may have stored what stands for itself.
            if plan.hasSession, place == 0, id == Self.main { return .leftOut }
            appendID(id, to: &buffer)
        case .text: unsafe appendText(part, to: &buffer)
        case .bool: buffer.append(utf8: slot.value != 0 ? "true" : "false")
        case .count: buffer.appendDecimal(slot.value)
        case .integer:
            let value = Int64(bitPattern: slot.value)
            if value < 0 { buffer.append(UInt8(ascii: "-")) }
            buffer.appendDecimal(value.magnitude)
        case .number:
            let value = Double(bitPattern: slot.value)
            guard value.isFinite else { return leaveOut() }
            buffer.appendShortest(value)
        case .vector3: return unsafe appendFloats(3, part, to: &buffer)
        case .quaternion: return unsafe appendFloats(4, part, to: &buffer)
        case .choice:
            guard case .choice(let set) = plan.fields[place].type, let value = set.value(of: slot.value) else { return leaveOut() }
            appendWord(value, to: &buffer)
        case .message:
            guard let inner = plan.inner[place] else { return .malformed }
            var slots = WireSlots()
            buffer.append(UInt8(ascii: "{"))
            guard append(unsafe ByteCursor(part), of: inner, &slots, isInner: true, to: &buffer) else {
                return .malformed
            }
            buffer.append(UInt8(ascii: "}"))
        case .choices, .texts, .textMap: return .malformed
        }
        return .printed
    }

    /// The session that is the same as none.
    private static let main = EntityID("main")

    private mutating func leaveOut() -> Outcome {
        leftOutCount += 1
        return .leftOut
    }

    private mutating func appendFloats(
        _ count: Int, _ part: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
    ) -> Outcome {
        var cursor = unsafe ByteCursor(part)
        guard cursor.remaining == 4 * count else { return .malformed }
        buffer.append(UInt8(ascii: "["))
        for index in 0..<count {
            let float = cursor.read(UInt32.self).map { Float(bitPattern: $0) } ?? 0
            guard float.isFinite else { return leaveOut() }
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            buffer.appendShortest(float)
        }
        buffer.append(UInt8(ascii: "]"))
        return .printed
    }

    // MARK: Repeated fields

    /// Appends a repeated field; whether it did, `nil` where it is malformed.
    private mutating func appendMany(
        _ place: Int, of plan: FieldPlan, _ slots: WireSlots, _ bytes: UnsafeRawBufferPointer, isFirst: Bool,
        to buffer: inout ByteBuffer
    ) -> Bool? {
        let field = plan.fields[place]
        guard slots.slots[place].isGiven || field.isRequired else { return false }
        let mark = buffer.count
        appendKey(field.name, isFirst: isFirst, to: &buffer)
        let isMap = plan.briefs[place].shape == .textMap
        buffer.append(UInt8(ascii: isMap ? "{" : "["))
        let content = buffer.count
        if case .choices(let set) = field.type {
            guard let bits = unsafe choices(place, slots, bytes) else { return nil }
            appendChoices(bits, set, to: &buffer)
        } else {
            for occurrence in slots.occurrences where occurrence.place == place {
                let start = occurrence.slot.start
                let part = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[start..<start + occurrence.slot.count])
                let isFirst = buffer.count == content
                if isMap {
                    guard unsafe appendEntry(part, isFirst: isFirst, to: &buffer) else { return nil }
                } else {
                    if !isFirst { buffer.append(UInt8(ascii: ",")) }
                    unsafe appendText(part, to: &buffer)
                }
            }
        }
        if buffer.count == content, !field.isRequired {
            buffer.truncate(to: mark)
            return false
        }
        buffer.append(UInt8(ascii: isMap ? "}" : "]"))
        return true
    }

    /// One bit for each value of a set, packed or not; `nil` where it is cut.
    private mutating func choices(
        _ place: Int, _ slots: WireSlots, _ bytes: UnsafeRawBufferPointer
    ) -> UInt64? {
        var bits: UInt64 = 0
        for occurrence in slots.occurrences where occurrence.place == place {
            let start = occurrence.slot.start
            guard occurrence.slot.count > 0 else {
                bits |= occurrence.slot.value < 64 ? 1 << occurrence.slot.value : 0
                continue
            }
            var cursor = unsafe ByteCursor(
                UnsafeRawBufferPointer(rebasing: bytes[start..<start + occurrence.slot.count]))
            while !cursor.isAtEnd {
                guard let value = cursor.readVarint() else { return nil }
                if value < 64 { bits |= 1 << value } else { leftOutCount += 1 }
            }
        }
        return bits & ~1
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

    private mutating func appendEntry(
        _ entry: UnsafeRawBufferPointer, isFirst: Bool, to buffer: inout ByteBuffer
    ) -> Bool {
        var slots = WireSlots()
        guard slots.collect(unsafe ByteCursor(entry), .mapEntry) else { return false }
        let key = slots.slots[0]
        let value = slots.slots[1]
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        unsafe appendText(
            UnsafeRawBufferPointer(rebasing: entry[key.start..<key.start + key.count]), to: &buffer)
        buffer.append(UInt8(ascii: style == .ndjson ? ":" : "="))
        unsafe appendText(
            UnsafeRawBufferPointer(rebasing: entry[value.start..<value.start + value.count]), to: &buffer)
        return true
    }
}
