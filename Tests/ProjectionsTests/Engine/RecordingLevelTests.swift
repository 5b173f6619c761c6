import EventLog
import Foundation
import TestSupport
import Testing

@testable import Projections

/// What can be judged at which level of recording, tried on the rules' own examples.
struct RecordingLevelTests {
    /// The rule's example as an app of that level would have recorded it: kinds that it does not write are missing, and it
    /// says which families it does.
    private static func recorded(_ rule: RuleAbout, at level: RecordingLevel) throws -> MemoryLog {
        let records = level.families.elements.map { "\"\($0.name)\"" }.joined(separator: ",")
        let lines = RuleExamples.example(of: rule).lines.map(\.ndjson).compactMap { line -> String? in
            let name = try? #require(line.firstMatch(of: /"event":"([a-zA-Z.]+)"/)).1
            guard let kind = EventKind.allCases.first(where: { $0.name == name ?? "" }), kind.level <= level
            else { return nil }
            return kind == .logOpened ? line.dropLast() + ",\"records\":[\(records)]}" : line
        }
        return try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n")
    }

    private static func isFound(_ rule: RuleAbout, at level: RecordingLevel) throws -> Bool {
        try recorded(rule, at: level).judged().findings.contains { $0.rule == rule.id }
    }

    /// From its level on a rule finds its fault, and below it can't.
    @Test(arguments: Catalogue.about.map(\.id))
    func eachRuleComesAtTheLowestLevelWhereItCanBeJudged(_ id: String) throws {
        let rule = try #require(Catalogue.about.first { $0.id == id })
        for level in RecordingLevel.allCases {
            #expect(try Self.isFound(rule, at: level) == (level >= rule.level), "level \(level.rawValue)")
        }
    }

    @Test func everyLevelAddsToTheOneBelow() {
        for (lower, upper) in zip(RecordingLevel.allCases, RecordingLevel.allCases.dropFirst()) {
            #expect(lower.families.isSubset(of: upper.families) && lower.families != upper.families)
            #expect(Set(lower.kinds).isStrictSubset(of: upper.kinds))
            #expect(Catalogue.about.contains { $0.level == upper })
        }
        #expect(RecordingLevel.ownState.kinds == EventKind.allCases)
        #expect(RecordingLevel.ownState.families.elements == EventFamily.allCases)
    }

    /// A family is not named before all of it is written that ARKit, or the system, tells.
    @Test func levelsAndFamiliesAgree() {
        for kind in EventKind.allCases {
            guard let family = kind.family else { continue }
            // What only the app can tell may come later; what comes earlier belongs to a family that is not named yet.
            let isLate = kind.level > family.level
            #expect(!isLate || Self.told.contains(kind), "\(kind.name)")
        }
        for level in RecordingLevel.allCases {
            #expect(RecordingLevels(level).families.isSubset(of: level.families))
        }
        #expect(RecordingLevels.all.families == RecordingLevel.ownState.families)
    }

    /// Kinds that come later than their family, because other code of the app tells them, and no rule takes their silence
    /// for a fact.
    private static let told: Set<EventKind> = [
        .cameraClaimed, .cameraReleased, .anchorAddRequested, .anchorRemoveRequested, .remoteAnchorMapped,
        .worldMapSent,
        .worldMapReceived,
    ]
}
