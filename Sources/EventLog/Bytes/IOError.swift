/// What the operating system refused, where, and why.
public struct IOError: Error, Equatable, Sendable {
    /// What was being done to the file.
    public enum Operation: String, Sendable {
        case open, read, write, sync, rename, remove, seek, create, change
    }

    /// The file as the caller named it; `-` for standard input and output.
    public let path: String
    public let operation: Operation
    /// The system's error number.
    public let code: Int32

    public init(path: String, operation: Operation, code: Int32) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    /// What helps, where that is plain; `nil` elsewhere.
    public var advice: String? {
        switch Platform.Failure(code: code) {
        case .exists: "give another name, or --force to overwrite it"
        case .isDirectory: "give a file"
        case .noSpace: "make room and try again"
        case .notFound: operation == .create ? "make the folder first" : "check the name"
        case .notPermitted:
            "ask its owner for the right to \(operation.needsWriting ? "write" : "read") there"
        default: nil
        }
    }

    /// Whether there is no such file.
    public var isAbsence: Bool { Platform.Failure(code: code) == .notFound }

    /// The system's own words for `code`.
    public var reason: String { Platform.text(of: code) }
}

extension IOError: CustomStringConvertible {
    public var description: String { "\(path): cannot \(operation.rawValue): \(reason)" }
}

extension IOError.Operation {
    /// Whether it takes the right to write.
    fileprivate var needsWriting: Bool { self != .open && self != .read && self != .seek }
}
