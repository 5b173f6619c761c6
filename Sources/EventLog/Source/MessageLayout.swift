/// How an event lies in a batch: as an MCAP message record, with its fixed fields before the payload.
extension EventHeader {
    /// Bytes of a message record before its payload: opcode, length, and the fixed fields.
    static let prefixSize = MCAP.prefixSize + MCAP.MessageHeader.size

    /// How many devices a merged log can tell apart: each takes a channel number for every kind.
    public static let deviceLimit = 800
}

extension ByteBuffer {
    /// Appends an event as a whole message record; `time` is its own time as well.
    mutating func appendMessage<P: EventPayload>(
        _ payload: P, channel: UInt16 = P.kind.rawValue, sequence: UInt32, time: UInt64
    ) where P.Storage == Owned {
        let start = count
        appendMessagePrefix()
        append(payload)
        fillMessagePrefix(at: start, channel: channel, sequence: sequence, logTime: time, publishTime: time)
    }

    /// Appends room for a message record's prefix.
    mutating func appendMessagePrefix() {
        append(Opcode.message.rawValue)
        append(UInt64(0))
        append(UInt16(0))
        append(UInt32(0))
        append(UInt64(0))
        append(UInt64(0))
    }

    /// Fills in the prefix at `start` of the record that ends where the buffer does.
    mutating func fillMessagePrefix(
        at start: Int, channel: UInt16, sequence: UInt32, logTime: UInt64, publishTime: UInt64
    ) {
        overwrite(at: start + 1, with: UInt64(count - start - MCAP.prefixSize))
        overwrite(at: start + 9, with: channel)
        overwrite(at: start + 11, with: sequence)
        overwrite(at: start + 15, with: logTime)
        overwrite(at: start + 23, with: publishTime)
    }
}
