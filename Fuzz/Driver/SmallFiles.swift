import EventLog
import FuzzTargets
import TestSupport

/// Small MCAP files of every shape, most without checksums, which would refuse every change.
enum SmallFiles {
    static func all() throws -> [(String, [UInt8])] {
        var files: [(String, [UInt8])] = []
        for isChunked in [false, true] {
            for hasCRCs in [false, true] {
                var options = WriterOptions()
                options.isChunked = isChunked
                options.compression = .none
                options.hasCRCs = hasCRCs
                let name = (isChunked ? "chunked" : "plain") + (hasCRCs ? "-crc" : "")
                files.append((name, try file(options)))
            }
        }
        var bare = WriterOptions()
        bare.hasCRCs = false
        bare.compression = .none
        bare.hasMessageIndexes = false
        bare.hasSummaryOffsets = false
        bare.repeatsSchemas = false
        bare.repeatsChannels = false
        bare.hasStatistics = false
        files.append(("bare", try file(bare)))
        let whole = try file(WriterOptions())
        files.append(("lz4", whole))
        files.append(("two", whole + whole))
        files.append(("zeros", whole + [UInt8](repeating: 0, count: 64)))
        files.append(("damaged", damaged(whole)))
        files.append(("ours", try ours(.none)))
        files.append(("ours-lz4", try ours(.lz4)))
        for (name, bytes) in files where ["plain", "chunked", "ours", "lz4"].contains(name) {
            files.append((name + "-cut", Array(bytes.prefix(bytes.count * 3 / 5))))
            files.append((name + "-open", unclosed(bytes)))
        }
        return files
    }

    /// Logs that were never closed, each with a journal that goes on where the log ends.
    static func withJournals() throws -> [(String, [UInt8])] {
        let whole = try ours(.none)
        let logs = [
            ("open", unclosed(whole)), ("cut", Array(unclosed(whole).dropLast(20))), ("closed", whole),
            ("none", []),
        ]
        let records = try messages(in: ours(.none, from: 5))
        return logs.flatMap { name, log in
            ([0, 3] as [UInt32]).map { lost in
                let journal = JournalBytes.make(serial: 2, lost: lost, records)
                return ("\(name)-\(lost)", [UInt8(log.count & 255), UInt8(log.count >> 8)] + log + journal)
            }
        }
    }

    private static func file(_ options: WriterOptions) throws -> [UInt8] {
        let sink = MemorySink()
        var options = options
        options.chunkSize = 150
        var writer = try RecordWriter(sink, header: MCAP.Header(profile: "", library: "f"), options: options)
        try writer.write(MCAP.Schema(id: 1, name: "s", encoding: "protobuf", data: [1, 2]))
        for id in 1...2 as ClosedRange<UInt16> {
            try writer.write(MCAP.Channel(id: id, schemaID: id - 1, topic: "/t\(id)", messageEncoding: "x"))
        }
        for number in 1...6 as ClosedRange<UInt32> {
            let message = MCAP.MessageHeader(
                channelID: UInt16(1 + number % 2), sequence: number, logTime: UInt64(1000 + number),
                publishTime: 900)
            try [UInt8](repeating: UInt8(number), count: 24).withUnsafeBytes {
                try writer.write(message, data: $0)
            }
        }
        try writer.write(MCAP.Attachment(logTime: 1, createTime: 2, name: "a", mediaType: "m", data: [7, 8]))
        try writer.write(MCAP.Metadata(name: "about", metadata: [MCAP.Entry("k", "v")]))
        try writer.close()
        return sink.array
    }

    /// A log of our profile, its events numbered from `first` on.
    private static func ours(_ compression: WriterOptions.Compression, from first: Int = 1) throws -> [UInt8]
    {
        let lines = (first..<first + 4).map { number in
            #"{"t":\#(number),"seq":\#(number),"event":"anchor.removed","anchor":"A\#(number % 2)"}"#
        }
        return try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n").mcap(
            chunkSize: 120, compression: compression)
    }

    /// What is before DataEnd.
    private static func unclosed(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = try? place(of: .dataEnd, in: bytes) else { return bytes }
        return Array(bytes.prefix(end))
    }

    private static func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if let chunk = try? place(of: .chunk, in: bytes) {
            for offset in 60..<64 { bytes[chunk + offset] ^= 0x5A }
        }
        return bytes
    }

    private static func place(of opcode: Opcode, in bytes: [UInt8]) throws -> Int? {
        var scanner = SourceScanner(MemorySource(bytes))
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == opcode: return Int(record.offset)
            case .end: return nil
            default: continue
            }
        }
    }

    /// The message records of a log, whole.
    private static func messages(in log: [UInt8]) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        var reader = LogReader(MemorySource(log))
        while let batch = try reader.nextBatch() {
            var walker = batch.records
            while let view = walker.next() {
                if view.opcode == .message { found.append(Array(batch.bytes[view.offset..<walker.offset])) }
            }
        }
        return found
    }
}
