import EventLog

/// Two sessions ran at once, and one lost the camera to the other.
final class SessionsCompete: SessionsAtOnce, DescribedRule {
    static let about = RuleAbout(
        id: "sessions-compete", severity: .error,
        summary: "Two sessions ran at once, and one of them was harmed.",
        why: """
            There is one camera. A second ARSession (another tab, a RealityView beside an ARView) takes it from the first, \
            which is interrupted, fails, gets no frames, or loses what it has just found.
            """,
        example: """
            {"t":0.1,"event":"session.run","session":"placement","configuration":{"kind":"worldTracking"}}
            {"t":2.9,"event":"session.run","session":"tracking","configuration":{"kind":"worldTracking"}}
            {"t":3.1,"event":"session.interruptionBegan","session":"placement","reason":"camera"}
            """,
        advice: "Keep one ARSession for the app, or pause the first before the second runs.",
        quiet: [
            "two that run without harm: sessions-overlap", "the first was paused before the second ran",
            "interruptions by a call or by the background, told or seen from the app's phase",
            "planes, meshes and probes that ARKit takes back",
        ],
        limits: [frames, removal, background], needs: [.session])

    override func conclude(_ draft: Draft, _ session: SessionState, _ world: World) {
        report(
            world, draft.subject, at: draft.mark, events: draft.events, limit: draft.limit,
            identity: draft.identity, message: draft.message)
    }
}
