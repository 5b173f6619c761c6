import EventLog
import Replay
import TestSupport
import Testing

@Suite struct RecordedLogTests {
    @Test func itIsTheSameLogAsToldInLines() throws {
        let log = RecordedLog(labels: ["A", "chair", "phone-b"])
        log.label("A", "Anna's phone")
        log.at(0, Event.LogOpened.self) { $0.device = "A" }
        log.at(1.5, Event.AnchorAdded.self) {
            $0.anchor = "chair"
            $0.kind = .plane
            $0.position = Vector3(0, 0, -1)
        }
        log.at(1.6, on: "phone-b", Event.SessionInterruptionEnded.self)
        let told = try MemoryLog(
            ndjson: """
                {"t":0,"event":"log.label","id":"A","label":"Anna's phone"}
                {"t":0,"event":"log.opened","device":"A"}
                {"t":1.5,"event":"anchor.added","anchor":"chair","kind":"plane","position":[0,0,-1]}
                {"t":1.6,"event":"session.interruptionEnded","device":"phone-b"}
                """)
        #expect(log.store.printed.split(separator: "\n") == EventStore(told).printed.split(separator: "\n"))
        #expect(log.store.headers.map(\.number) == [1, 2, 3])
    }

    @Test func timesAreExactAndNeverGoBack() {
        let log = RecordedLog(start: 1_000)
        let seconds = [0, 4.11, 4.1, -1, .nan, 5.000000001, .infinity]
        for time in seconds { log.at(time, Event.SessionPause.self) }
        log.at(nanoseconds: 7, Event.SessionPause.self)
        let offset: UInt64 = 4_110_000_000
        #expect(
            log.store.headers.map { $0.time == .max ? .max : $0.time - 1_000 } == [
                0, offset, offset, offset, offset, 5_000_000_001, .max, .max,
            ])
    }
}
