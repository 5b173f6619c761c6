import Testing

@testable import EventLog

/// A small log with everything in it: two chunks, two channels, an attachment, metadata.
enum WholeLog {
    static func bytes() throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test")
        writer.define(schema: MadeLog.schema, channel: MadeLog.channel)
        writer.define(
            schema: nil, channel: MCAP.Channel(id: 2, schemaID: 0, topic: "/other", messageEncoding: "json"))
        for number in 1...6 {
            try writer.append(
                channel: UInt16(1 + number % 2), sequence: UInt32(number), logTime: UInt64(1000 + number),
                publishTime: 900, room: 12
            ) { target in
                for place in 0..<12 { unsafe target[place] = UInt8(number) }
                return 12
            }
            if number == 3 { try writer.closeChunk() }
        }
        try writer.write(
            MCAP.Attachment(
                logTime: 1, createTime: 2, name: "a.txt", mediaType: "text/plain", data: [7, 8, 9]))
        try writer.write(MCAP.Metadata(name: "about", metadata: [MCAP.Entry("key", "value")]))
        try writer.close()
        return sink.array
    }

    /// Where DataEnd, the summary, and the footer begin.
    static func places(_ bytes: [UInt8]) throws -> (dataEnd: Int, summary: Int, footer: Int) {
        var scanner = SourceScanner(MemorySource(bytes))
        var dataEnd = 0
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == .dataEnd: dataEnd = Int(record.offset)
            case .record(let record) where record.opcode == .footer:
                return (dataEnd, dataEnd + 13, Int(record.offset))
            case .end: throw ContainerError.closed
            default: break
            }
        }
    }

    static func verify(_ bytes: [UInt8]) throws -> Verification {
        var verifier = LogVerifier(MemorySource(bytes))
        return try verifier.run()
    }

    /// The verdict, or `nil` where the bytes are no MCAP file any more.
    static func verdict(_ bytes: [UInt8]) throws -> IssueLog.Verdict? {
        do {
            return try verify(bytes).verdict
        } catch ContainerError.notMCAP {
            return nil
        }
    }
}

@Suite("No change of a log passes as intact")
struct IntegrityFlipTests {
    static let masks: [UInt8] = [0x01, 0x10, 0x80, 0xFF]

    @Test func theLogItselfIsIntact() throws {
        let found = try WholeLog.verify(WholeLog.bytes())
        #expect(found.verdict == .intact, "\(found.issues.issues)")
        #expect(found.messageCount == 6 && found.chunkCount == 2 && found.isClosed)
    }

    /// Every byte of the file is under a checksum, or is one, or is needed to find them.
    @Test(arguments: masks) func aFlippedByteIsNeverIntact(mask: UInt8) throws {
        let good = try WholeLog.bytes()
        for place in good.indices {
            var bytes = good
            bytes[place] ^= mask
            #expect(try WholeLog.verdict(bytes) != .intact, "byte \(place) ^ \(mask)")
        }
    }

    @Test func aCutFileIsNeverIntact() throws {
        let good = try WholeLog.bytes()
        for count in good.indices {
            #expect(try WholeLog.verdict(Array(good[..<count])) != .intact, "the first \(count) bytes")
        }
    }

    @Test func aMissingOrDoubledByteIsNeverIntact() throws {
        let good = try WholeLog.bytes()
        for place in good.indices {
            var bytes = good
            bytes.remove(at: place)
            #expect(try WholeLog.verdict(bytes) != .intact, "without byte \(place)")
            bytes = good
            bytes.insert(good[place], at: place)
            #expect(try WholeLog.verdict(bytes) != .intact, "byte \(place) doubled")
        }
    }

    /// With a checksum that was made to match, the summary still has to agree with the file.
    @Test(arguments: masks) func aSummarySignedAnewIsNeverIntact(mask: UInt8) throws {
        let good = try WholeLog.bytes()
        let (_, summary, footer) = try WholeLog.places(good)
        for place in summary..<footer + 25 {
            var bytes = good
            bytes[place] ^= mask
            let crc = bytes[summary..<footer + 25].withUnsafeBytes { CRC32.of($0) }
            for byte in 0..<4 { bytes[footer + 25 + byte] = UInt8(truncatingIfNeeded: crc >> (8 * byte)) }
            #expect(try WholeLog.verdict(bytes) != .intact, "byte \(place) ^ \(mask)")
        }
    }

    /// Without the checksum over the data section, chunks, indexes and attachments still prove each other. What is left
    /// is said once only and nothing vouches for it: the texts of Header and Metadata.
    @Test(arguments: masks) func dataWithoutItsChecksumIsNeverIntact(mask: UInt8) throws {
        var good = try WholeLog.bytes()
        let (dataEnd, _, _) = try WholeLog.places(good)
        for byte in 0..<4 { good[dataEnd + 9 + byte] = 0 }
        let free = try WholeLog.textsWithoutProof(good)
        for place in 0..<dataEnd where !free.contains(place) {
            var bytes = good
            bytes[place] ^= mask
            guard try WholeLog.verdict(bytes) == .intact else { continue }
            // Bits of an LZ4 frame that mean nothing: the chunk's CRC proves that what comes out is the same.
            let same = try Reading(bytes).messages.map(\.data) == Reading(good).messages.map(\.data)
            let isFrame = try WholeLog.isInFrame(place, good)
            #expect(same && isFrame, "byte \(place) ^ \(mask)")
        }
    }
}

extension WholeLog {
    /// Places of the texts that only the data section's checksum covers.
    static func textsWithoutProof(_ bytes: [UInt8]) throws -> Set<Int> {
        var free: Set<Int> = []
        var scanner = SourceScanner(MemorySource(bytes))
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == .header || record.opcode == .metadata:
                let start = Int(record.offset)
                free.formUnion(start + 9..<start + record.whole.count)
            case .end: return free
            default: break
            }
        }
    }

    /// Whether the byte is one of a chunk's stored records.
    static func isInFrame(_ place: Int, _ bytes: [UInt8]) throws -> Bool {
        var scanner = SourceScanner(MemorySource(bytes))
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == .chunk:
                let start = Int(record.offset)
                if (start + 52..<start + record.whole.count).contains(place) { return true }
            case .end: return false
            default: break
            }
        }
    }
}
