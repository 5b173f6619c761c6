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

    /// Longer than it is, it takes the beginning of the next for its own.
    @Test(arguments: [60, 100, 300]) func whatALengthHidesIsRead(_ surplus: UInt64) throws {
        let (bytes, chunks) = try Self.log()
        for place in chunks.dropLast() {
            let length = bytes.withUnsafeBytes { ByteCursor($0).peek(UInt64.self, at: place + 1) ?? 0 }
            let longer = ContainerHostileTests.replacing(bytes, at: place + 1, with: length + surplus)
            #expect(try Reading(longer).sequences == Self.all)
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
