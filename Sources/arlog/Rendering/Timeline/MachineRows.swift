import EventLog
import Projections

// State machines as rows of a timeline.

extension CheckResult {
    /// The machine, and whose it is where there are several.
    func title(of line: MachineHistory.Line) -> String {
        var title = line.machine
        if case .other(let id) = line.session { title += ", " + names.text(of: id) }
        if devices.count > 1, devices.indices.contains(line.device) { title += ", " + devices[line.device] }
        return title
    }

    func stays(of line: MachineHistory.Line) -> [TextStay] {
        line.stays.map { stay in
            TextStay(
                state: stay.state, from: stay.from - min(stay.from, start), to: stay.to - min(stay.to, start),
                isIllegal: stay.isIllegal, isSeveral: stay.isSeveral,
                style: TextStay.style(of: stay.state, isDerived: line.isDerived))
        }
    }
}

extension TraceRendering {
    /// All traces over the time of the log.
    var timeline: TextTimeline {
        var timeline = TextTimeline(duration: end - min(end, start))
        for trace in traces {
            let illegal = Set(trace.illegal)
            timeline.add(
                title(of: trace),
                stays: trace.visits.map { visit in
                    TextStay(
                        state: visit.state, from: t(visit.from), to: t(visit.to),
                        isIllegal: illegal.contains(visit.from.number),
                        style: TextStay.style(of: visit.state, isDerived: trace.isDerived))
                })
        }
        return timeline
    }

    /// The machine, and whose it is where there are several.
    private func title(of trace: Trace) -> String {
        var title = trace.machine
        if let session = session(trace), session != "main" { title += ", " + session }
        if devices.count > 1 { title += ", " + labels.name(of: devices[trace.device]) }
        return title
    }
}
