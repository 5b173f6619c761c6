/// Why a line of NDJSON is no event: where, what, and what to do about it.
public struct NDJSONError: Error, Equatable, Sendable {
    /// The line in the file, from 1, blank lines and comments counted.
    public let line: Int
    /// The byte of the line, from 1; `nil` where it is not one place.
    public let column: Int?
    /// The event's name as the line has it; `nil` where it was not reached.
    public let event: String?
    /// The field, with those it lies in: `configuration.kind`.
    public let field: String?
    public let problem: Problem

    public init(
        line: Int, column: Int? = nil, event: String? = nil, field: String? = nil, problem: Problem
    ) {
        self.line = line
        self.column = column
        self.event = event
        self.field = field
        self.problem = problem
    }

    public enum Problem: Error, Equatable, Sendable {
        /// The line is no JSON object.
        case json(JSONError)
        /// The line is longer than `limit` bytes.
        case tooLong(limit: Int)
        /// An object has more than `limit` keys.
        case tooManyKeys(limit: Int)
        /// A key stands twice in one object.
        case repeatedKey
        /// There is no `event`.
        case noEvent
        case unknownEvent(nearest: String?)
        case unknownField(nearest: String?)
        case missingField
        /// `expected` is a noun with its article.
        case wrongType(expected: String, found: JSONKind)
        /// `expected` says what would be in range.
        case outOfRange(expected: String)
        /// A value outside of its closed set.
        case unknownValue(String, nearest: String?, allowed: [String])
        /// An id of no bytes, or of more than 64.
        case labelLength(Int)
        /// A list with the wrong number of elements.
        case elementCount(expected: Int, found: Int)
        /// Neither `t` nor `time`.
        case noTime
        case time(Timestamp.Failure)
        /// More than 9 decimals in a number of seconds.
        case tooFine
        /// A `seq` that is not above the one before it.
        case sequence(previous: UInt32)
        /// More devices than one log can tell apart.
        case tooManyDevices(limit: Int)
    }
}

extension NDJSONError: CustomStringConvertible {
    /// One inert line: `line 3, column 17: anchor.added, field "isTraked": there is no such field; did you mean
    /// "isTracked"?`
    public var description: String {
        var text = "line \(line)"
        if let column { text += ", column \(column)" }
        text += ": "
        if let event {
            text += shown(event)
            text += field == nil ? ": " : ", "
        }
        if let field { text += "field \(quoted(field)): " }
        return text + problem.description
    }
}

extension NDJSONError.Problem: CustomStringConvertible {
    /// What is wrong and how to put it right, in one inert sentence without its place.
    public var description: String {
        switch self {
        case .json(let error):
            let parts = error.description.split(separator: ": ", maxSplits: 1)
            return "not a JSON object: " + String(parts.last ?? "")
        case .tooLong(let limit): return "longer than \(limit) bytes; split it or leave it out"
        case .tooManyKeys(let limit): return "more than \(limit) keys in one object; leave some out"
        case .repeatedKey: return "the key stands twice in one object; leave one out"
        case .noEvent: return "there is no \"event\"; every line needs the event's name"
        case .unknownEvent(let nearest):
            return "there is no such event" + suggestion(nearest, else: "")
        case .unknownField(let nearest):
            return "there is no such field" + suggestion(nearest, else: "; leave it out")
        case .missingField: return "the event needs this field; add it"
        case .wrongType(let expected, let found): return "needs \(expected), not \(found.article)"
        case .outOfRange(let expected): return "out of range; needs \(expected)"
        case .unknownValue(let value, let nearest, let allowed):
            return "\(quoted(value)) is none of its values"
                + suggestion(nearest, else: "; use " + allowed.joined(separator: ", "))
        case .labelLength(let count): return "an id has 1 to \(EntityID.longestLabel) bytes, not \(count)"
        case .elementCount(let expected, let found): return "needs \(expected) numbers, not \(found)"
        case .noTime: return "there is neither \"t\" nor \"time\"; every event needs one"
        case .time(let failure): return failure.description
        case .tooFine: return "more than 9 decimals; round to nanoseconds"
        case .sequence(let previous): return "numbers must rise; the one before is \(previous)"
        case .tooManyDevices(let limit): return "a log holds \(limit) devices at most"
        }
    }

    private func suggestion(_ nearest: String?, else cure: String) -> String {
        nearest.map { "; did you mean \(quoted($0))?" } ?? cure
    }
}

/// A stranger's text, short and inert.
private func shown(_ text: String) -> String { TerminalText.inert(text, width: 80) }

private func quoted(_ text: String) -> String { "\"\(shown(text))\"" }

extension JSONKind {
    /// The kind as a noun with its article.
    var article: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}
