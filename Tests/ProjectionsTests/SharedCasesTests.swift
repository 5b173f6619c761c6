import EventLog
import Foundation
@testable import Projections
import TestSupport
import Testing

/// The labelled cases and sessions beside the project, judged by the rules there are. On a machine without them the
/// tests say so and pass.
struct SharedCasesTests {
    struct Truth: Decodable {
        let rule: String
        let event: UInt32
        let severity: String
        let involved: [UInt32]
        let mayFollow: [String]
    }

    static let known = Set(Catalogue.about.map(\.id))

    /// Names of shared files; one name that stands for none where the folder is not there.
    static func files(_ folder: String, _ ending: String) -> [String] {
        if TestFiles.shared == nil { print("../shared is not here: its \(folder) are not tried") }
        return TestFiles.shared(folder, ending: ending)
    }

    static func findings(_ ndjson: [UInt8]) throws -> [Finding] {
        let log = try MemoryLog(ndjson: ndjson)
        let analysis = Analysis()
        for batch in log.batches(of: 100) { analysis.take(batch) }
        return analysis.finish()
    }

    @Test(arguments: files("cases", ".ndjson"))
    func labelledCase(_ file: String) throws {
        let name = file.dropFirst("cases/".count).dropLast(".ndjson".count)
        let expectation = try CaseLabels(String(name))
        let findings = try Self.findings(TestFiles.bytes(shared: file))
        for must in expectation.must where Self.known.contains(must.rule) {
            let found = findings.first { $0.rule == must.rule }
            #expect(found != nil, "\(must.rule) is missing")
            if let severity = must.severity { #expect(found?.severity.name == severity) }
            if let event = must.event { #expect(found?.events.contains(event) == true) }
        }
        for rule in expectation.mustNot { #expect(!findings.contains { $0.rule == rule }) }
        // What is not asked for may only follow from what is.
        let faults = Set(expectation.must.map(\.rule))
        let followers = [
            "start-after-stop": "illegal-transition", "duplicate-node": "node-outlives-anchor",
            // That log tells of one packet only, and then of seconds with frames and without any.
            "decode-failures": "collaboration-silent",
        ]
        let allowed = faults.union(faults.compactMap { followers[$0] })
        let loud = findings.filter { $0.severity > .info && !allowed.contains($0.rule) }
        #expect(loud.isEmpty, "\(loud.map(\.message))")
    }

    @Test(arguments: files("sessions", ".ndjson.gz"))
    func madeUpSession(_ file: String) throws {
        let findings = try Self.findings(TestFiles.bytes(shared: file)).filter { $0.severity > .info }
        guard let bytes = try? TestFiles.bytes(shared: file.dropLast(".ndjson.gz".count) + ".truth.json")
        else {
            #expect(findings.isEmpty, "\(findings.map(\.message))")
            return
        }
        let truth = try JSONDecoder().decode(Truth.self, from: Data(bytes))
        let others = findings.filter { $0.rule != truth.rule && !truth.mayFollow.contains($0.rule) }
        #expect(others.isEmpty, "\(others.map(\.message))")
        guard Self.known.contains(truth.rule) else { return }
        let found = findings.filter { $0.rule == truth.rule }
        #expect(found.count == 1)
        #expect(found.first?.events.last == truth.event)
        #expect(found.first?.severity.name == truth.severity)
        for event in truth.involved { #expect(found.first?.events.contains(event) == true, "#\(event)") }
    }
}
