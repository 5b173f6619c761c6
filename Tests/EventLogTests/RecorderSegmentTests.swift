import Foundation
import TestSupport
import Testing

@testable import EventLog

/// Several files of one recording, and several recordings in one folder.
@Suite struct RecorderSegmentTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    private func opened(_ path: String) throws -> (recording: EntityID?, segment: UInt64?) {
        let log = try MemoryLog(EventSource(path: path))
        let opened = withExtendedLifetime(log) { log.events.first?.decode(StoredEvent.LogOpened.self) }
        return (opened?.recording, opened?.segment)
    }

    @Test func filesAreClosedAtTheirSize() throws {
        let recorder = fake.recorder(folder) {
            $0.chunkSize = 1000
            $0.segmentSize = 20_000
        }
        let anchor = recorder.id("sofa")
        for step in 0..<3000 {
            recorder.append(
                Event.NodeAttached {
                    $0.node = EntityID("node \(step)")
                    $0.anchor = anchor
                })
            recorder.work()
        }
        recorder.close()
        #expect(folder.logs.count > 3)
        let facts = try folder.facts()
        #expect(facts.map(\.number) == Array(1...UInt32(facts.count)))
        #expect(facts.filter { $0.kind == .nodeAttached }.count == 3000)
        for (place, path) in folder.logs.enumerated() {
            let opened = try opened(path)
            #expect(opened.recording == recorder.recording && opened.segment == UInt64(place + 1))
            let log = try MemoryLog(EventSource(path: path))
            #expect(log.labels.text(of: anchor) == "sofa" && log.labels.text(of: "phone") == "phone")
            var reader = LogReader(try InputFile(path: path))
            while try reader.nextBatch() != nil {}
            #expect(reader.issues.issues.isEmpty)
            let size = try #require(try InputFile(path: path).size)
            #expect(size < 40_000)
        }
        #expect(folder.journals.isEmpty)
    }

    @Test func filesAreClosedAtTheirAge() throws {
        let recorder = fake.recorder(folder) { $0.segmentAge = 10_000_000_000 }
        for step in 0..<30 {
            recorder.mark("\(step)")
            fake.pass(seconds: 1)
            recorder.work()
        }
        recorder.close()
        #expect(folder.logs.count == 3)
        #expect(try folder.markers() == (0..<30).map(String.init))
    }

    @Test func theJournalsGoWithTheFile() throws {
        let recorder = fake.recorder(folder) { $0.segmentAge = 1 }
        recorder.mark("a")
        fake.pass(seconds: 1)
        recorder.work()
        recorder.mark("b")
        fake.pass(seconds: 1)
        recorder.work()
        recorder.mark("c")
        let second = try #require(folder.logs.last)
        #expect(folder.journals == [second + ".journal", second + ".journal2"])
        #expect(try folder.markers() == ["a", "b"])
        _ = consume recorder
        LogSealer.sealFolder(folder.path)
        #expect(folder.logs.count == 3)
        #expect(try folder.markers() == ["a", "b", "c"])
        #expect(folder.journals.isEmpty)
    }

    @Test func theOldestAreRemovedBeyondTheQuota() throws {
        let others = folder.path + "/other.mcap"
        #expect(FileManager.default.createFile(atPath: others, contents: Data(count: 100_000)))
        for run in 0..<4 {
            fake.pass(seconds: 10)
            let recorder = fake.recorder(folder) {
                $0.chunkSize = 1000
                $0.segmentSize = 10_000
                $0.journalSize = 16 << 10
                $0.quota = 100_000
            }
            for step in 0..<600 {
                recorder.mark("\(run) \(step) \(EntityID("\(step)"))")
                recorder.work()
            }
            recorder.close()
        }
        let logs = folder.logs.filter { $0 != others }
        let sizes = try logs.map { try InputFile(path: $0).size ?? 0 }
        #expect(sizes.reduce(0, +) <= 100_000 && logs.count > 2)
        // The newest are there, in one row; what is not this recorder's was left alone.
        let markers = try logs.sorted().flatMap { try MemoryLog(EventSource(path: $0)).facts }
        #expect(markers.contains { $0.kind == .logClosed })
        #expect(FileManager.default.fileExists(atPath: others))
    }

    /// With everything else as it comes, at every moment, whatever is recorded: all kinds have their definitions in a file.
    @Test(arguments: [1 << 20, 2 << 20, 5 << 20])
    func theQuotaHolds(quota: Int) throws {
        var largest = 0
        fake.afterWrite = { [folder] in
            let sizes = folder.names.map { (try? InputFile(path: folder.path + "/" + $0).size) ?? 0 }
            largest = max(largest, sizes.reduce(0) { $0 + Int($1) })
        }
        let recorder = fake.recorder(folder) { $0.quota = UInt64(quota) }
        var random = SeededGenerator(7)
        for step in 0..<quota / 2000 {
            let digits = (0..<500).map { _ in
                String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36)
            }
            recorder.mark(digits.joined())
            let kind = EventKind.allCases[step % EventKind.allCases.count]
            if kind != .logOpened && kind != .logClosed && kind != .logGap && kind != .logLabel {
                _ = recorder.append(
                    kind, encoded: UnsafeRawBufferPointer(start: nil, count: 0), publishTime: nil)
            }
            recorder.work()
        }
        recorder.close()
        #expect(recorder.status.lostCount == 0)
        #expect(recorder.status.byteCount > UInt64(quota) * 3 / 2)
        #expect(largest <= quota && largest > quota / 2)
        #expect(folder.logs.count >= 2)
    }

    @Test func theNewestSurvivesAnyQuota() throws {
        let recorder = fake.recorder(folder) { $0.quota = 1 }
        recorder.mark("a")
        recorder.close()
        #expect(try folder.markers() == ["a"])
        fake.pass(seconds: 5)
        let second = fake.recorder(folder) { $0.quota = 1 }
        second.mark("b")
        second.close()
        #expect(try folder.markers() == ["b"])
    }

    @Test func twoRecordersShareAFolder() throws {
        let first = fake.recorder(folder)
        let second = fake.recorder(folder)
        first.mark("a")
        second.mark("b")
        // Neither takes the other for dead.
        #expect(LogSealer.sealFolder(folder.path).isEmpty)
        first.mark("c")
        first.close()
        second.close()
        #expect(folder.logs.count == 2 && folder.journals.isEmpty)
        #expect(try folder.markers().sorted() == ["a", "b", "c"])
    }

    @Test func aNameLeadsNowhereElse() throws {
        let recorder = fake.recorder(folder) { $0.name = "../../etc/x y\u{1B}" }
        recorder.mark("a")
        recorder.close()
        #expect(folder.logs.count == 1)
    }
}
