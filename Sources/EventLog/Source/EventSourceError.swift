/// Why a source of events can't be read at all.
public enum EventSourceError: Error, Equatable, Sendable {
    case io(IOError)
    /// There are no bytes at all.
    case empty
    /// The bytes are neither MCAP nor NDJSON.
    case notALog
    /// The bytes are no readable MCAP file.
    case container(ContainerError)
    /// A line of NDJSON has a fault, and reading is strict.
    case line(NDJSONError)
}

extension EventSourceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .io(let error): error.description
        case .empty: "empty"
        case .notALog: "not a log: neither MCAP nor NDJSON, by its first bytes"
        case .container(let error): error.description
        case .line(let error): error.description
        }
    }
}
