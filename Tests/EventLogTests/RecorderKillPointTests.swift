import Foundation
import TestSupport
import Testing

@testable import EventLog

/// What a folder holds at one moment, which is what a process leaves that is killed then.
private struct LeftBehind: Equatable {
    /// The call that was about to be made.
    let call: String
    let files: [(name: String, bytes: [UInt8])]
    /// The markers whose `append` had returned.
    let stored: [String]
    /// Events that had been lost for want of room.
    let lostCount: UInt64

    init(_ folder: TemporaryFolder, before call: String, stored: [String] = [], lostCount: UInt64 = 0) {
        self.call = call
        files = folder.names.compactMap { name in
            (try? TestFiles.bytes(at: folder.path + "/" + name)).map { (name, $0) }
        }
        self.stored = stored
        self.lostCount = lostCount
    }

    /// Whether nothing has happened between the two.
    static func == (one: Self, other: Self) -> Bool {
        one.stored == other.stored && one.lostCount == other.lostCount
            && one.files.elementsEqual(other.files) { $0 == $1 }
    }

    /// The same in a folder of its own, which nobody has claims on.
    func copied(cutting log: String? = nil, to size: Int = 0) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, bytes) in files {
            let bytes = name == log ? Array(bytes.prefix(size)) : bytes
            try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
        }
        return folder
    }
}

/// A process is killed before any of the calls of a recording over several files, or of the start that seals them.
///
/// Memory that was mapped is as the last instruction left it, so a copy of the folder is what the next process finds; the
/// clock is asked between beginning a chunk and its first event, which makes that a moment, too.
@Suite struct RecorderKillPointTests {
    /// A recording over three files and more, at every moment of it. Where it `overflows`, its writer is late once a file.
    private static func moments(overflows: Bool) throws -> [LeftBehind] {
        let fake = FakeSystem()
        let folder = try TemporaryFolder()
        var moments: [LeftBehind] = []
        var (stored, lostCount): ([String], UInt64) = ([], 0)
        // Killed inside a write, a process leaves a part of it.
        fake.largestWrite = 1500
        fake.beforeCall = { call in
            let moment = LeftBehind(folder, before: call, stored: stored, lostCount: lostCount)
            if moment != moments.last { moments.append(moment) }
        }
        let recorder = fake.recorder(folder) {
            $0.chunkSize = 400
            $0.segmentSize = 3000
            $0.journalSize = 16 << 10
        }
        let sofa = recorder.id("sofa")
        var number = 0
        while fake.calls.count(where: { $0.hasPrefix("create") && $0.hasSuffix(".mcap") }) < 3 {
            number += 1
            let isStored = recorder.append(
                Event.LogMarker {
                    $0.text = overflows ? "\(number) " + String(repeating: "long ", count: 400) : "\(number)"
                })
            if isStored { stored.append(String(number)) } else { lostCount += 1 }
            if number % 10 == 0, !recorder.append(Event.AnchorRemoved { $0.anchor = sofa }) { lostCount += 1 }
            if !overflows || number % 20 == 0 { recorder.work() }
        }
        recorder.close()
        fake.beforeCall = nil
        moments.append(LeftBehind(folder, before: "the end", stored: stored, lostCount: lostCount))
        return moments
    }

    /// Seals what was left, with nothing waiting for the disk.
    @discardableResult
    private func nextStart(_ folder: TemporaryFolder) -> [SealedLog] {
        LogSealer.sealFolder(folder.path, FakeSystem().system)
    }

    /// Nothing but whole logs is there, one for each segment that has begun, with every event once.
    private func expectWhole(_ folder: TemporaryFolder, _ moment: LeftBehind, _ comment: Comment) throws {
        #expect(folder.journals.isEmpty, comment)
        for (place, path) in folder.logs.enumerated() {
            let verified = try WholeLog.verify(TestFiles.bytes(at: path))
            #expect(
                verified.verdict == .intact && verified.isClosed,
                "\(comment) \(verified.issues.issues) \(verified.verdict)")
            let log = try MemoryLog(EventSource(path: path))
            let opened = withExtendedLifetime(log) { log.events.first?.decode(StoredEvent.LogOpened.self) }
            #expect(opened?.segment == UInt64(place + 1), comment)
        }
        let numbers = try folder.facts().map(\.number)
        #expect(numbers == (0..<numbers.count).map { UInt32($0 + 1) }, comment)
        let found = try folder.markers().map { String($0.prefix { $0 != " " }) }
        #expect(found.starts(with: moment.stored), comment)
        // The one whose `append` was about to return may be there beside them.
        #expect(found.count <= moment.stored.count + 1, comment)
        let told = try folder.lost().reduce(0, +)
        #expect(told <= moment.lostCount, comment)
    }

    @Test(arguments: [false, true]) func theNextStartMendsWhatIsLeft(overflows: Bool) throws {
        let moments = try Self.moments(overflows: overflows)
        for (place, moment) in moments.enumerated() {
            let comment: Comment = "killed before call \(place), \(moment.call): \(moment.files.map(\.name))"
            let folder = try moment.copied()
            nextStart(folder)
            try expectWhole(folder, moment, comment)
            let names = folder.names
            #expect(nextStart(folder).isEmpty && folder.names == names, comment)
        }
        let calls = Set(moments.map(\.call))
        #expect(calls.isSuperset(of: ["uptime", "create", "claim", "write", "move", "remove"]))
        let last = try #require(moments.last)
        #expect(last.files.count >= 3 && (last.lostCount > 0) == overflows)
        #expect(try last.copied().lost().reduce(0, +) == last.lostCount)
    }

    /// A start that dies in the middle of sealing is gone on with by the next one, to the same bytes.
    @Test func theNextStartMendsWhatASealerLeaves() throws {
        let moments = try Self.moments(overflows: false).filter { $0.call != "uptime" }
        var cuts = 0
        for (place, moment) in moments.enumerated() {
            let folder = try moment.copied()
            let sealing = FakeSystem()
            var left: [LeftBehind] = []
            sealing.beforeCall = { left.append(LeftBehind(folder, before: $0)) }
            LogSealer.sealFolder(folder.path, sealing.system)
            let whole = LeftBehind(folder, before: "the end")
            for (call, moment) in left.enumerated() {
                let again = try moment.copied()
                nextStart(again)
                let made = LeftBehind(again, before: "the end").files
                #expect(
                    made.elementsEqual(whole.files) { $0 == $1 },
                    "killed before call \(place), then before sealing's call \(call), \(moment.call)")
                // Just written, its journals are still there: it may have been written in part.
                guard moment.call == "sync", let log = moment.files.last(where: { isNew($0, moments[place]) })
                else { continue }
                for size in stride(from: 0, to: log.bytes.count, by: log.bytes.count / 7 + 1)
                where size >= self.size(of: log.name, moments[place]) {
                    cuts += 1
                    let torn = try moment.copied(cutting: log.name, to: size)
                    nextStart(torn)
                    try expectWhole(torn, moments[place], "killed before call \(place), sealed to \(size)")
                }
            }
        }
        #expect(cuts > 30)
    }

    /// A process that is being ended lets go of its files one by one. The start that comes meanwhile leaves alone what is
    /// still held, and the next one finds everything.
    @Test func whatIsStillHeldWaitsForTheNextStart() throws {
        var held = 0
        for (place, moment) in try Self.moments(overflows: false).filter({ $0.call != "uptime" }).enumerated()
        {
            for (name, bytes) in moment.files {
                let comment: Comment = "killed before call \(place), \(moment.call), holding \(name)"
                let folder = try moment.copied()
                let path = folder.path + "/" + name
                let descriptor = try Platform.openToChange(path)
                try #require(Platform.claim(descriptor))
                nextStart(folder)
                #expect(try TestFiles.bytes(at: path) == bytes, comment)
                Platform.closeFile(descriptor)
                held += 1
                nextStart(folder)
                try expectWhole(folder, moment, comment)
            }
        }
        #expect(held > 30)
    }

    /// Journals keep their names where they can't have others, and say themselves which file their events are for.
    @Test func journalsThatCanNotBeRenamedAreFoldedIn() throws {
        let folder = try TemporaryFolder()
        let fake = FakeSystem()
        fake.moveError = EACCES
        do {
            let recorder = fake.recorder(folder) { $0.segmentAge = 1 }
            for number in 0..<5 {
                recorder.mark("\(number)")
                fake.pass(seconds: 1)
                if number < 4 { recorder.work() }
            }
        }
        let first = try #require(folder.logs.first)
        #expect(folder.logs.count == 4 && folder.journals == LogNames.journals(of: first))
        nextStart(folder)
        #expect(folder.logs.count == 5 && folder.journals.isEmpty)
        #expect(try folder.markers() == ["0", "1", "2", "3", "4"])
    }

    /// As earlier versions leave it that die between beginning a segment and its first event: of a log that was never
    /// made, or of one that is there, with nothing in it or with a name that no event has used yet.
    @Test(arguments: [false, true], [false, true])
    func aJournalInWhichNoEventIsGoes(hasLog: Bool, hasLabel: Bool) throws {
        let folder = try TemporaryFolder()
        let fake = FakeSystem()
        let recorder = fake.recorder(folder)
        recorder.mark("a")
        recorder.close()
        let log = try #require(folder.logs.first)
        let next = log.dropLast(".mcap".count) + "-2.mcap"
        do {
            let journal = try Journal(path: log + ".journal2", size: 16 << 10, system: fake.system)
            let (name, segment) = (LogNames.name(of: hasLog ? log : String(next)), UInt64(hasLog ? 1 : 2))
            journal.begin(serial: 9, recording: recorder.recording, segment: segment, logName: name)
            let label = MCAP.MessageHeader(
                channelID: EventKind.logLabel.rawValue, sequence: 0, logTime: 9, publishTime: 9)
            if hasLabel { journal.append(label, UnsafeRawBufferPointer(start: nil, count: 0)) }
        }
        let bytes = try TestFiles.bytes(at: log)
        let names = folder.names
        #expect(try Journals.unwrittenLog(ofJournal: log + ".journal2") == nil)
        if !hasLog {
            // There is nothing to make a log of.
            #expect(throws: SealError.self) { try LogSealer.seal(String(next)) }
            #expect(folder.names == names)
        }
        #expect(nextStart(folder).isEmpty)
        #expect(folder.names == [LogNames.name(of: log)])
        #expect(try TestFiles.bytes(at: log) == bytes)
    }

    private func size(of name: String, _ moment: LeftBehind) -> Int {
        moment.files.first { $0.name == name }?.bytes.count ?? 0
    }

    private func isNew(_ file: (name: String, bytes: [UInt8]), _ moment: LeftBehind) -> Bool {
        file.name.hasSuffix(".mcap") && !moment.files.contains { $0 == file }
    }
}
