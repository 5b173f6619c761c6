import EventLog
import TestSupport
import Testing

@testable import Projections

/// What tells the faults of each rule apart, told of the example that the rule's manual has.
struct FingerprintCatalogueTests {
    private static func example(_ id: String) throws -> [StoryLine] {
        CatalogueTests.example(of: try #require(Catalogue.about.first { $0.id == id })).lines
    }

    private static func finding(_ id: String, _ lines: [StoryLine]) throws -> Finding {
        try #require(try Story { lines }.log().judged().findings.first { $0.rule == id })
    }

    /// As the tables have it.
    private static func words(_ identity: [FindingPart]) -> String {
        identity.map { part in part.name.rawValue + (part.text.map { "=" + $0 } ?? "") }
            .joined(separator: " ")
    }

    @Test func theTablesHoldEveryRule() {
        #expect(
            (Array(Self.identities.keys) + Array(Self.ofOneFault.keys)).sorted()
                == Catalogue.about.map(\.id).sorted())
    }

    @Test(arguments: Catalogue.about.map(\.id))
    func identity(_ id: String) throws {
        let finding = try Self.finding(id, try Self.example(id))
        #expect(Self.words(finding.identity) == Self.identities[id, default: ""])
    }

    /// The same story of other anchors, nodes, peers, maps and sessions, later and with other numbers.
    @Test(arguments: Catalogue.about.map(\.id))
    func toldAgainItIsTheSameFault(_ id: String) throws {
        let lines = try Self.example(id)
        let again = try Story { Self.retold(lines) }.log().judged().findings
        let found = try Story { lines }.log().judged().findings
        #expect(again.map(\.fingerprint) == found.map(\.fingerprint))
        #expect(again.map(\.events) != found.map(\.events))
    }

    /// Other ids, later times, and one more event near the beginning, so that all after it have other numbers.
    static func retold(_ lines: [StoryLine]) -> [StoryLine] {
        let ids =
            #/"(anchor|node|parent|remote|peer|packet|map|initialWorldMap|session|ownerSession|identifier|device)":"/#
        var told = lines.map { line in
            StoryLine(
                line.ndjson.replacing(ids) { "\($0.output.0)x" }
                    .replacing(#/"t":([0-9.]+)/#) { "\"t\":\((Double($0.output.1) ?? 0) + 1000)" })
        }
        let opened = lines.first?.ndjson.contains("\"log.opened\"") == true ? 1 : 0
        let start = lines.first?.ndjson.firstMatch(of: #/"t":([0-9.]+)/#).flatMap { Double($0.1) } ?? 0
        told.insert(StoryLine(start + 1000, "log.marker", [("text", .text("again"))]), at: opened)
        return told
    }

    // MARK: Other words

    /// What a log's texts say, in the parts that have them.
    private static let texts: [FindingPart.Name] = [.source, .key, .asset, .view, .owner]

    @Test(arguments: identities.keys.sorted())
    func anotherWordIsAnotherFault(_ id: String) throws {
        let lines = try Self.example(id)
        let finding = try Self.finding(id, lines)
        var fingerprints = [finding.fingerprint]
        for part in finding.identity where Self.texts.contains(part.name) {
            if let text = part.text {
                let field = "\"\(part.name.rawValue)\":\"\(text)"
                let other = lines.map { StoryLine($0.ndjson.replacing(field + "\"", with: field + "2\"")) }
                fingerprints.append(try Self.finding(id, other).fingerprint)
            } else if part.name == .source || part.name == .key, Self.variants[id] == nil {
                for word in ["a", "b"] {
                    let named = lines.map { Self.named($0, part.name, word) }
                    fingerprints.append(try Self.finding(id, named).fingerprint)
                }
            }
        }
        for pairs in Self.variants[id] ?? [] {
            let other = lines.map { line in
                StoryLine(pairs.reduce(line.ndjson) { $0.replacing($1.0, with: $1.1) })
            }
            fingerprints.append(try Self.finding(id, other).fingerprint)
        }
        #expect(fingerprints.count > 1 && Set(fingerprints).count == fingerprints.count)
    }

    /// The line with a caller, or with a key, where it has none.
    private static func named(_ line: StoryLine, _ name: FindingPart.Name, _ word: String) -> StoryLine {
        let kinds = name == .source ? ["session.run"] : ["anchor.added", "anchor.addRequested"]
        guard kinds.contains(where: { line.ndjson.contains("\"event\":\"\($0)\"") }) else { return line }
        return line.ndjson.contains("\"\(name.rawValue)\":") ? line : line.with(name.rawValue, .text(word))
    }

    // MARK: Made-up words

    /// A key that is made with each thing, and a path in the app's container, are new in each log.
    @Test func UUIDsAreNoWords() throws {
        let ids = ["6F9619FF-8B86-D011-B42D-00C04FC964FF", "00000000-0000-4000-8000-00000000000a"]
        let lines = try Self.example("asset-missing")
        let found = try
            (ids.map { "app/\($0)/pump.usdz" } + [
                "app/\(ids[0])/fan.usdz", "app/\(ids[0].dropLast())/pump.usdz",
            ])
            .map { path in
                try Self.finding(
                    "asset-missing",
                    lines.map { StoryLine($0.ndjson.replacing("pump.usdz", with: path)) })
            }
        #expect(found[0].fingerprint == found[1].fingerprint)
        #expect(Set(found.map(\.fingerprint)).count == 3)
        // Who chooses by the key chooses by all of it.
        #expect(found[0].identity == [.asset("app/\(ids[0])/pump.usdz")])
        #expect(
            Fingerprint.text(rule: "asset-missing", found[0].identity)
                == "arlog-finding-1\nasset-missing\nasset=app/UUID/pump.usdz\n")
        let baselines = found.prefix(2).map { finding in
            var baseline = Baseline()
            baseline.add([finding])
            var json = JSONWriter()
            baseline.write(to: &json)
            return String(decoding: json.finish().array, as: UTF8.self)
        }
        #expect(baselines[0] == baselines[1] && baselines[0].contains("app/UUID/pump.usdz"))
    }
}
