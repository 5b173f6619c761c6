import ARKit
import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@testable import ARLogLite

/// The file of lines: what is in it is read, whatever happened while it was written.
@Suite struct LiteFileTests {
    @Test func anyTextComesBackAsItWas() throws {
        let texts = [
            "", "a \"quoted\" \\ back", "line\nbreak\r\ttab\u{0}\u{1}\u{1F}\u{7F}", "é 😀 \u{2028} \u{FFFD}",
            "{}[]:,",
        ]
        let stage = LiteStage()
        for text in texts { stage.log.pause(source: text) }
        let decoded = try stage.lines(of: "session.pause").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["source"] as? String
        }
        #expect(decoded == texts)
        let log = try MemoryLog(ndjson: stage.text)
        let read = log.events.filter { $0.kind == .sessionPause }.compactMap { event -> String? in
            let pause = event.content.decode(StoredEvent.SessionPause.self, event.header)
            return event.content.string(pause?.source)
        }
        #expect(read == texts)
    }

    /// JSON has no such numbers.
    @Test func whatIsNotFiniteIsLeftOut() throws {
        let stage = LiteStage()
        for bad in [Float.nan, .infinity, -.infinity] {
            stage.session.play(added: [ARAnchor(transform: placed(bad, 0, 0))])
        }
        stage.session.play(added: [ARAnchor(transform: placed(1e-20, 3e30, -0.1))])
        let added = stage.lines(of: "anchor.added")
        #expect(added.map { $0.contains("position") } == [false, false, false, true])
        #expect(try MemoryLog(ndjson: stage.text).events.count == 5)
    }

    /// Killed at any byte of the last line, the log is read without it.
    @Test func aTornLastLineIsPassedOver() throws {
        let stage = LiteStage()
        stage.log.run(ARWorldTrackingConfiguration())
        stage.log.pause(source: "stop")
        let whole = Array(stage.text.utf8)
        let last = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        for end in last + 2..<whole.count - 1 {
            let log = try MemoryLog(ndjson: Array(whole[..<end]))
            #expect(log.events.map(\.kind) == [.logOpened, .sessionRun])
            #expect(log.report.isTorn)
        }
        #expect(try MemoryLog(ndjson: whole).events.count == 3)
    }

    @Test func linesOfManyThreadsStandWholeAndInOrder() throws {
        let stage = LiteStage(quota: 64 << 20)
        let log = stage.log
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<200 { log.statusShown("\(thread) \(step)") }
        }
        let read = try MemoryLog(ndjson: stage.text)
        #expect(read.events.map(\.number) == Array(1...1601))
        for thread in 0..<8 {
            let steps = stage.lines.compactMap { $0.firstMatch(of: /"text":"(\d) (\d+)"/) }
                .filter { $0.1 == "\(thread)" }.compactMap { Int($0.2) }
            #expect(steps == Array(0..<200))
        }
        #expect(read.report.liftedEvents == 0)
    }

    /// All files together take no more than the quota; those that are left are one recording.
    @Test func theOldestFilesGo() throws {
        let quota = 1 << 16
        let stage = LiteStage(quota: quota)
        for step in 0..<2000 { stage.log.statusShown("step \(step) " + String(repeating: "x", count: 40)) }
        let sizes = try stage.files.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect(sizes.count >= 3)
        #expect(sizes.reduce(0, +) <= quota + 512)
        #expect(stage.lines.last?.contains("step 1999") == true)
        let segments = try stage.files.map { try #require(SegmentInfo(path: $0.path)) }
        #expect(Set(segments.map(\.recording)).count == 1)
        #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.segment + 1 == $1.segment })
        let numbers = try stage.files.flatMap {
            try MemoryLog(EventSource(path: $0.path)).events.map(\.number)
        }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
    }

    /// Where nothing can be written nothing happens to the app; the log says how much it lacks as soon as it can.
    @Test func whatIsLostIsCounted() throws {
        let stage = LiteStage()
        try FileManager.default.removeItem(at: stage.folder)
        // The folder's place is taken by a file.
        try Data().write(to: stage.folder)
        let session = ARSession()
        let log = ARLogLite(session, in: stage.folder, device: "B")
        log.pause()
        log.pause()
        try FileManager.default.removeItem(at: stage.folder)
        try FileManager.default.createDirectory(at: stage.folder, withIntermediateDirectories: true)
        log.statusShown("back")
        #expect(stage.events == ["log.opened", "log.gap", "recovery.statusShown"])
        #expect(stage.lines(of: "log.gap").first?.contains(#""lost":2"#) == true)
    }
}
