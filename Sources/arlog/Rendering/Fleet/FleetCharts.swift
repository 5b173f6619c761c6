import EventLog
import Projections

/// The distributions of a fleet: percentiles in words, and a small picture of each.
struct FleetCharts {
    let report: FleetReport

    /// Bars of a picture, its width and its height.
    private static let bars = 32
    private static let width = 320
    private static let height = 64

    func write(to html: inout HTMLWriter) {
        let shown = Measure.allCases.filter { !report.total.measures[$0].isEmpty }
        guard !shown.isEmpty else { return }
        html.raw(
            """
            <section id="measures" aria-labelledby="measures-title">
            <h2 id="measures-title">Distributions</h2>
            <p class="note">pN: N of a hundred are not above it. The scale is logarithmic; numbers are right within 1.6 %.</p>
            <div class="charts">

            """)
        for measure in shown { write(measure, to: &html) }
        html.raw("</div>\n</section>\n")
    }

    private func write(_ measure: Measure, to html: inout HTMLWriter) {
        let measured = report.total.measures[measure]
        let values = measured.values
        func text(_ value: UInt64?) -> String { FleetReport.text(value, of: measure) }
        html.open("figure", ["class": "chart", "aria-label": measure.title])
        html.element("figcaption", measure.title)
        html.raw("<dl>")
        for percent in measure.percents {
            html.raw("<div>")
            html.element("dt", "p\(percent)")
            html.element("dd", text(values.percentile(Double(percent))))
            html.raw("</div>")
        }
        html.raw("</dl>")
        if let least = values.least, let most = values.most {
            picture(measure, values, to: &html)
            html.raw("<p class=\"ends\">")
            html.element("span", text(least))
            html.element("span", text(most))
            html.raw("</p>")
        }
        var note = Figures.count(values.count, measure.unitName)
        if measured.missed.value > 0 {
            note += ", and \(measured.missed.value) that did not come to it"
        }
        html.element("p", ["class": "note"], note)
        html.raw("</figure>\n")
    }

    private func picture(_ measure: Measure, _ values: Histogram, to html: inout HTMLWriter) {
        let (first, counts, size) = Self.grouped(values)
        let most = counts.max() ?? 1
        // Few bars are wide, so that the ends below are theirs.
        let unit = Self.width / counts.count
        html.open(
            "svg",
            [
                "viewBox": "0 0 \(unit * counts.count) \(Self.height)", "role": "img",
                "preserveAspectRatio": "none",
                "aria-label": label(measure, values),
            ])
        for (place, count) in counts.enumerated() where count > 0 {
            // One of a thousand is seen, too.
            let share = Double(count) / Double(most)
            let height = max(2, Int((share * Double(Self.height - 4)).rounded()))
            html.raw(
                "<rect x=\"\(place * unit + 1)\" y=\"\(Self.height - height)\" width=\"\(unit - 2)\" height=\"\(height)\"><title>"
            )
            let from = Histogram.first(of: first + place * size)
            let to = Histogram.first(of: first + (place + 1) * size) - 1
            html.text(
                "\(FleetReport.text(max(from, values.least ?? 0), of: measure)) to \(FleetReport.text(min(to, values.most ?? to), of: measure)): \(count)"
            )
            html.raw("</title></rect>")
        }
        for (percent, style) in zip(measure.percents, ["middle", "far", "farthest"]) {
            guard let value = values.percentile(Double(percent)) else { continue }
            let x = ((Histogram.place(of: value) - first) * 2 + 1) * unit / (2 * size)
            html.raw(
                "<line class=\"\(style)\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"\(Self.height)\"><title>p\(percent)</title></line>"
            )
        }
        html.close("svg")
    }

    /// The buckets in groups of equal size: where the first begins, how many values are in each, and buckets of a group.
    static func grouped(_ values: Histogram) -> (first: Int, counts: [UInt64], size: Int) {
        guard let least = values.least, let most = values.most else { return (0, [], 1) }
        let first = Histogram.place(of: least)
        let span = Histogram.place(of: most) - first + 1
        let size = (span + bars - 1) / bars
        var counts = [UInt64](repeating: 0, count: (span + size - 1) / size)
        for stretch in values.stretches {
            let place = (Histogram.place(of: stretch.from) - first) / size
            let (sum, overflow) = counts[place].addingReportingOverflow(stretch.count)
            counts[place] = overflow ? .max : sum
        }
        return (first, counts, size)
    }

    private func label(_ measure: Measure, _ values: Histogram) -> String {
        let percents = measure.percents.map {
            "p\($0) \(FleetReport.text(values.percentile(Double($0)), of: measure))"
        }
        return
            "\(measure.title): \(percents.joined(separator: ", ")), from \(FleetReport.text(values.least, of: measure)) to \(FleetReport.text(values.most, of: measure))"
    }
}
