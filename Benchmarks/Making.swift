import EventLog

extension Generator {
    /// Goes up whenever other bytes come out of the same seed.
    static let version = 1
}

/// Writes the events of the generator as a log of the profile.
private struct LogSink: EventSink, ~Copyable {
    private var writer: EventWriter<OutputFile>
    private var number: UInt32 = 0

    init(_ file: OutputFile) throws {
        // The version of the library stays out, so that the bytes are the same in every release.
        writer = try EventWriter(file, labels: LabelTable(), chunkSize: 1 << 20, library: "arlog-bench")
    }

    mutating func write<P: EventPayload>(_ payload: P, at time: UInt64) throws where P.Storage == Owned {
        number += 1
        try writer.append(payload, number: number, time: time)
    }

    consuming func close() throws -> UInt64 {
        try writer.close()
        return writer.eventCount
    }
}

/// Makes a log: the same bytes for the same numbers.
func makeLog(_ path: String, events: Int, pace: Generator.Pace, seed: UInt64) throws {
    let file = try OutputFile(path: path, force: true)
    var sink = try LogSink(file)
    var generator = Generator(seed: seed, pace: pace)
    try generator.write(events, to: &sink)
    let count = try sink.close()
    try file.commit()
    print("\(count) events")
}

/// Writes the LZ4 frames of a log one after the other, for `lz4 -dc` to take apart.
func copyFrames(of path: String, to out: String) throws {
    let file = try InputFile(path: path)
    guard let index = try LogIndex.read(from: file) else { throw Unfit(description: "\(path): no summary") }
    let target = try OutputFile(path: out, force: true)
    var buffer = ByteBuffer()
    var size: UInt64 = 0
    for chunk in index.chunks {
        guard chunk.compression == "lz4" else { throw Unfit(description: "\(path): a chunk without LZ4") }
        buffer.removeAll()
        _ = unsafe try buffer.append(room: Int(chunk.chunkLength)) { (room) throws(IOError) in
            unsafe try file.read(at: chunk.chunkStartOffset, into: room)
        }
        var walker = unsafe RecordWalker(buffer.bytes)
        guard var content = walker.next()?.content else { throw Unfit(description: "\(path): no chunk") }
        let records = try MCAP.ChunkHeader.parse(&content).records
        unsafe try target.write(records.rest)
        size += chunk.uncompressedSize
    }
    try target.commit()
    let messages = index.statistics?.messageCount ?? 0
    print("\(messages) messages in \(index.chunks.count) frames, \(size) bytes taken apart")
}
