internal import EventLog

/// The payload of an event as Swift source: its type, and a line for each field that is given.
///
/// Names of types, fields and values are those of the declarations; what the log says stands in literals only.
final class SwiftPayload: PayloadTaker {
    /// Its type: `SessionRun`.
    private(set) var type = ""
    /// What a closure that fills it has in it, each line indented as it is nested.
    private(set) var lines: [String] = []
    /// The ids met, in the order of their fields.
    private(set) var ids: [EntityID] = []
    private let labels: LabelTable

    /// `nil` where the payload is malformed.
    init?(_ event: LoggedEvent, labels: LabelTable) {
        self.labels = labels
        guard event.handOver(to: self) else { return nil }
    }

    func take<P: EventPayload>(_ payload: P) where P.Storage == Owned {
        type = KindDescriptor.of(P.kind).message.name
        (lines, ids) = SwiftFields.of(payload, labels)
    }
}

/// The visitor that writes an assignment for each field that is given.
private struct SwiftFields: FieldVisitor {
    typealias Storage = Owned

    private let labels: LabelTable
    private var lines: [String] = []
    private var ids: [EntityID] = []

    static func of<M: MessageFields>(_ message: M, _ labels: LabelTable) -> ([String], [EntityID])
    where M.Storage == Owned {
        var (message, fields) = (message, SwiftFields(labels: labels))
        message.visit(&fields)
        return (fields.lines, fields.ids)
    }

    private init(labels: LabelTable) { self.labels = labels }

    private mutating func set(_ name: StaticString, _ value: String) { lines.append("$0.\(name) = \(value)") }

    /// `.none` of an optional field would be `nil`.
    private func choice<E: WireEnum>(_ value: E) -> String {
        value.name == "none" ? "\(String(describing: E.self)).none" : ".\(value.name)"
    }

    private func list(_ values: some Sequence<String>) -> String {
        "[" + values.joined(separator: ", ") + "]"
    }

    mutating func field(_: Int, _ name: StaticString, _ value: inout EntityID, _: FieldNote) {
        ids.append(value)
        set(name, SwiftLiteral.text(labels.text(of: value)))
    }
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout EntityID?, _ note: FieldNote) {
        if var value { field(number, name, &value, note) }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout String, _: FieldNote) {
        set(name, SwiftLiteral.text(value))
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout String?, _: FieldNote) {
        if let value { set(name, SwiftLiteral.text(value)) }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Bool, _: FieldNote) {
        set(name, "\(value)")
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Bool?, _: FieldNote) {
        if let value { set(name, "\(value)") }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout UInt64, _: FieldNote) {
        set(name, "\(value)")
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout UInt64?, _: FieldNote) {
        if let value { set(name, "\(value)") }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Int64?, _: FieldNote) {
        if let value { set(name, "\(value)") }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Double?, _: FieldNote) {
        if let value { set(name, SwiftLiteral.number(value)) }
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Vector3?, _: FieldNote) {
        guard let value else { return }
        set(name, "Vector3(\([value.x, value.y, value.z].map(SwiftLiteral.number).joined(separator: ", ")))")
    }
    mutating func field(_: Int, _ name: StaticString, _ value: inout Quaternion?, _: FieldNote) {
        guard let value else { return }
        let parts = [value.x, value.y, value.z, value.w].map(SwiftLiteral.number)
        set(name, "Quaternion(\(parts.joined(separator: ", ")))")
    }
    mutating func field<E: WireEnum>(_: Int, _ name: StaticString, _ value: inout E, _: FieldNote) {
        set(name, choice(value))
    }
    mutating func field<E: WireEnum>(_: Int, _ name: StaticString, _ value: inout E?, _: FieldNote) {
        if let value { set(name, choice(value)) }
    }
    mutating func field<E: WireEnum>(_: Int, _ name: StaticString, _ value: inout EnumSet<E>, _: FieldNote) {
        if !value.isEmpty { set(name, list(value.elements.map { ".\($0.name)" })) }
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required value: inout EnumSet<E>, _ note: FieldNote
    ) {
        field(number, name, &value, note)
    }
    mutating func list(_: Int, _ name: StaticString, _ value: inout [String], _: FieldNote) {
        if !value.isEmpty { set(name, list(value.map(SwiftLiteral.text))) }
    }
    mutating func list(
        _ number: Int, _ name: StaticString, required value: inout [String], _ note: FieldNote
    ) {
        list(number, name, &value, note)
    }
    mutating func map(_: Int, _ name: StaticString, _ value: inout [String: String], _: FieldNote) {
        guard !value.isEmpty else { return }
        // Sorted, because a dictionary's order must not reach the text.
        let pairs = value.sorted { $0.key < $1.key }
        set(name, list(pairs.map { "\(SwiftLiteral.text($0.key)): \(SwiftLiteral.text($0.value))" }))
    }
    mutating func message<M: MessageFields>(_: Int, _ name: StaticString, _ value: inout M?, _: FieldNote)
    where M.Storage == Owned {
        guard let value else { return }
        let (inner, found) = Self.of(value, labels)
        ids += found
        let type = "Event.\(String(describing: M.self))"
        if inner.isEmpty { return set(name, type + "()") }
        lines.append("$0.\(name) = \(type) {")
        lines += inner.map { "    " + $0 }
        lines.append("}")
    }
}
