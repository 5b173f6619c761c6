public import EventLog

/// A place where the handler decided otherwise than the recorded app.
public struct Divergence: Equatable, Sendable {
    /// What is different.
    public enum Difference: Equatable, Sendable {
        /// The recorded app did it, the handler did not.
        case missing
        /// The handler did it, the recorded app did not.
        case unexpected
        /// Each did something else.
        case otherKind
        /// Both did it, with another value in this field; a dot leads into a configuration.
        case field(String)
        /// Both did it, further apart in time than is tolerated.
        case time
    }

    public let difference: Difference
    /// The recorded output, by its number in the recording.
    public let recorded: UInt32?
    /// The replayed output, by its number in the new log.
    public let replayed: UInt32?
    /// When: of the recorded output, else of the replayed one; nanoseconds since 1970.
    public let time: UInt64
    /// Whose outputs they are; `nil` for the main session or the device's own.
    public let session: EntityID?
    /// The index of the device in a merged log, else 0.
    public let device: Int
    /// The last inputs of the device before it, by their numbers in the recording, ascending.
    public let inputs: [UInt32]
}
