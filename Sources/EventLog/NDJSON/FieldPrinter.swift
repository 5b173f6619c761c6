/// Prints the fields of a payload from its wire form, in the order of their declaration.
struct FieldPrinter {
    var style = EventPrinter.Style.ndjson
    /// Fields and values that were not printed.
    var leftOutCount = 0
    /// Ids met that may have a given name to be told.
    var named: [EntityID] = []
    let labels: LabelTable
    private var slots = WireSlots()

    init(labels: LabelTable) { self.labels = labels }

    /// Appends every field of `payload` that is given; `false` where it is malformed.
    ///
    /// With `leavingOut`, one bit for each place of the plan, those fields are passed over; the first that is printed then
    /// has no comma before it.
    mutating func append(
        _ payload: ByteCursor, of plan: FieldPlan, leavingOut mask: UInt64? = nil, to buffer: inout ByteBuffer
    ) -> Bool {
        // Taken out and put back, since the walk changes both.
        var slots = slots
        self.slots = WireSlots()
        let isWhole = append(
            payload, of: plan, &slots, leavingOut: mask ?? 0, isInner: mask != nil, to: &buffer)
        self.slots = slots
        return isWhole
    }

    private mutating func append(
        _ message: ByteCursor, of plan: FieldPlan, _ slots: inout WireSlots, leavingOut mask: UInt64 = 0,
        isInner: Bool, to buffer: inout ByteBuffer
    ) -> Bool {
        guard slots.collect(message, plan) else { return false }
        let bytes = unsafe message.rest
        var isFirst = isInner
        for (place, slot) in slots.slots.enumerated() {
            let field = plan.briefs[place]
            if field.shape.holdsMany {
                guard slot.isGiven || field.isRequired else { continue }
                guard let isPrinted = appendMany(place, of: plan, slots, message, isFirst, to: &buffer) else {
                    return false
                }
                isFirst = isFirst && !isPrinted
                continue
            }
            guard slot.isGiven || field.isRequired else { continue }
            guard slot.isGiven || field.shape.hasDefault else { return false }
            if mask >> UInt64(place) & 1 != 0 { continue }
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
            let bound = plan.fields[place].note.upperBound
            guard value.isFinite, bound.map({ value >= 0 && value <= $0 }) ?? true else { return leaveOut() }
            buffer.appendShortest(value)
        case .vector3: return unsafe appendFloats(3, part, to: &buffer)
        case .quaternion: return unsafe appendFloats(4, part, to: &buffer)
        case .choice:
            guard case .choice(let set) = plan.fields[place].type, let value = set.value(of: slot.value)
            else { return leaveOut() }
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
}
