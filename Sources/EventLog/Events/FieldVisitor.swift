/// What walks the fields of a payload: an encoder, a decoder, the describer behind schemas and manuals.
///
/// A payload calls `field` once for each of its fields in ascending order of their numbers. The call is generic
/// and inlined, so that each visitor becomes straight code for each kind of event.
///
/// A value that is not optional is a required field. `about` says what it means, with its unit.
public protocol FieldVisitor {
    associatedtype Storage: PayloadStorage

    mutating func field(_ number: Int, _ name: StaticString, _ value: inout EntityID, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout EntityID?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Storage.Text, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Storage.Text?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Bool, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Bool?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout UInt64, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout UInt64?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Int64?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Double?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Vector3?, _ about: FieldNote)
    mutating func field(_ number: Int, _ name: StaticString, _ value: inout Quaternion?, _ about: FieldNote)
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _ value: inout E, _ about: FieldNote)
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _ value: inout E?, _ about: FieldNote)
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, _ value: inout EnumSet<E>, _ about: FieldNote)
    mutating func field<E: WireEnum>(
        _ number: Int, _ name: StaticString, required value: inout EnumSet<E>, _ about: FieldNote)
    mutating func list(
        _ number: Int, _ name: StaticString, _ value: inout Storage.TextList, _ about: FieldNote)
    mutating func list(
        _ number: Int, _ name: StaticString, required value: inout Storage.TextList, _ about: FieldNote)
    mutating func map(_ number: Int, _ name: StaticString, _ value: inout Storage.TextMap, _ about: FieldNote)
    mutating func message<M: MessageFields>(
        _ number: Int, _ name: StaticString, _ value: inout M?, _ about: FieldNote) where M.Storage == Storage
}

/// What a field means, and who may see it.
public struct FieldNote: Sendable, ExpressibleByStringLiteral {
    public let text: StaticString
    /// Whether sharing leaves it out: positions, orientations, texts, labels, names, rooms, device names.
    public let isPrivate: Bool
    /// The largest value allowed, for a number that has one; the smallest is then 0.
    public let upperBound: Double?

    @inlinable
    public init(stringLiteral text: StaticString) { self.init(text, isPrivate: false, upperBound: nil) }

    @inlinable
    public init(_ text: StaticString, isPrivate: Bool, upperBound: Double?) {
        self.text = text
        self.isPrivate = isPrivate
        self.upperBound = upperBound
    }

    /// A field that sharing leaves out.
    @inlinable
    public static func personal(_ text: StaticString) -> FieldNote {
        FieldNote(text, isPrivate: true, upperBound: nil)
    }

    /// A number from 0 to `bound`.
    @inlinable
    public static func upTo(_ bound: Double, _ text: StaticString) -> FieldNote {
        FieldNote(text, isPrivate: false, upperBound: bound)
    }
}

/// A group of fields with a declaration of its own: an event's payload, or a message inside one.
public protocol MessageFields: Sendable {
    associatedtype Storage: PayloadStorage

    init()

    /// Shows every field to `visitor`, in ascending order of the numbers.
    mutating func visit<V: FieldVisitor>(_ visitor: inout V) where V.Storage == Storage
}

/// One kind of event.
public protocol EventPayload: MessageFields {
    static var kind: EventKind { get }
}
