import Foundation
import TestSupport
import Testing

@testable import arlog

/// The sample sessions are what their README says.
@Suite struct SamplesTests {
    static let apps = ["object-tracking", "collaboration", "placement", "onboarding"]

    @Test func everyAppHasAHealthyAndAFaultyOne() throws {
        for app in Self.apps {
            #expect(Samples.names.contains(app))
            #expect(Samples.names.contains { $0.hasPrefix(app + "-") })
        }
        let logs = try FileManager.default.contentsOfDirectory(atPath: Samples.folder)
            .filter { $0.hasSuffix(".mcap") }.map { String($0.dropLast(5)) }.sorted()
        #expect(logs == Samples.names)
    }

    @Test(arguments: Samples.names)
    func isMadeOfItsSource(name: String) throws {
        let scratch = try Scratch()
        let made = scratch.path + "/made.mcap"
        let run = Ran("import", "\(Samples.folder)/\(name).ndjson", "-o", made)
        #expect(run.status == 0)
        let isSame = try TestFiles.bytes(at: made) == Samples.bytes(name + ".mcap")
        #expect(isSame, "run scripts/generate")
    }

    @Test(arguments: Samples.names)
    func catGivesItBack(name: String) throws {
        let scratch = try Scratch()
        let cat = Ran("cat", "--format", "ndjson", "\(Samples.folder)/\(name).mcap")
        #expect(cat.status == 0 && cat.errors.isEmpty)
        let printed = try scratch.write("printed.ndjson", cat.output)
        #expect(Ran("import", printed, "-o", scratch.path + "/again.mcap").status == 0)
        let isSame = try TestFiles.bytes(at: scratch.path + "/again.mcap") == Samples.bytes(name + ".mcap")
        #expect(isSame)
    }

    @Test(arguments: Samples.names)
    func everyCommandReadsBothForms(name: String) {
        for command in [
            ["cat"], ["anchors"], ["trace"], ["anchors", "--json", "--all"], ["trace", "--json"],
        ] {
            let log = Ran(command + ["\(Samples.folder)/\(name).mcap"])
            let source = Ran(command + ["\(Samples.folder)/\(name).ndjson"])
            #expect(log.status == 0 && log.errors.isEmpty && !log.output.isEmpty)
            #expect(source.status == 0 && source.errors.isEmpty)
            #expect(log.output == source.output)
        }
        #expect(Ran("info", "\(Samples.folder)/\(name).mcap").status == 0)
    }

    @Test(arguments: Samples.names)
    func checkSaysWhatTheTableSays(name: String) throws {
        let readme = String(decoding: try Samples.bytes("README.md"), as: UTF8.self)
        let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") })
        let says = try #require(row.split(separator: "|").last { $0.contains { $0 != " " } })
        for form in ["mcap", "ndjson"] {
            let run = Ran("check", "--json", "\(Samples.folder)/\(name).\(form)")
            let logs = try #require(try run.json()["logs"] as? [[String: Any]])
            let findings = try #require(logs.first?["findings"] as? [[String: Any]])
            let told = try findings.map { finding in
                let severity = try #require(finding["severity"] as? String)
                let rule = try #require(finding["rule"] as? String)
                let event = try #require((finding["events"] as? [Int])?.last)
                return "\(severity) `\(rule)` at #\(event)"
            }
            #expect((told.isEmpty ? "no findings" : told.joined(separator: ", ")) == says.trimmed)
            let isHealthy = Self.apps.contains(name)
            #expect(run.status == (isHealthy ? 0 : 1))
            #expect(!isHealthy || !told.contains { !$0.hasPrefix("info") })
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
