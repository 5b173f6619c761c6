extension ByteBuffer {
    /// Appends a field of text, or of any other bytes.
    mutating func appendField(_ number: Int, utf8 text: UnsafeRawBufferPointer) {
        appendTag(number, .lengthDelimited)
        appendVarint(UInt64(text.count))
        unsafe append(text)
    }

    /// Appends a payload in its wire form, without a length.
    public mutating func append<P: MessageFields>(_ payload: P) where P.Storage == Owned {
        var room = 256
        while unsafe append(room: room, { unsafe WireEncoder.encode(payload, into: $0) }) == nil { room *= 4 }
    }
}
