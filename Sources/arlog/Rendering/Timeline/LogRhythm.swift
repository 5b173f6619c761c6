import EventLog
import Projections

/// How many events came when, and where a log's turning points are: from the headers alone.
struct LogRhythm {
    private struct Count: Mergeable {
        var events = 0
        mutating func merge(_ later: Count) { events += later.events }
    }

    /// The kinds that get a row of their own.
    private static let rows: [(kind: EventKind, title: String, glyph: Character, style: Style)] = [
        (.sessionRun, "runs", "▼", .cyan),
        (.sessionInterruptionBegan, "interruptions", "◆", .yellow),
        (.sessionFailed, "failures", "✖", .red),
        (.logMarker, "markers", "●", .cyan),
        (.logGap, "gaps", "░", .red),
    ]

    private var rate: TimeBuckets<Count>?
    private var moments: [EventKind: TimeBuckets<Count>] = [:]
    /// Events since `rate` was last told, and until when they belong together.
    private var waiting = 0
    private var waitingSince: UInt64 = 0
    private var waitsUntil: UInt64 = 0

    /// Whether a kind has a row, by its raw value.
    private let hasRow: [Bool] = {
        var hasRow = [Bool](repeating: false, count: EventKind.allCases.count + 1)
        for row in rows { hasRow[Int(row.kind.rawValue)] = true }
        return hasRow
    }()

    mutating func count(_ header: EventHeader) {
        if header.time >= waitsUntil { settle(header.time) }
        waiting += 1
        if hasRow[Int(header.kind.rawValue)] { note(header) }
    }

    private mutating func settle(_ time: UInt64) {
        if rate == nil { rate = TimeBuckets(start: time) }
        if waiting > 0 {
            let events = waiting
            rate?.change(at: waitingSince) { $0.events += events }
        }
        waiting = 0
        waitingSince = time
        // Never over the border of a stretch, which grow but keep their borders.
        let (start, width) = (rate?.start ?? time, rate?.width ?? 1)
        let (until, overflow) = (time - (time - min(time, start)) % width).addingReportingOverflow(width)
        waitsUntil = overflow ? .max : until
    }

    private mutating func note(_ header: EventHeader) {
        if moments[header.kind] == nil {
            moments[header.kind] = TimeBuckets(start: rate?.start ?? header.time)
        }
        moments[header.kind]?.change(at: header.time) { $0.events += 1 }
    }

    /// - Parameters:
    ///   - first: the first event's time, nanoseconds since 1970.
    ///   - last: the last one's.
    func write(from first: UInt64, to last: UInt64, _ console: Console) {
        guard var rate else { return }
        rate.change(at: waitingSince) { $0.events += waiting }
        var timeline = TextTimeline(duration: last - min(last, first))
        let seconds = Double(rate.width) / 1e9
        let rates = rate.values.map { Double($0?.events ?? 0) / seconds }
        let highest = rates.max() ?? 0
        let most = highest > 0 && highest < 0.1 ? "under 0.1" : Figures.decimal(highest)
        timeline.add("events/s, most \(most)", rate: rates, width: rate.width)
        for row in Self.rows {
            guard let buckets = moments[row.kind] else { continue }
            let times = buckets.values.enumerated().flatMap { place, value in
                // More than ten are drawn alike.
                repeatElement(UInt64(place) * buckets.width, count: min(value?.events ?? 0, 10))
            }
            timeline.add(row.title, moments: times, row.glyph, row.style)
        }
        console.line()
        timeline.write(to: console, indent: 2)
        console.line()
    }
}

/// A number as a bar beside others.
enum TextBar {
    private static let columns = 20

    /// Eighths of a column, at least one where there is anything.
    static func text(_ count: Int, of most: Int) -> String {
        guard count > 0, most > 0 else { return "" }
        let eighths = max(1, Int((Double(count) / Double(most) * Double(columns * 8)).rounded()))
        let rest = Array("▏▎▍▌▋▊▉")
        return String(repeating: "█", count: eighths / 8)
            + (eighths % 8 > 0 ? String(rest[eighths % 8 - 1]) : "")
    }
}
