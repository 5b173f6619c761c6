import EventLog
import Projections

/// What a report shows in numbers: the ten points, waits, states, packets, frames and devices.
struct ReportTables {
    let report: Report

    private var health: SessionHealth { report.health }
    private var names: Names { report.names }

    func write(to html: inout HTMLWriter) {
        if let table = checklist {
            section("checklist", "Ten points of a collaboration", [table], to: &html)
        }
        section(
            "numbers", "In numbers", [waits, states, links, drops, frames, devices].compactMap(\.self),
            to: &html)
        if let table = moments {
            html.raw(
                "<section id=\"events\" aria-labelledby=\"events-title\"><h2 id=\"events-title\">Events on the timeline</h2>\n"
            )
            html.raw("<details><summary>\(table.rows.count) of them, in order</summary>\n")
            table.write(to: &html)
            html.raw("</details></section>\n")
        }
    }

    private func section(_ id: String, _ title: String, _ tables: [ReportTable], to html: inout HTMLWriter) {
        guard !tables.isEmpty else { return }
        html.raw(
            "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n<h2 id=\"\(id)-title\">\(title)</h2>\n")
        for table in tables { table.write(to: &html) }
        html.raw("</section>\n")
    }

    var checklist: ReportTable? {
        guard !health.checklist.isEmpty else { return nil }
        var table = ReportTable(
            caption: "What a careful team goes through before a release",
            header: ["point", "", "what was seen", "evidence"],
            numbers: [])
        for point in health.checklist {
            let (text, tone) =
                switch point.state {
                case .passed: ("✓ passed", "good")
                case .failed: ("✕ failed", "error")
                case .notExercised: ("– not exercised", "quiet")
                }
            table.rows.append([
                .init(point.point.title), .init(text, tone: tone), .init(point.note),
                .init(point.events.map { "#\($0)" }.joined(separator: " ")),
            ])
        }
        return table
    }

    var waits: ReportTable? {
        guard !health.spanTotals.isEmpty else { return nil }
        var table = ReportTable(
            caption: "Waits", header: ["wait", "begun", "ended", "shortest", "on average", "longest"],
            numbers: [1, 2, 3, 4, 5])
        for kind in Span.Kind.allCases {
            guard let total = health.spanTotals[kind] else { continue }
            let hasTimes = total.ended > 0
            table.rows.append([
                .init(kind.title), .init(String(total.begun)), .init(String(total.ended)),
                .init(hasTimes ? Figures.time(total.shortest) : "–"),
                .init(hasTimes ? Figures.time(total.time / UInt64(total.ended)) : "–"),
                .init(hasTimes ? Figures.time(total.longest) : "–"),
            ])
        }
        return table
    }

    /// Rows of states at most.
    private static let rowLimit = 120

    var states: ReportTable? {
        var table = ReportTable(
            caption: "Time in each state", header: ["lane", "state", "visits", "time", "share"],
            numbers: [2, 3, 4])
        for lane in health.lanes {
            let whole = lane.totals.values.reduce(0) { $0 + $1.time }
            let owner = report.owner(lane.session, lane.device)
            let name = report.name(of: lane) + (owner.isEmpty ? "" : " (\(owner))")
            let totals = lane.totals.sorted { ($1.value.time, $0.key) < ($0.value.time, $1.key) }
            for (state, total) in totals where table.rows.count < Self.rowLimit {
                table.rows.append([
                    .init(name), .init(state), .init(String(total.visits)), .init(Figures.time(total.time)),
                    .init(Figures.share(total.time, of: whole)),
                ])
            }
        }
        return table.rows.isEmpty ? nil : table
    }

    var links: ReportTable? {
        guard !health.links.isEmpty else { return nil }
        func limit(_ name: String) -> Double { health.limits.first { $0.name == name }?.value ?? 0 }
        let (rate, bandwidth) = (limit("packetRate.limit"), limit("bandwidth.limit"))
        var table = ReportTable(
            caption:
                "Packets by peer; the limits are \(Figures.decimal(rate)) packets and \(Figures.decimal(bandwidth)) kB a second",
            header: [
                "peer", "sent critical", "sent optional", "received", "applied", "dropped", "not decoded",
                "sent", "busiest",
                "queue, at most",
            ],
            numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9])
        for link in health.links {
            let seconds = Double(link.buckets.width) / 1e9
            let busiest = link.buckets.values.compactMap { $0?.sent }.max() ?? 0
            let owner = report.deviceName(link.device).map { " (device \($0))" } ?? ""
            let name = (link.peer.map { names.text(of: $0) } ?? "no peer named") + owner
            let total = link.total
            table.rows.append([
                .init(name), .init(String(total.sentCritical)), .init(String(total.sentOptional)),
                .init(String(total.received)), .init(String(total.applied)), .init(String(total.dropped)),
                .init(String(total.decodeFailures)), .init(Figures.bytes(total.bytesSent)),
                .init(
                    "\(Figures.decimal(Double(busiest) / seconds)) a second over \(Figures.time(link.buckets.width))"
                ),
                .init(total.queue.map(String.init) ?? "–"),
            ])
        }
        return table
    }

    var drops: ReportTable? {
        guard !health.drops.isEmpty else { return nil }
        var table = ReportTable(
            caption: "Packets dropped", header: ["reason", "critical", "optional"], numbers: [1, 2])
        for (reason, count) in health.drops.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            table.rows.append([
                .init(reason.name), .init(String(count.critical), tone: count.critical > 0 ? "error" : nil),
                .init(String(count.optional)),
            ])
        }
        return table
    }

    var frames: ReportTable? {
        guard !health.frames.isEmpty else { return nil }
        var table = ReportTable(
            caption: "Frames", header: ["session", "a second", "lowest", "dropped", "held, at most"],
            numbers: [1, 2, 3, 4])
        for frames in health.frames {
            let owner = report.deviceName(frames.device).map { " (device \($0))" } ?? ""
            table.rows.append([
                .init(names.text(of: frames.session) + owner),
                .init(frames.total.average.map(Figures.decimal) ?? "–"),
                .init(frames.total.count > 0 ? Figures.decimal(frames.total.lowest) : "–"),
                .init(String(frames.total.dropped)), .init(frames.total.retained.map(String.init) ?? "–"),
            ])
        }
        return table
    }

    var devices: ReportTable? {
        guard !health.devices.isEmpty else { return nil }
        var table = ReportTable(
            caption: "Devices", header: ["device", "memory, at most", "cores, at most", "charge at the end"],
            numbers: [1, 2, 3])
        for device in health.devices {
            let total = device.total
            let battery = device.buckets.values.compactMap { $0?.battery }.last
            table.rows.append([
                .init(
                    report.deviceName(device.device) ?? report.result.device ?? "this device"),
                .init(total.memory.map(Figures.bytes) ?? "–"), .init(total.cpu.map(Figures.decimal) ?? "–"),
                .init(battery.map { Figures.decimal($0 * 100) + " %" } ?? "–"),
            ])
        }
        return table
    }

    /// Events told in a page's table; the timeline has all that are kept.
    private static let momentLimit = 1000

    var moments: ReportTable? {
        guard !health.moments.isEmpty else { return nil }
        let left = health.moments.count - Self.momentLimit
        var table = ReportTable(
            caption: left > 0
                ? "The first \(Self.momentLimit); the timeline has \(left) more" : "In the order of the log",
            header: ["at", "event", "what", "where", "number"], numbers: [0, 4])
        for moment in health.moments.prefix(Self.momentLimit) {
            let elapsed = report.elapsed(moment.mark)
            table.rows.append([
                .init(Figures.time(elapsed), moment: elapsed), .init(moment.kind.name),
                .init(report.text(of: moment)),
                .init(report.owner(moment.session, moment.device)), .init("#\(moment.mark.number)"),
            ])
        }
        return table
    }
}

extension Span.Kind {
    /// As a table names it.
    var title: String {
        switch self {
        case .interruption: "interrupted"
        case .relocalization: "relocalizing until normal"
        case .firstNormal: "from run to first normal"
        case .firstMapped: "from run to first mapped"
        case .handshake: "handshake"
        }
    }
}
