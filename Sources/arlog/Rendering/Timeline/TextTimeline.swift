import EventLog
import Projections

/// What was when, in text: a row for each thing that is in one state at a time, and rows of single moments.
struct TextTimeline {
    /// One row.
    struct Row {
        let title: String
        let content: Content

        enum Content {
            case stays([TextStay])
            /// How often something happened in each stretch of time, and how once is drawn.
            case moments([UInt64], glyph: Character, Style)
            /// How often something happened in a second, a value for each of equal stretches from the first event on.
            case rate([Double], width: UInt64)
        }
    }

    /// Nanoseconds from the first event to the last.
    let duration: UInt64
    private(set) var rows: [Row] = []

    init(duration: UInt64) { self.duration = duration }

    mutating func add(_ title: String, stays: [TextStay]) {
        if !stays.isEmpty { rows.append(Row(title: title, content: .stays(stays))) }
    }

    /// - Parameter moments: nanoseconds after the first event, in any order.
    mutating func add(_ title: String, moments: [UInt64], _ glyph: Character, _ style: Style) {
        if !moments.isEmpty {
            rows.append(Row(title: title, content: .moments(moments, glyph: glyph, style)))
        }
    }

    mutating func add(_ title: String, rate: [Double], width: UInt64) {
        if !rate.isEmpty { rows.append(Row(title: title, content: .rate(rate, width: width))) }
    }

    /// Columns of a title, and columns of time, below which nothing can be told.
    private static let longestTitle = 24
    private static let leastColumns = 24

    /// The lines, in at most `width` columns; none where there is nothing to draw or no room for it.
    func lines(width: Int, _ output: Output) -> [String] {
        let titles = rows.map { TerminalText.inert($0.title, width: Self.longestTitle) }
        let longest = titles.map(TerminalText.width).max() ?? 0
        // One more column at the right is the edge of what lasts to the end.
        let columns = width - longest - 2 - 1
        guard duration > 0, !rows.isEmpty, columns >= Self.leastColumns else { return [] }
        let axis = TimeAxis(duration: duration, columns: columns)
        let space = String(repeating: " ", count: longest + 2)
        var lines = [space + output.styled(axis.labels, .dim)]
        for (title, row) in zip(titles, rows) {
            lines.append(TerminalText.pad(title, to: longest + 2) + draw(row.content, axis, output))
        }
        let hasSeveral = rows.contains { row in
            if case .stays(let stays) = row.content { StaysLine(stays, axis).hasSeveral } else { false }
        }
        if hasSeveral {
            let legend = Table.wrap("┃ several states, too short to be told apart here", to: columns)
            lines += legend.map { space + output.styled($0, .dim) }
        }
        return lines
    }

    func write(to console: Console, indent: Int) {
        let width = min(console.tableWidth ?? 100, 140) - indent
        for line in lines(width: width, console.output) {
            console.line(String(repeating: " ", count: indent) + line)
        }
    }

    private func draw(_ content: Row.Content, _ axis: TimeAxis, _ output: Output) -> String {
        switch content {
        case .stays(let stays): StaysLine(stays, axis).text(output)
        case .moments(let moments, let glyph, let style):
            output.styled(line(of: moments, glyph, axis), style)
        case .rate(let rates, let width): output.styled(line(of: rates, width, axis), .cyan)
        }
    }

    /// A glyph where one moment is, and how many there are where there are more: `+` from ten on.
    private func line(of moments: [UInt64], _ glyph: Character, _ axis: TimeAxis) -> String {
        var counts = [Int](repeating: 0, count: axis.columns)
        for moment in moments { counts[axis.column(of: moment)] += 1 }
        let last = counts.lastIndex { $0 > 0 } ?? 0
        return String(
            counts[...last].map { count in
                switch count {
                case 0: " "
                case 1: glyph
                case 2...9: Character(String(count))
                default: "+"
                }
            })
    }

    /// Eighths of a column's height; nothing only where nothing happened.
    private func line(of rates: [Double], _ width: UInt64, _ axis: TimeAxis) -> String {
        var sums = [(total: Double, count: Double)](repeating: (0, 0), count: axis.columns)
        let stretch = Double(axis.duration) / Double(axis.columns)
        for column in sums.indices {
            let first = Int(Double(column) * stretch / Double(width))
            let last = max(first, Int((Double(column + 1) * stretch / Double(width)).nextDown))
            for place in first...last where place < rates.count {
                sums[column].total += rates[place]
                sums[column].count += 1
            }
        }
        let means = sums.map { $0.count > 0 ? $0.total / $0.count : 0 }
        let highest = means.max() ?? 0
        guard highest > 0 else { return "" }
        let blocks = Array("▁▂▃▄▅▆▇█")
        return String(
            means.map { $0 > 0 ? blocks[min(7, Int($0 / highest * 8))] : " " })
    }
}

extension TextTimeline {
    /// Rows for findings, the worst first: where each became true.
    mutating func add(_ findings: [Finding], elapsed: (Finding) -> UInt64) {
        for severity in Severity.allCases.sorted(by: >) {
            let moments = findings.filter { $0.severity == severity }.map(elapsed)
            let name = severity == .info ? severity.name : severity.name + (moments.count == 1 ? "" : "s")
            add(name, moments: moments, severity.glyph, severity.style)
        }
    }
}

extension Severity {
    /// How it is coloured on a terminal.
    var style: Style {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .info: .cyan
        }
    }

    fileprivate var glyph: Character {
        switch self {
        case .error: "✖"
        case .warning: "▲"
        case .info: "●"
        }
    }
}
