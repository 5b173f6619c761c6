import Testing

@testable import EventLog

/// Reading goes on behind what can't be read, wherever a chunk proves itself.
@Suite("Reading past damage")
struct ContainerResyncTests {
    private static func log() throws -> (bytes: [UInt8], chunks: [Int]) {
        let bytes = try MadeLog.chunked(messages: 30, perChunk: 5)
        return (bytes, try ContainerHostileTests.offsets(of: .chunk, in: bytes))
    }

    private static let all = Array(0..<30 as Range<UInt32>)

    @Test(arguments: [[0xFF], [0x00], [0x05, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func strayBytesCostNothing(_ stray: [UInt8]) throws {
        let (bytes, chunks) = try Self.log()
        for place in chunks {
            let stray = Array(repeating: stray, count: 40).flatMap(\.self)
            let reading = try Reading(Array(bytes[..<place] + stray + bytes[place...]))
            #expect(reading.sequences == Self.all)
            #expect(reading.issues.isDamaged)
        }
    }

    @Test func aChunkThatSaysItIsSomethingElseIsRead() throws {
        let (bytes, chunks) = try Self.log()
        for place in chunks {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                let reading = try Reading(changed)
                #expect(reading.sequences == Self.all, "bit \(bit)")
                #expect(reading.issues.isDamaged)
            }
        }
    }

    /// A chunk that is stored as it is proves itself as well, whatever its record's length says.
    @Test func everyUncompressedChunkIsFound() throws {
        let bytes = try MadeLog.chunked(messages: 30, perChunk: 5, compression: .none)
        for place in try ContainerHostileTests.offsets(of: .chunk, in: bytes) {
            for (byte, bit) in (1..<9).flatMap({ byte in (0..<8).map { (byte, $0) } }) {
                var changed = bytes
                changed[place + byte] ^= 1 << UInt8(bit)
                let reading = try Reading(changed)
                #expect(reading.sequences == Self.all, "byte \(byte), bit \(bit)")
                let found = try Recovered(changed)
                #expect(found.reading.sequences == Self.all, "byte \(byte), bit \(bit)")
                let verified = try WholeLog.verify(changed)
                #expect(
                    verified.messageCount == 30 && verified.verdict == .damaged, "byte \(byte), bit \(bit)")
            }
        }
    }

    /// Longer than it is, it takes the beginning of the next for its own.
    @Test(arguments: [60, 100, 300]) func whatALengthHidesIsRead(_ surplus: UInt64) throws {
        let (bytes, chunks) = try Self.log()
        for place in chunks.dropLast() {
            let length = bytes.withUnsafeBytes { ByteCursor($0).peek(UInt64.self, at: place + 1) ?? 0 }
            let longer = ContainerHostileTests.replacing(bytes, at: place + 1, with: length + surplus)
            #expect(try Reading(longer).sequences == Self.all)
        }
    }

    /// Nor does a MessageIndex hide what it takes for its own.
    @Test func whatAnIndexHidesIsRead() throws {
        let (bytes, chunks) = try Self.log()
        let indexes = try ContainerHostileTests.offsets(of: .messageIndex, in: bytes)
        for (place, chunk) in zip(indexes, chunks.dropFirst()) {
            let end = bytes.withUnsafeBytes { ByteCursor($0).peek(UInt64.self, at: chunk + 1) ?? 0 }
            let length = UInt64(chunk - place) + end
            let longer = ContainerHostileTests.replacing(bytes, at: place + 1, with: length)
            let reading = try Reading(longer)
            #expect(reading.sequences == Self.all && reading.issues.isDamaged)
            #expect(try Recovered(longer).reading.sequences == Self.all)
            let verified = try WholeLog.verify(longer)
            #expect(verified.messageCount == 30 && verified.verdict == .damaged)
        }
    }

    /// Of a chunk that is damaged, and has swallowed others, only its own messages are lost.
    @Test func onlyTheDamagedChunkIsLost() throws {
        let (bytes, chunks) = try Self.log()
        for (number, place) in chunks.enumerated() {
            let length = UInt64(bytes.count - place - 100)
            var changed = ContainerHostileTests.replacing(bytes, at: place + 1, with: length)
            changed[place + 60] ^= 1
            let lost = UInt32(number * 5)..<UInt32(number * 5 + 5)
            #expect(try Reading(changed).sequences == Self.all.filter { !lost.contains($0) })
        }
    }
}
