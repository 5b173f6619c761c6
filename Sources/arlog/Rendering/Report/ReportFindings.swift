import EventLog
import Projections

/// The findings of a page, by cause, each with its evidence and what to do.
struct ReportFindings {
    let report: Report

    /// Findings told in full; further ones are counted by rule.
    static let limit = 200

    func write(to html: inout HTMLWriter) {
        html.raw(
            "<section id=\"findings\" aria-labelledby=\"findings-title\">\n<h2 id=\"findings-title\">Findings</h2>\n"
        )
        let groups = report.groups
        if groups.isEmpty {
            html.element(
                "p", ["class": "note"],
                report.result.events == 0 ? "There was nothing to judge." : "Nothing was found.")
        }
        var left = Self.limit
        var untold: [String: Int] = [:]
        for (cause, effects) in groups {
            guard left > 0 else {
                for index in [cause] + effects { untold[report.result.findings[index].rule, default: 0] += 1 }
                continue
            }
            left -= 1
            write(cause, effects.prefix(left), to: &html)
            for index in effects.dropFirst(left) {
                untold[report.result.findings[index].rule, default: 0] += 1
            }
            left -= min(left, effects.count)
        }
        for fold in report.result.folded { untold[fold.rule, default: 0] += fold.count }
        if !untold.isEmpty {
            let list = untold.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }.joined(
                separator: ", ")
            html.element("p", ["class": "note"], "Too many to be told here: \(list).")
        }
        html.raw("</section>\n")
    }

    private func write(_ index: Int, _ effects: ArraySlice<Int>, to html: inout HTMLWriter) {
        let finding = report.result.findings[index]
        html.open("article", ["class": "finding " + finding.severity.name, "id": "finding-\(index)"])
        body(finding, "h3", to: &html)
        if !effects.isEmpty {
            html.raw("<div class=\"hence\"><p class=\"hence-title\">Hence</p>")
            for effect in effects {
                let finding = report.result.findings[effect]
                html.open(
                    "article", ["class": "finding " + finding.severity.name, "id": "finding-\(effect)"])
                body(finding, "h4", to: &html)
                html.raw("</article>")
            }
            html.raw("</div>")
        }
        html.raw("</article>\n")
    }

    private func body(_ finding: Finding, _ heading: String, to html: inout HTMLWriter) {
        html.open(heading)
        html.element("span", ["class": "severity"], Self.mark(finding.severity) + " " + finding.severity.name)
        html.raw(" ")
        html.element("code", finding.rule)
        html.close(heading)
        html.raw("<p class=\"where\">")
        let elapsed = report.result.elapsed(finding)
        time(elapsed, "at " + Figures.time(elapsed), to: &html)
        let owner = report.owner(finding.session, finding.device)
        if !owner.isEmpty { html.element("span", owner) }
        if finding.count > 1 { html.element("span", "\(finding.count) times") }
        html.raw("</p>")
        html.element("p", finding.message)
        html.element("p", ["class": "advice"], finding.advice)
        html.raw("<p class=\"evidence\">Evidence: ")
        for number in finding.events.prefix(Self.evidence) {
            html.open("span", ["data-event": "\(number)"])
            let moment =
                number == finding.mark.number ? finding.mark.time : report.health.times.time(of: number)
            time(report.elapsed(moment ?? finding.mark.time), "#\(number)", to: &html)
            html.close("span")
            html.raw(" ")
        }
        if finding.events.count > Self.evidence {
            html.text("and \(finding.events.count - Self.evidence) more ")
        }
        html.element(
            "code", ["class": "fingerprint", "title": "The same fault has this fingerprint in every log"],
            finding.fingerprint)
        html.raw("</p>")
    }

    private static let evidence = 40

    /// A moment that the scrubber moves to.
    private func time(_ nanoseconds: UInt64, _ text: String, to html: inout HTMLWriter) {
        html.element("a", ["class": "moment", "href": "#t=" + Self.seconds(nanoseconds)], text)
    }

    /// Seconds with three decimals, as an address has them: never before the moment, or what happened at it would not be
    /// shown there.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let milliseconds = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
        let digits = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }

    /// So that no colour is needed to tell them apart.
    static func mark(_ severity: Severity) -> String {
        switch severity {
        case .error: "✕"
        case .warning: "!"
        case .info: "i"
        }
    }
}
