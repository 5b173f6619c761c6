/// What is wrong with a container's bytes, as numbers and places.
///
/// Offsets count bytes from the start of the file, except those a record's own parser throws, which count from
/// the record's content; `at(_:)` moves them.
public enum ContainerError: Error, Equatable, Sendable {
    /// The file does not begin with MCAP's eight bytes.
    case notMCAP(found: [UInt8])
    /// A record's content ends inside `field`.
    case cut(record: Opcode, field: String, offset: UInt64)
    /// `field` claims `claimed` bytes where `actual` remain.
    case length(record: Opcode, field: String, offset: UInt64, claimed: UInt64, actual: UInt64)
    /// `what` would take `actual` bytes where `limit` are allowed.
    case limit(what: String, offset: UInt64, limit: UInt64, actual: UInt64)
    /// A checksum does not match the bytes it covers.
    case crc(what: String, offset: UInt64, expected: UInt32, actual: UInt32)
    /// Bytes decompress to `actual` bytes instead of `expected`.
    case size(offset: UInt64, expected: UInt64, actual: UInt64)
    /// A chunk has no CRC, and what else it says of itself is not to be believed.
    case unproven(offset: UInt64)
    /// A chunk's compression is none that this program has.
    case compression(name: String, offset: UInt64)
    /// A chunk's bytes are no valid frame.
    case frame(CodecError, offset: UInt64)
    /// A message is older than the one before it.
    case order(previous: UInt64, actual: UInt64)
    /// A message names a channel that was never defined.
    case unknownChannel(UInt16)
    /// Something was written after the end, or after an earlier error.
    case closed
    case io(IOError)

    /// The same with its offset counted from `base` bytes earlier.
    public func at(_ base: UInt64) -> ContainerError {
        switch self {
        case .cut(let record, let field, let offset):
            return .cut(record: record, field: field, offset: base &+ offset)
        case .length(let record, let field, let offset, let claimed, let actual):
            return .length(
                record: record, field: field, offset: base &+ offset, claimed: claimed, actual: actual)
        default: return self
        }
    }
}

extension ContainerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notMCAP: return "not an MCAP file: it does not begin with its magic bytes"
        case .cut(let record, let field, _): return "\(record) ends inside \(field)"
        case .length(let record, let field, _, let claimed, let actual):
            return "\(record): \(field) claims \(claimed) bytes, \(actual) remain"
        case .limit(let what, _, let limit, let actual):
            return "\(what) of \(actual) bytes is over the limit of \(limit)"
        case .crc(let what, _, let expected, let actual):
            return "\(what) CRC is \(hex(actual)), should be \(hex(expected))"
        case .size(_, let expected, let actual):
            return "chunk holds \(actual) bytes instead of \(expected)"
        case .unproven: return "chunk has no CRC, and nothing else vouches for what it holds"
        case .compression(let name, _):
            return "chunk compression \(String(name.prefix(16)).debugDescription) is not known"
        case .frame(let error, _): return "chunk is not readable: \(error)"
        case .order(let previous, let actual): return "log_time \(actual) comes after \(previous)"
        case .unknownChannel(let id): return "channel \(id) was never defined"
        case .closed: return "the log is closed already"
        case .io(let error): return error.description
        }
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
