import Foundation
import TestSupport
import Testing

@testable import EventLog

/// Sealing while somebody records: nothing is read before it is claimed, and nothing removed that was not read so.
@Suite struct RecorderClaimTests {
    let folder: TemporaryFolder
    let fake = FakeSystem()
    let sealing = FakeSystem()

    init() throws { folder = try TemporaryFolder() }

    /// A recorder whose first ten markers are in the log, where that `isWritten`, and the next ten in a journal; and where
    /// its log is or will be.
    private func begun(isWritten: Bool) throws -> (recorder: Recorder, log: String) {
        let recorder = fake.recorder(folder)
        for step in 0..<10 { recorder.mark("\(step)") }
        if isWritten {
            fake.pass(seconds: 1)
            recorder.work()
        }
        for step in 10..<20 { recorder.mark("\(step)") }
        return (recorder, String(try #require(folder.journals.first).dropLast(".journal".count)))
    }

    private var expected: [String] { (0..<40).map(String.init) }

    /// What it stored between the first look and the claim is in the journal, too, which must not be removed for what it
    /// was before.
    @Test(arguments: [true, false], [true, false])
    func whoDiesBeforeTheClaimLosesNothing(isWritten: Bool, changesJournals: Bool) throws {
        var recorder: Recorder?
        let path: String
        (recorder, path) = try begun(isWritten: isWritten)
        sealing.beforeClaim = { [fake] in
            for step in 20..<40 {
                if step == 30 && changesJournals { recorder?.flush() }
                if step == 35 && changesJournals {
                    fake.pass(seconds: 1)
                    recorder?.work()
                }
                recorder?.mark("\(step)")
            }
            recorder = nil
        }
        // One that was made meanwhile is found at the second attempt.
        for _ in 0..<2 where !folder.journals.isEmpty {
            _ = try? LogSealer.seal(path, isAskedFor: true, .long, ReaderLimits(), sealing.system)
        }
        #expect(recorder == nil)
        #expect(try folder.markers() == expected)
        #expect(folder.journals.isEmpty)
        #expect(try WholeLog.verify(TestFiles.bytes(at: path)).verdict == .intact)
    }

    /// A journal that held nothing when it was looked at may hold something when it is claimed.
    @Test func aJournalThatWasEmptyIsLookedAtAgain() throws {
        var recorder: Recorder? = fake.recorder(folder)
        for step in 0..<20 { recorder?.mark("\(step)") }
        fake.pass(seconds: 1)
        recorder?.work()
        sealing.beforeClaim = {
            for step in 20..<40 { recorder?.mark("\(step)") }
            recorder = nil
        }
        LogSealer.sealFolder(folder.path, sealing.system)
        #expect(recorder == nil)
        LogSealer.sealFolder(folder.path)
        #expect(try folder.markers() == expected)
        #expect(folder.journals.isEmpty)
    }

    @Test(arguments: [true, false])
    func whoRecordsIsLeftAlone(isWritten: Bool) throws {
        let (recorder, path) = try begun(isWritten: isWritten)
        let names = folder.names
        #expect(throws: SealError.inUse) { try LogSealer.seal(path) }
        #expect(LogSealer.sealFolder(folder.path).isEmpty)
        #expect(folder.names == names)
        for step in 20..<40 { recorder.mark("\(step)") }
        recorder.close()
        #expect(try folder.markers() == expected)
    }

    /// The locks of a process that is dead are held a moment longer where somebody looks into its memory, as `ps` does.
    /// `isWritten`: there is a log to be claimed first, else only journals, one of them empty.
    @Test(arguments: [true, false], [1, 2, 3, 8])
    func whatADyingProcessHoldsIsAskedForAgain(isWritten: Bool, refused: Int) throws {
        _ = try begun(isWritten: isWritten)
        sealing.refusedClaims = refused
        #expect(LogSealer.sealFolder(folder.path, sealing.system).count == 1)
        #expect(sealing.refusedClaims == 0)
        #expect(folder.journals.isEmpty)
        #expect(try folder.markers() == (0..<20).map(String.init))
    }

    /// All that is found is asked for together: what others hold costs one wait, not one for each file.
    @Test func patienceEnds() throws {
        _ = try begun(isWritten: true)
        let names = folder.names
        sealing.refusedClaims = .max
        #expect(LogSealer.sealFolder(folder.path, sealing.system).isEmpty)
        #expect(folder.names == names)
        let asked = Int.max - sealing.refusedClaims
        #expect(asked == 10 + 2, "ten times again, in all, for the empty journal and the log")
    }

    /// Opened once more after errors, the file is still claimed.
    @Test func aFileThatIsOpenedAgainStaysClaimed() throws {
        let recorder = fake.recorder(folder) { $0.promise = .none }
        recorder.mark("a")
        recorder.flush()
        recorder.work()
        let path = try #require(folder.logs.first)
        recorder.mark("b")
        recorder.flush()
        fake.writeError = EIO
        for _ in 0..<8 { recorder.work() }
        sealing.beforeClaim = nil
        #expect(throws: SealError.inUse) { try LogSealer.seal(path) }
        fake.writeError = nil
        recorder.work()
        recorder.close()
        #expect(try folder.markers() == ["a", "b"])
    }

    /// Power may fail at any moment: a journal goes only when the log, and its name, can't.
    @Test func theDiskHasTheLogBeforeTheJournalGoes() throws {
        let path: String
        do {
            let recorder: Recorder
            (recorder, path) = try begun(isWritten: false)
            withExtendedLifetime(recorder) {}
        }
        let name = LogNames.name(of: path)
        sealing.syncFolderError = EIO
        #expect(throws: SealError.self) {
            try LogSealer.seal(path, isAskedFor: true, .long, ReaderLimits(), sealing.system)
        }
        #expect(!folder.journals.isEmpty)
        sealing.syncFolderError = nil
        try FileManager.default.removeItem(atPath: path)
        sealing.calls = []
        try LogSealer.seal(path, isAskedFor: true, .long, ReaderLimits(), sealing.system)
        let last = try #require(sealing.calls.lastIndex(of: "sync"))
        #expect(sealing.calls.first == "create \(name)")
        #expect(
            Set(sealing.calls[(last + 2)...]) == ["remove \(name).journal", "remove \(name).journal2"])
        #expect(sealing.calls[last + 1] == "syncFolder \(LogNames.name(of: folder.path))")
    }

    @Test func namesAreOnTheDiskBeforeTheirEventsArePromised() throws {
        let recorder = fake.recorder(folder) { $0.promise = .power }
        let synced = "syncFolder \(LogNames.name(of: folder.path))"
        /// Whether the folder was put on the disk after each file that was made since.
        func isSynced() -> Bool {
            defer { fake.calls = [] }
            let made = fake.calls.lastIndex { $0.hasPrefix("create") }
            return made.map { fake.calls[$0...].contains(synced) } ?? false
        }
        #expect(isSynced())
        recorder.mark("a")
        recorder.flush()
        recorder.work()
        #expect(isSynced())
        // A journal that somebody removed is made again.
        for journal in folder.journals { try FileManager.default.removeItem(atPath: journal) }
        recorder.mark("b")
        recorder.flush()
        recorder.work()
        #expect(isSynced() && !folder.journals.isEmpty)
        // What can't be put on the disk stays in the journal, to be tried again.
        fake.syncFolderError = EIO
        try FileManager.default.removeItem(atPath: try #require(folder.logs.first))
        recorder.mark("c")
        recorder.flush()
        recorder.work()
        #expect(recorder.status.error?.operation == .sync)
        fake.syncFolderError = nil
        recorder.work()
        #expect(recorder.status.error == nil)
        recorder.close()
        #expect(try folder.markers() == ["c"])
    }

    /// A process that is over at once closes what an earlier one left all the same.
    @Test func closingWaitsForEarlierLogs() throws {
        do {
            let (recorder, _) = try begun(isWritten: true)
            for step in 20..<40 { recorder.mark("\(step)") }
        }
        let left = try #require(folder.logs.first)
        var options = RecorderOptions(device: "phone")
        options.system.startThread = { body in
            BackgroundThread.run {
                usleep(200_000)
                body()
            }
        }
        Recorder(folder: folder.path, options).close()
        #expect(try LogIndex.read(from: InputFile(path: left)) != nil)
        #expect(folder.journals.isEmpty)
    }
}
