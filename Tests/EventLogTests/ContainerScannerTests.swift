import Testing

@testable import EventLog

@Suite("Files that end oddly, and bytes that come in pieces")
struct ContainerScannerTests {
    static let log = (try? MadeLog.chunked(messages: 9, perChunk: 3)) ?? []

    /// A source that gives a few bytes at a time, as a pipe may.
    struct Trickle: ByteSource {
        let bytes: [UInt8]
        let step: Int
        private var position = 0
        init(_ bytes: [UInt8], step: Int) {
            self.bytes = bytes
            self.step = step
        }
        var isSeekable: Bool { false }
        var size: UInt64? { nil }
        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
            let count = min(step, buffer.count, bytes.count - position)
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: .init(rebasing: $0[position..<position + count]))
            }
            position += count
            return count
        }
        func read(at: UInt64, into: UnsafeMutableRawBufferPointer) throws(IOError) -> Int { 0 }
    }

    @Test(arguments: [1, 2, 7, 8, 9, 100])
    func piecesOfAnySizeGiveTheSame(step: Int) throws {
        let reading = try Reading(source: Trickle(Self.log, step: step))
        #expect(reading.sequences == Array(0..<9))
        #expect(reading.issues.issues.isEmpty)
    }

    @Test func twoFilesGluedTogetherAreReadOneAfterTheOther() throws {
        let reading = try Reading(Self.log + Self.log)
        #expect(reading.sequences == Array(0..<9) + Array(0..<9))
        #expect(reading.kinds == [.secondFile])
        #expect(reading.issues.issues.first?.offset == UInt64(Self.log.count))
    }

    @Test func aClosedFileBehindOneThatWasNeverClosedIsRead() throws {
        let unclosed = Array(Self.log.prefix(try dataEnd()))
        let reading = try Reading(unclosed + Self.log)
        #expect(reading.messages.count == 18)
        #expect(!reading.issues.isDamaged)
    }

    @Test(arguments: [1, 7, 8, 100, 100_000])
    func trailingZerosAreNoDamage(count: Int) throws {
        let zeros = [UInt8](repeating: 0, count: count)
        let closed = try Reading(source: Trickle(Self.log + zeros, step: 50))
        #expect(closed.messages.count == 9)
        #expect(closed.kinds == [.trailingZeros])
        let unclosed = try Reading(Array(Self.log.prefix(try dataEnd())) + zeros)
        #expect(unclosed.messages.count == 9)
        #expect(unclosed.kinds == [.trailingZeros, .notClosed])
    }

    @Test func whatFollowsAClosedFileIsSaid() throws {
        let reading = try Reading(Self.log + [1, 2, 3])
        #expect(reading.messages.count == 9)
        #expect(reading.kinds == [.trailingBytes])
    }

    @Test func zerosInTheMiddleAreDamage() throws {
        let end = try dataEnd()
        let broken = Self.log.prefix(end) + [0, 0, 0] + Self.log.suffix(from: end)
        let reading = try Reading(Array(broken))
        #expect(reading.messages.count == 9)
        #expect(reading.kinds == [.unreadable])
    }

    @Test func messagesOutsideChunksComeInRuns() throws {
        var options = WriterOptions()
        options.isChunked = false
        let sink = MemorySink()
        var writer = try RecordWriter(
            sink, header: MCAP.Header(profile: "", library: ""), options: options)
        try writer.write(MadeLog.schema)
        try writer.write(MadeLog.channel)
        for number in 0..<1000 as Range<UInt32> {
            let message = MCAP.MessageHeader(
                channelID: 1, sequence: number, logTime: UInt64(number), publishTime: 0)
            try [1, 2, 3].withUnsafeBytes { try writer.write(message, data: $0) }
        }
        try writer.close()
        let reading = try Reading(sink.array)
        #expect(reading.sequences == Array(0..<1000))
        #expect(reading.batches == 1)
        #expect(reading.issues.issues.isEmpty)
        #expect(try Reading(source: Trickle(sink.array, step: 64)).messages.count == 1000)
    }

    private func dataEnd() throws -> Int {
        try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: Self.log).first)
    }
}
