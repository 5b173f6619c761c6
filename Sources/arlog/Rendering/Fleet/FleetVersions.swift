import EventLog
import Projections

// Versions of the app, one a column.
extension FleetTables {
    var versions: [ReportTable] { report.compared.map(table) }

    private func table(_ comparison: FleetReport.Comparison) -> ReportTable {
        let compared = comparison.versions
        let app = comparison.app
        var table = ReportTable(
            caption: "\(app): the newest at the right; marked where it is hardly chance",
            header: [""] + compared.map { FleetReport.version($0.name, of: app) } + ["change"],
            numbers: Set(1...compared.count + 1))
        let tallies = compared.map(\.value.tally)
        table.rows.append(row("sessions", tallies.map { String($0.sessions) }, nil))
        table.rows.append(
            row("healthy", tallies.map { Figures.percent($0.healthyShare) }, Self.healthyChange(tallies)))
        for (name, part) in [("errors each", \SessionTally.errors), ("warnings each", \.warnings)] {
            let each = tallies.map { Double($0[keyPath: part].value) / Double(max(1, $0.sessions)) }
            table.rows.append(row(name, each.map(Self.rate), Self.change(each)))
        }
        let cut = tallies.map { Double($0.cut.value) / Double(max(1, $0.sessions)) }
        table.rows.append(row("cut while in use", cut.map(Figures.percent), Self.points(cut)))
        for measure in Measure.allCases {
            for percent in measure.percents.prefix(2) {
                let values = compared.map {
                    $0.value.measures[measure].values.percentile(Double(percent))
                }
                guard values.contains(where: { $0 != nil }) else { continue }
                let known = values.compactMap { $0.map { Double($0) } }
                table.rows.append(
                    row(
                        "\(measure.title), p\(percent)",
                        values.map { FleetReport.text($0, of: measure) },
                        known.count == values.count ? Self.change(known) : nil))
            }
        }
        return table
    }

    private func row(_ name: String, _ values: [String], _ change: ReportTable.Cell?) -> [ReportTable.Cell] {
        [.init(name)] + values.map { .init($0) } + [change ?? .init("")]
    }

    /// A number with two decimals below ten.
    private static func rate(_ number: Double) -> String {
        number < 10 ? Figures.plain((number * 100).rounded() / 100) : Figures.decimal(number)
    }

    /// From the last but one to the last: `+35 %`.
    private static func change(_ values: [Double]) -> ReportTable.Cell? {
        guard values.count > 1, values[values.count - 2] > 0 else { return nil }
        let change = values[values.count - 1] / values[values.count - 2] - 1
        return .init(signed(change * 100) + " %")
    }

    /// The same of shares: `+12 points`.
    private static func points(_ shares: [Double]) -> ReportTable.Cell? {
        guard shares.count > 1 else { return nil }
        return .init(signed((shares[shares.count - 1] - shares[shares.count - 2]) * 100) + " points")
    }

    private static func signed(_ number: Double) -> String {
        let text = Figures.decimal(number)
        if text == "0" { return "±0" }
        return number > 0 ? "+" + text : text.replacing("-", with: "−")
    }

    /// The change of the healthy share, marked where two equal versions would differ so in less than one of twenty cases:
    /// the test of two proportions, with a normal approximation.
    static func healthyChange(_ tallies: [SessionTally]) -> ReportTable.Cell? {
        guard tallies.count > 1 else { return nil }
        let (old, new) = (tallies[tallies.count - 2], tallies[tallies.count - 1])
        guard let before = old.healthyShare, let after = new.healthyShare else { return nil }
        var cell = points([before, after])
        let (m, n) = (Double(old.sessions - old.unknown.value), Double(new.sessions - new.unknown.value))
        let both = (before * m + after * n) / (m + n)
        let error = (both * (1 - both) * (1 / m + 1 / n)).squareRoot()
        let isTold = min(m, n) * min(both, 1 - both) >= 5 && abs(after - before) > 1.96 * error
        if isTold { cell?.tone = after > before ? "good" : "error" }
        return cell
    }
}
