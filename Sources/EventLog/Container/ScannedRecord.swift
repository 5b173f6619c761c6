/// A whole record in a scanner's window, valid until the scanner is fed or asked again.
@safe
public struct ScannedRecord {
    public let opcode: Opcode
    /// The record with its opcode and length.
    public let whole: UnsafeRawBufferPointer
    /// File offset of its opcode.
    public let offset: UInt64

    /// A cursor over the content alone.
    public var content: ByteCursor {
        unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: whole[MCAP.prefixSize...]))
    }
}

/// Where and how a file ends.
public struct ScanEnd: Equatable, Sendable {
    public enum Reason: String, Sendable {
        /// Behind the closing magic, with nothing following.
        case complete
        /// Behind a whole record, without a footer.
        case notClosed
        /// Inside a record or the closing magic.
        case torn
        /// Only zeros follow, as in a file whose space was reserved.
        case zeros
        /// Something follows the closed file that is no MCAP.
        case trailingBytes
        /// Bytes stand where a record should be and the file goes on behind them.
        case unreadable
    }

    public let reason: Reason
    /// File offset where it shows: of the torn record, the first zero, the first unreadable byte.
    public let offset: UInt64
    /// Whether footer and closing magic were there.
    public let isClosed: Bool
}
