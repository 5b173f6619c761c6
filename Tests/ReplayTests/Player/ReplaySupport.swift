import EventLog
import Replay
import Synchronization
import TestSupport

/// A handler told in a test.
final class Scripted: ReplayHandler {
    typealias Script = @Sendable (ReplayInput, ReplayContext) throws -> Void

    private let script: Script

    init(_ script: @escaping Script) { self.script = script }

    func handle(_ input: ReplayInput, _ replay: ReplayContext) throws { try script(input, replay) }
}

/// The same with awaits.
actor AsyncScripted: AsyncReplayHandler {
    typealias Script = @Sendable (ReplayInput, AsyncReplayContext) async throws -> Void

    private let script: Script

    init(_ script: @escaping Script) { self.script = script }

    func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
        try await script(input, replay)
    }
}

extension Story {
    /// The story's events as a recording to replay.
    func recording() throws -> EventStore { EventStore(try log()) }

    func replayed(
        _ player: ReplayPlayer = ReplayPlayer(), _ script: @escaping Scripted.Script
    ) throws -> ReplayResult {
        player.replay(try recording()) { Scripted(script) }
    }

    func replayedAsync(
        _ player: ReplayPlayer = ReplayPlayer(), _ script: @escaping AsyncScripted.Script
    ) throws -> ReplayResult {
        player.replay(try recording()) { AsyncScripted(script) }
    }
}

extension EventStore {
    convenience init(_ log: MemoryLog) {
        self.init(labels: log.labels)
        devices = log.devices
        for event in log.events { append(event) }
    }

    /// The events as NDJSON.
    var printed: String {
        var printer = EventPrinter(labels: labels, start: headers.first?.time ?? 0, devices: devices)
        var buffer = ByteBuffer()
        for event in batch(headers).events { printer.append(event, .ndjson, to: &buffer) }
        return String(decoding: buffer.array, as: UTF8.self)
    }

    /// The events as an MCAP file.
    func mcap() throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try EventWriter(sink, labels: labels)
        writer.devices = devices
        for event in batch(headers).events { try writer.append(event) }
        try writer.close()
        return sink.array
    }
}

extension ReplayResult {
    /// Each event of the new log as `seconds name`, the handler's outputs with a `+` before them, a state with where it
    /// went.
    var told: [String] {
        log.batch(log.headers).events.enumerated().map { place, event in
            let mark = recordedNumbers[place] == 0 ? "+" : ""
            let time = Double(event.time - (log.headers.first?.time ?? 0)) / 1e9
            let to = event.decode(Event.StateChanged.self).map { " " + $0.to } ?? ""
            return "\(mark)\(time) \(event.kind.name)\(to)"
        }
    }

    var outputs: [String] { told.filter { $0.hasPrefix("+") } }
}

/// A state that a test emits to say something.
func said(_ text: String) -> Event.StateChanged {
    Event.StateChanged {
        $0.machine = "test"
        $0.from = "-"
        $0.to = text
    }
}

/// What a thread waits for until another lets it go.
final class ReleasedFlag: Sendable {
    private let isReleased = Atomic<Bool>(false)

    func release() { isReleased.store(true, ordering: .releasing) }

    func wait() {
        let clock = ContinuousClock()
        while !isReleased.load(ordering: .acquiring) {
            let end = clock.now + .microseconds(10)
            while clock.now < end {}
        }
    }
}
