import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@testable import arlog

/// The page about the levels of recording shows what there is.
@Suite struct LevelsTests {
    private static func text(_ name: String) throws -> String {
        String(decoding: try TestFiles.bytes(at: TestFiles.package + "/" + name), as: UTF8.self)
    }

    /// What is printed is compiled: every line stands in the example as it is.
    @Test(arguments: RecordingLevel.allCases)
    func theCodeIsThatOfTheExample(_ level: RecordingLevel) throws {
        let example = try Self.text("Examples/Levels.swift").split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let shown = level.code.split(separator: "\n")
        #expect(!shown.isEmpty)
        for line in shown { #expect(example.contains(String(line)), "\(line)") }
    }

    @Test func thePageIsCurrent() throws {
        let result = Ran("rules", "--levels", "--format", "markdown")
        #expect(result.output == (try Self.text("docs/levels.md")))
    }

    @Test func everyRuleAndEveryKindStandsOnItOnce() throws {
        let result = Ran("rules", "--levels", "--json")
        let object =
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: [[String: Any]]]
        let levels = try #require(object?["levels"])
        #expect(levels.compactMap { $0["level"] as? Int } == [0, 1, 2, 3, 4])
        let rules = levels.flatMap { $0["rules"] as? [String] ?? [] }
        #expect(rules.sorted() == Catalogue.about.map(\.id).sorted())
        let kinds = levels.flatMap { $0["kinds"] as? [String] ?? [] }
        #expect(kinds.sorted() == EventKind.allCases.map(\.name).sorted())
    }

    @Test func levelsAreAboutAllRules() {
        #expect(Ran("rules", "--levels", "double-run").status == 64)
    }
}
