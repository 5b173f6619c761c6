import EventLog

/// Chunks that have all their bytes and do not match their checksum.
struct BadChunks {
    /// Their messages, apart from topics.
    private var messages: Set<SeenMessage> = []
    /// Everything else in the file: its bytes without those chunks, and what other chunks decompress to.
    private var elsewhere: [[UInt8]]

    init(in bytes: [UInt8]) throws {
        var scanner = SourceScanner(MemorySource(bytes), limits: .standard)
        var decoder = ChunkDecoder()
        var rest = bytes
        var isAtEnd = false
        while !isAtEnd {
            switch try scanner.next() {
            case .record(let record) where record.opcode == .chunk:
                guard Self.isBad(record.content, &decoder),
                    let records = decoder.decodeUnproven(record.content)
                else { continue }
                messages.formUnion(Self.messages(in: records))
                for place in 0..<record.whole.count { rest[Int(record.offset) + place] = 0 }
            case .end: isAtEnd = true
            default: continue
            }
        }
        elsewhere = [rest]
        // Also inside a bad one, whose length may be what is wrong with it.
        if !messages.isEmpty { elsewhere += Self.provenChunks(in: bytes, &decoder) }
    }

    /// Whether the message stands in one of them and nowhere else.
    func holdAlone(_ message: SeenMessage) -> Bool {
        var bare = message
        bare.topic = nil
        guard messages.contains(bare) else { return false }
        return !elsewhere.contains { Self.messages(in: $0).contains(bare) }
    }

    private static func isBad(_ content: ByteCursor, _ decoder: inout ChunkDecoder) -> Bool {
        do throws(ContainerError) {
            _ = try decoder.decode(content, offset: 0)
            return false
        } catch {
            if case .crc = error { return true }
            return false
        }
    }

    /// What the chunks that prove themselves hold, wherever they stand.
    private static func provenChunks(in bytes: [UInt8], _ decoder: inout ChunkDecoder) -> [[UInt8]] {
        var found: [[UInt8]] = []
        for place in bytes.indices where bytes[place] == Opcode.chunk.rawValue {
            bytes[place...].withUnsafeBytes { rest in
                var walker = RecordWalker(rest)
                guard let record = walker.next(),
                    let chunk = try? decoder.decode(record.content, offset: 0)
                else { return }
                found.append(Array(chunk.records))
            }
        }
        return found
    }

    /// The messages of records in a row.
    private static func messages(in records: UnsafeRawBufferPointer) -> Set<SeenMessage> {
        var found: Set<SeenMessage> = []
        var walker = RecordWalker(records)
        while let view = walker.next() {
            guard view.opcode == .message, let message = SeenMessage(view.content) else { continue }
            found.insert(message)
        }
        return found
    }

    /// The messages that begin at any place of the bytes.
    private static func messages(in bytes: [UInt8]) -> Set<SeenMessage> {
        var found: Set<SeenMessage> = []
        for place in bytes.indices where bytes[place] == Opcode.message.rawValue {
            bytes[place...].withUnsafeBytes { rest in
                var walker = RecordWalker(rest)
                if let message = walker.next().flatMap({ SeenMessage($0.content) }) { found.insert(message) }
            }
        }
        return found
    }
}

extension SeenMessage {
    /// The message of a record's content; `nil` where it is none.
    fileprivate init?(_ content: ByteCursor) {
        var content = content
        guard let header = MCAP.MessageHeader(parsing: &content) else { return nil }
        self.init(
            sequence: header.sequence, logTime: header.logTime, publishTime: header.publishTime, topic: nil,
            data: content.restBytes)
    }
}
