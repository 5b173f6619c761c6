import EventLog

/// Sealing folds in whatever a journal holds, and the log stays sound: all that was in it still is.
///
/// The input is the length of the log (2 bytes), the log, and a journal: as it is, and once more with its checksums
/// made to match, which a fuzzer would not find.
enum JournalTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard bytes.count >= 2 else { return }
        let length = min(Int(bytes[0]) | Int(bytes[1]) << 8, bytes.count - 2)
        let log = Array(bytes[2..<2 + length])
        let journal = Array(bytes[(2 + length)...])
        try seal(log) { _ in journal }
        try seal(log) { JournalBytes.signed(journal, of: $0) }
    }

    /// Seals the log with what `journal` makes of the recording that the log names.
    private static func seal(_ log: [UInt8], _ journal: (EntityID?) -> [UInt8]) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a.mcap", log)
        _ = try folder.write("a.mcap.journal", journal(SegmentInfo(path: path)?.recording))
        let before = try Reading(MemorySource(log))?.messages ?? []
        do {
            let sealed = try LogSealer.seal(path)
            let after = try folder.bytes("a.mcap")
            if sealed.wasClosed, sealed.foldedCount == 0 {
                try require(after == log, "a closed log was changed")
                return
            }
            let found = try verification(of: after)
            try require(
                found?.issues.isDamaged == false && found?.isClosed == true,
                "sealed, it is \(found?.issues.damage ?? [])")
            let messages = try Reading(MemorySource(after))?.messages ?? []
            try require(messages.starts(with: before), "sealed, it lacks messages that it had")
            try require(
                messages.count >= before.count + Int(sealed.foldedCount), "events were not folded in")
            // One of another recording holds somebody's last events, and stays.
            let isLeft = try folder.names != ["a.mcap"]
            try require(!isLeft || sealed.foldedCount == 0, "the journal is still there")
            try require(try LogSealer.seal(path).wasClosed, "sealed, it can be sealed again")
            try require(try folder.bytes("a.mcap") == after, "sealing a sealed log changed it")
        } catch is SealError {
            try require(try folder.bytes("a.mcap") == log, "refused, and changed")
        }
    }
}

/// A journal's bytes, as `Journal` describes them.
public enum JournalBytes {
    private static let magic: UInt64 = 0x314A_474F_4C52_4141
    private static let headSize = 512
    private static let words = 32

    /// A journal of the log `a.mcap` that holds these records.
    public static func make(
        serial: UInt64, lost: UInt32, recording: EntityID = EntityID(low: 7, high: 8), _ records: [[UInt8]]
    ) -> [UInt8] {
        var bytes = ByteBuffer()
        bytes.append(magic)
        bytes.append(serial)
        bytes.append(lost == 0 ? 0 : UInt64(crc(of: lost.bytes, serial)) << 32 | UInt64(lost))
        var checked = ByteBuffer()
        checked.append(UInt64(words * 64))
        checked.append(UInt64(1))
        checked.append(recording.low)
        checked.append(recording.high)
        checked.append(UInt16(6))
        checked.append(utf8: "a.mcap")
        bytes.append(UInt64(crc(of: checked.array, serial)))
        bytes.append(checked.array)
        bytes.append([UInt8](repeating: 0, count: headSize - bytes.count))
        var sum = CRC32(seed(serial))
        var end = 0
        for record in records.prefix(words) {
            record.withUnsafeBytes { sum.update($0) }
            end += record.count
            bytes.append(UInt64(end) << 32 | UInt64(sum.value))
        }
        bytes.append([UInt8](repeating: 0, count: (words - min(words, records.count)) * 8))
        bytes.append(Array(records.prefix(words).joined()))
        return bytes.array
    }

    /// A journal that holds the records in these bytes, each message proven, with a serial number and a count of what
    /// was lost that they tell as well.
    static func signed(_ bytes: [UInt8], of recording: EntityID?) -> [UInt8] {
        var records: [[UInt8]] = []
        let area = headSize + words * 8
        bytes.withUnsafeBytes { all in
            guard all.count > area else { return }
            let part = UnsafeRawBufferPointer(rebasing: all[area...])
            var walker = RecordWalker(part)
            while let view = walker.next() { records.append(Array(part[view.offset..<walker.offset])) }
        }
        return make(
            serial: UInt64(bytes.first ?? 1) + 1, lost: UInt32(bytes.last ?? 0) & 3,
            recording: recording ?? EntityID(low: 7, high: 8), records)
    }

    private static func seed(_ serial: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: serial) &* 0x9E37_79B1 ^ 0x5A17_C0DE
    }

    private static func crc(of bytes: [UInt8], _ serial: UInt64) -> UInt32 {
        var crc = CRC32(seed(serial))
        bytes.withUnsafeBytes { crc.update($0) }
        return crc.value
    }
}

extension UInt32 {
    fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) } }
}
