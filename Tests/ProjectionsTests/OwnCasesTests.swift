import TestSupport
import Testing

@testable import Projections

/// The project's own labelled cases: exactly what is expected, nothing else, and however the log comes in batches.
struct OwnCasesTests {
    @Test(arguments: OwnCases.all)
    func labelledCase(_ own: OwnCase) throws {
        let verdict = try own.story.then()
        let found = verdict.findings.map { "\($0.severity.name) \($0.rule) at #\($0.mark.number)" }
        let expected = own.finds.map { "\($0.severity.name) \($0.rule) at #\($0.event)" }
        #expect(found.sorted() == expected.sorted(), "\(verdict.findings.map(\.message))")
    }

    @Test(arguments: OwnCases.all)
    func anyBatchSize(_ own: OwnCase) throws {
        let log = try own.story.log()
        let whole = try log.judged().findings
        for size in [1, 2, 7, 100] {
            let parts = try log.judged(inBatchesOf: size).findings
            #expect(parts == whole, "in batches of \(size)")
        }
    }

    /// Rules that speak of a log that breaks off.
    private static let ofTheEnd: Set = ["log-cut", "abrupt-end-after-run"]

    /// A log that ends anywhere never makes a finding of what was still awaited: each finding of a beginning is
    /// confirmed, or made worse, by the whole. What the rules below find is true until a later event shows
    /// that it was meant.
    private static let provisional = ["content-on-world-coordinates"]

    @Test(arguments: OwnCases.all)
    func anyBeginning(_ own: OwnCase) throws {
        let whole = try own.story.log().judged().findings
        for length in 1...own.story.lines.count {
            let beginning = Story { Array(own.story.lines.prefix(length)) }
            for finding in try beginning.log().judged().findings
            where !Self.ofTheEnd.contains(finding.rule) && !Self.provisional.contains(finding.rule) {
                let same = whole.contains {
                    $0.rule == finding.rule && ($0.events == finding.events || $0.severity > finding.severity)
                        || $0.rule == Self.worse[finding.rule]
                }
                #expect(same, "\(finding.rule) after \(length) events: \(finding.message)")
            }
        }
    }

    /// What is said as long as nothing worse came of it, and what is said then.
    private static let worse = ["sessions-overlap": "sessions-compete"]

    /// Every rule is told of by a faulty and by a healthy story.
    @Test func everyRule() {
        let told = Set(OwnCases.all.flatMap { $0.finds.map(\.rule) })
        for rule in Catalogue.about { #expect(told.contains(rule.id), "\(rule.id) has no story") }
        #expect(OwnCases.all.filter(\.finds.isEmpty).count >= 10)
    }

    @Test(arguments: SharedCasesTests.files("cases", ".ndjson"))
    func anyBatchSizeOfASharedCase(_ file: String) throws {
        let log = try MemoryLog(ndjson: TestFiles.bytes(shared: file))
        let whole = try log.judged().findings
        for size in [1, 7, 100] {
            let parts = try log.judged(inBatchesOf: size).findings
            #expect(parts == whole, "in batches of \(size)")
        }
    }
}
