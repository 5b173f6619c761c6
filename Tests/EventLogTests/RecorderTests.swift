import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite struct RecorderTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: RecordingPromise.allCases)
    func everythingComesBack(promise: RecordingPromise) throws {
        let recorder = fake.recorder(folder) {
            $0.promise = promise
            $0.opened.app = "Rooms"
        }
        #expect(recorder.status.promise == promise)
        let anchor = recorder.id("sofa")
        for step in 0..<5000 {
            fake.pass(seconds: 0.001)
            let isStored = recorder.append(
                Event.AnchorUpdated {
                    $0.anchor = anchor
                    $0.position = Vector3(Float(step), 0, 0)
                }, publishTime: UInt64(step))
            #expect(isStored)
            if step % 100 == 0 { recorder.work() }
        }
        recorder.close()
        let log = try MemoryLog(EventSource(path: try #require(folder.logs.first)))
        let facts = log.facts
        #expect(facts.count == 5002)
        #expect(facts.map(\.number) == Array(1...5002))
        #expect(facts.first?.kind == .logOpened && facts.last?.kind == .logClosed)
        #expect(facts[1...5000].map(\.publishTime) == (0..<5000).map { UInt64($0) })
        #expect(zip(facts, facts.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(log.labels.text(of: anchor) == "sofa")
        let opened = try #require(log.events.first?.decode(StoredEvent.LogOpened.self))
        #expect(opened.recording == recorder.recording && opened.segment == 1)
        #expect(log.labels.text(of: opened.device) == "phone")
        #expect(withExtendedLifetime(log) { log.events.first?.content.string(opened.app) } == "Rooms")
        #expect(folder.names.count == 1)
        let status = recorder.status
        #expect(status.isClosed && status.lostCount == 0 && status.eventCount == 5002 && status.error == nil)
        #expect(status.path == folder.logs.first)
        #expect(!recorder.mark("too late") && recorder.status.lostCount == 0)
        try expectClosed()
    }

    /// The example of the documentation, with the recorder's own thread.
    @Test func theExampleWorks() throws {
        let folder = folder.path
        let anchor: EntityID = "1B4E28BA-2FA1-11D2-883F-0016D3CCA427"

        let recorder = Recorder(folder: folder, RecorderOptions(device: "Anna's phone"))
        recorder.label(anchor, "sofa")
        recorder.append(Event.AnchorAdded { $0.anchor = anchor })
        recorder.close()

        var options = RecorderOptions(device: "Anna's phone")
        options.opened.app = "Rooms"
        options.quota = 200 << 20

        let log = try MemoryLog(EventSource(path: try #require(self.folder.logs.first)))
        #expect(log.facts.map(\.kind) == [.logOpened, .anchorAdded, .logClosed])
        #expect(log.labels.name(of: anchor) == "sofa")
    }

    @Test func manyThreadsRecordAtOnce() throws {
        let recorder = Recorder(folder: folder.path, RecorderOptions(device: "phone"))
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for step in 0..<20_000 { recorder.mark("\(thread)-\(step)") }
        }
        recorder.close()
        let lost = recorder.status.lostCount
        let markers = try folder.markers()
        #expect(UInt64(markers.count) + lost == 80_000)
        #expect(try folder.lost().reduce(0, +) == lost)
        for thread in 0..<4 {
            let own = markers.filter { $0.hasPrefix("\(thread)-") }
            let steps = own.compactMap { Int($0.dropFirst(2)) }
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
        }
        let facts = try folder.facts()
        #expect(zip(facts, facts.dropFirst()).allSatisfy { $0.time < $1.time && $0.number + 1 == $1.number })
    }

    @Test func timeNeverGoesBack() throws {
        let recorder = fake.recorder(folder)
        recorder.mark("a")
        fake.now -= 10_000_000_000
        recorder.mark("b")
        recorder.mark("c")
        recorder.close()
        let times = try folder.facts().map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    /// Whoever sets the wall clock meanwhile: events lie as far apart as they were recorded.
    @Test(arguments: [-10.0, -31_536_000.0, 0.0, 31_536_000.0])
    func timesAreThoseOfAClockThatNobodySets(seconds: Double) throws {
        let start = fake.now
        let recorder = fake.recorder(folder)
        recorder.mark("a")
        for (step, text) in ["b", "c", "d"].enumerated() {
            fake.pass(seconds: 1)
            if step == 0 { fake.now = UInt64(Double(fake.now) + seconds * 1e9) }
            recorder.mark(text)
            recorder.work()
        }
        fake.pass(seconds: 5)
        recorder.close()
        let times = try folder.facts().dropFirst().map { $0.time - start }
        #expect(times == [1, 1_000_000_000, 2_000_000_000, 3_000_000_000, 8_000_000_000])
    }

    @Test func aChunkIsClosedAfterASecond() throws {
        let recorder = fake.recorder(folder)
        recorder.mark("a")
        recorder.work()
        #expect(fake.writes.isEmpty)
        fake.pass(seconds: 0.999)
        recorder.work()
        #expect(fake.writes.isEmpty)
        fake.pass(seconds: 0.001)
        recorder.work()
        // Header, definitions, chunk and indexes in one write.
        #expect(fake.writes.count == 1)
        #expect(try folder.markers() == ["a"])
    }

    @Test func aChunkIsClosedWhenAsked() throws {
        let recorder = fake.recorder(folder)
        recorder.mark("a")
        recorder.flush()
        recorder.work()
        #expect(try folder.markers() == ["a"])
    }

    @Test func aChunkIsClosedWhenItIsFull() throws {
        let recorder = fake.recorder(folder) { $0.chunkSize = 1000 }
        while recorder.status.eventCount < 30 { recorder.mark(String(repeating: "x", count: 60)) }
        recorder.work()
        #expect(fake.writes.count >= 1)
        #expect(!(try folder.markers().isEmpty))
    }

    @Test(arguments: [
        EventKind.sessionRun, .sessionReset, .sessionInterruptionBegan, .sessionInterruptionEnded,
        .sessionFailed, .appLifecycleChanged,
    ])
    func aChunkIsClosedAtOnce(kind: EventKind) throws {
        let recorder = fake.recorder(folder)
        recorder.mark("before")
        _ = recorder.append(kind, encoded: UnsafeRawBufferPointer(start: nil, count: 0), publishTime: nil)
        recorder.work()
        #expect(fake.writes.count == 1)
        #expect(try folder.facts().map(\.kind) == [.logOpened, .logMarker, kind])
    }

    @Test func powerIsOnTheDiskWhenAppendReturns() throws {
        let recorder = fake.recorder(folder) { $0.promise = .power }
        recorder.mark("a")
        #expect(fake.syncCount == 0)
        recorder.append(
            Event.StateChanged {
                $0.machine = "m"
                $0.from = "a"
                $0.to = "b"
            })
        #expect(fake.syncCount == 1)
        recorder.append(Event.SessionRun { _ in })
        #expect(fake.syncCount == 2)
        recorder.mark("b")
        #expect(fake.syncCount == 2)
        // Half a second, so that what waits is never older than one.
        fake.pass(seconds: 0.5)
        recorder.work()
        #expect(fake.syncCount > 2)
    }

    @Test func everyChunkTellsItsLabels() throws {
        let recorder = fake.recorder(folder) { $0.chunkSize = 600 }
        let uuid: EntityID = "1B4E28BA-2FA1-11D2-883F-0016D3CCA427"
        recorder.label(uuid, "Alice")
        let ids = (0..<7).map { recorder.id("anchor-\($0)") }
        for step in 0..<300 {
            recorder.append(
                Event.NodeAttached {
                    $0.node = ids[step % 7]
                    $0.anchor = step % 5 == 0 ? uuid : nil
                })
            recorder.work()
        }
        recorder.close()
        let file = try InputFile(path: try #require(folder.logs.first))
        let index = try #require(try LogIndex.read(from: file))
        #expect(index.chunks.count > 10)
        var reader = LogReader(file)
        while let batch = try reader.nextBatch() {
            var known: Set<EntityID> = []
            var records = batch.records
            while let record = records.next() {
                var content = record.content
                let message = try #require(MCAP.MessageHeader(parsing: &content))
                #expect((message.sequence == 0) == (message.channelID == EventKind.logLabel.rawValue))
                if message.channelID == EventKind.logLabel.rawValue {
                    let label = try #require(WireDecoder.decode(StoredEvent.LogLabel.self, from: content))
                    known.insert(label.id)
                } else if message.channelID == EventKind.nodeAttached.rawValue {
                    let node = try #require(WireDecoder.decode(StoredEvent.NodeAttached.self, from: content))
                    #expect(known.contains(node.node))
                    #expect(node.anchor.map { known.contains($0) } ?? true)
                }
            }
        }
        #expect(reader.issues.issues.isEmpty)
    }

    @Test func aLargeEventIsTaken() throws {
        let recorder = fake.recorder(folder)
        let text = String(repeating: "long ", count: 20_000)
        #expect(recorder.mark(text))
        #expect(!recorder.mark(String(repeating: "x", count: 2 << 20)))
        #expect(recorder.mark("after"))
        recorder.close()
        #expect(try folder.markers() == [text, "after"])
        #expect(try folder.lost() == [1])
    }

    private func expectClosed() throws {
        for path in folder.logs {
            var reader = LogReader(try InputFile(path: path))
            while try reader.nextBatch() != nil {}
            #expect(reader.issues.issues.isEmpty)
            #expect(try LogIndex.read(from: InputFile(path: path)) != nil)
        }
    }
}
