import EventLog

/// The device cannot collaborate, and the user was never told what there is instead.
///
/// A fallback shown at any time before counts, too: it stands on the screen already. Time is the device's, because the
/// screen is there whatever a session does.
final class NoFallbackShown: Rule, DescribedRule {
    static let reaction = LimitAbout(
        "noFallbackShown.reaction", 5, unit: "s",
        "how soon after collaboration is first wanted the fallback must be shown")

    static let about = RuleAbout(
        id: "no-fallback-shown", severity: .warning,
        summary: "Collaboration was found to be unsupported, and no fallback was shown when it was wanted.",
        why: """
            The app knows that it cannot share the world here, and lets the user try: an invitation that never \
            connects, a scan that never ends, content that only one of them sees.
            """,
        example: """
            {"t":1.0,"event":"collaboration.capabilityProbed","isSupported":false,"method":"chip"}
            {"t":4.0,"event":"peer.stateChanged","peer":"B","state":"connecting"}
            {"t":9.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Where the probe says no, offer single-device or observer mode as soon as the user wants to share.",
        quiet: [
            "probed at launch and never used", "the fallback was shown before",
            "a later probe says that it is supported",
        ],
        limits: [reaction], needs: [.collaboration])

    private struct Probe {
        var mark: Mark
        /// The first run with collaboration, peer event or user action after it.
        var wanted: Mark?
        let token: Int
    }

    /// By device; `nil` where the device can collaborate, or shows its fallback.
    @exclusivity(unchecked) @safe private var probes = Few<Probe>()
    private var shown: Set<Int> = []
    private var tokens = 0

    override var interests: [EventKind] {
        [
            .collaborationCapabilityProbed, .collaborationFallbackShown, .sessionRun, .peerStateChanged,
            .peerRoleAssigned, .peerSessionIdentified, .userAction,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .collaborationCapabilityProbed: probed(step)
        case .collaborationFallbackShown:
            shown.insert(step.device)
            probes[step.device] = nil
        default:
            if case .ran(let change) = step.change,
                change.run.configuration?.isCollaborationEnabled == true
            {
                wanted(step, world)
            }
        }
    }

    override func handle(_ step: Step, _ world: World) { wanted(step, world) }

    private func probed(_ step: Step) {
        guard let payload = step.event.decode(StoredEvent.CollaborationCapabilityProbed.self) else { return }
        if payload.isSupported {
            probes[step.device] = nil
        } else if probes[step.device] == nil, !shown.contains(step.device) {
            tokens += 1
            probes[step.device] = Probe(mark: step.mark, token: tokens)
        }
    }

    private func wanted(_ step: Step, _ world: World) {
        guard !probes.isEmpty, let probe = probes[step.device], probe.wanted == nil else { return }
        probes[step.device]?.wanted = step.mark
        wait(
            settings.nanoseconds(of: Self.reaction), isAfter: true, token: probe.token,
            world.devices[step.device], world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        guard let probe = probes[device.index], probe.token == token, let wanted = probe.wanted else {
            return
        }
        // Said once: nobody probes again for each time it is wanted.
        shown.insert(device.index)
        probes[device.index] = nil
        report(
            world, Subject(nil, device: device.index, []), at: world.now,
            events: [probe.mark.number, wanted.number, world.now.number], limit: Self.reaction
        ) {
            "Collaboration was found to be unsupported \(world.at(probe.mark)) and wanted \(world.at(wanted)), and no "
                + "fallback was shown; \(Self.reaction.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        // The fallback may have been shown in what is missing.
        if probes.removeValue(forKey: device.index) != nil { shown.insert(device.index) }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        probes[device.index] = nil
        shown.remove(device.index)
    }
}
