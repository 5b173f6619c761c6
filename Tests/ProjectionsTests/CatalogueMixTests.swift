import EventLog
import TestSupport
import Testing

@testable import Projections

/// Each rule's example told by two devices in one file, and in two sessions at once: found for each, and nothing else.
/// Each has maps of its own, since a map is known to the whole file.
struct CatalogueMixTests {
    /// Rules that do not speak of each session by itself, each with why.
    private static let ofNoSession = [
        "sessions-compete": "of two sessions already",
        "sessions-overlap": "of two sessions already",
        "camera-conflict": "one for a claim of the camera, which is the device's",
        "content-on-world-coordinates": "one for a log",
        "state-change-in-view-update": "one for a log, and the app's own log knows no session",
        "no-return": "of the session that ran with collaboration last",
        "map-retention": "one for a log: what is kept on the device",
        "relocalization-silent": "one for a log: nothing was ever shown in it",
        "recovery-incomplete": "one for a log: what the app offers",
        "applied-outside-syncing": "the machine goes with the session that ran with collaboration last",
        "collaboration-silent": "of the session that ran with collaboration last: the peers are its",
        "no-fallback-shown": "one for a log: what the device can",
        "custom-anchor-shared": "one for a log, and the peers go with the session that collaborated last",
        "quality-unseen": "one for a log",
        "interruption-without-resync": "of the session that ran with collaboration last: the peers are its",
        "interruption-medium": "of the session that ran with collaboration last: the peers are its",
        "reset-without-handshake": "of the session that ran with collaboration last: the peers are its",
        "overheating": "the device is hot, whatever its sessions do",
        "memory-growth": "memory and views are the device's",
        "log-gap": "of the log",
        "log-cut": "of the log",
        "abrupt-end-after-run": "one for a recording: its last run",
    ]

    private static func rule(_ id: String) throws -> RuleAbout {
        try #require(Catalogue.about.first { $0.id == id })
    }

    /// What a finding says, with the numbers its events have in another telling.
    private struct Said: Equatable, CustomStringConvertible {
        let rule: String
        let severity: Severity
        let count: Int
        let events: [UInt32]

        init(_ finding: Finding, numbers: [UInt32]? = nil) {
            rule = finding.rule
            severity = finding.severity
            count = finding.count
            events = finding.events.map { event in numbers.map { $0[Int(event) - 1] } ?? event }
        }

        var description: String { "\(count) × \(severity.name) \(rule) \(events)" }
    }

    @Test(.tags(.twoDevices), arguments: CatalogueTests.tried)
    func twoDevices(_ id: String) throws {
        let lines = CatalogueTests.example(of: try Self.rule(id)).lines
        let single = try Story { lines }.then().findings
        let both = try Story {
            for line in lines {
                for device in ["A", "B"] { Self.told(Self.ownMaps(line, of: device), by: device) }
            }
        }.then().findings
        let devices = Set(both.map(\.device)).sorted()
        #expect(devices.count == 2)
        for (place, device) in devices.enumerated() {
            let numbers = lines.indices.map { UInt32(2 * $0 + 1 + place) }
            #expect(
                both.filter { $0.device == device }.map { Said($0) }
                    == single.map { Said($0, numbers: numbers) })
        }
    }

    /// The line as a device tells it; a log that is opened names its device itself.
    private static func told(_ line: StoryLine, by device: String) -> StoryLine {
        guard line.ndjson.contains("\"log.opened\"") else { return line.with("device", .text(device)) }
        return StoryLine(line.ndjson.replacing("\"device\":\"A\"", with: "\"device\":\"\(device)\""))
    }

    @Test(.tags(.twoSessions), arguments: CatalogueTests.tried.filter { ofNoSession[$0] == nil })
    func twoSessions(_ id: String) throws {
        let lines = CatalogueTests.example(of: try Self.rule(id)).lines
        let single = try Story { lines }.then().findings.filter { $0.rule == id }
        var told: [StoryLine] = []
        // The number of the line that each event tells; time passes with either session's events.
        var numbers: [UInt32] = []
        for (index, line) in lines.enumerated() {
            told += [line]
            if Self.hasSession(line) { told.append(Self.ownMaps(line, of: "other").of(session: "other")) }
            while numbers.count < told.count { numbers.append(UInt32(index + 1)) }
        }
        let both = try Story { told }.then().findings.filter { $0.rule == id }
        let sessions = Dictionary(grouping: both, by: \.session)
        #expect(sessions.count == 2, "\(both.map(\.message))")
        for found in sessions.values {
            #expect(found.map { Said($0, numbers: numbers) } == single.map { Said($0) })
        }
    }

    /// The line with the maps it names renamed.
    private static func ownMaps(_ line: StoryLine, of owner: String) -> StoryLine {
        StoryLine(
            line.ndjson.replacing(#/"(map|initialWorldMap)":"/#) { "\($0.output.0)\(owner)-" })
    }

    /// Whether the line's kind of event belongs to a session.
    private static func hasSession(_ line: StoryLine) -> Bool {
        KindDescriptor.all.contains {
            $0.hasSession && line.ndjson.contains("\"event\":\"\($0.kind.name)\"")
        }
    }

    /// The list above has no rule that is gone, or that could be tried.
    @Test func exceptionsAreRules() throws {
        for id in Self.ofNoSession.keys { #expect(Catalogue.about.contains { $0.id == id }, "\(id)") }
    }
}
