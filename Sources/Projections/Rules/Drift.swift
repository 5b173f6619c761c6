import EventLog

/// A content anchor wandered away from where it had settled.
///
/// Its place is the one it has twenty seconds after it was added; most of what ARKit corrects it has corrected by then. A
/// run that begins an epoch, and a node on it that is moved, end the watch: the place is another one on purpose.
final class Drift: Rule, DescribedRule {
    static let limit = LimitAbout("drift.limit", 0.2, unit: "m", "how far an anchor may move by itself")
    static let settling = LimitAbout(
        "drift.settling", 20, unit: "s", "how long after it was added an anchor settles")
    static let span = LimitAbout("drift.span", 600, unit: "s", "how long after it was added it is watched")

    static let about = RuleAbout(
        id: "drift", severity: .info, highest: .warning,
        summary: "A content anchor moved away from its place, and nobody moved it.",
        why: """
            ARKit corrects anchors when it understands the room better: by millimetres. Centimetres by the dozen \
            mean that the map is wrong: too few features, a moving ground, mirrors, or two maps that were merged at \
            the wrong place. After a relocalization a jump is natural, and worth knowing only.
            """,
        example: """
            {"t":3.0,"event":"anchor.added","anchor":"A1","kind":"anchor","key":"chair","position":[0,0,-1]}
            {"t":24.0,"event":"anchor.updated","anchor":"A1","position":[0,0,-1.01]}
            {"t":90.0,"event":"anchor.updated","anchor":"A1","position":[0.3,0,-1.01]}
            """,
        advice: """
            Let the user look around before content is placed, place it near planes with texture, and add the anchor \
            anew where a jump cannot be hidden.
            """,
        quiet: [
            "the anchor is removed and added again, or a node on it is moved: somebody did it",
            "the first twenty seconds",
            "planes, and anchors that follow an object, an image, a face or a person",
        ],
        limits: [limit, settling, span], needs: [.anchor])

    private struct Place {
        let serial: UInt32
        let position: Vector3
        /// The first event after it had settled, and the one before that.
        let settled: Mark
        let before: Mark
    }

    /// Anchors that settle, by record.
    @exclusivity(unchecked) @safe private var settling = Few<WaitingList<Int, UInt32>>()
    /// Where they settled, by session and record.
    @exclusivity(unchecked) @safe private var places = Few<[Int: Place]>()
    /// Until when each session was relocalizing last.
    @exclusivity(unchecked) @safe private var relocalized = Few<Mark>()
    private var relocalizing: Symbol?

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] {
        [.anchorAdded, .anchorRemoved, .nodeMoved, .sessionRun, .cameraTrackingStateChanged]
    }

    override func prepare(_ world: World) { relocalizing = world.states.tracking(.limited, .relocalizing) }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .anchorAdded(let anchor): added(anchor, session, world)
        case .anchorRemoved(let anchor): leave(anchor, session)
        case .ran(let change) where change.run.startsEpoch: forget(session)
        default:
            if step.event.kind == .nodeMoved {
                moved(step.event, session)
            } else if step.event.kind == .cameraTrackingStateChanged {
                tracked(step.mark, session)
            }
        }
    }

    private func tracked(_ mark: Mark, _ session: SessionState) {
        if session.tracking.state == relocalizing {
            relocalized[session.serial] = Self.stillGoing
        } else if relocalized[session.serial] == Self.stillGoing {
            relocalized[session.serial] = mark
        }
    }

    /// After every event.
    private static let stillGoing = Mark(number: .max, time: .max)

    private func added(_ anchor: Int, _ session: SessionState, _ world: World) {
        leave(anchor, session)
        guard session.anchors[anchor].isContent else { return }
        var list = settling.removeValue(forKey: session.serial) ?? WaitingList()
        list.prune { session.anchors.isCurrent($0, serial: $1) && session.anchors[$0].isLive }
        wait(
            settings.nanoseconds(of: Self.settling), for: anchor, session.anchors[anchor].serial, in: &list,
            session, world)
        settling[session.serial] = list
    }

    /// Somebody moved content that hangs on an anchor.
    private func moved(_ event: LoggedEvent, _ session: SessionState) {
        guard settling.contains(session.serial) || places.contains(session.serial),
            let payload = event.decode(StoredEvent.NodeMoved.self),
            let node = session.nodes.index(of: payload.node), let anchor = session.nodes[node].anchor
        else { return }
        leave(anchor, session)
    }

    private func leave(_ anchor: Int, _ session: SessionState) {
        guard !settling.isEmpty || !places.isEmpty else { return }
        _ = settling.change(session.serial) { $0.remove(anchor) }
        guard places.change(session.serial, { $0.removeValue(forKey: anchor) != nil }) == true else { return }
        session.anchors[anchor].watchers &= ~watchBit
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = settling.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (anchor, serial) = list.popDue(at: reading) {
            guard session.anchors.isCurrent(anchor, serial: serial), session.anchors[anchor].isLive,
                let position = session.anchors[anchor].position
            else { continue }
            settled(anchor, at: position, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { settling[session.serial] = list }
    }

    private func settled(_ anchor: Int, at position: Vector3, _ session: SessionState, _ world: World) {
        places[session.serial, default: [:]][anchor] = Place(
            serial: session.anchors[anchor].serial, position: position, settled: world.now,
            before: session.device.previous)
        session.anchors.fenceBits |= watchBit
        session.anchors[anchor].fence = Fence(around: position, radius: settings.value(of: Self.limit))
        session.anchors[anchor].watchers |= watchBit
    }

    override func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {
        let now = session.anchors[anchor]
        guard let place = places[session.serial]?[anchor], place.serial == now.serial, let added = now.added,
            world.now.elapsed(since: added) <= settings.nanoseconds(of: Self.span)
        else {
            leave(anchor, session)
            session.anchors[anchor].watchers &= ~watchBit
            return
        }
        guard let position = now.position,
            !position.isWithin(settings.value(of: Self.limit), of: place.position)
        else { return }
        leave(anchor, session)
        let jumped =
            relocalized[session.serial].map { $0 > place.settled } ?? false
        report(now, added, place, at: position, jumped, session, world)
    }

    private func report(
        _ anchor: Anchor, _ added: Mark, _ place: Place, at position: Vector3, _ jumped: Bool,
        _ session: SessionState, _ world: World
    ) {
        // Where the first event after it had settled is the move itself, the one before it saw it there.
        let settled = place.settled == world.now ? place.before : place.settled
        report(
            world, Subject(session, [anchor.id.low, anchor.id.high]), severity: jumped ? .info : .warning,
            at: world.now, events: [added.number, settled.number, world.now.number], limit: Self.limit,
            identity: world.content(of: anchor)
        ) {
            let centimetres = Int(
                (position.distance(to: place.position) * 100).rounded().clamped(to: 0...1e9))
            return
                "Anchor \(world.name(anchor.id))\(anchor.key.map { " (\(world.symbols.text($0)))" } ?? "")"
                + "\(world.inside(session)) is \(centimetres) cm from where it had settled "
                + "\(world.at(settled)), and nobody moved it"
                + (jumped ? "; a relocalization lies between" : "") + "; \(Self.limit.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        for session in device.sessions { forget(session) }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for session in device.sessions { forget(session) }
    }

    private func forget(_ session: SessionState) {
        settling[session.serial] = nil
        places[session.serial] = nil
        relocalized[session.serial] = nil
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        // What is not a number is in no range.
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
