/// Reads a record's fields in order and names the one that does not fit.
struct FieldReader {
    private(set) var cursor: ByteCursor
    private let record: Opcode
    /// Whether a text so far was not UTF-8.
    private(set) var hasRepairedText = false

    init(_ cursor: ByteCursor, of record: Opcode) {
        self.cursor = cursor
        self.record = record
    }

    mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
        _ field: StaticString
    ) throws(ContainerError) -> T {
        guard let value = cursor.read(T.self) else {
            throw .cut(record: record, field: field.description, offset: UInt64(cursor.offset))
        }
        return value
    }

    /// The bytes a length of `Length`'s width announces.
    mutating func slice<Length: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ field: StaticString, lengthAs: Length.Type
    ) throws(ContainerError) -> ByteCursor {
        let offset = UInt64(cursor.offset)
        let length: Length = try integer(field)
        guard let slice = cursor.readSlice(length: UInt64(length)) else {
            throw .length(
                record: record, field: field.description, offset: offset, claimed: UInt64(length),
                actual: UInt64(cursor.remaining))
        }
        return slice
    }

    mutating func text(_ field: StaticString) throws(ContainerError) -> String {
        let slice = try slice(field, lengthAs: UInt32.self)
        if let text = unsafe String(validating: slice.rest, as: UTF8.self) { return text }
        hasRepairedText = true
        return slice.restText
    }

    /// A map's or array's elements, as many as its byte length holds.
    mutating func list<Element>(
        _ field: StaticString,
        _ element: (inout FieldReader) throws(ContainerError) -> Element
    ) throws(ContainerError) -> [Element] {
        var inner = FieldReader(try slice(field, lengthAs: UInt32.self), of: record)
        var elements: [Element] = []
        while !inner.cursor.isAtEnd {
            elements.append(try element(&inner))
        }
        hasRepairedText = hasRepairedText || inner.hasRepairedText
        return elements
    }
}

extension ByteBuffer {
    /// Appends a string as MCAP has it: 32-bit length and UTF-8.
    mutating func append(text: String) {
        let lengthAt = count
        append(UInt32(0))
        append(utf8: text)
        overwrite(at: lengthAt, with: UInt32(clamping: count - lengthAt - 4))
    }

    /// Appends what `body` appends, with its 32-bit byte length before it.
    mutating func appendList(_ body: (inout ByteBuffer) -> Void) {
        let lengthAt = count
        append(UInt32(0))
        body(&self)
        overwrite(at: lengthAt, with: UInt32(clamping: count - lengthAt - 4))
    }
}
