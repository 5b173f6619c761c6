import EventLog
import TestSupport
import Testing

@Suite struct EventSourceTests {
    /// A walk through a room, with labels that come, go and come back.
    private func story(_ count: Int) -> Story {
        Story {
            opened(device: "A")
            line(#"{"event":"log.label","id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","label":"Alice"}"#)
            for step in 0..<count {
                let t = 1 + Double(step) / 100
                anchorUpdated(t, "anchor-\(step % 7)", at: [.number(Double(step)), 0, 0])
                if step % 10 == 0 { nodeAttached(t, "node-\(step)", to: "anchor-\(step % 7)") }
                if step % 50 == 7 { peer(t, "6F9619FF-8B86-D011-B42D-00C04FC964FF", "connected") }
            }
            line(#"{"event":"log.label","id":"anchor-3","label":"told at the end"}"#)
        }
    }

    @Test(arguments: [1, 200, 4096, 1 << 20], [WriterOptions.Compression.lz4, .none])
    func everythingComesBack(chunkSize: Int, compression: WriterOptions.Compression) throws {
        let log = try story(300).log()
        let read = try MemoryLog(mcap: log.mcap(chunkSize: chunkSize, compression: compression))
        #expect(difference(read.facts, log.facts) == nil)
        #expect(read.start == log.start)
        #expect(difference(read.printed(), log.printed()) == nil)
        #expect(read.labels.name(of: "anchor-3") == "told at the end")
        #expect(read.labels.text(of: "anchor-3") == "anchor-3")
        #expect(read.labels.name(of: "6F9619FF-8B86-D011-B42D-00C04FC964FF") == "Alice")
    }

    @Test func everyChunkTellsItsLabels() throws {
        let log = try story(300).log()
        let mcap = try log.mcap(chunkSize: 500)
        let index = try #require(try LogIndex.read(from: MemorySource(mcap)))
        #expect(index.chunks.count > 10)
        for chunk in index.chunks {
            var reader = IndexedReader(MemorySource(mcap), index: index) {
                $0.chunkStartOffset == chunk.chunkStartOffset
            }
            var known: Set<EntityID> = []
            let batch = try #require(try reader.nextBatch())
            var records = batch.records
            while let record = records.next() {
                var content = record.content
                let message = try #require(MCAP.MessageHeader(parsing: &content))
                let kind = try #require(EventKind(rawValue: message.channelID))
                #expect((message.sequence == 0) == (kind == .logLabel))
                if kind == .logLabel {
                    let label = try #require(WireDecoder.decode(StoredEvent.LogLabel.self, from: content))
                    known.insert(label.id)
                } else if kind == .anchorUpdated {
                    let update = try #require(
                        WireDecoder.decode(StoredEvent.AnchorUpdated.self, from: content))
                    #expect(known.contains(update.anchor))
                } else if kind == .nodeAttached {
                    let node = try #require(WireDecoder.decode(StoredEvent.NodeAttached.self, from: content))
                    #expect(known.contains(node.node))
                    #expect(known.contains(try #require(node.anchor)))
                }
            }
        }
    }

    @Test(arguments: TestFiles.shared("sessions", ending: ".ndjson.gz"))
    func everySessionThroughALog(name: String) throws {
        let log = try MemoryLog(ndjson: TestFiles.bytes(shared: name))
        let read = try MemoryLog(mcap: log.mcap(chunkSize: 64 << 10))
        #expect(difference(read.facts, log.facts) == nil)
        #expect(difference(read.printed(), log.printed()) == nil)
    }

    /// A progress bar goes from nothing to the whole file.
    @Test func tellsHowFarItRead() throws {
        let log = try story(300).log()
        for bytes in [try log.mcap(chunkSize: 500), Array(log.printed().utf8)] {
            let source = try EventSource(MemorySource(bytes))
            #expect(source.size == UInt64(bytes.count))
            while try source.nextBatch() != nil { #expect(source.bytesRead <= UInt64(bytes.count)) }
            #expect(source.bytesRead == UInt64(bytes.count))
        }
    }

    @Test func typedEventsAreWritten() throws {
        let labels = LabelTable()
        labels.learn("A1", for: "A1")
        let sink = MemorySink()
        var writer = try EventWriter(sink, labels: labels)
        try writer.append(
            Event.LogMarker { $0.text = String(repeating: "x", count: 5000) }, number: 1, time: 10)
        try writer.append(Event.AnchorRemoved { $0.anchor = "A1" }, number: 2, time: 20, publishTime: 15)
        #expect(throws: ContainerError.order(previous: 20, actual: 19)) {
            try writer.append(Event.AnchorRemoved { $0.anchor = "A1" }, number: 3, time: 19)
        }
        try writer.close()
        let log = try MemoryLog(mcap: sink.array)
        #expect(log.facts.map(\.kind) == [.logMarker, .anchorRemoved])
        #expect(log.facts.map(\.time) == [10, 20])
        #expect(log.facts.map(\.publishTime) == [10, 15])
        #expect(log.labels.text(of: "A1") == "A1")
    }

    @Test(
        arguments: [
            EventFilter(from: .offset(nanoseconds: 2_000_000_000), to: .offset(nanoseconds: 2_500_000_000)),
            EventFilter(from: .event(100), to: .event(100)), EventFilter(to: .event(3)),
            EventFilter(kinds: [.nodeAttached], from: .event(50)), EventFilter(kinds: [.logOpened]),
            EventFilter(from: .offset(nanoseconds: 3_990_000_000)), EventFilter(from: .event(9999)),
            EventFilter(kinds: []), EventFilter(from: .event(1), to: .offset(nanoseconds: 0)),
            EventFilter(from: .instant(nanoseconds: 946_684_802_000_000_000), to: .event(140)),
            EventFilter(from: .event(5), to: .event(4)),
        ])
    func filters(filter: EventFilter) throws {
        let log = try story(300).log()
        let all = log.facts
        let expected = all.filter { fact in
            func time(_ moment: Moment, _ compare: (UInt64, UInt64) -> Bool) -> Bool {
                switch moment {
                case .offset(let offset): compare(fact.time, log.start + offset)
                case .instant(let instant): compare(fact.time, instant)
                case .event(let number): compare(UInt64(fact.number), number)
                }
            }
            return (filter.kinds?.contains(fact.kind) ?? true) && (filter.from.map { time($0, >=) } ?? true)
                && (filter.to.map { time($0, <=) } ?? true)
        }
        for chunkSize in [1, 700, 1 << 20] {
            let mcap = try log.mcap(chunkSize: chunkSize)
            #expect(try difference(MemoryLog(mcap: mcap, filter).facts, expected) == nil)
            // A log without its summary is read from the beginning.
            let cut = Array(mcap.dropLast(40))
            #expect(try difference(MemoryLog(mcap: cut, filter).facts, expected) == nil)
        }
        let lines = try EventSource(MemorySource(Array(story(300).ndjson.utf8)), filter: filter)
        #expect(try difference(MemoryLog(lines).facts, expected) == nil)
    }

    @Test func filtersReadFewChunks() throws {
        let mcap = try story(2000).log().mcap(chunkSize: 1000)
        let source = CountingSource(mcap)
        let events = try EventSource(source, filter: EventFilter(from: .event(1000), to: .event(1001)))
        let log = try MemoryLog(events)
        #expect(log.facts.map(\.number) == [1000, 1001])
        #expect(source.bytesRead < mcap.count / 3)
    }

    @Test func mergedLogsTellDevices() throws {
        let ndjson = """
            {"t":0,"time":"2026-07-18T09:30:12.500000000Z","seq":1,"event":"log.opened","device":"A"}
            {"t":0,"seq":2,"event":"log.opened","device":"B"}
            {"t":1,"seq":3,"event":"anchor.added","device":"B","anchor":"A1"}
            {"t":2,"seq":4,"event":"anchor.added","device":"A","session":"s","anchor":"A1"}
            {"t":3,"seq":5,"event":"device.stats","device":"C","cpu":1}

            """
        let log = try MemoryLog(ndjson: ndjson)
        #expect(log.facts.map(\.device) == ["A", "B", "B", "A", "C"])
        #expect(log.printed() == ndjson)
        let read = try MemoryLog(mcap: log.mcap(chunkSize: 100))
        #expect(difference(read.facts, log.facts) == nil)
        #expect(difference(read.printed(), ndjson) == nil)
    }

    @Test func strangersAreCounted() throws {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "test")
        writer.define(
            schema: MCAP.Schema(id: 7, name: "foxglove.Log", encoding: "protobuf", data: []),
            channel: MCAP.Channel(id: 1, schemaID: 7, topic: "/log", messageEncoding: "protobuf"))
        writer.define(
            schema: MCAP.Schema(id: 9, name: "arlog.LogMarker", encoding: "protobuf", data: []),
            channel: MCAP.Channel(id: 500, schemaID: 9, topic: "/other", messageEncoding: "protobuf"))
        for (channel, time) in [(1, 5), (500, 7), (500, 7), (1, 9)] as [(UInt16, UInt64)] {
            try writer.append(
                channel: channel, sequence: 0, logTime: time, publishTime: time, room: 3
            ) { room in
                room.copyBytes(from: [0x12, 1, 0x78])
                return 3
            }
        }
        try writer.close()
        let source = try EventSource(MemorySource(sink.array))
        let log = try MemoryLog(source)
        #expect(log.facts.map(\.kind) == [.logMarker, .logMarker])
        #expect(log.facts.map(\.number) == [1, 2])
        #expect(source.report.strangers.map(\.topic) == ["/log"])
        #expect(source.report.strangers.map(\.count) == [2])
        #expect(!source.report.hasLoss)
    }

    @Test func nothingIsNoLogEither() {
        #expect(throws: EventSourceError.empty) { try EventSource(MemorySource([])) }
    }

    @Test(arguments: ["hello", "\n\n", "[1]", "\u{1F}\u{8B}"])
    func otherFilesAreRefused(text: String) {
        #expect(throws: EventSourceError.notALog) { try EventSource(MemorySource(Array(text.utf8))) }
    }

    @Test func everyCutGivesWhatIsWhole() throws {
        let log = try story(20).log()
        let mcap = try log.mcap(chunkSize: 200)
        let all = log.facts
        for length in stride(from: 8, through: mcap.count, by: 7) {
            let source = try EventSource(MemorySource(Array(mcap[..<length])))
            let facts = try MemoryLog(source).facts
            #expect(difference(facts, Array(all[..<facts.count])) == nil)
        }
    }
}

/// A source in memory that counts what is read of it.
private final class CountingSource: ByteSource {
    private var source: MemorySource
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }

    var isSeekable: Bool { true }
    var size: UInt64? { source.size }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = try source.read(into: buffer)
        bytesRead += count
        return count
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = try source.read(at: offset, into: buffer)
        bytesRead += count
        return count
    }
}
