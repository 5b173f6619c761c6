import EventLog
import Projections

/// A report as one page that needs nothing else: no network, no other file, and no script for what matters most.
struct ReportPage {
    let report: Report

    func bytes() -> ByteBuffer {
        var html = HTMLWriter()
        write(to: &html)
        return html.finish()
    }

    private func write(to html: inout HTMLWriter) {
        let frame = PageFrame(
            title: "Session health: " + report.title, styles: [PackageResources.report_css],
            scripts: Self.scripts, skip: ("findings", "To the findings"))
        frame.begin(&html)
        writeHeader(to: &html)
        html.raw("<main>\n")
        ReportTiles(report: report).write(to: &html)
        ReportFindings(report: report).write(to: &html)
        writeExplorer(to: &html)
        ReportTables(report: report).write(to: &html)
        ReportLimits(report: report).write(to: &html)
        html.raw("</main>\n")
        frame.end(&html, data: writeData)
    }

    /// The script's parts, in an order in which each finds what it needs.
    private static let scripts = [
        PackageResources.basics_js, PackageResources.timeline_js, PackageResources.moving_js,
        PackageResources.room_js, PackageResources.now_js,
    ]

    private func writeHeader(to html: inout HTMLWriter) {
        let verdict = report.verdict
        html.raw("<header>\n<p class=\"brand\">arlog <span>session health</span></p>\n")
        PageFrame.verdict(verdict.level.rawValue, Self.badge(verdict.level), verdict.sentence, to: &html)
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
        PageFrame.about(report.title, facts, isShared: report.names.isShared, to: &html)
        html.raw("</header>\n")
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
