import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// The references over whole sessions, and over what no app ever recorded.
@Suite struct ReferenceSessionsTests {
    /// Faults that no session logic mends: a map that was saved without its data, critical packets that ARKit makes, and
    /// a room that is not found.
    static let stays = [
        "placement-anchor-data-lost", "collaboration-host-bandwidth", "placement-relocalization-timeout",
    ]

    private func faults(_ findings: [Finding]) -> [Finding] { findings.filter { $0.severity > .info } }

    /// A session of `../shared`; there are none where that folder is missing.
    @Test(arguments: TestFiles.shared("sessions", ending: ".ndjson.gz"))
    func aSessionGetsRidOfItsFault(file: String) throws {
        let recording = EventStore(try MemoryLog(ndjson: TestFiles.bytes(shared: file)))
        let before = faults(recording.findings())
        let replay = ReplayReference(for: recording).replay(recording)
        #expect(replay.isComplete && replay.accounts.isEmpty)
        let compared = FindingsComparison(before: before, after: faults(replay.findings()))
        // Objects that are found because the recorded app went on after Stop are found in the replay, too, and not shown.
        let isFoundUnasked = file.hasPrefix("sessions/object-tracking-start-after-stop.")
        let new = compared.new.filter { !isFoundUnasked || $0.rule != "anchor-without-node" }
        #expect(new.isEmpty, "\(new.map(\.message))")
        let isKept = Self.stays.contains { file.hasPrefix("sessions/\($0).") }
        #expect(compared.stayed.isEmpty != isKept, "\(compared.stayed.map(\.message))")
        let comparison = ReplayComparison(recording, replay)
        // It leaves debug content and words while relocalizing to the app that tracks objects.
        let (alike, others) = (comparison.matched, comparison.count)
        let isEnough = file.contains("object-tracking") ? 2 * alike > others : alike > 3 * others
        #expect(isEnough || isFoundUnasked, "\(alike), not \(others)")
    }

    @Test(arguments: [
        "collaboration", "collaboration-duplicate-speaker", "object-tracking",
        "object-tracking-start-after-stop", "onboarding", "onboarding-wand-twice", "placement",
        "placement-double-run",
    ])
    func aSampleGetsRidOfItsFault(name: String) throws {
        let logs = try #require(TestFiles.logs)
        let recording = EventStore(try MemoryLog(ndjson: TestFiles.bytes(at: "\(logs)/\(name).ndjson")))
        let replay = ReplayReference(for: recording).replay(recording)
        #expect(replay.isComplete && replay.accounts.isEmpty)
        #expect(faults(replay.findings()).isEmpty, "\(faults(replay.findings()).map(\.message))")
    }

    /// Many of everything at once: the time must not grow with its square.
    @Test func aLogFullOfOneThingIsReplayed() throws {
        let count = 8000
        let recording = try Story {
            opened()
            run(0.1)
            tracking(0.2, "normal")
            (0..<count).map { nodeAttached(1, "N\($0)", to: "A", key: "k\($0)") }
            (0..<count).map { nodeAttached(1, "C\($0)", "camera", key: "k\($0)") }
            (0..<count).map { anchorAdded(1, "B\($0)", key: "k\($0)") }
            (0..<count / 4).map { run(1, options: ["removeExistingAnchors"]).of(session: "S\($0)") }
            (0..<count).map { nodeDetached(2, "N\($0)") }
            closed(3)
        }.recording()
        let replay = ReplayReference.session.replay(recording)
        #expect(replay.isComplete && replay.accounts.isEmpty, "\(replay.accounts)")
    }

    /// Events of all kinds with any values, in any order.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noLogBringsAReferenceDown(seed: UInt64) throws {
        var maker = PayloadMaker(seed: seed)
        let lines = (0..<600).map { step in
            maker.line(
                Double(step) / 7, KindDescriptor.all[(step * 31 + Int(seed)) % KindDescriptor.all.count],
                PayloadMaker.Fill.allCases[step % PayloadMaker.Fill.allCases.count])
        }
        let recording = try Story { lines }.recording()
        for reference in ReplayReference.allCases {
            let replay = reference.replay(recording)
            #expect(replay.isComplete && replay.accounts.isEmpty, "\(replay.accounts)")
            #expect(try replay.log.mcap() == reference.replay(recording).log.mcap())
        }
    }
}
