/// Reads events into columns: some fields one by one, the rest as one JSON object.
///
///     var columns = EventColumns(["session", "anchor", "position"], labels: log.labels)
///     for event in batch.events {
///         guard columns.read(event) else { continue }  // malformed
///         columns.values[1]   // the anchor, where the event has one
///         columns.rest        // {"isTracked":true}
///     }
public struct EventColumns {
    /// What one field holds.
    public enum Value: Equatable, Sendable {
        case id(EntityID)
        case text(String)
        case bool(Bool)
        case count(UInt64)
        case integer(Int64)
        case number(Double)
        /// A place in metres, or a unit quaternion.
        case floats([Float])
    }

    /// The values of the columns in the last event; `nil` where it has no such field or does not give it.
    public private(set) var values: [Value?]
    /// The fields that have no column, as one JSON object, `{}` where there are none. Valid until the next event is read.
    public var rest: String { unsafe String(decoding: box.bytes.bytes, as: UTF8.self) }
    /// Fields or values left out because this version does not name them, or no column can hold them.
    public private(set) var leftOutCount = 0
    /// Events whose payload is malformed.
    public private(set) var malformedCount = 0

    /// For each kind, the place of each column's field.
    private let places: [[Int?]]
    /// For each kind, one bit for each field that has a column.
    private let masks: [UInt64]
    private var printer: FieldPrinter
    private var slots = WireSlots()
    private let box = Box()

    private final class Box {
        var bytes = ByteBuffer(capacity: 1024)
    }

    /// - Parameter names: names of fields, as the vocabulary has them. Lists and objects always go into the rest.
    public init(_ names: [String], labels: LabelTable) {
        values = names.map { _ in nil }
        printer = FieldPrinter(labels: labels)
        places = FieldPlan.all.map { plan in
            names.map { name in
                plan.fields.firstIndex { $0.name == name && FieldShape($0.type).fitsColumn }
                    .flatMap { $0 < UInt64.bitWidth ? $0 : nil }
            }
        }
        masks = places.map { $0.reduce(0) { mask, place in mask | (place.map { 1 << UInt64($0) } ?? 0) } }
    }

    /// Reads the event's fields; `false` where its payload is malformed.
    public mutating func read(_ event: LoggedEvent) -> Bool {
        let plan = FieldPlan.of(event.kind)
        let index = Int(event.kind.rawValue) - 1
        box.bytes.removeAll(keepingUpTo: 1 << 20)
        box.bytes.append(UInt8(ascii: "{"))
        guard let payload = event.content.payload(of: event.header), slots.collect(payload, plan),
            printer.append(payload, of: plan, leavingOut: masks[index], to: &box.bytes)
        else {
            malformedCount += 1
            return false
        }
        box.bytes.append(UInt8(ascii: "}"))
        let bytes = unsafe payload.rest
        for (column, place) in places[index].enumerated() {
            values[column] = place.flatMap { unsafe value($0, of: plan, bytes) }
        }
        printer.named.removeAll(keepingCapacity: true)
        leftOutCount += printer.leftOutCount
        printer.leftOutCount = 0
        return true
    }

    private mutating func value(
        _ place: Int, of plan: FieldPlan, _ bytes: UnsafeRawBufferPointer
    ) -> Value? {
        let slot = slots.slots[place]
        guard slot.isGiven || plan.briefs[place].isRequired else { return nil }
        let found = unsafe read(slot, plan.fields[place], plan.briefs[place].shape, bytes)
        if found == nil { leftOutCount += 1 }
        return found
    }

    /// The value of a slot; `nil` where no column can hold it.
    private func read(
        _ slot: WireSlots.Slot, _ field: FieldDescriptor, _ shape: FieldShape, _ bytes: UnsafeRawBufferPointer
    ) -> Value? {
        var part = unsafe ByteCursor(slot.part(of: bytes))
        switch shape {
        case .identity:
            guard slot.count == 16, let low = part.read(UInt64.self), let high = part.read(UInt64.self)
            else { return nil }
            return .id(EntityID(low: low, high: high))
        case .text: return .text(part.restText)
        case .bool: return .bool(slot.value != 0)
        case .count: return .count(slot.value)
        case .integer: return .integer(Int64(bitPattern: slot.value))
        case .number:
            let number = Double(bitPattern: slot.value)
            let isInside = field.note.upperBound.map { number >= 0 && number <= $0 } ?? true
            return number.isFinite && isInside ? .number(number) : nil
        case .choice:
            guard case .choice(let set) = field.type else { return nil }
            return set.value(of: slot.value).map { .text($0) }
        case .vector3, .quaternion:
            let count = shape == .vector3 ? 3 : 4
            guard slot.count == 4 * count else { return nil }
            var floats: [Float] = []
            for _ in 0..<count {
                guard let float = part.read(UInt32.self).map({ Float(bitPattern: $0) }), float.isFinite
                else { return nil }
                floats.append(float)
            }
            return .floats(floats)
        case .choices, .texts, .textMap, .message: return nil
        }
    }
}

extension FieldShape {
    /// Whether one value is all of it.
    fileprivate var fitsColumn: Bool {
        switch self {
        case .choices, .texts, .textMap, .message: false
        default: true
        }
    }
}
