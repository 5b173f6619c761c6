import EventLog
import Projections

/// A playback as a picture that fills a terminal: the timeline with a cursor, what is live, and the findings so far.
struct PlaybackScreen {
    let tape: Tape
    let console: Console

    /// The lines of one moment, at most `rows` of them, each in at most `columns` columns.
    func lines(_ deck: Deck, columns: Int, rows: Int) -> [String] {
        let output = console.output
        var lines = [title(deck, columns)]
        let timeline = timeline(deck).lines(width: columns, output)
        lines += timeline
        let found = findings(deck, columns)
        let rest = rows - lines.count - found.count - 2
        lines += live(columns, rows: max(0, rest))
        lines += found
        lines.append("")
        lines.append(
            output.styled(
                TerminalText.truncate(
                    "space pause   → one event   n next finding   ↑↓ speed   q quit", to: columns), .dim))
        return Array(lines.prefix(rows))
    }

    private func title(_ deck: Deck, _ columns: Int) -> String {
        let state =
            deck.position >= tape.duration
            ? "end" : deck.isPaused ? "paused" : "×\(Figures.decimal(deck.speed))"
        let text =
            "\(TerminalText.inert(tape.log.file.name))  \(Figures.time(deck.position)) of "
            + "\(Figures.time(tape.duration))  #\(tape.last?.number ?? 0)  \(state)"
        return console.output.styled(TerminalText.truncate(text, to: columns), .bold)
    }

    /// Rows of machines that are drawn.
    private static let machineLimit = 10

    private func timeline(_ deck: Deck) -> TextTimeline {
        var timeline = TextTimeline(duration: tape.duration)
        let machines = tape.machines.filter(\.isDerived) + tape.machines.filter { !$0.isDerived }
        for machine in machines.prefix(Self.machineLimit) {
            timeline.add(
                machine.machine,
                stays: machine.stays.map { stay in
                    TextStay(
                        state: stay.state, from: tape.elapsed(stay.from), to: tape.elapsed(stay.to),
                        isIllegal: stay.isIllegal, isSeveral: stay.isSeveral,
                        style: TextStay.style(of: stay.state, isDerived: machine.isDerived))
                })
        }
        timeline.add(tape.findings.filter { tape.elapsed($0.mark.time) <= tape.duration }) {
            tape.elapsed($0.mark.time)
        }
        timeline.add("now", moments: [deck.position], "▲", .cyan)
        return timeline
    }

    /// What is live: machines' states are in the timeline; here anchors with their nodes, and nodes without.
    private func live(_ columns: Int, rows: Int) -> [String] {
        let sessions = tape.world.devices.flatMap(\.sessions)
        let anchors = sessions.reduce(0) { $0 + $1.anchors.liveCount }
        let nodes = sessions.reduce(0) { $0 + $1.nodes.count }
        let peers = tape.world.devices.reduce(0) { $0 + $1.peers.connectedCount }
        let counts = [
            "\(Figures.count(anchors, "live anchor"))", "\(Figures.count(nodes, "node"))",
            peers > 0 ? Figures.count(peers, "connected peer") : nil,
        ].compactMap(\.self).joined(separator: ", ")
        guard rows > 3 else { return [] }
        var lines = ["", TerminalText.truncate(counts, to: columns)]
        if let packets { lines.append(TerminalText.truncate(packets, to: columns)) }
        var all: [String] = []
        for session in sessions {
            let shown = Dictionary(grouping: session.nodes.all.filter { $0.anchor != nil }) {
                $0.anchor ?? -1
            }
            for index in session.anchors.live.prefix(200) {
                let anchor = session.anchors[index]
                let names = (shown[index] ?? []).map {
                    tape.log.labels.name(of: $0.id) + ($0.isVisible ? "" : " (hidden)")
                }
                let facts = [
                    anchor.kind?.name, tape.world.symbols.text(anchor.key),
                    anchor.isTracked ? nil : "not tracked",
                    names.isEmpty ? nil : "shown by " + names.joined(separator: ", "),
                ].compactMap(\.self).joined(separator: ", ")
                all.append("  \(tape.log.labels.name(of: anchor.id))  \(facts)")
            }
            // What hangs on nothing, and what outlives its anchor.
            let loose = session.nodes.all.filter { node in
                node.anchor.map { !session.anchors[$0].isLive } ?? true
            }
            for node in loose.prefix(200) {
                let facts = [
                    node.anchor == nil ? node.attachment.name : "on an anchor that is gone",
                    tape.world.symbols.text(node.thing), node.isVisible ? nil : "hidden",
                ]
                all.append(
                    "  node \(tape.log.labels.name(of: node.id))  "
                        + facts.compactMap(\.self).joined(separator: ", "))
            }
        }
        let room = rows - lines.count
        let isCut = all.count > room
        lines += all.prefix(isCut ? room - 1 : room).map { TerminalText.inert($0, width: columns) }
        if isCut { lines.append("  … and \(all.count - max(0, room - 1)) more") }
        return lines
    }

    /// What went between the devices so far; `nil` where nothing did.
    private var packets: String? {
        let told: [(EventKind, String)] = [
            (.collaborationDataSent, "sent"), (.collaborationDataReceived, "received"),
            (.collaborationDataApplied, "applied"), (.collaborationDataDropped, "dropped"),
            (.collaborationDecodeFailed, "not decoded"),
        ]
        let parts = told.compactMap { kind, name in tape.counts[kind].map { "\($0) \(name)" } }
        return parts.isEmpty ? nil : "packets so far: " + parts.joined(separator: ", ")
    }

    /// The last findings that are true by now.
    private func findings(_ deck: Deck, _ columns: Int) -> [String] {
        let number = tape.last?.number ?? 0
        let known = tape.findings.filter { $0.mark.number <= number }
        guard !known.isEmpty else { return [] }
        var lines = [""]
        if known.count > 2 { lines.append("\(known.count - 2) earlier findings") }
        for finding in known.suffix(2) {
            lines.append(head(of: finding, columns))
            lines += Table.wrap(TerminalText.inert(finding.message), to: max(20, columns - 2)).prefix(3).map {
                "  " + $0
            }
        }
        return lines
    }

    private func head(of finding: Finding, _ columns: Int) -> String {
        let at = "at " + Figures.time(tape.elapsed(finding.mark.time))
        let plain = "\(finding.severity.name)  \(finding.rule)  \(at)"
        guard TerminalText.width(plain) <= columns else { return TerminalText.truncate(plain, to: columns) }
        let severity = console.output.styled(finding.severity.name, finding.severity.style)
        return "\(severity)  \(console.output.styled(finding.rule, .bold))  \(at)"
    }
}
