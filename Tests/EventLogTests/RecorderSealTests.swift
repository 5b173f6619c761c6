import Foundation
import TestSupport
import Testing

@testable import EventLog

/// What is made of the files that a process left behind.
@Suite struct RecorderSealTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    /// A recorder that went away in the middle: ten markers are in the log, ten in the journal.
    private func abandon() {
        let recorder = fake.recorder(folder)
        recorder.label("anchor", "Anna")
        for step in 0..<10 { recorder.mark("\(step)") }
        fake.pass(seconds: 1)
        recorder.work()
        for step in 10..<20 { recorder.mark("\(step)") }
        recorder.append(Event.AnchorRemoved { $0.anchor = "anchor" })
    }

    private var expected: [String] { (0..<20).map(String.init) }

    private func bytes(_ path: String) throws -> [UInt8] { try TestFiles.bytes(at: path) }

    private func write(_ bytes: some Sequence<UInt8>, _ path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    private func expectSound() throws {
        for path in folder.logs {
            var reader = LogReader(try InputFile(path: path))
            while try reader.nextBatch() != nil {}
            #expect(reader.issues.issues.isEmpty)
            let index = try #require(try LogIndex.read(from: InputFile(path: path)))
            #expect(index.chunks.count == reader.chunkCount)
        }
    }

    @Test func theJournalIsFoldedIn() throws {
        abandon()
        let path = try #require(folder.logs.first)
        #expect(Journals(beside: path).contents.count == 1)
        let sealed = LogSealer.sealFolder(folder.path)
        #expect(sealed.map(\.foldedCount) == [11] && sealed.map(\.path) == [path])
        #expect(try folder.markers() == expected)
        #expect(try MemoryLog(EventSource(path: path)).labels.name(of: "anchor") == "Anna")
        #expect(folder.journals.isEmpty)
        try expectSound()
        let before = try bytes(path)
        #expect(LogSealer.sealFolder(folder.path).isEmpty)
        #expect(try LogSealer.seal(path).wasClosed)
        #expect(try bytes(path) == before)
    }

    @Test func theNextStartSeals() throws {
        abandon()
        let path = try #require(folder.logs.first)
        let recorder = Recorder(folder: folder.path, RecorderOptions(device: "phone"))
        defer { recorder.close() }
        for _ in 0..<500 where try LogIndex.read(from: InputFile(path: path)) == nil { usleep(10_000) }
        let markers = try MemoryLog(EventSource(path: path)).events.filter { $0.kind == .logMarker }
        #expect(markers.count == 20)
    }

    @Test func aLogInWhichNothingIsYetIsClosed() throws {
        let path = folder.path + "/log.mcap"
        let starts = [[], Array(MCAP.magic.prefix(3)), MCAP.magic, MCAP.magic + [1, 20, 0]]
        for start in starts where start.count < MCAP.magic.count {
            // By itself, this may be anything.
            try write(start, path)
            #expect(throws: SealError.container(.notMCAP(found: []))) { try LogSealer.seal(path) }
            #expect(try bytes(path) == start)
        }
        for start in starts {
            try write([UInt8](repeating: 0, count: 64), path + ".journal")
            try write(start, path)
            let sealed = try LogSealer.seal(path)
            #expect(sealed.cutBytes == UInt64(start.count) && !sealed.wasClosed)
            try expectSound()
            #expect(try folder.facts().isEmpty)
        }
    }

    @Test func whatIsNoLogStaysAsItIs() throws {
        let path = folder.path + "/other.mcap"
        try write(Array("not a log at all".utf8), path)
        #expect(LogSealer.sealFolder(folder.path).isEmpty)
        #expect(try bytes(path) == Array("not a log at all".utf8))
    }

    /// A log that was killed inside the write of its last chunk: the journal still has it.
    @Test func everyCutOfTheLogIsMadeGood() throws {
        abandon()
        let path = try #require(folder.logs.first)
        let log = try bytes(path)
        let journals = try folder.journals.map { ($0, try bytes($0)) }
        let all = try folder.facts().count
        for cut in stride(from: 0, to: log.count, by: 5) {
            try write(Array(log.prefix(cut)), path)
            for (journal, bytes) in journals { try write(bytes, journal) }
            let sealed = try LogSealer.seal(path)
            #expect(sealed.cutBytes <= UInt64(cut))
            try expectSound()
            let facts = try folder.facts()
            // The journal's own eleven are always there; the others as far as their chunk is.
            #expect(facts.count == 11 || facts.count == all, "cut at \(cut)")
            #expect(facts.suffix(11).map(\.number) == Array(12...22))
        }
    }

    @Test func aJournalWhoseChunkWasWrittenAddsNothing() throws {
        let recorder = fake.recorder(folder)
        for step in 0..<10 { recorder.mark("\(step)") }
        let path = try #require(folder.journals.first)
        let journal = try bytes(path)
        fake.pass(seconds: 1)
        recorder.work()
        _ = consume recorder
        try write(journal, path)
        let sealed = LogSealer.sealFolder(folder.path)
        #expect(sealed.map(\.foldedCount) == [0])
        #expect(try folder.markers() == (0..<10).map(String.init))
        try expectSound()
    }

    /// Killed between writing a chunk and emptying its journal, while the other journal holds the next one: names, which
    /// have no numbers, would come again behind events that are later than they are.
    @Test func aNameThatTheLogHasIsNotFoldedInAgain() throws {
        let recorder = fake.recorder(folder)
        let sofa = recorder.id("sofa")
        recorder.append(Event.AnchorRemoved { $0.anchor = sofa })
        let path = try #require(folder.journals.first)
        let journal = try bytes(path)
        recorder.flush()
        recorder.mark("later")
        recorder.work()
        _ = consume recorder
        try write(journal, path)
        #expect(LogSealer.sealFolder(folder.path).map(\.foldedCount) == [1])
        #expect(try WholeLog.verify(bytes(try #require(folder.logs.first))).verdict == .intact)
        #expect(try folder.markers() == ["later"] && folder.journals.isEmpty)
    }

    /// The events in a journal's bytes, as far as they are believed.
    private func believed(_ journal: [UInt8]) -> [UInt8]? {
        journal.withUnsafeBytes { JournalContent($0)?.records }
    }

    @Test func aTornJournalGivesAPrefix() throws {
        abandon()
        let path = try #require(folder.journals.first { believed((try? bytes($0)) ?? []) != nil })
        let journal = Array(try bytes(path).prefix(140_000))
        let whole = try #require(believed(journal))
        #expect(whole.count > 400)
        let recordsAt = Journal.Head.size + (1 << 20) / 64 * 8
        let ends = recordEnds(whole)
        var cuts = Array(0..<700)
        cuts += Array(recordsAt - 10..<recordsAt + whole.count + 10)
        for cut in cuts {
            let records = believed(Array(journal.prefix(cut))) ?? []
            #expect(records.isEmpty || ends.contains(records.count))
            #expect(whole.starts(with: records))
            if cut < recordsAt { #expect(records.isEmpty) }
        }
    }

    @Test func aFlippedByteGivesAPrefix() throws {
        abandon()
        let path = try #require(folder.journals.first { believed((try? bytes($0)) ?? []) != nil })
        var journal = Array(try bytes(path).prefix(140_000))
        let whole = try #require(believed(journal))
        let recordsAt = Journal.Head.size + (1 << 20) / 64 * 8
        let ends = Set(recordEnds(whole) + [0])
        let places = Array(0..<620) + Array(recordsAt..<recordsAt + whole.count)
        for place in places {
            for bit in [UInt8(1), 0x80, 0xFF] {
                journal[place] ^= bit
                let content = journal.withUnsafeBytes { JournalContent($0) }
                let records = content?.records ?? []
                #expect(whole.starts(with: records) && ends.contains(records.count))
                #expect((content?.lostCount ?? 0) == 0)
                if place >= recordsAt { #expect(records.count <= place - recordsAt) }
                journal[place] ^= bit
            }
        }
        #expect(believed(journal) == whole)
    }

    private func recordEnds(_ records: [UInt8]) -> [Int] {
        records.withUnsafeBytes { bytes in
            var walker = RecordWalker(bytes)
            var ends: [Int] = []
            while walker.next() != nil { ends.append(walker.offset) }
            return ends
        }
    }

    @Test func whatAnEarlierChunkLeftIsNotRead() throws {
        let journal = Journal(size: 64 << 10)
        let path = folder.path + "/j.mcap.journal"
        let mapped = try Journal(path: path, size: 64 << 10, system: RecorderSystem())
        for target in [journal, mapped] {
            for serial in UInt64(1)...5 {
                target.begin(serial: serial, recording: "r", segment: 1, logName: "j.mcap")
                for number in 0..<UInt32(20 / serial) {
                    let message = MCAP.MessageHeader(
                        channelID: 1, sequence: number, logTime: serial, publishTime: 1)
                    target.append(message, UnsafeRawBufferPointer(start: nil, count: 0))
                }
            }
        }
        let content = try #require(JournalState.read(path).content)
        #expect(content.serial == 5 && content.records.count == 4 * 31)
        mapped.retire()
        #expect(JournalState.read(path).content == nil)
    }

    /// An earlier version must not close the log without the events that only a later one can define.
    @Test func kindsOfALaterVersionStayInTheJournal() throws {
        let path = folder.path + "/a.mcap"
        func leaveJournal() throws {
            let journal = try Journal(path: path + ".journal", size: 1 << 16, system: RecorderSystem())
            journal.begin(serial: 1, recording: "r", segment: 1, logName: "a.mcap")
            let later = MCAP.MessageHeader(
                channelID: 999, sequence: 7, logTime: .max / 2, publishTime: .max / 2)
            [UInt8](repeating: 1, count: 4).withUnsafeBytes { journal.append(later, $0) }
        }
        try leaveJournal()
        let opened = #"{"t":0,"event":"log.opened","device":"A","recording":"r"}"# + "\n"
        let log = Array(try MemoryLog(ndjson: opened).mcap().dropLast(100))
        try write(log, path)
        #expect(throws: SealError.container(.unknownChannel(999))) { try LogSealer.seal(path) }
        #expect(try bytes(path) == log)
        #expect(Journals(beside: path).contents.count == 1)
    }

    /// Torn between a schema and its channel by an earlier version: what the journal holds is of that schema.
    @Test func theSchemaOfAnEarlierVersionCounts() throws {
        let path = folder.path + "/a.mcap"
        func leaveJournal() throws {
            let journal = try Journal(path: path + ".journal", size: 1 << 16, system: RecorderSystem())
            journal.begin(serial: 1, recording: "r", segment: 1, logName: "a.mcap")
            let kind = EventKind.logMarker.rawValue
            let marker = MCAP.MessageHeader(channelID: kind, sequence: 1, logTime: 5, publishTime: 5)
            [UInt8]([0x0A, 1, 0x41]).withUnsafeBytes { journal.append(marker, $0) }
        }
        try leaveJournal()
        var log = ByteBuffer()
        log.append(MCAP.magic)
        MCAP.Header(profile: "arlog", library: "arlog 0.0.1").encode(into: &log)
        let earlier = MCAP.Schema(
            id: EventKind.logMarker.rawValue, name: "arlog.LogMarker", encoding: "protobuf", data: [1])
        earlier.encode(into: &log)
        try write(log.array + [Opcode.channel.rawValue, 40], path)
        #expect(try LogSealer.seal(path).foldedCount == 1)
        #expect(try WholeLog.verify(bytes(path)).verdict == .intact)
        let reading = try Reading(bytes(path))
        #expect(reading.definitions.schemas[earlier.id] == earlier && reading.messages.count == 1)
    }

    /// An index of a channel without messages stands where that of the chunk's channel should.
    @Test func anIndexOfNothingStandsForNoOther() throws {
        let good = try MadeLog.chunked(messages: 6, perChunk: 3)
        let place = try #require(try ContainerHostileTests.offsets(of: .messageIndex, in: good).last)
        let path = folder.path + "/a.mcap"
        let other: [UInt8] = [Opcode.messageIndex.rawValue, 6, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0]
        try write(good.prefix(place) + other, path)
        #expect(try !WholeLog.verify(bytes(path)).issues.isDamaged)
        #expect(try LogSealer.seal(path).rebuiltIndexes == 1)
        #expect(try bytes(path) == good)
    }

    /// The summary repeats texts that had to be repaired; they are no other texts for that.
    @Test func textsThatAreNotUTF8MakeNoDamage() throws {
        var log = try MadeLog.chunked(messages: 6, perChunk: 3)
        for text in ["test.Thing", "/thing"] {
            let place = try #require(log.firstRange(of: Array(text.utf8)))
            log[place.lowerBound + 2] = 0xFF
        }
        let end = try #require(try ContainerHostileTests.offsets(of: .dataEnd, in: log).first)
        let path = folder.path + "/a.mcap"
        try write(Array(log.prefix(end)), path)
        #expect(try LogSealer.seal(path).messageCount == 6)
        let found = try WholeLog.verify(bytes(path))
        #expect(found.isClosed && found.verdict == .readable, "\(found.issues.issues)")
        #expect(found.issues.issues.contains { $0.kind == .invalidUTF8 })
    }

    @Test func whatIsDamagedIsRefused() throws {
        abandon()
        let path = try #require(folder.logs.first)
        var log = try bytes(path)
        // Inside the chunk's compressed bytes, which the file goes on behind.
        let chunk = try #require(try ChunkPlaces.first(in: log))
        log[chunk + 70] ^= 0xFF
        try write(log, path)
        #expect(throws: SealError.self) { try LogSealer.seal(path) }
        #expect(try bytes(path) == log)
        #expect(folder.journals.count == 2)
    }
}

private enum ChunkPlaces {
    /// Where the file's first chunk begins.
    static func first(in log: [UInt8]) throws -> Int? {
        var scanner = RecordScanner()
        log.withUnsafeBytes { scanner.feed($0) }
        scanner.finish()
        while case .record(let record) = try scanner.next() {
            if record.opcode == .chunk { return Int(record.offset) }
        }
        return nil
    }
}
