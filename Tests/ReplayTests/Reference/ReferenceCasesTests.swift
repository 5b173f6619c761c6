import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// The labelled cases of `../shared/cases`, replayed against the references and against variants with one known bug;
/// nothing is tested where that folder is missing.
@Suite struct ReferenceCasesTests {
    /// What is left out of a reference so that it makes a case's fault.
    enum Bug {
        case session(ReferenceCares)
        case objectTracking(ObjectTrackingReference.Care)
    }

    /// Each faulty case whose fault is the app's, and the bug that makes it.
    static let bugs: [(name: String, bug: Bug)] = [
        ("collaboration-switched-on-late", .session([.collaborationFromStart])),
        ("decoder-fails", .session([.decodeStreak])),
        ("double-run-double-tap", .session([.oneRun])),
        ("double-run-reconnect-and-foreground", .session([.oneRun])),
        ("duplicate-after-reset", .session([.nodesBeforeRun])),
        ("duplicate-on-remount", .session([.visits])),
        ("duplicate-two-adds-one-anchor", .session([.oneNode])),
        ("every-frame-sent", .session([.throttle])),
        ("export-at-limited", .session([.mapped])),
        ("guest-join-without-options", .session([.joinOptions])),
        ("illegal-transition", .session([.steps])),
        ("long-interruption-no-resync", .session([.resync])),
        ("lost-object-still-shown", .objectTracking(.tracked)),
        ("placed-before-localized", .session([.localized])),
        ("queue-piles-up", .session([.backpressure])),
        ("relocalization-hangs", .session([.deadline])),
        ("restored-but-empty", .session([.restoredContent])),
        ("stop-during-load-through-idle", .objectTracking(.stopDuringLoad)),
        // An app that runs anew in the foreground, and takes that for a beginning.
        ("tables-cleared-on-plain-run", .session([.tablesWithRun, .oneRun])),
        ("two-sessions-compete", .session([.oneCamera])),
        ("unsupported-and-silent", .session([.fallback])),
        ("wand-before-the-card", .session([.choice])),
        ("wand-twice", .session([.oneNode])),
    ]

    /// Cases whose fault no session logic makes or mends: what shows it are inputs or the log's own lines.
    static let notTheApps = [
        "frame-rate-halved": "the device is hot", "recorder-dropped-events": "the recorder lost events",
        "view-update-warning": "a line of the app's console",
        "scanning-a-white-wall": "the room has no features",
        "moving-mode-fell-back": "the device can't follow moving objects",
        "trace-with-a-hole": "the log has no input at all",
    ]

    private static func recording(_ name: String) throws -> EventStore {
        EventStore(try MemoryLog(ndjson: TestFiles.bytes(shared: "cases/\(name).ndjson")))
    }

    static var isThere: Bool { TestFiles.shared != nil }

    /// What the case's label says must be found, in the recording.
    private static func wanted(_ name: String, _ findings: [Finding]) throws -> [Finding] {
        let labels = try CaseLabels(name)
        return findings.filter { labels.rules.contains($0.rule) && $0.severity > .info }
    }

    private static func replay(_ recording: EventStore, _ bug: Bug) -> ReplayResult {
        switch bug {
        case .session(let cares):
            let options = SessionReference.Options(of: recording)
            return ReplayPlayer().replay(recording) { SessionReference(options, without: cares) }
        case .objectTracking(let care):
            let options = ObjectTrackingReference.Options(of: recording)
            return ReplayPlayer().replay(recording) { ObjectTrackingReference(options, without: [care]) }
        }
    }

    @Test(.enabled(if: isThere), arguments: bugs.map(\.name))
    func theFaultIsThereWithTheBugAndGoneWithTheReference(name: String) throws {
        let bug = try #require(Self.bugs.first { $0.name == name }?.bug)
        let recording = try Self.recording(name)
        let before = recording.findings()
        let wanted = try Self.wanted(name, before)
        try #require(!wanted.isEmpty)

        let buggy = Self.replay(recording, bug)
        #expect(buggy.isComplete && buggy.accounts.isEmpty)
        let again = FindingsComparison(before: wanted, after: buggy.findings())
        #expect(again.vanished.isEmpty, "\(again.vanished.map(\.message)) \(buggy.findings().map(\.message))")

        let reference = ReplayReference(for: recording).replay(recording)
        #expect(reference.isComplete && reference.accounts.isEmpty)
        let after = reference.findings()
        let gone = FindingsComparison(before: wanted, after: after)
        if name == "relocalization-hangs" {
            // Nobody can make ARKit find the room. With a way out on the screen it is not an error any more.
            #expect(gone.stayed.map(\.severity) == [.warning] && wanted.map(\.severity) == [.error])
        } else {
            #expect(gone.stayed.isEmpty, "\(gone.stayed.map(\.message))")
        }
        let all = FindingsComparison(before: before, after: after)
        #expect(all.new.filter { $0.severity > .info }.isEmpty, "\(all.new.map(\.message))")
    }

    @Test(.enabled(if: isThere), arguments: notTheApps.keys.sorted())
    func whatIsNotTheAppsNoLogicMends(name: String) throws {
        let recording = try Self.recording(name)
        if name == "trace-with-a-hole" {
            #expect(!recording.headers.contains { $0.kind.isReplayInput })
            return
        }
        let before = recording.findings()
        let after = ReplayReference(for: recording).replay(recording).findings()
        let labels = try CaseLabels(name)
        let kept = FindingsComparison(before: before.filter { labels.rules.contains($0.rule) }, after: after)
        #expect(kept.vanished.isEmpty && !kept.stayed.isEmpty)
        #expect(FindingsComparison(before: before, after: after).new.isEmpty)
    }

    /// Healthy cases in which the app does what the reference does not, and how many such places there are.
    static let otherHabits = [
        // Stays in syncing although its only peer is gone.
        "everyday-background-peer-lost-and-back": 3,
        // Waits for a guest without having sent it the map.
        "everyday-reset-then-handshake-after-mapping": 3,
        // Says that it runs when tracking is normal.
        "everyday-lost-debounced-1s": 1,
        // Does not tell what became of its packets.
        "short-interruption": 15,
    ]

    @Test(.enabled(if: isThere))
    func aHealthyCaseIsWhatTheReferenceDoes() throws {
        var healthy = 0
        for name in CaseLabels.names() where try CaseLabels(name).must.isEmpty {
            healthy += 1
            let recording = try Self.recording(name)
            let replay = ReplayReference(for: recording).replay(recording)
            #expect(replay.isComplete && replay.accounts.isEmpty, "\(name)")
            let comparison = ReplayComparison(recording, replay)
            #expect(
                comparison.count == Self.otherHabits[name] ?? 0, "\(name): \(comparison.divergences)")
            let outputs = recording.headers.filter { $0.kind.isReplayOutput }.count
            #expect(comparison.matched >= outputs - comparison.count, "\(name)")
            let faults = replay.findings().filter { $0.severity > .info }
            #expect(faults.isEmpty, "\(name): \(faults.map(\.message))")
        }
        #expect(healthy == 30)
    }

    @Test(.enabled(if: isThere))
    func everyFaultyCaseIsOneOrTheOther() throws {
        let faulty = try CaseLabels.names().filter { name in try !CaseLabels(name).must.isEmpty }
        #expect(faulty == (Self.bugs.map(\.name) + Self.notTheApps.keys).sorted())
    }
}
