import EventLog
import TestSupport
import Testing

@Suite struct NDJSONReaderTests {
    @Test func storyBecomesEvents() throws {
        let log = try Story.given {
            opened(device: "A", records: ["session", "anchor"])
            run(0.1, options: ["removeExistingAnchors", "resetTracking"], source: "start-button")
        }.when {
            anchorAdded(0.5, "A1", key: "chair", at: [0, 0.5, -1], isTracked: false)
            anchorUpdated(0.5000001, "A1").of(session: "other")
        }.log()

        #expect(log.headers.map(\.number) == [1, 2, 3, 4])
        #expect(log.headers.map(\.kind) == [.logOpened, .sessionRun, .anchorAdded, .anchorUpdated])
        #expect(log.headers.map { $0.time - log.start } == [0, 100_000_000, 500_000_000, 500_000_100])
        let started = try #require(log.events[1].decode(StoredEvent.SessionRun.self))
        #expect(started.options.elements == [.resetTracking, .removeExistingAnchors])
        #expect(started.configuration?.kind == .worldTracking)
        let added = try #require(log.events[2].decode(StoredEvent.AnchorAdded.self))
        #expect(log.labels.text(of: added.anchor) == "A1")
        #expect(log.batch.content.string(added.key) == "chair")
        #expect(added.position == Vector3(0, 0.5, -1))
        #expect(added.isTracked == false)
        #expect(added.session == nil)
        let updated = try #require(log.events[3].decode(StoredEvent.AnchorUpdated.self))
        #expect(updated.session == "other")
    }

    @Test(arguments: TestFiles.shared("cases", ending: ".ndjson"))
    func everyCaseIsRead(name: String) throws {
        let log = try MemoryLog(ndjson: TestFiles.bytes(shared: name))
        #expect(!log.headers.isEmpty)
        #expect(log.headers.map(\.number) == Array(1...UInt32(log.headers.count)))
    }
}
