import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EventLog

/// What an app may give a recorder, and what a system may refuse it, without any harm to the app.
@Suite struct RecorderExtremesTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    private static let long = String(repeating: "long ", count: 400_000)

    @Test func textsThatFillTheJournalAreLeftOut() throws {
        let recorder = fake.recorder(folder) {
            $0.opened.app = Self.long
            $0.deviceName = Self.long
        }
        #expect(recorder.mark("first"))
        recorder.close()
        #expect(try folder.markers() == ["first"])
        let opened = try folder.events { $0.decode(StoredEvent.LogOpened.self)?.recording }
        #expect(opened == [recorder.recording])
        #expect(recorder.status.lostCount == 0)
    }

    @Test func aNameThatFillsTheJournalCostsNoEvent() throws {
        let recorder = fake.recorder(folder)
        let anchor = EntityID("sofa")
        recorder.label(anchor, Self.long)
        for _ in 0..<3 { #expect(recorder.append(Event.AnchorRemoved { $0.anchor = anchor })) }
        recorder.close()
        #expect(try folder.events { $0.kind == .anchorRemoved ? $0.number : nil }.count == 3)
        #expect(recorder.status.lostCount == 0)
    }

    /// To ask for an id by its name with every event is the natural way to write it.
    @Test func aNameThatIsSaidAgainIsWrittenOnce() throws {
        let recorder = fake.recorder(folder)
        for _ in 0..<50 { recorder.append(Event.AnchorRemoved { $0.anchor = recorder.id("sofa") }) }
        recorder.close()
        let path = try #require(folder.logs.first)
        var labels = 0
        var reader = LogReader(try InputFile(path: path))
        while let batch = try reader.nextBatch() {
            var records = batch.records
            while let record = records.next() {
                var content = record.content
                let message = MCAP.MessageHeader(parsing: &content)
                if message?.channelID == EventKind.logLabel.rawValue { labels += 1 }
            }
        }
        // One for the device, one for the anchor, and one more in a second chunk.
        #expect(labels >= 2 && labels <= 4)
    }

    @Test(arguments: [
        String(repeating: "家", count: 200), String(repeating: "e\u{301}\u{302}\u{303}", count: 200), "",
    ])
    func anyNameMakesAFile(_ name: String) throws {
        let recorder = fake.recorder(folder) { $0.name = name }
        recorder.mark("first")
        recorder.close()
        #expect(recorder.status.lastError == nil)
        #expect(try folder.markers() == ["first"])
    }

    /// Closed as the next segment begins, the file is not looked at again.
    @Test func aFileRemovedBeforeTheNextSegmentIsCounted() throws {
        let recorder = fake.recorder(folder) { $0.segmentSize = 1 }
        for step in 0..<5 { recorder.mark("\(step)") }
        recorder.flush()
        recorder.work()
        try FileManager.default.removeItem(atPath: try #require(recorder.status.path))
        recorder.mark("after")
        recorder.flush()
        recorder.work()
        recorder.close()
        // Five markers and the file's first event.
        #expect(recorder.status.lostCount == 6)
        #expect(try folder.lost() == [6])
        #expect(try folder.markers() == ["after"])
    }

    @Test func withoutAThreadTheAppGoesOn() throws {
        let refuses = Mutex(true)
        var options = RecorderOptions(device: "phone")
        options.sealsEarlierLogs = false
        options.chunkSize = 500
        options.system.startThread = { body in
            refuses.withLock { $0 } ? false : BackgroundThread.run(body)
        }
        let recorder = Recorder(folder: folder.path, options)
        for step in 0..<100 { #expect(recorder.mark("\(step)")) }
        #expect(recorder.status.byteCount == 0)
        // Where there can be one later, it begins with the next chunk, or here with a flush.
        refuses.withLock { $0 = false }
        recorder.flush()
        for _ in 0..<1000 where recorder.status.byteCount == 0 { usleep(5000) }
        #expect(recorder.status.byteCount > 0)
        recorder.close()
        #expect(try folder.markers() == (0..<100).map(String.init))
    }

    /// What waits would be compressed again for every event, as long as the disk is full.
    @Test func aFullDiskIsAskedInItsOwnTime() throws {
        let attempts = Atomic<Int>(0)
        var options = RecorderOptions(device: "phone")
        options.sealsEarlierLogs = false
        options.chunkSize = 1000
        options.journalSize = 64 << 10
        options.system.write = { _, _, _ throws(Platform.Failure) in
            attempts.add(1, ordering: .relaxed)
            throw .noSpace
        }
        let clock = ContinuousClock()
        let start = clock.now
        let recorder = Recorder(folder: folder.path, options)
        var count = 0
        while recorder.mark("event \(count)"), count < 100_000 {
            count += 1
            usleep(200)
        }
        #expect(count > 500 && count < 100_000)
        let passed = (clock.now - start) / .milliseconds(250)
        #expect(Double(attempts.load(ordering: .relaxed)) <= passed + 3)
    }
}
