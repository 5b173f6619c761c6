import EventLog
import Projections
import Replay

/// What remains of a log, as a log of its own with numbers from 1 on.
struct ShrunkLog {
    let result: Shrinker.Result
    let store: EventStore
    let isLines: Bool

    /// Writes it into a file that nobody sees before it is whole; as lines also to a terminal, which is no file.
    func write(to file: OutputFile?, named out: String, _ console: Console) throws(CommandError) {
        guard let file else {
            unsafe console.output.write(lines.bytes)
            return
        }
        do {
            if isLines {
                unsafe try file.write(lines.bytes)
            } else {
                var writer = try EventWriter(file, labels: result.labels)
                writer.devices = result.devices
                for event in numbered {
                    guard let payload = event.content.payload(of: event.header) else { continue }
                    try writer.append(
                        event.kind, number: event.number, time: event.time, publishTime: event.time,
                        device: event.header.device, payload: payload)
                }
                try writer.close()
            }
            try file.commit()
        } catch let error as IOError {
            throw CommandError(error)
        } catch ContainerError.io(let error) {
            throw CommandError(error)
        } catch {
            throw CommandError("\(error)", in: out)
        }
    }

    private var numbered: [LoggedEvent] {
        let headers = result.headers.enumerated().map { index, header in
            var header = header
            header.number = UInt32(index + 1)
            return header
        }
        return Array(store.batch(headers).events)
    }

    private var lines: ByteBuffer {
        let first = result.headers.first?.time ?? 0
        var printer = EventPrinter(labels: result.labels, start: first, devices: result.devices)
        var buffer = ByteBuffer()
        for event in numbered { printer.append(event, .ndjson, to: &buffer) }
        return buffer
    }
}

/// What was left out, for people, beside the result.
struct ShrinkText {
    let result: Shrinker.Result
    let loaded: ShrinkWork.Loaded
    let out: String
    let seconds: UInt64
    let console: Console

    func write() {
        let events = loaded.counts.values.reduce(0, +)
        let name = out == "-" ? "standard output" : out
        console.note(
            "\(name): \(Figures.count(result.headers.count, "event")) of \(events) give \(loaded.goal.rule), "
                + "\(loaded.goal.severity.name), found in \(Figures.count(result.checks, "check"))")
        console.note(
            result.isMinimal
                ? "  none of them can go" : "  \(seconds) s were over: more may be left out with --budget")
        var gone = loaded.counts
        for header in result.headers { gone[header.kind, default: 0] -= 1 }
        let kinds = gone.filter { $0.value > 0 }
            .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let named = kinds.prefix(6).map { "\($0.value) \($0.key.name)" }.joined(separator: ", ")
        let more = kinds.dropFirst(6).reduce(0) { $0 + $1.value }
        if !kinds.isEmpty {
            console.note("  left out: \(named)" + (more > 0 ? ", and \(more) of other kinds" : ""))
        }
        if result.removedFields + result.simplerTimes > 0 {
            console.note(
                "  and \(Figures.count(result.removedFields, "field")); \(Figures.count(result.simplerTimes, "time")) made simpler"
            )
        }
    }
}
