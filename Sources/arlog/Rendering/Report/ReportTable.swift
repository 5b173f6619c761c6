import EventLog
import Projections

/// A table of a report: the same rows for the page and for Markdown.
struct ReportTable {
    /// What it shows, in a few words.
    let caption: String
    let header: [String]
    /// Columns of numbers, which stand at the right.
    let numbers: Set<Int>
    var rows: [[Cell]] = []
    /// Whether the page's script lets the reader order it by a column.
    var isSortable = false

    struct Cell: ExpressibleByStringLiteral {
        let text: String
        /// The moment it stands for, nanoseconds from the log's first event.
        var moment: UInt64?
        var tone: String?
        /// The page it leads to.
        var href: String?
        /// What it is ordered by, where that is not its text.
        var order: Double?

        init(
            _ text: String, moment: UInt64? = nil, tone: String? = nil, href: String? = nil,
            order: Double? = nil
        ) {
            self.text = text
            self.moment = moment
            self.tone = tone
            self.href = href
            self.order = order
        }

        init(stringLiteral text: String) { self.init(text) }
    }

    func write(to html: inout HTMLWriter) {
        html.raw(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(Markup.escaped(caption))\"><table\(isSortable ? " class=\"sortable\"" : "")>"
        )
        html.element("caption", caption)
        html.raw("<thead><tr>")
        for (index, name) in header.enumerated() {
            html.element(
                "th", numbers.contains(index) ? ["scope": "col", "class": "number"] : ["scope": "col"], name)
        }
        html.raw("</tr></thead><tbody>\n")
        for row in rows {
            html.raw("<tr>")
            for (index, cell) in row.enumerated() { write(cell, index, to: &html) }
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table></div>\n")
    }

    private func write(_ cell: Cell, _ index: Int, to html: inout HTMLWriter) {
        let name = index == 0 ? "th" : "td"
        html.raw("<" + name)
        if index == 0 { html.raw(" scope=\"row\"") }
        let classes = [numbers.contains(index) ? "number" : nil, cell.tone].compactMap(\.self)
        if !classes.isEmpty { html.raw(" class=\"\(classes.joined(separator: " "))\"") }
        if isSortable, let order = cell.order {
            html.raw(" data-order=\"\(Figures.plain(order))\"")
        }
        html.raw(">")
        if let moment = cell.moment {
            html.element("a", ["class": "moment", "href": "#t=" + ReportFindings.seconds(moment)], cell.text)
        } else if let href = cell.href {
            html.element("a", ["href": href], cell.text)
        } else {
            html.text(cell.text)
        }
        html.close(name)
    }
}
