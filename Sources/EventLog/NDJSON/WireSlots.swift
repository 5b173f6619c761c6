/// What a message in its wire form says of each declared field, found in one walk.
///
/// Foreign order and unknown fields are fine; of a field that is there twice the last counts, as protobuf wants it.
struct WireSlots {
    struct Slot {
        var isGiven = false
        /// A varint's or a fixed number's bits.
        var value: UInt64 = 0
        /// Whether it is bytes, and not a number.
        var isDelimited = false
        /// Where the bytes of a length-delimited field lie in the message.
        var start = 0
        var count = 0
    }

    /// One for each field of the plan.
    private(set) var slots: [Slot] = []

    /// Walks `message`; `false` where it is cut or a value has no possible size.
    mutating func collect(_ message: ByteCursor, _ plan: FieldPlan) -> Bool {
        slots.removeAll(keepingCapacity: true)
        for _ in plan.briefs { slots.append(Slot()) }
        var slots = slots
        self.slots = []
        let isWhole = Self.walk(message, plan) { place, slot in slots[place] = slot }
        self.slots = slots
        return isWhole
    }

    /// Gives `body` each occurrence of the field at `place` in a message that was walked before.
    func forEachOccurrence(
        of place: Int, in message: ByteCursor, _ plan: FieldPlan, _ body: (Slot) -> Void
    ) {
        _ = Self.walk(message, plan) { if $0 == place { body($1) } }
    }

    @inline(__always)
    private static func walk(_ message: ByteCursor, _ plan: FieldPlan, _ body: (Int, Slot) -> Void) -> Bool {
        var cursor = message
        let begin = cursor.offset
        while let tag = cursor.readTag() {
            if tag == 0 { return true }
            // A wire type that the field can't have makes it an unknown one, as for the decoder.
            guard let place = plan.place(ofNumber: Int(tag >> 3)), plan.briefs[place].shape.canHave(tag & 7)
            else {
                guard cursor.skipValue(of: tag) else { return false }
                continue
            }
            var slot = Slot()
            slot.isGiven = true
            switch WireType(rawValue: tag & 7) {
            case .varint:
                guard let value = cursor.readVarint() else { return false }
                slot.value = value
            case .fixed64:
                guard let value = cursor.read(UInt64.self) else { return false }
                slot.value = value
            default:
                guard let length = cursor.readVarint(), let part = cursor.readSlice(length: length) else {
                    return false
                }
                slot.start = cursor.offset - part.remaining - begin
                slot.count = part.remaining
                slot.isDelimited = true
            }
            body(place, slot)
        }
        return false
    }
}
