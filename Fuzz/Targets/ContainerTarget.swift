import EventLog

/// However the bytes arrive and whoever reads them, everybody sees the same file.
enum ContainerTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let whole = try Reading(MemorySource(bytes)) else {
            try require(
                verification(of: bytes) == nil, "the verifier takes for a log what the reader does not")
            return
        }
        try readInPieces(bytes, like: whole)
        let found = try verification(of: bytes)
        guard let found else { throw FuzzFailure(description: "the verifier does not take it for a log") }
        if found.verdict != .damaged {
            try require(!whole.issues.isDamaged, "not damaged, says the verifier; \(whole.issues.damage)")
            try require(
                found.messageCount == whole.messages.count,
                "\(found.messageCount) messages verified, \(whole.messages.count) read")
        }
        if let indexed = try Reading(indexed: MemorySource(bytes)), found.verdict == .intact {
            try require(indexed.messages == whole.messages, "the index gives other messages")
        }
        // Nothing but coming to an end is asked for.
        _ = try Reading(MemorySource(bytes), limits: .tight)
        _ = try Reading(indexed: MemorySource(bytes), limits: .tight)
        _ = try verification(of: bytes, limits: .tight)
    }

    /// The same without a way back, a few bytes at a time.
    private static func readInPieces(_ bytes: [UInt8], like whole: Reading) throws {
        let step = 1 + Int(bytes.last ?? 0) % 61
        let pieces = try Reading(Trickle(bytes, step: step))
        // Of a damaged log a pipe may give less: it can't look behind bytes that lead nowhere, nor up in a summary.
        let isSame = whole.issues.isDamaged || pieces?.messages == whole.messages
        try require(isSame, "\(step) bytes at a time give other messages")
    }
}

/// A pipe that gives a few bytes at a time.
struct Trickle: ByteSource {
    private let bytes: [UInt8]
    private let step: Int
    private var position = 0

    init(_ bytes: [UInt8], step: Int) {
        self.bytes = bytes
        self.step = step
    }

    var isSeekable: Bool { false }
    var size: UInt64? { nil }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = min(step, buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int { 0 }
}
