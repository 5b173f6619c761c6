import EventLog
import Projections

/// Everything that a report of one log shows, ready to be rendered as a page, as Markdown or as JSON.
struct Report {
    let result: CheckResult
    let health: SessionHealth
    /// Findings that a baseline knows.
    let known: [Finding]

    var names: Names { result.names }
    var verdict: HealthVerdict {
        let isEmpty = result.events == 0
        return HealthVerdict(
            result.findings, result.folded, events: result.events,
            rules: isEmpty ? 0 : result.rules.count - result.notJudged.count
        ) { result.place(of: $0) }
    }

    /// What the log is called: its file, without the folder, which is nobody's business.
    var title: String {
        let file = result.file
        let name = Names.lastPart(of: OpenLog.name(of: file.path))
        let more = file.paths.count - 1
        return more > 0 ? "\(name) and \(Figures.count(more, "more segment"))" : name
    }

    /// The log for a sum over many.
    var judged: JudgedLog {
        JudgedLog(
            path: names.path(OpenLog.name(of: result.file.path)), verdict: verdict, findings: result.findings,
            known: known, folded: result.folded, knownCount: result.known,
            notJudged: result.notJudged.map(\.rule), events: result.events, health: health,
            loss: result.loss, isShared: names.isShared)
    }

    /// Nanoseconds from the log's first event.
    func elapsed(_ time: UInt64) -> UInt64 { time - min(time, result.start) }
    func elapsed(_ mark: Mark) -> UInt64 { elapsed(mark.time) }

    /// `session left, device B`, where there are several.
    func owner(_ session: SessionName?, _ device: Int) -> String {
        var parts: [String] = []
        if case .other = session, let session { parts.append("session " + names.text(of: session)) }
        if let device = deviceName(device) { parts.append("device " + device) }
        return parts.joined(separator: ", ")
    }

    /// The device's name, where there are several.
    func deviceName(_ device: Int) -> String? {
        result.devices.count > 1 && result.devices.indices.contains(device) ? result.devices[device] : nil
    }

    /// What a lane follows, in a word or two.
    func name(of lane: Lane) -> String {
        switch lane.subject {
        case .machine(let name, _): name
        case .peer(let id): "peer " + names.text(of: id)
        case .app: "app"
        case .heat: "heat"
        case .alignment: "alignment"
        case .geo: "geotracking"
        }
    }

    /// What a moment says: what the log tells of it, as far as that may be told.
    func text(of moment: TimelineEvent) -> String {
        let told = moment.isPrivate ? names.personal(moment.text) : moment.text
        let parts = [told, moment.detail, moment.id.map { names.text(of: $0) }]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The findings that nothing else here brought about, the worst first, each with those it did.
    var groups: [(cause: Int, effects: [Int])] {
        let findings = result.findings
        var effects: [Int: [Int]] = [:]
        var roots: [Int] = []
        for index in findings.indices {
            var root = index
            var steps = 0
            while let cause = findings[root].causedBy, findings.indices.contains(cause), steps < 100 {
                root = cause
                steps += 1
            }
            if root == index { roots.append(index) } else { effects[root, default: []].append(index) }
        }
        func worst(_ root: Int) -> Severity {
            (effects[root] ?? []).reduce(findings[root].severity) { max($0, findings[$1].severity) }
        }
        let order = roots.map { (root: $0, worst: worst($0)) }.sorted { left, right in
            left.worst != right.worst ? left.worst > right.worst : left.root < right.root
        }
        return order.map { ($0.root, effects[$0.root] ?? []) }
    }
}
