import Foundation
import TestSupport
import Testing

@testable import EventLog

/// What a recorder does when the disk does not do what it should.
@Suite struct RecorderFailureTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    /// A second passes and the recorder works.
    private func turn(_ recorder: Recorder) {
        fake.pass(seconds: 1)
        recorder.work()
    }

    /// Marks so many texts and returns those that were stored.
    private func mark(_ recorder: Recorder, _ range: Range<Int>) -> [String] {
        range.map { "\($0)" }.filter { recorder.mark($0) }
    }

    @Test(arguments: [ENOSPC, EIO, EDQUOT, EBADF])
    func aDiskThatRefusesCostsNothingWhileThereIsRoom(code: Int32) throws {
        let recorder = fake.recorder(folder)
        var stored = mark(recorder, 0..<100)
        fake.writeError = code
        for turns in 1...5 {
            turn(recorder)
            stored += mark(recorder, turns * 100..<turns * 100 + 100)
            let status = recorder.status
            #expect(status.error?.code == code && status.lastError?.code == code)
            #expect(status.error?.operation == .write)
        }
        fake.writeError = nil
        turn(recorder)
        #expect(recorder.status.error == nil)
        #expect(recorder.status.lastError?.code == code)
        recorder.close()
        #expect(stored.count == 600 && recorder.status.lostCount == 0)
        #expect(try folder.markers() == stored)
        #expect(try folder.lost().isEmpty)
    }

    @Test func whatFindsNoRoomIsCountedExactly() throws {
        let recorder = fake.recorder(folder) { $0.journalSize = 16 << 10 }
        var stored = mark(recorder, 0..<10)
        fake.writeError = ENOSPC
        turn(recorder)
        stored += mark(recorder, 10..<2000)
        let lost = recorder.status.lostCount
        #expect(lost > 1000 && stored.count + Int(lost) == 2000)
        fake.writeError = nil
        turn(recorder)
        turn(recorder)
        stored += mark(recorder, 2000..<2010)
        recorder.close()
        #expect(try folder.markers() == stored)
        #expect(try folder.lost() == [lost])
        // The gap stands where the events would, and nothing after them is missing.
        let facts = try folder.facts()
        let gap = try #require(facts.firstIndex { $0.kind == .logGap })
        #expect(facts[gap...].filter { $0.kind == .logMarker }.count == 10)
        #expect(facts.map(\.number) == Array(1...UInt32(facts.count)))
    }

    @Test func aDiskThatStaysFullLosesNothingThatWasStored() throws {
        let recorder = fake.recorder(folder) { $0.journalSize = 16 << 10 }
        fake.writeError = ENOSPC
        let stored = mark(recorder, 0..<2000)
        let lost = recorder.status.lostCount
        turn(recorder)
        recorder.close()
        #expect(folder.journals.count == 2)
        #expect(recorder.status.error?.code == ENOSPC)
        let total = recorder.status.lostCount
        _ = consume recorder
        let journals = try folder.journals.map { ($0, try Data(contentsOf: URL(filePath: $0))) }
        LogSealer.sealFolder(folder.path)
        #expect(try folder.markers() == stored)
        #expect(try folder.lost().reduce(0, +) == total && total >= lost)
        // The recording was closed, and says so behind everything else.
        let kinds = try folder.facts().map(\.kind)
        #expect(kinds.suffix(2) == [.logGap, .logClosed])
        let reasons = try folder.events { event in
            event.kind == .logGap
                ? event.decode(StoredEvent.LogGap.self).flatMap { event.content.string($0.reason) } : nil
        }
        #expect(reasons == ["there was no room for them"])
        #expect(folder.journals.isEmpty)
        // The process that sealed may have died before the journals were removed.
        let facts = try folder.facts()
        for (path, bytes) in journals { try bytes.write(to: URL(filePath: path)) }
        LogSealer.sealFolder(folder.path)
        #expect(try folder.facts() == facts)
        #expect(folder.journals.isEmpty)
    }

    @Test func shortWritesAreGoneOnWith() throws {
        fake.largestWrite = 7
        let recorder = fake.recorder(folder)
        let stored = mark(recorder, 0..<500)
        recorder.close()
        #expect(try folder.markers() == stored && stored.count == 500)
    }

    @Test func aSignalIsNoError() throws {
        fake.writeErrors = [EINTR, EINTR, EINTR]
        let recorder = fake.recorder(folder)
        let stored = mark(recorder, 0..<500)
        turn(recorder)
        #expect(recorder.status.lastError == nil)
        recorder.close()
        #expect(try folder.markers() == stored)
    }

    @Test(arguments: [EACCES, EPERM, ENOSPC, EROFS])
    func permissionThatComesBack(code: Int32) throws {
        fake.createError = code
        let recorder = fake.recorder(folder)
        // No journal can be made either: events wait in memory alone.
        #expect(recorder.status.promise == .none)
        #expect(recorder.status.error?.code == code)
        var stored = mark(recorder, 0..<100)
        turn(recorder)
        #expect(folder.names.isEmpty)
        fake.createError = nil
        turn(recorder)
        stored += mark(recorder, 100..<200)
        turn(recorder)
        #expect(recorder.status.error == nil)
        stored += mark(recorder, 200..<300)
        #expect(recorder.status.promise == .process)
        turn(recorder)
        recorder.close()
        #expect(stored.count == 300)
        #expect(try folder.markers() == stored)
        #expect(folder.journals.isEmpty)
    }

    @Test func aJournalThatFindsNoRoomIsMadeLater() throws {
        fake.reserveError = ENOSPC
        let recorder = fake.recorder(folder)
        #expect(recorder.status.promise == .none && recorder.status.error?.code == ENOSPC)
        #expect(folder.names.isEmpty)
        var stored = mark(recorder, 0..<100)
        fake.reserveError = nil
        for turns in 1...4 {
            turn(recorder)
            stored += mark(recorder, turns * 100..<turns * 100 + 100)
        }
        #expect(recorder.status.promise == .process)
        recorder.close()
        #expect(try folder.markers() == stored)
    }

    @Test func aFileThatIsRemovedIsBegunAgain() throws {
        let recorder = fake.recorder(folder)
        _ = mark(recorder, 0..<50)
        turn(recorder)
        let path = try #require(folder.logs.first)
        try FileManager.default.removeItem(atPath: path)
        var stored = mark(recorder, 50..<80)
        turn(recorder)
        stored += mark(recorder, 80..<90)
        recorder.close()
        #expect(try folder.markers() == stored)
        // `log.opened` and fifty markers went with the file.
        #expect(try folder.lost() == [51])
        #expect(try folder.facts().first?.kind == .logOpened)
        #expect(recorder.status.lostCount == 51)
    }

    @Test func aFolderThatIsRemovedIsMadeAgain() throws {
        let recorder = fake.recorder(folder)
        _ = mark(recorder, 0..<50)
        turn(recorder)
        try FileManager.default.removeItem(atPath: folder.path)
        let stored = mark(recorder, 50..<80)
        turn(recorder)
        turn(recorder)
        recorder.close()
        #expect(try folder.markers() == stored)
        #expect(try folder.lost() == [51])
    }

    @Test func aDiskThatCanNotSyncIsSaid() throws {
        let recorder = fake.recorder(folder) { $0.promise = .power }
        fake.syncError = EIO
        #expect(recorder.append(Event.SessionRun { _ in }))
        #expect(recorder.status.error?.operation == .sync)
        turn(recorder)
        #expect(recorder.status.error?.code == EIO)
        fake.syncError = nil
        turn(recorder)
        #expect(recorder.status.error == nil)
        recorder.close()
        #expect(try folder.facts().map(\.kind) == [.logOpened, .sessionRun, .logClosed])
    }
}
