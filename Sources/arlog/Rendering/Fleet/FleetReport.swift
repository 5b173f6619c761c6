import EventLog
import Projections

/// Everything that a report of many sessions shows, ready to be rendered as a page, as Markdown or as JSON.
struct FleetReport {
    let summary: LogSummary
    /// Whether what is private is withheld.
    let isShared: Bool
    let hasBaseline: Bool
    /// Faults that only the summaries' readers learned to be known: their sessions were judged without.
    let learned: Int
    /// Where sessions have pages of their own.
    let pages: PageLinks?

    var total: VersionTally { summary.total }
    var tally: SessionTally { summary.total.tally }

    /// A fault with its fingerprint.
    typealias Found = (fingerprint: String, fault: Fault)

    /// What no baseline knows, the worst and most widespread first; and what one knows.
    var new: [Found] { ordered(\.new) }
    var known: [Found] { ordered(\.known) }

    private func ordered(_ part: KeyPath<Fault, Fault.Seen>) -> [Found] {
        summary.faults.sorted.map { ($0.name, $0.value) }.filter { $0.1[keyPath: part].severity != nil }
            .sorted { left, right in
                let (a, b) = (left.1[keyPath: part], right.1[keyPath: part])
                if a.severity != b.severity { return a.severity ?? .info > b.severity ?? .info }
                if a.logs != b.logs { return a.logs.value > b.logs.value }
                if a.occurrences != b.occurrences { return a.occurrences > b.occurrences }
                return left.0 < right.0
            }
    }

    // MARK: The verdict

    var level: HealthVerdict.Level {
        if tally.error.value > 0 { return .error }
        if tally.warning.value > 0 { return .warning }
        return tally.healthy.value > 0 ? .healthy : .unknown
    }

    var sentence: String {
        let sessions = tally.sessions
        guard sessions > 0 else { return "Nothing can be said: there is no session that could be read." }
        guard level != .unknown else {
            return
                "Nothing can be said of \(sessions == 1 ? "this session" : "these sessions"): there was nothing to judge."
        }
        let judged = sessions - tally.unknown.value
        let what = hasBaseline ? "no new error and no new warning" : "no error and no warning"
        guard level != .healthy else {
            let all = judged == 1 ? "The one session looks" : "All \(judged) sessions look"
            return "\(all) healthy: \(what).\(unknownText)"
        }
        var text =
            "\(tally.healthy.value) of \(judged) session\(judged == 1 ? "" : "s") look\(judged == 1 ? "s" : "") healthy"
        if tally.error.value > 0 { text += "; " + Self.have(tally.error.value, "errors") }
        if tally.warning.value > 0 {
            text += tally.error.value > 0 ? " and " : "; "
            text += Self.have(tally.warning.value, tally.error.value > 0 ? "only warnings" : "warnings")
        }
        text += "."
        if let worst = new.first, let severity = worst.fault.new.severity,
            let what = Self.summary(of: worst.fault)
        {
            let logs = worst.fault.new.logs.value
            let which =
                logs > 1
                ? "The most widespread \(severity.name), in \(logs) sessions"
                : "In one session, \(Self.article(severity))"
            text += " \(which): \(what)"
        }
        return text + unknownText
    }

    private var unknownText: String {
        let count = tally.unknown.value
        guard count > 0 else { return "" }
        return " Of \(Figures.count(count, "more session")) nothing can be said."
    }

    private static func article(_ severity: Severity) -> String {
        severity == .warning ? "a warning" : severity == .error ? "an error" : "a remark"
    }

    private static func have(_ count: UInt64, _ what: String) -> String {
        "\(count) \(count == 1 ? "has" : "have") \(what)"
    }

    var badge: String {
        guard let share = tally.healthyShare else { return "? unknown" }
        let percent = Figures.percent(share) + " healthy"
        switch level {
        case .healthy: return "✓ " + percent
        case .warning: return "! " + percent
        default: return "✕ " + percent
        }
    }

    /// What a fault's rule finds, in a sentence of ours; `nil` where this version does not know the rule.
    static func summary(of fault: Fault) -> String? { about(fault)?.summary }

    static func about(_ fault: Fault) -> RuleAbout? { Catalogue.about.first { $0.id == fault.rule } }

    // MARK: Versions

    /// The versions of one app, the older first.
    struct Comparison {
        let app: String
        let versions: [(name: String, value: VersionTally)]
    }

    /// Apps of which several versions are told, with those of them that have the most sessions; the app with the most
    /// sessions first.
    var compared: [Comparison] {
        let told = summary.versions.sorted.filter {
            $0.name != LogSummary.untold && $0.value.tally.sessions > 0
        }
        let apps = Dictionary(grouping: told) { $0.value.app ?? "" }.filter { $0.value.count > 1 }
        func sessions(_ versions: [(name: String, value: VersionTally)]) -> Double {
            versions.reduce(0) { $0 + Double($1.value.tally.sessions) }
        }
        let order = apps.sorted { left, right in
            let (a, b) = (sessions(left.value), sessions(right.value))
            return a != b ? a > b : left.key < right.key
        }
        return order.prefix(Self.appLimit).map { app, versions in
            let most = versions.sorted { left, right in
                let (a, b) = (left.value.tally.sessions, right.value.tally.sessions)
                return a != b ? a > b : NaturalOrder.precedes(right.name, left.name)
            }
            let shown = most.prefix(Self.versionLimit).sorted { NaturalOrder.precedes($0.name, $1.name) }
            return Comparison(app: app, versions: shown)
        }
    }

    /// What a version is called: without the app's name, where all are of one app.
    var versionName: (String) -> String {
        let apps = Set(summary.versions.sorted.compactMap(\.value.app))
        guard apps.count == 1, let app = apps.first else { return { $0 } }
        return { Self.version($0, of: app) }
    }

    static func version(_ name: String, of app: String) -> String {
        let rest = name.hasPrefix(app + " ") ? String(name.dropFirst(app.count + 1)) : name
        return rest.isEmpty ? name : rest
    }

    private static let appLimit = 3
    private static let versionLimit = 4

    /// The only version in which a fault was seen, where others were seen, too.
    func onlyVersion(of fault: Fault) -> String? {
        let versions = fault.versions.sorted
        guard versions.count == 1, fault.versions.others.value == 0, summary.versions.count > 1,
            versions[0].name != LogSummary.untold
        else { return nil }
        return versions[0].name
    }

    /// `12.5 s`, `58`: a value of a measure.
    static func text(_ value: UInt64?, of measure: Measure) -> String {
        guard let value else { return "–" }
        switch measure.unit {
        case .microseconds:
            let (nanoseconds, overflow) = value.multipliedReportingOverflow(by: 1000)
            return Figures.roughTime(overflow ? .max : nanoseconds)
        case .thousandths: return Figures.decimal(Double(value) / 1000)
        }
    }
}

extension Measure {
    /// What it is called in a report.
    var title: String {
        switch self {
        case .firstNormal: "from run to first normal"
        case .firstMapped: "from run to first mapped"
        case .relocalization: "relocalizing until normal"
        case .interruption: "interrupted"
        case .handshake: "handshake"
        case .length: "session length"
        case .fps: "frames a second"
        case .packetRate: "packets a second"
        case .packetPeak: "packets a second, busiest"
        }
    }

    /// The percentiles that are told, from the middle to where it is bad.
    var percents: [Int] { isMoreBetter ? [50, 10, 1] : [50, 90, 99] }

    /// What is counted once for each of its values.
    var unitName: String {
        switch self {
        case .length, .packetRate, .packetPeak: "session"
        case .fps: "AR session"
        default: "time"
        }
    }
}

/// Names as people order them: numbers in them by their size.
enum NaturalOrder {
    static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (parts(left), parts(right))
        for (x, y) in zip(a, b) where x != y {
            guard x.isNumber, y.isNumber else { return x.text < y.text }
            let (m, n) = (x.text.drop { $0 == "0" }, y.text.drop { $0 == "0" })
            if m.count != n.count { return m.count < n.count }
            if m != n { return m < n }
        }
        return a.count != b.count ? a.count < b.count : left < right
    }

    private struct Part: Equatable {
        var text: String
        let isNumber: Bool
    }

    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        for character in text {
            let isNumber = character.isASCII && character.isNumber
            if parts.last?.isNumber == isNumber {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append(Part(text: String(character), isNumber: isNumber))
            }
        }
        return parts
    }
}
