import EventLog

/// Rows of text in aligned columns. Where they are too wide for the terminal, cells go on below: nothing is cut.
struct Table {
    enum Alignment {
        case left, right
    }

    private let columns: [Alignment]
    private let indent: Int
    private var rows: [[String]] = []

    init(columns: [Alignment], header: [String]? = nil, indent: Int = 0) {
        self.columns = columns
        self.indent = indent
        if let header { add(header) }
    }

    /// Adds a row; its cells are made inert, and missing ones are empty.
    mutating func add(_ cells: [String]) {
        precondition(cells.count <= columns.count)
        let missing = Array(repeating: "", count: columns.count - cells.count)
        rows.append((cells + missing).map { TerminalText.inert($0) })
    }

    /// Whether the rows fit into `width` columns without a cell going on below; always where there is no limit.
    func fits(_ width: Int?) -> Bool {
        guard let width else { return true }
        return indent + naturalWidths.reduce(0, +) + 2 * (columns.count - 1) <= width
    }

    private var naturalWidths: [Int] {
        columns.indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
    }

    /// The lines, in at most `width` columns where that is possible at all; `nil` is as wide as needed.
    func text(width: Int?) -> String {
        var widths = naturalWidths
        if let width { fit(&widths, into: width - indent - 2 * (columns.count - 1)) }
        return rows.map { lines(of: $0, widths) }.joined()
    }

    /// Takes room from the widest columns, one after the other, down to a width that can still be read.
    private func fit(_ widths: inout [Int], into room: Int) {
        while widths.reduce(0, +) > room {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 12 else {
                return
            }
            widths[widest] -= 1
        }
    }

    private func lines(of row: [String], _ widths: [Int]) -> String {
        let cells = row.indices.map { Self.wrap(row[$0], to: widths[$0]) }
        var text = ""
        for line in 0..<(cells.map(\.count).max() ?? 0) {
            var line = columns.indices.map { column in
                let part = line < cells[column].count ? cells[column][line] : ""
                return TerminalText.pad(part, to: widths[column], atStart: columns[column] == .right)
            }.joined(separator: "  ")
            while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
            text += String(repeating: " ", count: line.isEmpty ? 0 : indent) + line + "\n"
        }
        return text
    }

    /// The text in lines of at most `width` columns, broken at spaces where there are any.
    static func wrap(_ text: String, to width: Int) -> [String] {
        guard TerminalText.width(text) > width, width > 0 else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let joined = line.isEmpty ? String(word) : line + " " + word
            if TerminalText.width(joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if !line.isEmpty, TerminalText.width(line + String(character)) > width {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
    }
}
