import EventLog

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Records a made session into a folder, so many events a second or as fast as it goes (`rate` 0), and prints what an
/// `append` took: what the clock itself takes is subtracted.
func record(_ folder: String, events: Int, rate: Int, promise: RecordingPromise) throws {
    var options = RecorderOptions(device: "bench")
    options.promise = promise
    options.segmentSize = 1 << 40
    options.sealsEarlierLogs = false
    // Flat out, nothing may be lost, or the figure says nothing: what can't be written yet waits.
    if rate == 0 { options.journalSize = 256 << 20 }
    let sink = RecordingSink(Recorder(folder: folder, options), events: events, rate: rate)
    var target = sink
    var generator = Generator(seed: 1, pace: .full)
    let begin = steadyTime()
    try generator.write(events, to: &target)
    let seconds = Double(steadyTime() - begin) / 1e9
    sink.recorder.close()
    let whole = Double(steadyTime() - begin) / 1e9
    sink.report(seconds, whole: whole)
}

/// Writes the same session as lines, one write each, as an app without a recorder does.
func recordLines(_ path: String, events: Int) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw Unfit(description: "\(path) can't be written") }
    var sink = LineSink(descriptor: descriptor)
    var generator = Generator(seed: 1, pace: .full)
    let begin = steadyTime()
    try generator.write(events, to: &sink)
    let seconds = Double(steadyTime() - begin) / 1e9
    close(descriptor)
    print("\(events) lines in \(seconds) s: \(Int(seconds / Double(events) * 1e9)) ns an event")
}

/// Makes the same session and throws it away: what the rows that make their events have on top.
func makeEvents(_ events: Int) throws {
    var sink = NoSink()
    var generator = Generator(seed: 1, pace: .full)
    let begin = steadyTime()
    try generator.write(events, to: &sink)
    let seconds = Double(steadyTime() - begin) / 1e9
    print("\(sink.bytes) bytes in \(seconds) s: \(Int(seconds / Double(events) * 1e9)) ns an event")
}

/// Encodes events, as whoever stores them has to, and keeps nothing.
private struct NoSink: EventSink, ~Copyable {
    private var payload = ByteBuffer()
    var bytes = 0

    mutating func write<P: EventPayload>(_ event: P, at time: UInt64) throws where P.Storage == Owned {
        payload.removeAll()
        let count = unsafe payload.append(room: 4096) { unsafe WireEncoder.encode(event, into: $0) }
        bytes += count ?? 0
    }
}

/// Hands events to a recorder at their time and keeps what each took.
private final class RecordingSink: EventSink {
    let recorder: Recorder
    private let step: UInt64
    private var next: UInt64
    private var taken: [UInt32] = []
    private var late = 0

    init(_ recorder: Recorder, events: Int, rate: Int) {
        self.recorder = recorder
        step = rate > 0 ? UInt64(1_000_000_000 / rate) : 0
        taken.reserveCapacity(rate > 0 ? events : 0)
        next = steadyTime()
    }

    func write<P: EventPayload>(_ payload: P, at time: UInt64) throws where P.Storage == Owned {
        guard step > 0 else {
            recorder.append(payload)
            return
        }
        var now = steadyTime()
        if now > next + 1_000_000 { late += 1 }
        while now < next { now = steadyTime() }
        next += step
        let before = steadyTime()
        recorder.append(payload)
        taken.append(UInt32(clamping: steadyTime() - before))
    }

    func report(_ seconds: Double, whole: Double) {
        let status = recorder.status
        let perEvent = whole / Double(max(1, status.eventCount)) * 1e9
        print(
            "\(status.eventCount) events in \(seconds) s (\(whole) s with close), \(Int(perEvent)) ns each, "
                + "\(status.lostCount) lost, \(status.byteCount) bytes")
        guard !taken.isEmpty else { return }
        var clock: [UInt64] = []
        for _ in 0..<100_000 {
            let before = steadyTime()
            clock.append(steadyTime() - before)
        }
        clock.sort()
        let cost = UInt32(clock[clock.count / 2])
        taken.sort()
        func at(_ share: Double) -> UInt32 {
            let figure = taken[min(taken.count - 1, Int(Double(taken.count) * share))]
            return figure - min(figure, cost)
        }
        print(
            "append: p50 \(at(0.5)) ns, p99 \(at(0.99)) ns, p99.9 \(at(0.999)) ns, p99.99 \(at(0.9999)) ns, "
                + "longest \(at(1)) ns; clock \(cost) ns; \(late) were more than a millisecond late")
    }
}

/// Writes each event as a line.
private struct LineSink: EventSink, ~Copyable {
    let descriptor: Int32
    var printer = EventPrinter(labels: LabelTable(), start: 1_750_000_000_000_000_000)
    var payload = ByteBuffer()
    var line = ByteBuffer()
    var number: UInt32 = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    mutating func write<P: EventPayload>(_ event: P, at time: UInt64) throws where P.Storage == Owned {
        payload.removeAll()
        let count = unsafe payload.append(room: 4096) { unsafe WireEncoder.encode(event, into: $0) }
        guard let count else { throw Unfit(description: "an event is too large") }
        number += 1
        let header = EventHeader(
            number: number, kind: P.kind, device: 0, time: time, payload: TextRange(offset: 0, count: count))
        line.removeAll()
        let logged = unsafe LoggedEvent(header: header, content: BatchContent(payload.bytes))
        printer.append(logged, .ndjson, to: &line)
        guard unsafe put(line.bytes, to: descriptor) else {
            throw Unfit(description: "a line was not written")
        }
    }
}

private func put(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    unsafe write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
}

private func steadyTime() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}
