import EventLog

/// Each time a view comes, the app holds more memory than the time before.
///
/// Compared is the last memory told before each appearance of one view; where none was told since the appearance
/// before, that is the same memory and no growth. After a finding the next three growths are counted from there.
final class MemoryGrowth: Rule, DescribedRule {
    static let rise = LimitAbout(
        "memoryGrowth.rise", 50, unit: "MB", "by how much memory rises from one time to the next")
    static let times = LimitAbout("memoryGrowth.times", 3, unit: "times", "how often in a row it rises")

    static let about = RuleAbout(
        id: "memory-growth", severity: .warning,
        summary: "Memory rose by 50 MB or more each time a view appeared, three times in a row.",
        why: """
            What a view made is not let go when it leaves: an ARView held by a closure, a session that was never \
            paused, textures in a cache without a bound. After some visits the system ends the app.
            """,
        example: """
            {"t":10.0,"event":"device.stats","memoryBytes":300000000}
            {"t":11.0,"event":"view.appeared","view":"ar"}
            {"t":30.0,"event":"device.stats","memoryBytes":360000000}
            {"t":31.0,"event":"view.appeared","view":"ar"}
            {"t":50.0,"event":"device.stats","memoryBytes":420000000}
            {"t":51.0,"event":"view.appeared","view":"ar"}
            {"t":70.0,"event":"device.stats","memoryBytes":480000000}
            {"t":71.0,"event":"view.appeared","view":"ar"}
            """,
        advice: """
            Pause the session and remove its content when the view goes; look for what holds the view in the memory \
            graph of Xcode.
            """,
        quiet: [
            "memory that grows while the app starts, over views that each appear once", "a rise that stops",
        ],
        limits: [rise, times], needs: [.state, .device])

    private struct Visit {
        let bytes: UInt64
        let told: Mark
        let appeared: Mark
    }

    /// Views followed on one device; further ones are left out.
    private static let limit = 256

    /// The last memory told, by device.
    @exclusivity(unchecked) @safe private var memory = Few<(bytes: UInt64, mark: Mark)>()
    /// By device and view the visits of which each has more than the one before.
    @exclusivity(unchecked) @safe private var rows = Few<[Symbol: [Visit]]>()

    override var interests: [EventKind] { [.deviceStats, .viewAppeared] }

    override func handle(_ step: Step, _ world: World) {
        if step.event.kind == .deviceStats {
            if let bytes = step.event.decode(StoredEvent.DeviceStats.self)?.memoryBytes {
                memory[step.device] = (bytes, step.mark)
            }
            return
        }
        guard let (bytes, told) = memory[step.device],
            let payload = step.event.decode(StoredEvent.ViewAppeared.self)
        else { return }
        let view = world.symbols.symbol(payload.view, in: step.event)
        let visit = Visit(bytes: bytes, told: told, appeared: step.mark)
        guard view != .overflow else { return }
        guard var row = rows[step.device]?[view] else {
            let isFull = rows[step.device].map { $0.count >= Self.limit } ?? false
            if !isFull { rows[step.device, default: [:]][view] = [visit] }
            return
        }
        if let last = row.last, !isRise(from: last.bytes, to: bytes) { row = [] }
        row.append(visit)
        let needed = max(1, Int(min(settings.value(of: Self.times), 1000).rounded(.up)))
        if row.count > needed {
            report(row, view, step.device, world)
            row = [visit]
        }
        rows[step.device]?[view] = row
    }

    private func isRise(from before: UInt64, to now: UInt64) -> Bool {
        now >= before && Double(now - before) >= settings.value(of: Self.rise) * 1e6
    }

    private func report(_ row: [Visit], _ view: Symbol, _ device: Int, _ world: World) {
        let (first, last) = (row[0], row[row.count - 1])
        report(
            world, Subject(nil, device: device, []), at: last.appeared,
            events: row.suffix(Self.evidence).flatMap { [$0.told.number, $0.appeared.number] },
            limit: Self.rise, identity: [.view(world.symbols.text(view))]
        ) {
            "Memory rose \(row.count - 1) times in a row when view \(world.symbols.text(view)) appeared, from "
                + "\(megabytes(first.bytes)) \(world.at(first.appeared)) to \(megabytes(last.bytes)) "
                + "\(world.at(last.appeared)); \(Self.rise.phrase(settings))."
        }
    }

    /// Visits named in the evidence, the latest.
    private static let evidence = 8

    private func megabytes(_ bytes: UInt64) -> String { "\(bytes / 1_000_000) MB" }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        memory[device.index] = nil
        rows[device.index] = nil
    }
}
