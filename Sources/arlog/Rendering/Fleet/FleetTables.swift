import EventLog
import Projections

/// What a fleet's report shows in rows.
struct FleetTables {
    let report: FleetReport

    private var summary: LogSummary { report.summary }

    // MARK: Sessions

    /// Sessions listed; the worst of all are kept.
    var sessions: ReportTable? {
        let kept = summary.sessions.kept
        guard !kept.isEmpty else { return nil }
        let left = summary.total.tally.sessions - min(UInt64(kept.count), summary.total.tally.sessions)
        let folder = Self.sharedFolder(kept.map(\.path))
        let below = folder.isEmpty ? "" : ", below \(folder)"
        var table = ReportTable(
            caption: (left > 0 ? "The worst \(kept.count) of \(summary.total.tally.sessions)" : "All of them")
                + below,
            header: [
                "session", "verdict", "errors", "warnings", "first of the worst", "begins", "length",
                "version",
                "device", "ends",
            ], numbers: [2, 3, 6])
        table.isSortable = true
        for entry in kept {
            let href = entry.page.flatMap { report.pages?.address(of: $0) }
            let (word, tone) = Self.verdict(entry.level)
            let device = [entry.deviceModel, entry.system].compactMap(\.self).joined(separator: ", ")
            table.rows.append([
                .init(String(entry.path.dropFirst(folder.count)), href: href), .init(word, tone: tone),
                .init(String(entry.errors), order: Double(entry.errors)),
                .init(String(entry.warnings), order: Double(entry.warnings)),
                .init(entry.rule ?? "", tone: "whole"),
                .init(
                    entry.events == 0
                        ? "–" : String(Timestamp.text(entry.start).prefix(16)).replacing("T", with: " "),
                    tone: "whole", order: Double(entry.start)),
                .init(Figures.roughTime(entry.duration), order: Double(entry.duration)),
                .init(entry.version.map(report.versionName) ?? ""), .init(device), .init(Self.ending(entry)),
            ])
        }
        return table
    }

    /// The folder that all paths lie in, with its slash; empty where there is none.
    private static func sharedFolder(_ paths: [String]) -> String {
        guard paths.count > 1, var folder = paths.first else { return "" }
        for path in paths { folder = String(zip(folder, path).prefix { $0 == $1 }.map(\.0)) }
        return folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? ""
    }

    static func verdict(_ level: HealthVerdict.Level) -> (word: String, tone: String) {
        switch level {
        case .healthy: ("✓ healthy", "good")
        case .warning: ("! warnings", "warning")
        case .error: ("✕ errors", "error")
        case .unknown: ("? unknown", "quiet")
        }
    }

    private static func ending(_ entry: SessionEntry) -> String {
        let ending =
            switch entry.ending {
            case .closed: "closed"
            case .cut: "cut in use"
            case .cutInBackground: "cut in background"
            case nil: ""
            }
        return [ending, entry.hasLoss ? "damaged" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    var troubles: ReportTable? {
        let kept = summary.troubles.kept
        guard !kept.isEmpty else { return nil }
        let left = summary.troubled - min(UInt64(kept.count), summary.troubled)
        var table = ReportTable(
            caption: "\(summary.unread.value) not read, \(summary.total.tally.lossy.value) read in part"
                + (left > 0 ? "; the first \(kept.count)" : ""),
            header: ["log", "", "why"], numbers: [])
        for trouble in kept {
            table.rows.append([
                .init(trouble.path),
                .init(
                    trouble.kind == .unread ? "not read" : "damaged",
                    tone: trouble.kind == .unread ? "error" : nil),
                .init(trouble.reason),
            ])
        }
        return table
    }

    // MARK: Groups

    /// Rows of a group at most, those with the most sessions.
    private static let rowLimit = 60

    var allVersions: ReportTable? {
        guard summary.versions.count > 1 else { return nil }
        return groups(
            "Versions", "version",
            summary.versions.sorted.map { (report.versionName($0.name), $0.value.tally) },
            summary.versions.others.tally)
    }
    var devices: ReportTable? {
        groups(
            "Device models", "device model", summary.devices.sorted.map { ($0.name, $0.value) },
            summary.devices.others)
    }
    var systems: ReportTable? {
        groups(
            "Systems", "system", summary.systems.sorted.map { ($0.name, $0.value) }, summary.systems.others)
    }

    private func groups(
        _ caption: String, _ name: String, _ all: [(name: String, tally: SessionTally)],
        _ others: SessionTally
    ) -> ReportTable? {
        guard !all.isEmpty else { return nil }
        var table = ReportTable(
            caption: caption,
            header: [
                name, "sessions", "healthy", "with errors", "with warnings", "errors and warnings each",
                "cut in use",
            ],
            numbers: [1, 2, 3, 4, 5, 6])
        table.isSortable = true
        let most = all.sorted { left, right in
            let (a, b) = (left.tally.sessions, right.tally.sessions)
            return a != b ? a > b : NaturalOrder.precedes(left.name, right.name)
        }
        for (name, tally) in most.prefix(Self.rowLimit) { table.rows.append(row(name, tally)) }
        var rest = others
        for (_, tally) in most.dropFirst(Self.rowLimit) { rest.add(tally) }
        if rest.sessions > 0 { table.rows.append(row("others", rest)) }
        return table
    }

    private func row(_ name: String, _ tally: SessionTally) -> [ReportTable.Cell] {
        func number(_ amount: Amount) -> ReportTable.Cell {
            .init(String(amount.value), order: Double(amount.value))
        }
        return [
            .init(name), .init(String(tally.sessions), order: Double(tally.sessions)),
            .init(Figures.percent(tally.healthyShare), order: tally.healthyShare ?? -1), number(tally.error),
            number(tally.warning),
            .init(tally.findingsEach.map(Figures.decimal) ?? "–", order: tally.findingsEach ?? -1),
            number(tally.cut),
        ]
    }
}
