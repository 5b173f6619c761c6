import EventLog

/// A map was run, tracking found it, and not all of its anchors came.
final class RestoredAnchorsMissing: Rule, DescribedRule {
    static let delay = LimitAbout(
        "restoredAnchorsMissing.delay", 5, unit: "s",
        "how long after the first normal the map's anchors may take", isExperience: false)

    static let about = RuleAbout(
        id: "restored-anchors-missing", severity: .warning,
        summary: "A loaded map was run, and fewer anchors came than it holds.",
        why: """
            ARKit adds a map's anchors when it has found its place in it. What has not come a few seconds later does \
            not come: anchors of a class that could not be decoded, or a map that is another one than the app thinks.
            """,
        example: """
            {"t":1.0,"event":"worldMap.loaded","map":"M1","anchors":3}
            {"t":1.2,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}
            {"t":9.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":9.1,"event":"anchor.added","anchor":"A1","key":"lamp","origin":"worldMap"}
            {"t":15.0,"event":"frame.stats","fps":60}
            """,
        advice:
            "Keep to plain ARAnchor with a name, or implement NSSecureCoding whole, and compare counts after loading.",
        quiet: [
            "before the first normal, when none exist yet",
            "a map that was never loaded, or whose anchors nobody told",
            "another run in between",
        ],
        limits: [delay], needs: [.worldMap, .session, .camera, .anchor])

    /// The first normal of each session's restore, while anchors may still come.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Mark>>()

    override var interests: [EventKind] { [.cameraTrackingStateChanged] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard session.restore?.localized == step.mark else { return }
        wait(
            settings.nanoseconds(of: Self.delay), isAfter: true, for: 0, step.mark,
            in: &waiting[session.serial, default: WaitingList()], session, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, normal) = list.popDue(at: reading) {
            if let restore = session.restore, restore.localized == normal {
                judge(restore, normal, session, world)
            }
        }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func judge(_ restore: MapRestore, _ normal: Mark, _ session: SessionState, _ world: World) {
        guard let record = world.maps[restore.map], let loaded = record.loaded, loaded.mark < restore.run,
            let expected = loaded.anchors ?? record.anchorCount, restore.anchors < expected
        else { return }
        report(
            world, Subject(session, [UInt64(restore.run.number)]), at: world.now,
            events: [loaded.mark.number, restore.run.number, normal.number, world.now.number],
            limit: Self.delay, identity: [.way(restore.anchors == 0 ? "none" : "some")]
        ) {
            "World map \(world.name(restore.map)) was loaded \(world.at(loaded.mark)) with \(expected) "
                + "anchor\(expected == 1 ? "" : "s") and run\(world.inside(session)) \(world.at(restore.run)), but "
                + "\(world.span(world.now.elapsed(since: normal))) after tracking was normal "
                + "\(restore.anchors == 0 ? "none" : "only \(restore.anchors)") had come; "
                + "\(Self.delay.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { waiting[session.serial] = nil }
    }
}
