import EventLog
@testable import Projections
import TestSupport
import Testing

// Two of a kind at once: what a rule finds in one session or device it finds in each of two, and never in both together.
extension Story {
    private static let families = [
        "session", "camera", "frame", "anchor", "node", "worldMap", "collaboration", "state", "device",
    ]

    /// Kinds that no session owns.
    private static let ownerless = [
        "log.", "peer.", "view.", "app.", "device.", "user.", "camera.claimed", "camera.released",
    ]

    private static func belongsToASession(_ line: StoryLine) -> Bool {
        !ownerless.contains { line.ndjson.contains("\"event\":\"\($0)") }
    }

    /// The finding with these events is made by each of two devices that tell the story at once, and not where one of the
    /// lines `decisive` is told by the other device.
    func isApartByDevice(
        _ rule: String, _ events: [UInt32], decisive: [Int], _ here: SourceLocation = #_sourceLocation
    ) throws {
        let openings = ["first", "second"].map { opened(0, device: $0, records: Self.families) }
        let both = Story {
            openings
            lines.flatMap { [$0.of(device: "first"), $0.of(device: "second")] }
        }
        try both.then().finds(rule, each: [events.map { 2 * $0 + 1 }, events.map { 2 * $0 + 2 }], here)
        for number in decisive {
            let mixed = Story {
                openings
                lines.enumerated().map { $1.of(device: $0 + 1 == number ? "second" : "first") }
            }
            try mixed.then().isQuiet(rule, here)
        }
    }

    /// The same for two sessions of one device; what belongs to no session is told once.
    /// Sessions of one device share its events: with `isDeadline` the first event after the last line's time decides both.
    func isApartBySession(
        _ rule: String, _ events: [UInt32], decisive: [Int], isDeadline: Bool = false,
        _ here: SourceLocation = #_sourceLocation
    ) throws {
        var told: [StoryLine] = []
        var numbers: [(first: UInt32, second: UInt32)] = []
        for line in lines {
            told.append(line)
            let first = UInt32(told.count)
            if Self.belongsToASession(line) { told.append(line.of(session: "other")) }
            numbers.append((first, UInt32(told.count)))
        }
        let both = told
        let chosen = events.map { numbers[Int($0) - 1] }
        var second = chosen.map(\.second)
        if isDeadline, let last = chosen.last { second[second.count - 1] = last.first }
        try Story { both }.then().finds(rule, each: [chosen.map(\.first), second], here)
        for number in decisive {
            let mixed = Story {
                lines.enumerated().map { $0 + 1 == number ? $1.of(session: "other") : $1 }
            }
            try mixed.then().isQuiet(rule, here)
        }
    }
}
