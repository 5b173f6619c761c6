import Foundation
import Testing

@testable import Projections

/// Each rule's tests say what they show, and show what there is to show. `docs/rules-tested.md` is made from the same
/// tags.
struct RuleTagsTests {
    /// How many tests of each rule carry each tag.
    private static let counts: [String: [String: Int]] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var counts: [String: [String: Int]] = [:]
        for file in files where file.hasSuffix("Tests.swift") {
            guard let rule = rule(of: String(file.dropLast("Tests.swift".count))),
                let source = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
            else { continue }
            for match in source.matches(of: /\.tags\(([^)]*)\)/) {
                for tag in match.1.matches(of: /\.(\w+)/) {
                    counts[rule, default: [:]][String(tag.1), default: 0] += 1
                }
            }
        }
        return counts
    }()

    /// The rule with the longest type name that the file's name begins with.
    private static func rule(of stem: String) -> String? {
        Catalogue.rules.filter { rule in
            let name = String(describing: rule)
            guard stem.hasPrefix(name) else { return false }
            return stem.dropFirst(name.count).first?.isUppercase ?? true
        }.max { String(describing: $0).count < String(describing: $1).count }?.about.id
    }

    @Test(arguments: Catalogue.about.map(\.id))
    func whatThereIsToShow(_ id: String) throws {
        let rule = try #require(Catalogue.about.first { $0.id == id })
        let counts = Self.counts[id] ?? [:]
        #expect(counts["positive", default: 0] > 0, "no test shows that it speaks")
        #expect(counts["lookAlike", default: 0] > 0, "no test shows what looks like it")
        #expect(rule.limits.isEmpty || counts["limit", default: 0] > 0, "no test shows its limits")
    }
}
