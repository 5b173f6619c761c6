import EventLog
import Projections

/// A stay of something in one state, as a timeline in text draws it.
struct TextStay {
    let state: String
    /// Nanoseconds after the log's first event.
    let from: UInt64
    let to: UInt64
    /// Whether nothing allows the way that led here.
    var isIllegal = false
    /// Whether it stands for several that were put together.
    var isSeveral = false
    /// How good that is, where it is ARKit's own word.
    var style: Style?
}

/// One row of stays: each begins with a line and has the state's name, as far as there is room.
struct StaysLine {
    private struct Piece {
        var stay: TextStay
        let column: Int
        var end: Int
        var isSeveral: Bool
    }

    private let axis: TimeAxis
    private var pieces: [Piece] = []

    /// - Parameter stays: in the order of time.
    init(_ stays: [TextStay], _ axis: TimeAxis) {
        self.axis = axis
        for stay in stays {
            let column = axis.column(of: stay.from)
            let end = stay.to >= axis.duration ? axis.columns : axis.column(of: stay.to)
            if let last = pieces.last, last.column == column {
                // The later one is what goes on from here; what shares its column is marked.
                var stay = stay
                stay.isIllegal = stay.isIllegal || last.stay.isIllegal
                pieces[pieces.count - 1].stay = stay
                pieces[pieces.count - 1].end = max(end, column + 1)
                pieces[pieces.count - 1].isSeveral = true
            } else {
                pieces.append(
                    Piece(stay: stay, column: column, end: max(end, column + 1), isSeveral: stay.isSeveral))
            }
        }
    }

    /// Whether some are too short to have a column of their own.
    var hasSeveral: Bool { pieces.contains { $0.isSeveral } }

    func text(_ output: Output) -> String {
        var line = ""
        var column = 0
        for (index, piece) in pieces.enumerated() {
            if piece.column > column {
                // Nothing is known in between; where the one before ended is its edge.
                let isAfter = index > 0
                line += isAfter ? "│" : " "
                line += String(repeating: " ", count: piece.column - column - 1)
            }
            let next = index + 1 < pieces.count ? pieces[index + 1].column : axis.columns
            let end = min(piece.end, next)
            line += edge(of: piece, output)
            line += fill(piece.stay, end - piece.column - 1, output)
            column = end
        }
        return pieces.isEmpty ? line : line + "│"
    }

    private func edge(of piece: Piece, _ output: Output) -> String {
        if piece.stay.isIllegal { return output.styled("✗", .red) }
        return piece.isSeveral ? "┃" : "│"
    }

    private func fill(_ stay: TextStay, _ columns: Int, _ output: Output) -> String {
        guard columns > 0 else { return "" }
        let name = TerminalText.inert(stay.state)
        let width = TerminalText.width(name)
        let text: String
        if width <= columns {
            text = width < columns ? name + " " : name
        } else {
            // Of less than three letters nobody guesses the rest.
            text = columns >= 4 ? TerminalText.truncate(name, to: columns) : ""
        }
        let rest = String(repeating: "─", count: columns - TerminalText.width(text))
        let shown = stay.style.map { output.styled(text, $0) } ?? text
        return (text.isEmpty ? "" : shown) + (rest.isEmpty ? "" : output.styled(rest, .dim))
    }
}

extension TextStay {
    /// A visit of a machine; `isDerived` where the machine follows from ARKit's own events.
    static func style(of state: String, isDerived: Bool) -> Style? {
        guard isDerived else { return nil }
        switch state {
        case "running", "normal", "mapped", "extending": return .green
        case "failed": return .red
        case "interrupted": return .yellow
        default: return state.hasPrefix("limited") ? .yellow : nil
        }
    }
}
