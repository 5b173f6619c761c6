/// The visitor that writes down what a declaration says.
struct FieldDescriber: FieldVisitor {
    typealias Storage = Owned

    var fields: [FieldDescriptor] = []

    private mutating func add(
        _ number: Int, _ name: StaticString, _ type: FieldType, _ note: FieldNote, required: Bool = false
    ) {
        fields.append(
            FieldDescriptor(
                number: number, name: name.description, type: type, isRequired: required, note: note))
    }

    mutating func field(_ number: Int, _ name: StaticString, _: inout EntityID, _ note: FieldNote) {
        add(number, name, .identity, note, required: true)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout EntityID?, _ note: FieldNote) {
        add(number, name, .identity, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout String, _ note: FieldNote) {
        add(number, name, .text, note, required: true)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout String?, _ note: FieldNote) {
        add(number, name, .text, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Bool, _ note: FieldNote) {
        add(number, name, .bool, note, required: true)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Bool?, _ note: FieldNote) {
        add(number, name, .bool, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout UInt64, _ note: FieldNote) {
        add(number, name, .count, note, required: true)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout UInt64?, _ note: FieldNote) {
        add(number, name, .count, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Int64?, _ note: FieldNote) {
        add(number, name, .integer, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Double?, _ note: FieldNote) {
        add(number, name, .number, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Vector3?, _ note: FieldNote) {
        add(number, name, .vector3, note)
    }
    mutating func field(_ number: Int, _ name: StaticString, _: inout Quaternion?, _ note: FieldNote) {
        add(number, name, .quaternion, note)
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _: inout E, _ note: FieldNote
    ) {
        add(number, name, .choice(ValueSet(E.self)), note, required: true)
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _: inout E?, _ note: FieldNote
    ) {
        add(number, name, .choice(ValueSet(E.self)), note)
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _: inout EnumSet<E>, _ note: FieldNote
    ) {
        add(number, name, .choices(ValueSet(E.self)), note)
    }
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required _: inout EnumSet<E>, _ note: FieldNote
    ) {
        add(number, name, .choices(ValueSet(E.self)), note, required: true)
    }
    mutating func list(_ number: Int, _ name: StaticString, _: inout [String], _ note: FieldNote) {
        add(number, name, .texts, note)
    }
    mutating func list(
        _ number: Int, _ name: StaticString, required _: inout [String], _ note: FieldNote
    ) {
        add(number, name, .texts, note, required: true)
    }
    mutating func map(_ number: Int, _ name: StaticString, _: inout [String: String], _ note: FieldNote) {
        add(number, name, .textMap, note)
    }
    mutating func message<M: MessageFields>(
        _ number: Int, _ name: StaticString, _: inout M?, _ note: FieldNote
    ) where M.Storage == Owned {
        add(number, name, .message(MessageDescriptor(M.self)), note)
    }
}
