internal import EventLog
public import Projections

/// The fewest inputs with which a handler still comes to a fault.
public struct ShrunkInputs {
    /// The inputs as a recording of their own, numbered from 1, from 2000-01-01T00:00:00Z on.
    public let recording: EventStore
    /// The fault of their replay; its events are those of the recording, an output being named by the input before it.
    public let finding: Finding
    /// How often they were replayed.
    public let checks: Int
    /// Whether every input is needed; `false` where the time was over before that was tried.
    public let isMinimal: Bool
}

extension EventStore {
    /// The fewest inputs with which the handler that `make` makes comes to the fault; `nil` where all of them do not bring
    /// it there.
    ///
    ///     let few = recording.shrunk(to: ReplayGoal(rule: "double-run", severity: .error)) { Placement() }
    ///     print(SwiftRecording(few.recording).lines.joined(separator: "\n"))
    ///
    /// Recorded decisions go; so do inputs, large pieces first, as long as a replay gives the same finding for the same
    /// reason. Each try is a replay of its own.
    ///
    /// - Parameter isOver: asked between replays; once it is true, what was reached is the result.
    public func shrunk<Handler: ReplayHandler>(
        to goal: ReplayGoal, by player: ReplayPlayer = ReplayPlayer(),
        isOver: @escaping () -> Bool = { false }, against make: @escaping @Sendable () -> Handler
    ) -> ShrunkInputs? {
        InputShrinking(self, goal) { player.replay($0, with: make) }.run(isOver)
    }

    /// The same for a handler that awaits.
    public func shrunk<Handler: AsyncReplayHandler>(
        to goal: ReplayGoal, by player: ReplayPlayer = ReplayPlayer(),
        isOver: @escaping () -> Bool = { false }, against make: @escaping @Sendable () -> Handler
    ) -> ShrunkInputs? {
        InputShrinking(self, goal) { player.replay($0, with: make) }.run(isOver)
    }
}

/// Shrinks a recording's inputs against a handler.
private final class InputShrinking {
    private let inputs: EventStore
    private let goal: ReplayGoal
    private let replay: (EventStore) -> ReplayResult
    /// Whether the handler did not return once: every further try may take as long again.
    private var hasHung = false

    init(_ recording: EventStore, _ goal: ReplayGoal, _ replay: @escaping (EventStore) -> ReplayResult) {
        inputs = recording.withoutOutputs()
        self.goal = goal
        self.replay = replay
    }

    func run(_ isOver: @escaping () -> Bool) -> ShrunkInputs? {
        let all = findings(inputs.headers, goal.settings) { $0 == self.goal.rule } ?? []
        let found = all.filter { $0.rule == goal.rule && $0.severity >= goal.severity }
        guard let worst = found.map(\.severity).max(),
            let first = found.first(where: { $0.severity == worst })
        else { return nil }
        let judge = Judge(inputs.headers, goal: FindingGoal(first), settings: goal.settings) {
            [self] in findings($0, $1, $2)
        }
        let shrinker = Shrinker(inputs, judge, isOver: { [self] in hasHung || isOver() }, progress: { _ in })
        guard let result = shrinker.run() else { return nil }
        var finding = result.finding
        let places = Dictionary(
            result.headers.enumerated().map { ($1.number, UInt32($0 + 1)) },
            uniquingKeysWith: { first, _ in first })
        finding.events = finding.events.compactMap { places[$0] }
        finding.mark.number = places[finding.mark.number] ?? 0
        return ShrunkInputs(
            recording: inputs.copied(result.headers), finding: finding, checks: result.checks + 1,
            isMinimal: result.isMinimal)
    }

    /// What the rules find in a replay of these inputs; `nil` where it does not come to its end.
    private func findings(
        _ headers: [EventHeader], _ settings: Settings, _ isWanted: (String) -> Bool
    ) -> [Finding]? {
        let result = replay(inputs.copied(headers))
        if result.accounts.contains(where: { $0.fault == .neverReturned }) { hasHung = true }
        guard result.isComplete else { return nil }
        let analysis = Analysis(settings: settings, isOn: isWanted)
        analysis.name { result.log.labels.name(of: $0) }
        analysis.take(result.log.batch(result.log.headers))
        let numbers = inputNumbers(result, headers)
        func number(_ number: UInt32) -> UInt32 { Int(number) < numbers.count ? numbers[Int(number)] : 0 }
        return analysis.finish().map { finding in
            var finding = finding
            finding.events = Set(finding.events.map(number)).subtracting([0]).sorted()
            finding.mark.number = number(finding.mark.number)
            return finding
        }
    }

    /// By an event's number in the replay's log: that of the input, or of the last input before an output; 0 before the
    /// first.
    private func inputNumbers(_ result: ReplayResult, _ headers: [EventHeader]) -> [UInt32] {
        var numbers: [UInt32] = [0]
        var last: UInt32 = 0
        for recorded in result.recordedNumbers {
            // What was replayed was numbered from 1.
            if recorded > 0, Int(recorded) <= headers.count { last = headers[Int(recorded) - 1].number }
            numbers.append(last)
        }
        return numbers
    }
}
