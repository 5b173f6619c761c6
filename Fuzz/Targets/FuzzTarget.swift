/// What is fuzzed: bytes go in, and everything that must hold of them is held against what comes out.
///
/// A target is an ordinary function, so that the tests replay what the fuzzer found without a fuzzer.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Bytes as an MCAP file: scanned, read from end to end, read by its index, verified.
    case container
    /// Bytes as payloads of every kind: decoded, printed, read again, written as a log.
    case decoding
    /// Bytes as NDJSON: read, printed, read again.
    case ndjson
    /// Bytes as a damaged MCAP file: recovered, sealed, compacted.
    case recovery
    /// Bytes as what a recorder left behind: a log, and the journals beside it.
    case journal
    /// Bytes as events: models and rules over them.
    case rules

    /// Holds the bytes against everything the target promises; what else is thrown is a promise broken, too.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .container: try ContainerTarget.run(bytes)
        case .decoding: try DecodingTarget.run(bytes)
        case .ndjson: try NDJSONTarget.run(bytes)
        case .recovery: try RecoveryTarget.run(bytes)
        case .journal: try JournalTarget.run(bytes)
        case .rules: try RulesTarget.run(bytes)
        }
    }
}

/// A promise that was broken.
public struct FuzzFailure: Error, CustomStringConvertible {
    public let description: String
}

/// Throws where something that must hold does not.
func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    guard holds else { throw FuzzFailure(description: what()) }
}
