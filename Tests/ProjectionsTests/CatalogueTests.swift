import EventLog
import Foundation
import TestSupport
import Testing

@testable import Projections

/// The catalogue is whole: each rule has its file, its line, its tests, and an example that is true.
struct CatalogueTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func files(in folder: URL) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                (
                    String($0.dropLast(".swift".count)),
                    try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
                )
            })
    }

    /// `double-run` as a type's name.
    private static func typeName(_ id: String) -> String {
        id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    @Test func everyRuleFileIsListed() throws {
        let sources = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Projections/Rules")
        let declaring = try Self.files(in: sources).filter {
            $0.value.contains("static let about = RuleAbout(")
        }
        #expect(declaring.keys.sorted() == Catalogue.about.map { Self.typeName($0.id) }.sorted())
        for rule in Catalogue.rules {
            let name = Self.typeName(rule.about.id)
            #expect(String(describing: rule) == name)
            #expect(declaring[name]?.contains("id: \"\(rule.about.id)\"") == true)
        }
    }

    @Test func everyRuleIsTested() throws {
        let tests = try Self.files(in: Self.folder)
        for rule in Catalogue.about {
            let test = tests[Self.typeName(rule.id) + "Tests"]
            #expect(test?.contains("\"\(rule.id)\"") == true, "\(rule.id) has no tests")
        }
    }

    @Test func idsAreUnique() {
        let ids = Catalogue.about.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(id)") }
    }

    @Test func limits() {
        for rule in Catalogue.about {
            for limit in rule.limits {
                let listed = Catalogue.limits.filter { $0.name == limit.name }
                #expect(listed.count == 1)
                #expect(listed.first?.defaultValue == limit.defaultValue, "\(limit.name)")
                #expect(listed.first?.unit == limit.unit, "\(limit.name)")
                #expect(limit.name.split(separator: ".").count >= 2, "\(limit.name)")
                #expect(!limit.unit.isEmpty && !limit.about.isEmpty && limit.defaultValue >= 0)
            }
        }
    }

    @Test func texts() {
        for rule in Catalogue.about {
            for text in [rule.summary, rule.why, rule.advice] {
                #expect(text.hasSuffix("."), "\(rule.id): \(text)")
                #expect(!text.contains("\n") && !text.contains("  "), "\(rule.id): \(text)")
            }
            #expect(rule.highest >= rule.severity)
            // Only what the log itself says, which every recorder writes, needs no family.
            #expect(!rule.needs.elements.isEmpty || Self.ofTheLog.contains(rule.id), "\(rule.id)")
            #expect(!rule.example.isEmpty)
        }
    }

    private static let ofTheLog: Set = ["state-change-in-view-update", "log-gap", "log-cut"]

    /// The rule's example, with what it needs around it.
    static func example(of rule: RuleAbout) -> (lines: [StoryLine], shown: Range<Int>) {
        RuleExamples.example(of: rule)
    }

    /// The rules whose examples are tried: all, or the one that `ARLOG_RULE` names.
    static let tried: [String] = {
        let ids = Catalogue.about.map(\.id)
        guard let id = ProcessInfo.processInfo.environment["ARLOG_RULE"] else { return ids }
        return ids.filter { $0 == id }
    }()

    @Test(arguments: tried)
    func exampleIsTrue(_ id: String) throws {
        let rule = try #require(Catalogue.about.first { $0.id == id })
        let (lines, shown) = Self.example(of: rule)
        let finding = try #require(try Story { lines }.then().finds(id))
        #expect(finding.severity >= rule.severity && finding.severity <= rule.highest)
        // What decides it stands in the example.
        #expect(shown.contains(Int(finding.mark.number)))
    }

    // MARK: Settings

    @Test func settings() throws {
        var settings = Settings()
        #expect(settings.nanoseconds(of: DoubleRun.window) == 500_000_000)
        try settings.set("doubleRun.window", to: 0)
        #expect(settings.nanoseconds(of: DoubleRun.window) == 0)
        #expect(settings.isSet(DoubleRun.window) && !settings.isSet(DoubleRun.aftermath))
        #expect(throws: Settings.Failure.unknown(name: "doubleRun.windows")) {
            try settings.set("doubleRun.windows", to: 1)
        }
        #expect(throws: Settings.Failure.outOfRange(name: "doubleRun.window", value: -1)) {
            try settings.set("doubleRun.window", to: -1)
        }
        #expect(throws: Settings.Failure.self) { try settings.set("doubleRun.window", to: .nan) }
        #expect(throws: Settings.Failure.self) { try settings.set("doubleRun.window", to: .infinity) }
    }

    /// Whatever finite number a limit is set to, nothing traps.
    @Test(arguments: [0, 1e-300, 1e-9, 1e9, 1e18, 1.7e308])
    func extremeSettings(_ value: Double) throws {
        let limits = Dictionary(uniqueKeysWithValues: Catalogue.limits.map { ($0.name, value) })
        for story in OwnCases.all { _ = try story.story.log().judged(by: limits) }
    }

    @Test func rulesThatAreOff() throws {
        let log = try Story {
            run(1, source: "a")
            run(1.1, source: "b")
            run(1.2, source: "c")
            closed(60)
        }.log()
        let analysis = Analysis { $0 == "run-storm" }
        analysis.take(log.batch)
        #expect(analysis.finish().map(\.rule) == ["run-storm"])
        #expect(analysis.finish().count == 1)
    }
}
