import EventLog
import Projections

/// The anchors and nodes of every session at a moment, ready to be rendered.
struct AnchorSnapshot {
    let world: World
    let at: Mark
    /// The first event's time, nanoseconds since 1970.
    let start: UInt64
    let includesGone: Bool
    let labels: LabelTable
    /// The devices of a merged log.
    let devices: [EntityID]

    private func t(_ mark: Mark) -> UInt64 { mark.time - min(mark.time, start) }

    private var sessions: [SessionState] { world.devices.flatMap(\.sessions) }

    private func name(_ session: SessionState) -> String { session.id.map { labels.text(of: $0) } ?? "main" }

    private func anchors(_ session: SessionState) -> [Anchor] {
        session.anchors.all.filter { includesGone || $0.isLive }
    }

    /// Nodes by the serial of the anchor they hang on.
    private func byAnchor(_ nodes: [Node], _ session: SessionState) -> [UInt32: [Node]] {
        Dictionary(grouping: nodes.filter { $0.anchor != nil }) { node in
            node.anchor.map { session.anchors[$0].serial } ?? 0
        }
    }

    // MARK: JSON

    func writeJSON(_ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.key("at")
        json.beginObject()
        json.field("time", timeOf: at.time)
        json.field("t", secondsOf: t(at))
        json.field("event", at.number)
        json.endObject()
        json.key("sessions")
        json.beginArray()
        for session in sessions { write(session, to: &json) }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private func write(_ session: SessionState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("session", name(session))
        if devices.count > 1 { json.field("device", labels.text(of: devices[session.device.index])) }
        json.field("epoch", session.runs.epoch)
        json.key("anchors")
        json.beginArray()
        let nodes = session.nodes.all
        let byAnchor = byAnchor(nodes, session)
        for anchor in anchors(session) { write(anchor, byAnchor[anchor.serial] ?? [], to: &json) }
        json.endArray()
        json.key("nodes")
        json.beginArray()
        for node in nodes { write(node, session, to: &json) }
        json.endArray()
        json.endObject()
    }

    private func write(_ anchor: Anchor, _ nodes: [Node], to json: inout JSONWriter) {
        json.beginObject()
        json.field("anchor", labels.text(of: anchor.id))
        json.field("kind", anchor.kind?.name)
        json.field("state", anchor.state.name)
        json.field("key", world.symbols.text(anchor.key))
        json.field("name", world.symbols.text(anchor.name))
        json.field("origin", anchor.origin?.name)
        json.field("ownerSession", anchor.ownerSession.map { labels.text(of: $0) })
        if let place = anchor.position { json.field("position", [place.x, place.y, place.z]) }
        if let turn = anchor.orientation { json.field("orientation", [turn.x, turn.y, turn.z, turn.w]) }
        json.field("isTracked", anchor.isTracked)
        json.field("nodes", nodes.map { labels.text(of: $0.id) })
        json.field("added", anchor.added?.number)
        json.field("gone", anchor.gone?.number)
        json.field("updates", anchor.updates)
        json.endObject()
    }

    private func write(_ node: Node, _ session: SessionState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("node", labels.text(of: node.id))
        json.field("attachment", node.attachment.name)
        json.field("anchor", node.anchor.map { labels.text(of: session.anchors[$0].id) })
        json.field("parent", node.parent.map { labels.text(of: $0) })
        json.field("key", world.symbols.text(node.key))
        json.field("asset", world.symbols.text(node.asset))
        json.field("role", node.role.name)
        json.field("isVisible", node.isVisible)
        if let place = node.position { json.field("position", [place.x, place.y, place.z]) }
        json.field("attached", node.attached.number)
        json.endObject()
    }

    // MARK: Text

    func writeText(_ console: Console) {
        console.line("At \(DurationText.text(t(at))), event #\(at.number)")
        for session in sessions {
            let anchors = anchors(session)
            let live = anchors.count { $0.isLive }
            console.line()
            console.line(
                console.output.styled("session " + TerminalText.inert(name(session)), .bold)
                    + ", epoch \(session.runs.epoch): \(live) live anchor\(live == 1 ? "" : "s"), "
                    + "\(session.nodes.count) node\(session.nodes.count == 1 ? "" : "s")")
            let nodes = session.nodes.all
            writeAnchors(anchors, byAnchor(nodes, session), console)
            writeNodes(nodes.filter { $0.anchor == nil }, console)
        }
        if sessions.isEmpty { console.line("No session was told of.") }
    }

    private func writeAnchors(_ anchors: [Anchor], _ nodes: [UInt32: [Node]], _ console: Console) {
        guard !anchors.isEmpty else { return }
        var plan = RoomPlan()
        for (index, anchor) in anchors.enumerated() { plan.add(RoomPlan.letter(index), at: anchor.position) }
        let drawing = plan.lines(width: (console.tableWidth ?? 100) - 4)
        let hasPlan = !drawing.isEmpty
        let rows = anchors.enumerated().map { index, anchor in
            [
                (hasPlan ? "\(RoomPlan.letter(index)) " : "") + labels.name(of: anchor.id),
                anchor.kind?.name ?? "", world.symbols.text(anchor.key) ?? "",
                anchor.isLive && !anchor.isTracked ? "live, not tracked" : anchor.state.name,
                anchor.origin?.name ?? "", anchor.added.map { DurationText.text(t($0)) } ?? "",
                anchor.position.map(place) ?? "", String(anchor.updates),
                (nodes[anchor.serial] ?? []).map {
                    labels.name(of: $0.id) + ($0.isVisible ? "" : " (hidden)")
                }.joined(separator: ", "),
            ]
        }
        var table = Table(
            columns: [.left, .left, .left, .left, .left, .right, .right, .right, .left],
            header: ["anchor", "kind", "key", "state", "origin", "since", "position", "updates", "nodes"],
            indent: 2)
        for row in rows { table.add(row) }
        if table.fits(console.tableWidth) {
            console.output.write(table.text(width: console.tableWidth))
        } else {
            for row in rows {
                let since = row[5].isEmpty ? "" : "since " + row[5]
                let position = row[6].isEmpty ? "" : "at " + row[6]
                let nodes = row[8].isEmpty ? "" : "shown by " + row[8]
                let facts = [row[1], row[2], row[3], row[4], since, position, row[7] + " updates", nodes]
                entry(row[0], facts, console)
            }
        }
        if hasPlan { console.line() }
        for line in drawing { console.line("    " + line) }
    }

    private func writeNodes(_ nodes: [Node], _ console: Console) {
        guard !nodes.isEmpty else { return }
        let rows = nodes.map { node in
            [
                labels.name(of: node.id),
                node.parent.map { "node " + labels.name(of: $0) } ?? node.attachment.name,
                world.symbols.text(node.thing) ?? "", node.isVisible ? "yes" : "no",
            ]
        }
        var table = Table(
            columns: [.left, .left, .left, .left], header: ["node", "under", "key", "shown"], indent: 2)
        for row in rows { table.add(row) }
        guard !table.fits(console.tableWidth) else {
            return console.output.write(table.text(width: console.tableWidth))
        }
        for row in rows {
            entry("node " + row[0], ["under " + row[1], row[2], row[3] == "yes" ? "" : "hidden"], console)
        }
    }

    /// What a table has no room for, as a line and what is known of it below.
    private func entry(_ name: String, _ facts: [String], _ console: Console) {
        console.line("  " + TerminalText.inert(name))
        let text = TerminalText.inert(facts.filter { !$0.isEmpty }.joined(separator: ", "))
        for line in Table.wrap(text, to: max(20, console.width - 6)) { console.line("      " + line) }
    }

    private func place(_ position: Vector3) -> String {
        [position.x, position.y, position.z].map { axis in
            guard axis.isFinite, abs(axis) < 1e6 else { return String(axis) }
            let centimetres = Int((axis * 100).rounded())
            let digits = String(abs(centimetres) % 100)
            let sign = centimetres < 0 ? "-" : ""
            return "\(sign)\(abs(centimetres) / 100).\(digits.utf8.count < 2 ? "0" : "")\(digits)"
        }.joined(separator: " ")
    }
}
