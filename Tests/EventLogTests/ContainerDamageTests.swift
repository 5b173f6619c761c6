import Foundation
import Testing

@testable import EventLog

/// The odd and damaged files kept beside the package: what each gives, as its README has it.
@Suite("Odd and damaged files")
struct ContainerDamageTests {
    struct Case: Sendable {
        let name: String
        let messages: Int
        let kinds: Set<LogIssue.Kind>
    }

    static let cases: [Case] = [
        Case(name: "00_good", messages: 150, kinds: []),
        Case(name: "01_nosummary_footer0", messages: 150, kinds: [.noSummary]),
        Case(name: "02_trunc_after_3rd_chunk_no_footer", messages: 150, kinds: [.notClosed]),
        Case(name: "04_trunc_in_summary", messages: 150, kinds: [.notClosed, .tornRecord]),
        Case(name: "06_chunk_crc_zero", messages: 150, kinds: [.noCRC]),
        Case(name: "07_usize_too_big", messages: 150, kinds: [.chunkSize]),
        Case(name: "09_lz4_content_checksum", messages: 150, kinds: [.unusualFraming]),
        Case(name: "10_lz4_block_checksum", messages: 150, kinds: [.unusualFraming]),
        Case(name: "13_lz4_skippable_then_frame", messages: 150, kinds: [.unusualFraming]),
        Case(name: "14_lz4_raw_block", messages: 150, kinds: [.chunkFrame]),
        Case(name: "16_lz4_flip_byte_in_chunk1", messages: 100, kinds: [.chunkFrame, .dataCRC]),
        Case(name: "17_chunk_without_messages", messages: 50, kinds: []),
        Case(name: "19_time_zero", messages: 2, kinds: []),
        Case(name: "21_nonutf8_topic", messages: 3, kinds: [.invalidUTF8]),
        Case(name: "23_unknown_opcodes", messages: 3, kinds: [.unknownRecord]),
        Case(name: "25_chx_without_message_index", messages: 20, kinds: []),
        Case(name: "27_conflicting_schema_same_id", messages: 10, kinds: [.definition]),
        Case(name: "30_message_unknown_channel", messages: 6, kinds: [.definition]),
        Case(name: "31_schema_id_zero", messages: 3, kinds: [.schemaZero]),
        Case(name: "32_bad_summary_crc", messages: 150, kinds: [.summaryCRC]),
        Case(name: "33_bad_data_crc", messages: 150, kinds: [.dataCRC]),
        Case(name: "35_unknown_compression_none", messages: 5, kinds: [.unusualCompression]),
        Case(name: "36_mixed_uncompressed_and_lz4", messages: 10, kinds: []),
        Case(name: "39_unchunked_no_footer", messages: 20, kinds: [.notClosed]),
        Case(name: "41_defs_outside_chunk_before_first_chunk", messages: 10, kinds: []),
    ]

    @Test func eachGivesItsMessagesAndSaysWhatIsWrong() throws {
        let files = SharedFiles.logs(in: "damaged")
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let known = try #require(Self.cases.first { $0.name == name }, "\(name)")
            let reading = try Reading(try SharedFiles.bytes(file))
            #expect(reading.messages.count == known.messages, "\(name)")
            #expect(reading.kinds == known.kinds, "\(name): \(reading.issues.issues)")
        }
    }
}
