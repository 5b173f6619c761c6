import Testing

@testable import EventLog

/// Lengths and bytes that nobody meant well with.
@Suite("Hostile and broken logs")
struct ContainerHostileTests {
    /// Three chunks of three messages, LZ4 where it helps.
    static let log = (try? MadeLog.chunked(messages: 9, perChunk: 3)) ?? []

    static let hostileLengths: [UInt64] = [
        1 << 63, .max, .max - 8, 1 << 40, 1 << 32, UInt64(Int.max), UInt64(Int.max) - 8, 0x7FFF_FFFF,
    ]

    /// Offsets of the records with `opcode` outside chunks.
    static func offsets(of opcode: Opcode, in log: [UInt8]) throws -> [Int] {
        var scanner = RecordScanner()
        log.withUnsafeBytes { scanner.feed($0) }
        scanner.finish()
        var offsets: [Int] = []
        while true {
            switch try scanner.next() {
            case .record(let record): if record.opcode == opcode { offsets.append(Int(record.offset)) }
            case .end: return offsets
            default: break
            }
        }
    }

    static func replacing(_ log: [UInt8], at offset: Int, with value: some FixedWidthInteger) -> [UInt8] {
        var log = log
        withUnsafeBytes(of: value.littleEndian) { log.replaceSubrange(offset..<offset + $0.count, with: $0) }
        return log
    }

    @Test(arguments: hostileLengths)
    func aRecordWithAHugeLengthIsDamageAndTheOthersAreRead(length: UInt64) throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        var broken = Self.replacing(Self.log, at: chunks[1] + 1, with: length)
        // The chunk's own fields say where it ends, and its CRC that they are right.
        let whole = try Reading(broken)
        #expect(whole.sequences == Array(0...8) && whole.issues.isDamaged)
        broken[chunks[1] + 33] ^= 1
        let reading = try Reading(broken)
        #expect(reading.sequences == [0, 1, 2, 6, 7, 8])
        #expect(reading.issues.isDamaged)
    }

    @Test(arguments: hostileLengths)
    func aChunkThatClaimsAHugeSizeCostsOnlyItself(size: UInt64) throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        let broken = Self.replacing(Self.log, at: chunks[1] + 25, with: size)
        let reading = try Reading(broken)
        #expect(Set(reading.sequences).isSuperset(of: [0, 1, 2, 6, 7, 8]))
        #expect(reading.issues.isDamaged)
    }

    @Test(arguments: hostileLengths)
    func aChunkWhoseRecordsClaimAHugeLengthCostsOnlyItself(size: UInt64) throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        let broken = Self.replacing(Self.log, at: chunks[1] + 44, with: size)
        let reading = try Reading(broken)
        #expect(reading.sequences == [0, 1, 2, 6, 7, 8])
        #expect(reading.kinds.contains(.chunkHeader))
    }

    @Test(arguments: [UInt32.max, 1 << 31, 100])
    func aTextWithAHugeLengthIsDamageOfItsRecordOnly(length: UInt32) throws {
        let channels = try Self.offsets(of: .channel, in: Self.log)
        let broken = Self.replacing(Self.log, at: channels[0] + 13, with: length)
        let reading = try Reading(broken)
        #expect(reading.kinds.contains(.record))
        #expect(reading.sequences == Array(0..<9))
    }

    @Test(arguments: hostileLengths + [100, 1000, 1 << 20])
    func inALogThatWasNeverClosedAWrongLengthIsNotTakenForACut(length: UInt64) throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        let end = try #require(try Self.offsets(of: .dataEnd, in: Self.log).first)
        let broken = Self.replacing(Array(Self.log.prefix(end)), at: chunks[1] + 1, with: length)
        let reading = try Reading(broken)
        #expect(Array(reading.sequences.prefix(3)) == [0, 1, 2])
        #expect(reading.issues.verdict == .damaged)
    }

    @Test func likelyChunksAreFoundByTheirBytes() throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        var found: [Int] = []
        Self.log.withUnsafeBytes { bytes in
            var from = 0
            while let place = ChunkSignature.firstChunk(in: bytes, from: from) {
                found.append(place)
                from = place + 1
            }
            #expect(ChunkSignature.firstChunk(in: bytes, from: bytes.count + 5) == nil)
            let short = UnsafeRawBufferPointer(rebasing: bytes.prefix(ChunkSignature.size - 1))
            #expect(ChunkSignature.firstChunk(in: short) == nil)
        }
        #expect(found == chunks)
    }

    @Test func theSummarysOffsetsAreNeverTrusted() throws {
        let summary = try Self.offsets(of: .chunkIndex, in: Self.log)
        let footer = try #require(try Self.offsets(of: .footer, in: Self.log).first)
        for length in Self.hostileLengths + [0, 8, 25, 26] {
            for place in [footer + 9, summary[1] + 25, summary[1] + 33] {
                // Without a summary CRC, so that nothing but the checks stands in the way.
                let unproven = Self.replacing(Self.log, at: footer + 25, with: UInt32(0))
                let source = MemorySource(Self.replacing(unproven, at: place, with: length))
                guard let index = try LogIndex.read(from: source) else { continue }
                var reader = IndexedReader(source, index: index)
                while try reader.nextBatch() != nil {}
                let isDamaged = reader.issues.isDamaged
                #expect(isDamaged || place == footer + 9)
            }
        }
    }

    @Test func cutAnywhereEveryWholeChunkBeforeIsRead() throws {
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        let ends = try chunks.map { start in
            let length = try #require(
                Self.log.withUnsafeBytes { ByteCursor($0).peek(UInt64.self, at: start + 1) })
            return start + MCAP.prefixSize + Int(length)
        }
        for length in MCAP.magic.count..<Self.log.count {
            let reading = try Reading(Array(Self.log.prefix(length)))
            let whole = ends.filter { $0 <= length }.count
            #expect(reading.sequences == Array(0..<UInt32(whole * 3)), "cut at \(length)")
            #expect(!reading.issues.isDamaged, "cut at \(length): \(reading.issues.damage)")
            #expect(reading.kinds.contains(.notClosed), "cut at \(length)")
        }
    }

    @Test func shorterThanItsMagicItIsNoLogAtAll() {
        for length in 0..<MCAP.magic.count {
            #expect(throws: ContainerError.self) { try Reading(Array(Self.log.prefix(length))) }
        }
    }

    @Test func everyFlippedByteIsSurvivedAndSaid() throws {
        for place in MCAP.magic.count..<Self.log.count {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var broken = Self.log
                broken[place] ^= mask
                let reading = try Reading(broken)
                // A Channel turned into a Message reads as one more; the CRC over the data section tells.
                #expect(reading.messages.count <= 10)
                #expect(!reading.issues.issues.isEmpty, "byte \(place) mask \(mask)")
                let source = MemorySource(broken)
                guard let index = try LogIndex.read(from: source) else { continue }
                var reader = IndexedReader(source, index: index)
                while try reader.nextBatch() != nil {}
            }
        }
    }

    @Test func smallLimitsBoundWhatIsHeld() throws {
        var limits = ReaderLimits()
        limits.chunkSize = 64
        let reading = try Reading(Self.log, limits: limits)
        #expect(reading.messages.isEmpty)
        #expect(reading.kinds == [.chunkLimit])
        limits = ReaderLimits()
        limits.recordSize = 40
        let held = try Reading(Self.log, limits: limits)
        #expect(held.messages.isEmpty)
        #expect(held.kinds.contains(.recordLength))
    }

    @Test func definitionsBeyondTheirLimitAreLeftOutAndRepeatedOnesAreNot() throws {
        var limits = ReaderLimits()
        limits.definitionSize = 70
        let fits = try Reading(Self.log, limits: limits)
        #expect(fits.issues.verdict == .intact)
        limits.definitionSize = 40
        let reading = try Reading(Self.log, limits: limits)
        #expect(reading.definitions.channels.isEmpty)
        #expect(reading.definitions.schemas.count == 1)
        #expect(reading.kinds == [.definition])
    }

    @Test func aFewBytesCannotClaimToHoldVeryMany() throws {
        // A frame whose header announces 200 MiB, in a chunk that says the same.
        let chunks = try Self.offsets(of: .chunk, in: Self.log)
        let size: UInt64 = 200 << 20
        var broken = Self.replacing(Self.log, at: chunks[1] + 25, with: size)
        broken = Self.replacing(broken, at: chunks[1] + 58, with: size)
        let reading = try Reading(broken)
        #expect(reading.sequences == [0, 1, 2, 6, 7, 8])
        #expect(reading.kinds.contains(.chunkFrame))
    }

    @Test func definitionsLostWithAChunkAreTakenFromTheSummary() throws {
        let sink = MemorySink()
        var options = WriterOptions()
        options.chunkSize = 100
        var writer = try RecordWriter(sink, header: MCAP.Header(profile: "", library: ""), options: options)
        try writer.write(MadeLog.schema)
        try writer.write(MadeLog.channel)
        for number in 0..<8 as Range<UInt32> {
            let message = MCAP.MessageHeader(
                channelID: 1, sequence: number, logTime: UInt64(number), publishTime: 0)
            try [UInt8](repeating: 7, count: 40).withUnsafeBytes { try writer.write(message, data: $0) }
        }
        try writer.close()
        let chunks = try Self.offsets(of: .chunk, in: sink.array)
        let broken = Self.replacing(sink.array, at: chunks[0] + 33, with: UInt32(1))
        let reading = try Reading(broken)
        #expect(!reading.messages.isEmpty)
        #expect(reading.kinds == [.chunkCRC, .dataCRC])
        let piped = try Reading(source: ContainerScannerTests.Trickle(broken, step: 100))
        #expect(piped.kinds == [.chunkCRC, .dataCRC, .definition])
    }

    @Test func withoutSectionChecksOnlyTheirCRCsGoUnnoticed() throws {
        let end = try #require(try Self.offsets(of: .dataEnd, in: Self.log).first)
        let broken = Self.replacing(Self.log, at: end + 9, with: UInt32(1))
        #expect(try Reading(broken).kinds == [.dataCRC])
        var reader = LogReader(MemorySource(broken), checksSections: false)
        var batches = 0
        while try reader.nextBatch() != nil { batches += 1 }
        let verdict = reader.issues.verdict
        #expect(batches == 3)
        #expect(verdict == .intact)
    }

    /// Nothing but the section's CRC proves a message outside of chunks.
    @Test func messagesOutsideOfChunksAreProvenByTheirSection() throws {
        let sink = MemorySink()
        var options = WriterOptions()
        options.isChunked = false
        var writer = try RecordWriter(
            sink, header: MCAP.Header(profile: "", library: "test"), options: options)
        try writer.write(MadeLog.schema)
        try writer.write(MadeLog.channel)
        for number in 0..<3 {
            let message = MCAP.MessageHeader(
                channelID: 1, sequence: UInt32(number), logTime: 1000, publishTime: 1000)
            try [UInt8](repeating: 0x55, count: 40).withUnsafeBytes { try writer.write(message, data: $0) }
        }
        try writer.close()
        var bytes = sink.array
        #expect(try Reading(bytes).kinds == [])
        let place = try #require(bytes.firstIndex(of: 0x55))
        bytes[place] ^= 1
        var reader = LogReader(MemorySource(bytes), checksSections: false)
        while try reader.nextBatch() != nil {}
        #expect(reader.issues.issues.map(\.kind) == [.dataCRC])
    }

    @Test func messagesBehindTheEndOfTheDataAreReadAndSaid() throws {
        let end = try #require(try Self.offsets(of: .dataEnd, in: Self.log).first)
        let chunk = try #require(try Self.offsets(of: .chunk, in: Self.log).first)
        let after = end + MCAP.prefixSize + 4
        let moved = Self.log.prefix(after) + Self.log[chunk..<end] + Self.log.suffix(from: after)
        let reading = try Reading(Array(moved))
        #expect(reading.messages.count == 18)
        #expect(reading.kinds == [.record, .summaryCRC])
    }

    @Test func manyIssuesAreCountedAndNotAllListed() throws {
        var limits = ReaderLimits()
        limits.issueCount = 2
        limits.chunkSize = 8
        let reading = try Reading(Self.log, limits: limits)
        #expect(reading.issues.damageCount == 3)
        #expect(reading.issues.issues.count == 2)
    }
}
