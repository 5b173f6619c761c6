import EventLog

/// The app called two worlds aligned before ARKit had shown that they are.
///
/// Judged where the whole epoch of the session that collaborates is told.
final class QualityUnseen: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "quality-unseen", severity: .info,
        summary: "The app said that the worlds are aligned before any participant anchor came.",
        why: """
            The participant anchor is ARKit's word that two maps became one. A quality made of the mapping status or \
            of the time that passed promises the user what nobody has seen, and content lies beside its place.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":5.0,"event":"alignment.qualityChanged","quality":"aligned"}
            {"t":9.0,"event":"anchor.added","anchor":"P","kind":"participant"}
            """,
        advice: "Say “aligned” only after the peer's participant anchor came.",
        quiet: ["a participant anchor that came before, also one that is gone"],
        needs: [.collaboration, .anchor])

    override var interests: [EventKind] { [.alignmentQualityChanged] }

    override func handle(_ step: Step, _ world: World) {
        let device = world.devices[step.device]
        guard step.event.decode(StoredEvent.AlignmentQualityChanged.self)?.quality == .aligned,
            let session = device.collaborating, session.participants.count == 0,
            session.runs.epoch > 0, session.runs.epochStart > session.lastGap
        else { return }
        report(
            world, Subject(nil, device: step.device, []), at: step.mark,
            events: [session.runs.epochStart.number, step.mark.number]
        ) {
            "The app showed the alignment as aligned \(world.at(step.mark)), and no participant anchor had come"
                + "\(world.inside(session)) since its run \(world.at(session.runs.epochStart))."
        }
    }
}
