import EventLog
import Projections

/// A report as one page that needs nothing else: no network, no other file, and no script for what matters most.
struct ReportPage {
    let report: Report

    /// Nothing may be fetched from anywhere. Style and script are inline, as a page of one file has them; that these are
    /// allowed gives a log's texts nothing, because none of them is ever written as markup (`HTMLWriter`, and
    /// `textContent` in the script).
    private static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    func write(to html: inout HTMLWriter) {
        html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">\n")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        html.raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
        html.element("title", "Session health: " + report.title)
        html.raw("\n<style>\n")
        html.raw(PackageResources.report_css)
        html.raw("</style>\n</head>\n<body>\n")
        html.raw("<a class=\"skip\" href=\"#findings\">To the findings</a>\n")
        writeHeader(to: &html)
        html.raw("<main>\n")
        ReportTiles(report: report).write(to: &html)
        ReportFindings(report: report).write(to: &html)
        writeExplorer(to: &html)
        ReportTables(report: report).write(to: &html)
        ReportLimits(report: report).write(to: &html)
        html.raw("</main>\n")
        html.raw(
            "<footer><p>Made by arlog \(ArlogVersion.string). This page fetches nothing and sends nothing.</p></footer>\n"
        )
        writeData(to: &html)
        html.raw("<script>\n\"use strict\";\n{\n")
        for part in Self.scripts { html.raw(part) }
        html.raw("}\n</script>\n</body>\n</html>\n")
    }

    /// The script's parts, in an order in which each finds what it needs.
    private static let scripts = [
        PackageResources.basics_js, PackageResources.timeline_js, PackageResources.moving_js,
        PackageResources.room_js, PackageResources.now_js,
    ]

    private func writeHeader(to html: inout HTMLWriter) {
        let verdict = report.verdict
        html.raw("<header>\n<p class=\"brand\">arlog <span>session health</span></p>\n")
        html.open("div", ["class": "verdict " + verdict.level.rawValue])
        html.element("p", ["class": "badge"], Self.badge(verdict.level))
        html.element("h1", verdict.sentence)
        html.raw("</div>\n<p class=\"about\">")
        html.element("strong", report.title)
        var facts: [String] = []
        let recording = report.health.recordings.first
        let app = [recording?.app, recording?.appVersion].compactMap(\.self).joined(separator: " ")
        let device = [
            report.result.device, recording?.deviceModel, recording?.system,
        ].compactMap(\.self).joined(separator: ", ")
        facts += [app, device].filter { !$0.isEmpty }
        if let first = report.health.first {
            facts.append(String(Timestamp.text(first.time).prefix(19)).replacing("T", with: " ") + " UTC")
        }
        facts.append(Figures.time(report.result.duration))
        facts.append(Figures.count(report.result.events, "event"))
        for fact in facts {
            html.raw(" <span>")
            html.text(fact)
            html.raw("</span>")
        }
        if report.names.isShared {
            html.raw(" <span class=\"shared\">shared: names, texts and places left out</span>")
        }
        html.raw("</p>\n</header>\n")
    }

    private static func badge(_ level: HealthVerdict.Level) -> String {
        switch level {
        case .healthy: "✓ healthy"
        case .warning: "! warnings"
        case .error: "✕ errors"
        case .unknown: "? unknown"
        }
    }

    /// What the script fills: without it nothing of this is shown.
    private func writeExplorer(to html: inout HTMLWriter) {
        html.raw(
            """
            <section id="explore" aria-labelledby="explore-title">
            <h2 id="explore-title">Timeline and room</h2>
            <noscript><p class="note">The timeline and the map are drawn by the page's own script, which is off here. The tables below have the same in numbers.</p></noscript>
            <div id="explorer" hidden>
            <div class="controls">
            <div class="scrub"><label for="moment">Moment</label><input type="range" id="moment" min="0" max="1" value="0" step="any"><output id="moment-text" for="moment"></output></div>
            <div class="zoom" role="group" aria-label="Zoom of the timeline"><button type="button" id="zoom-in" aria-label="Zoom in">+</button><button type="button" id="zoom-out" aria-label="Zoom out">−</button><button type="button" id="zoom-all" aria-label="Show all">0</button></div>
            </div>
            <p class="hint" id="explore-hint">Drag on the timeline, or use <kbd>←</kbd> <kbd>→</kbd>, to move the moment; <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd>, pinch, or the wheel with <kbd>Ctrl</kbd> zoom; <kbd>n</kbd> <kbd>p</kbd> jump to the next or the previous finding.</p>
            <div id="timeline" tabindex="0" role="group" aria-label="Timeline" aria-describedby="explore-hint"></div>
            <div class="room">
            <figure id="map" aria-labelledby="map-title"><figcaption id="map-title">The room from above</figcaption><div id="map-canvas"></div><ul id="map-legend" class="legend"></ul></figure>
            <div id="now"><h3 id="now-title">At this moment</h3><dl id="now-states"></dl><div id="now-live"></div></div>
            </div>
            </div>
            </section>

            """)
    }

    /// Findings on the timeline.
    private static let findingLimit = 1000

    private func writeData(to html: inout HTMLWriter) {
        var json = JSONWriter()
        ReportJSON(report: report, findingLimit: Self.findingLimit).write(to: &json)
        html.script(json: json.finish(), id: "data")
    }
}
