import EventLog
import Projections

/// The few numbers that stand at the top of a page.
struct ReportTiles {
    let report: Report

    private var health: SessionHealth { report.health }

    func write(to html: inout HTMLWriter) { Self.write(tiles, to: &html) }

    static func write(_ tiles: [Tile], to html: inout HTMLWriter) {
        html.raw("<section class=\"tiles\" aria-label=\"In numbers\">\n<dl>\n")
        for tile in tiles {
            html.open("div", ["class": tile.tone.map { "tile " + $0 } ?? "tile"])
            html.element("dt", tile.name)
            html.element("dd", tile.value)
            if let note = tile.note { html.element("dd", ["class": "note"], note) }
            html.raw("</div>\n")
        }
        html.raw("</dl>\n</section>\n")
    }

    struct Tile {
        let name: String
        let value: String
        var note: String?
        var tone: String?
    }

    var tiles: [Tile] {
        let counts = report.verdict.counts
        var tiles = Severity.allCases.reversed().map { severity in
            let count = counts[severity] ?? 0
            return Tile(
                name: severity == .info ? "remarks" : severity.name + "s", value: String(count),
                tone: count > 0 ? severity.name : nil)
        }
        tiles += [
            wait(.firstNormal, "first normal"), wait(.firstMapped, "first mapped"),
            wait(.relocalization, "relocalized"),
        ]
        .compactMap(\.self)
        if let total = health.spanTotals[.interruption] {
            tiles.append(
                Tile(
                    name: "interruptions", value: String(total.begun),
                    note: total.ended > 0 ? "longest " + Figures.time(total.longest) : nil))
        }
        if let frames = health.frames.first(where: { $0.total.average != nil }),
            let average = frames.total.average
        {
            tiles.append(
                Tile(
                    name: "frames a second", value: Figures.decimal(average),
                    note: "lowest " + Figures.decimal(frames.total.lowest)))
        }
        if let memory = health.devices.compactMap(\.total.memory).max() {
            tiles.append(Tile(name: "memory, at most", value: Figures.bytes(memory)))
        }
        let sent = health.links.reduce(0) { $0 + $1.total.sent }
        let received = health.links.reduce(0) { $0 + $1.total.received }
        if sent + received > 0 {
            tiles.append(Tile(name: "packets sent", value: String(sent), note: "\(received) received"))
        }
        return tiles
    }

    private func wait(_ kind: Span.Kind, _ name: String) -> Tile? {
        guard let total = health.spanTotals[kind], total.begun > 0 else { return nil }
        guard total.ended > 0 else {
            return Tile(name: name, value: "never", note: Figures.count(total.begun, "time") + " begun")
        }
        let mean = total.time / UInt64(total.ended)
        let missing = total.begun - total.ended
        return Tile(
            name: name, value: Figures.time(mean),
            note: missing > 0
                ? "\(missing) of \(total.begun) never"
                : total.ended > 1 ? "on average of \(total.ended)" : nil)
    }
}
