import EventLog

// What a duplicate's finding is about, what proves it, and how it is told.
extension DuplicateNode {
    func subject(_ new: Node, _ way: Way, _ session: SessionState) -> Subject {
        if case .mappedTwice(let remote) = way { return Subject(session, [0, remote.low, remote.high]) }
        let thing = UInt64(new.thing?.index ?? 0)
        if let anchor = new.anchor {
            let id = session.anchors[anchor].id
            return Subject(session, [1, thing, id.low, id.high])
        }
        if new.attachment == .camera { return Subject(session, [2, thing]) }
        // Places under the root are told apart by the cubic metre.
        let cell = new.position.map { [$0.x, $0.y, $0.z] } ?? []
        return Subject(session, [3, thing] + cell.map { UInt64(bitPattern: Int64(clamping: $0)) })
    }

    /// The old node's coming and what left it standing; the deciding event comes behind.
    func evidence(_ old: Node, _ new: Node, _ way: Way, _ session: SessionState) -> [UInt32] {
        let attached = [old.attached.number, new.attached.number]
        switch way {
        case .anchorGone:
            let gone = old.anchor.flatMap { session.anchors[$0].gone?.number }
            return attached + [gone].compactMap { $0 }
        case .earlierVisit: return attached + [session.runs.visitStart.number]
        case .earlierEpoch: return attached + [session.runs.epochStart.number]
        case .oneAnchor, .mappedTwice, .camera, .root: return attached
        }
    }

    func message(
        _ old: Node, _ new: Node, _ way: Way, at mark: Mark, _ session: SessionState, _ world: World
    ) -> String {
        let pair =
            "nodes \(world.name(old.id)) (since \(world.seconds(old.attached))) and \(world.name(new.id))"
        let shown =
            "\(world.quoted(new.thing)) is shown twice\(world.inside(session)) \(world.at(mark)): \(pair)"
        func name(_ anchor: Int?) -> String {
            anchor.map { "anchor \(world.name(session.anchors[$0].id))" } ?? "an anchor"
        }
        switch way {
        case .oneAnchor: return "\(shown) both hang on \(name(old.anchor))."
        case .anchorGone:
            let gone = old.anchor.map { session.anchors[$0] }
            let how = gone?.state == .droppedByRun ? "was dropped by the run" : "was removed"
            let when = gone?.gone.map { " " + world.at($0) } ?? ""
            return "\(shown); the old one still hangs on \(name(old.anchor)), which \(how)\(when)."
        case .earlierVisit:
            return
                "\(shown); the old one stands since before this visit began \(world.at(session.runs.visitStart)), "
                + "and the user asked for nothing since; \(Self.distance.phrase(settings))."
        case .earlierEpoch:
            return
                "\(shown); the old one stands since before the run \(world.at(session.runs.epochStart)), the new "
                + "one's \(name(new.anchor)) came \(isOfMap(new, session) ? "with the world map" : "from a peer")."
        case .mappedTwice(let remote):
            return
                "The peer's anchor \(world.name(remote)) is shown twice\(world.inside(session)) \(world.at(mark)): it "
                + "was mapped to \(name(old.anchor)) and \(name(new.anchor)), and both have a node "
                + "(\(world.name(old.id)), \(world.name(new.id)))."
        case .camera: return "\(shown) both hang on the camera."
        case .root:
            return "\(shown) both stand under the root in one place; \(Self.distance.phrase(settings))."
        }
    }

    private func isOfMap(_ node: Node, _ session: SessionState) -> Bool {
        node.anchor.map { session.anchors[$0].isOfMap } ?? false
    }
}

extension Int64 {
    /// A number of metres as a whole one; what is out of range or no number is 0.
    fileprivate init(clamping metres: Float) {
        self = metres.isFinite && abs(metres) < 1e9 ? Int64(metres.rounded(.down)) : 0
    }
}
