import EventLog

/// A log's time laid out over the columns of a terminal.
struct TimeAxis {
    /// Nanoseconds from the first event to the last; at least 1.
    let duration: UInt64
    /// Columns that the time is laid out over.
    let columns: Int

    init(duration: UInt64, columns: Int) {
        self.duration = max(duration, 1)
        self.columns = max(columns, 1)
    }

    /// The column of a moment, so many nanoseconds after the first event.
    func column(of elapsed: UInt64) -> Int {
        guard elapsed < duration else { return columns - 1 }
        return min(columns - 1, Int(Double(elapsed) / Double(duration) * Double(columns)))
    }

    /// Labels at round times, as far apart as they can be read, each where its time begins.
    var labels: String {
        var line = ""
        var width = 0
        var time: UInt64 = 0
        while time < duration {
            let label = Self.label(time)
            let column = column(of: time)
            guard column + TerminalText.width(label) <= columns else { break }
            line = TerminalText.pad(line, to: column) + label
            width = column + TerminalText.width(label)
            let (next, overflow) = time.addingReportingOverflow(step)
            guard !overflow else { break }
            time = next
        }
        let end = DurationText.text(duration)
        let room = columns - TerminalText.width(end)
        return room >= width + 2 ? TerminalText.pad(line, to: room) + end : line
    }

    /// Columns between two labels, at least.
    private static let room = 12

    /// Nanoseconds between two labels.
    private var step: UInt64 {
        let least = Double(duration) * Double(Self.room) / Double(columns)
        return Self.steps.first { Double($0) >= least } ?? .max
    }

    /// Round times, from a microsecond to centuries.
    private static let steps: [UInt64] = {
        let second: UInt64 = 1_000_000_000
        var steps: [UInt64] = []
        var decade: UInt64 = 1_000
        while decade <= 10 * second {
            steps += [decade, 2 * decade, 5 * decade].filter { $0 <= 30 * second }
            decade *= 10
        }
        steps += [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200].map { $0 * second }
        // Up to 548 years; a time in nanoseconds ends at 584.
        let days: [UInt64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
        return steps + (days + [100_000, 200_000]).map { $0 * 86_400 * second }
    }()

    /// A round time without the parts that are 0: `1m` for `1m 0s`.
    private static func label(_ time: UInt64) -> String {
        var parts = DurationText.text(time).split(separator: " ")
        while parts.count > 1, let last = parts.last, ["0s", "0m", "0h"].contains(last) { parts.removeLast() }
        return parts.joined(separator: " ")
    }
}
