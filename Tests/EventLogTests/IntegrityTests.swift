import Foundation
import TestSupport
import Testing

@testable import EventLog

/// A log taken apart into its records, changed, and put together again with checksums that match.
struct Resigned {
    var records: [(opcode: Opcode, content: [UInt8])] = []

    init(_ bytes: [UInt8]) throws {
        var scanner = SourceScanner(MemorySource(bytes))
        while true {
            switch try scanner.next() {
            case .record(let record): records.append((record.opcode, record.content.restBytes))
            case .end: return
            default: break
            }
        }
    }

    /// Where in the file the records of a kind begin.
    static func offsets(of opcode: Opcode, in bytes: [UInt8]) throws -> [Int] {
        var scanner = SourceScanner(MemorySource(bytes))
        var found: [Int] = []
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == opcode: found.append(Int(record.offset))
            case .end: return found
            default: break
            }
        }
    }

    /// The place of the record of a kind, counted from 0.
    func place(_ opcode: Opcode, _ number: Int = 0) throws -> Int {
        let places = records.indices.filter { records[$0].opcode == opcode }
        return try #require(number < places.count ? places[number] : nil)
    }

    /// Changes a byte of a record's content.
    mutating func flip(_ opcode: Opcode, _ number: Int = 0, at offset: Int) throws {
        let place = try place(opcode, number)
        let at = offset < 0 ? records[place].content.count + offset : offset
        records[place].content[at] ^= 1
    }

    mutating func insert(_ opcode: Opcode, _ content: [UInt8], before other: Opcode) throws {
        records.insert((opcode, content), at: try place(other))
    }

    func bytes() -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(MCAP.magic)
        var sectionStart = 0
        for (opcode, content) in records {
            var content = content
            let covered: Int
            switch opcode {
            case .dataEnd: covered = 0
            case .footer: covered = 16
            default: covered = content.count
            }
            buffer.append(opcode.rawValue)
            buffer.append(UInt64(content.count))
            buffer.append(Array(content[..<covered]))
            guard covered < content.count else { continue }
            // The CRC of DataEnd covers what is before it, that of Footer its own beginning as well.
            let end = opcode == .dataEnd ? buffer.count - MCAP.prefixSize : buffer.count
            let crc = CRC32.of(UnsafeRawBufferPointer(rebasing: buffer.bytes[sectionStart..<end]))
            content.removeSubrange(..<covered)
            buffer.append(crc)
            buffer.append(Array(content.dropFirst(4)))
            sectionStart = buffer.count
        }
        buffer.append(MCAP.magic)
        return buffer.array
    }
}

@Suite("What verify says of each kind of damage")
struct IntegrityTests {
    /// A change of one byte of a record, with the checksums over sections made to match, and what it is called.
    struct Case: Sendable {
        let opcode: Opcode
        let offset: Int
        let kind: LogIssue.Kind

        init(_ opcode: Opcode, _ offset: Int, _ kind: LogIssue.Kind) {
            self.opcode = opcode
            self.offset = offset
            self.kind = kind
        }
    }

    @Test(arguments: [
        Case(.chunk, 0, .chunkHeader), Case(.chunk, 8, .chunkHeader), Case(.chunk, 16, .chunkSize),
        Case(.chunk, 24, .chunkCRC), Case(.chunk, -1, .chunkFrame),
        Case(.messageIndex, 0, .index), Case(.messageIndex, 6, .index), Case(.messageIndex, 14, .index),
        Case(.attachment, 0, .attachment), Case(.attachment, -5, .attachment),
        Case(.chunkIndex, 0, .index), Case(.chunkIndex, 16, .index), Case(.chunkIndex, 24, .index),
        Case(.chunkIndex, 38, .index), Case(.chunkIndex, -1, .index), Case(.chunkIndex, -9, .index),
        Case(.attachmentIndex, 0, .index), Case(.attachmentIndex, 8, .index),
        Case(.attachmentIndex, 16, .index),
        Case(.attachmentIndex, 32, .index), Case(.attachmentIndex, -1, .index),
        Case(.metadataIndex, 0, .index), Case(.metadataIndex, 8, .index), Case(.metadataIndex, -1, .index),
        Case(.statistics, 0, .statistics), Case(.statistics, 8, .statistics),
        Case(.statistics, 10, .statistics),
        Case(.statistics, 14, .statistics), Case(.statistics, 18, .statistics),
        Case(.statistics, 22, .statistics),
        Case(.statistics, 26, .statistics), Case(.statistics, 34, .statistics),
        Case(.statistics, 46, .statistics),
        Case(.statistics, 48, .statistics),
        Case(.summaryOffset, 0, .summary), Case(.summaryOffset, 1, .summary),
        Case(.summaryOffset, 9, .summary),
        Case(.footer, 0, .summary), Case(.footer, 8, .summary),
        Case(.schema, -1, .definition), Case(.channel, 2, .definition),
    ])
    func aContradictionIsDamage(_ change: Case) throws {
        var log = try Resigned(WholeLog.bytes())
        try log.flip(change.opcode, at: change.offset)
        let found = try WholeLog.verify(log.bytes())
        #expect(found.verdict == .damaged)
        #expect(found.issues.damage.contains { $0.kind == change.kind }, "\(found.issues.issues)")
    }

    @Test func putTogetherAgainItIsIntact() throws {
        let bytes = try WholeLog.bytes()
        #expect(try Resigned(bytes).bytes() == bytes)
    }

    @Test func recordsInTheWrongPlaceAreDamage() throws {
        let good = try Resigned(WholeLog.bytes())
        let message: [UInt8] = [1, 0] + Array(repeating: 1, count: 20)
        let index = good.records[try good.place(.messageIndex)].content
        let statistics = good.records[try good.place(.statistics)].content
        for (opcode, content, before, kind) in [
            (Opcode.message, message, Opcode.footer, LogIssue.Kind.record),
            (.messageIndex, index, .schema, .index), (.statistics, statistics, .dataEnd, .record),
            (.header, good.records[0].content, .chunk, .record),
            (.footer, [UInt8](repeating: 0, count: 20), .dataEnd, .record),
            (.schema, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .header, .record),
            (.message, [9, 9] + message.dropFirst(2), .dataEnd, .definition),
            (.message, [1], .dataEnd, .record),
        ] {
            var log = good
            try log.insert(opcode, content, before: before)
            let found = try WholeLog.verify(log.bytes())
            #expect(found.verdict == .damaged)
            #expect(found.issues.damage.contains { $0.kind == kind }, "\(opcode): \(found.issues.issues)")
        }
        var log = good
        log.records.remove(at: try log.place(.dataEnd))
        #expect(try WholeLog.verify(log.bytes()).verdict == .damaged)
        log = good
        log.records.remove(at: try log.place(.messageIndex))
        let lacking = try WholeLog.verify(log.bytes())
        #expect(lacking.issues.damage.contains { $0.message.contains("have no MessageIndex") })
    }

    @Test func whatIsUnusualIsANotice() throws {
        let good = try WholeLog.bytes()
        var log = try Resigned(good)
        try log.insert(Opcode(rawValue: 0x90), [1, 2, 3], before: .dataEnd)
        try log.insert(.message, [1, 0, 7] + Array(repeating: 0, count: 19), before: .dataEnd)
        let found = try WholeLog.verify(log.bytes())
        let kinds = Set(found.issues.notices.map(\.kind))
        #expect(
            kinds.isSuperset(of: [.unknownRecord, .outsideChunk, .timeZero, .order]), "\(found.issues.issues)"
        )
        let cases: [([UInt8], LogIssue.Kind)] = [
            (good + [0, 0, 0], .trailingZeros), (good + [1, 2, 3], .trailingBytes),
            (good + good, .secondFile),
            (Array(good.dropLast(9)), .tornRecord),
        ]
        for (bytes, kind) in cases {
            let found = try WholeLog.verify(bytes)
            #expect(found.verdict == .readable)
            #expect(found.issues.notices.contains { $0.kind == kind }, "\(found.issues.issues)")
        }
        #expect(try WholeLog.verify(good + good).messageCount == 12)
    }

    @Test func aHoleInTheNumbersIsTold() throws {
        let told = #"{"seq":5,"t":2,"event":"log.gap","lost":3}"#
        let first = #"{"seq":1,"t":0,"event":"session.pause"}"#
        let last = #"{"seq":6,"t":3,"event":"session.pause"}"#
        let hole = try MemoryLog(ndjson: first + "\n" + last + "\n").mcap()
        let found = try WholeLog.verify(hole)
        #expect(found.verdict == .readable && found.eventCount == 2)
        #expect(found.issues.notices.first?.message.hasPrefix("4 events are lacking before #6") == true)
        let gap = try MemoryLog(ndjson: [first, told, last].joined(separator: "\n") + "\n").mcap()
        #expect(try WholeLog.verify(gap).verdict == .intact)
    }

    /// Behind a length that leads nowhere, the chunk itself is found by its fields, or the next that proves itself.
    @Test(arguments: [WriterOptions.Compression.lz4, .none])
    func readingGoesOnBehindDamage(compression: WriterOptions.Compression) throws {
        var bytes = try MadeLog.chunked(messages: 60, perChunk: 20, compression: compression)
        let chunks = try Resigned.offsets(of: .chunk, in: bytes)
        for place in 0..<8 { bytes[chunks[1] + 1 + place] = 0xEE }
        let whole = try WholeLog.verify(bytes)
        #expect(whole.verdict == .damaged && whole.messageCount == 60)
        bytes[chunks[1] + 70] ^= 1
        let found = try WholeLog.verify(bytes)
        #expect(found.verdict == .damaged && found.messageCount == 40)
        #expect(found.issues.damage.first?.offset == UInt64(chunks[1]))
    }

    /// As the official Python writer names groups that it has nothing in.
    @Test func aGroupWithoutRecordsMayBeNamed() throws {
        var log = try Resigned(MadeLog.chunked(messages: 6, perChunk: 3))
        let offsets = log.records.indices.filter { log.records[$0].opcode == .summaryOffset }
        let last = try #require(offsets.last)
        var content = log.records[last].content
        content[0] = Opcode.attachmentIndex.rawValue
        for place in 9..<17 { content[place] = 0 }
        log.records.insert((.summaryOffset, content), at: last + 1)
        let found = try WholeLog.verify(log.bytes())
        #expect(!found.issues.isDamaged, "\(found.issues.issues)")
        // One that is there is not empty.
        log.records[last + 1].content[0] = Opcode.chunkIndex.rawValue
        #expect(try WholeLog.verify(log.bytes()).verdict == .damaged)
    }
}

@Suite("What verify says of files from elsewhere")
struct IntegrityFilesTests {
    static let verdicts: [(name: String, verdict: IssueLog.Verdict, messages: UInt64)] = [
        ("00_good", .intact, 150), ("01_nosummary_footer0", .readable, 150),
        ("02_trunc_after_3rd_chunk_no_footer", .readable, 150), ("04_trunc_in_summary", .readable, 150),
        ("06_chunk_crc_zero", .readable, 150), ("07_usize_too_big", .damaged, 150),
        ("09_lz4_content_checksum", .readable, 150), ("10_lz4_block_checksum", .readable, 150),
        ("13_lz4_skippable_then_frame", .readable, 150), ("14_lz4_raw_block", .damaged, 150),
        ("16_lz4_flip_byte_in_chunk1", .damaged, 100), ("17_chunk_without_messages", .intact, 50),
        ("19_time_zero", .readable, 2), ("21_nonutf8_topic", .readable, 3),
        ("23_unknown_opcodes", .readable, 3),
        ("25_chx_without_message_index", .readable, 20), ("27_conflicting_schema_same_id", .damaged, 10),
        ("30_message_unknown_channel", .damaged, 6), ("31_schema_id_zero", .readable, 3),
        ("32_bad_summary_crc", .damaged, 150), ("33_bad_data_crc", .damaged, 150),
        ("35_unknown_compression_none", .readable, 5), ("36_mixed_uncompressed_and_lz4", .intact, 10),
        ("39_unchunked_no_footer", .readable, 20), ("41_defs_outside_chunk_before_first_chunk", .intact, 10),
    ]

    @Test func eachDamagedFileIsJudgedAsItsReadmeSays() throws {
        for file in SharedFiles.logs(in: "damaged") {
            let name = file.deletingPathExtension().lastPathComponent
            let known = try #require(Self.verdicts.first { $0.name == name }, "\(name)")
            let found = try WholeLog.verify(SharedFiles.bytes(file))
            #expect(found.verdict == known.verdict, "\(name): \(found.issues.issues)")
            #expect(found.messageCount == known.messages, "\(name)")
        }
    }

    @Test func noConformanceFileIsDamaged() throws {
        for file in SharedFiles.logs(in: "conformance") {
            let found = try WholeLog.verify(SharedFiles.bytes(file))
            #expect(!found.issues.isDamaged, "\(file.lastPathComponent): \(found.issues.damage)")
        }
    }
}
