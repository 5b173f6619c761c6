import EventLog

// What is told of a stall.
extension MappingStalled {
    func report(
        _ reason: Reason, _ wait: Wait, _ waits: Waits, _ session: SessionState, _ world: World
    ) {
        let mapping = session.worldMapping
        let deferral = reason == .deferral ? [waits.lastDeferral.number] : []
        report(
            world, Subject(session, [UInt64(wait.since.number)]), at: world.now,
            events: [wait.reason.number, mapping.belowSince.number, wait.since.number] + deferral
                + [waits.insufficient?.number, world.now.number].compactMap { $0 },
            limit: Self.deadline, identity: [.way(reason.name)]
        ) {
            let who =
                switch reason {
                case .scanning: "The collaboration has been scanning"
                case .request: "A requested world map has been waited for"
                case .deferral:
                    "A world map that was deferred \(waits.deferralCount) times has been waited for"
                }
            let isLater = wait.since != wait.reason
            let fell =
                isLater
                ? ", mapping has been below mapped since \(world.seconds(wait.since)) (#\(wait.since.number))"
                : ""
            return
                "\(who)\(world.inside(session)) since \(world.seconds(wait.reason)) (#\(wait.reason.number))\(fell), and "
                + "\(world.span(world.now.elapsed(since: wait.since))) later \(isLater ? "it" : "mapping") was still "
                + "\(mapping.status?.name ?? "unknown")" + circumstances(waits, world)
                + "; \(Self.deadline.phrase(settings))."
        }
    }

    private func circumstances(_ waits: Waits, _ world: World) -> String {
        let features = waits.insufficient.map { ", with insufficient features \(world.at($0))" } ?? ""
        guard let distance = waits.distance, distance < settings.value(of: Self.movement) else {
            return features
        }
        return features + ", and the phone stood still"
    }
}
