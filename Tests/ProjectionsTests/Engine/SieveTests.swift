import EventLog
import TestSupport
import Testing

@testable import Projections

/// What is left of findings, and that nothing goes uncounted.
struct SieveTests {
    private func finding(
        _ rule: String, _ number: UInt32, _ severity: Severity = .warning, session: SessionName? = .main,
        parts identity: [FindingPart] = [], causedBy: Int? = nil
    ) -> Finding {
        Finding(
            rule: rule, severity: severity, session: session, device: 0,
            mark: Mark(number: number, time: UInt64(number)), events: [number], count: 1, message: "",
            advice: "",
            limit: nil, identity: identity, causedBy: causedBy)
    }

    private func entry(_ rule: String, _ change: (inout IgnoreEntry) -> Void = { _ in }) -> IgnoreEntry {
        var entry = IgnoreEntry(rule: rule, reason: "known")
        change(&entry)
        return entry
    }

    private func baseline(_ findings: [Finding]) throws -> Baseline {
        var baseline = Baseline()
        baseline.add(findings)
        var json = JSONWriter(style: .pretty)
        baseline.write(to: &json)
        return try Baseline(json.finish().array)
    }

    @Test func whatAnEntryChooses() {
        let other = SessionName.other(EntityID("tab"))
        let findings = [
            finding("a", 1, parts: [.machine("m"), .from("x")]),
            finding("a", 2, session: other, parts: [.machine("n")]),
            finding("b", 3, parts: [.source("p"), .source("q")]), finding("b", 4, session: nil),
        ]
        func left(_ entry: IgnoreEntry, device: EntityID? = nil) -> [UInt32] {
            Sieve(ignores: [entry]).sift(findings, folded: []) { _ in device }.findings.map(\.mark.number)
        }
        #expect(left(entry("a")) == [3, 4])
        #expect(left(entry("a") { $0.parts = [.machine("m")] }) == [2, 3, 4])
        #expect(left(entry("a") { $0.parts = [.machine("m"), .from("y")] }) == [1, 2, 3, 4])
        #expect(left(entry("b") { $0.parts = [.source("q")] }) == [1, 2, 4])
        #expect(left(entry("a") { $0.session = "tab" }) == [1, 3, 4])
        #expect(left(entry("a") { $0.session = "main" }) == [2, 3, 4])
        #expect(left(entry("a") { $0.fingerprint = findings[1].fingerprint }) == [1, 3, 4])
        #expect(left(entry("a") { $0.device = "A" }, device: EntityID("A")) == [3, 4])
        #expect(left(entry("a") { $0.device = "A" }) == [1, 2, 3, 4])
    }

    @Test func everythingIsCounted() {
        let findings = [finding("a", 1), finding("a", 2), finding("b", 3)]
        let folded = [
            FoldedFindings(rule: "a", severity: .warning, count: 5),
            FoldedFindings(rule: "b", severity: .info, count: 7),
        ]
        let sieve = Sieve(ignores: [entry("a"), entry("b") { $0.session = "x" }])
        let result = sieve.sift(findings, folded: folded) { _ in nil }
        #expect(result.ignored == [0: 7] && result.known == 0)
        #expect(result.findings.map(\.rule) == ["b"] && result.folded == [folded[1]])
        #expect(result.unignored == result.findings)
    }

    @Test func whatABaselineKnows() throws {
        let old = [finding("a", 1, parts: [.key("x")]), finding("b", 2, .error)]
        let sieve = Sieve(baseline: try baseline(old))
        func new(_ findings: [Finding]) -> [UInt32] {
            sieve.sift(findings, folded: []) { _ in nil }.findings.map(\.mark.number)
        }
        #expect(new(old) == [])
        #expect(new([finding("a", 5, parts: [.key("y")]), finding("a", 6, parts: [.key("x")])]) == [5])
        // What was a warning and is an error now is new; the other way it is not.
        #expect(new([finding("a", 7, .error, parts: [.key("x")]), finding("b", 8, .info)]) == [7])
    }

    @Test func whatWasOnlyCountedIsKnownWithTheRest() throws {
        let old = [finding("a", 1)]
        let folded = [FoldedFindings(rule: "a", severity: .warning, count: 3)]
        let sieve = Sieve(baseline: try baseline(old))
        let known = sieve.sift(old, folded: folded) { _ in nil }
        #expect(known.folded.isEmpty && known.known == 4)
        let new = sieve.sift(old + [finding("a", 2, parts: [.key("x")])], folded: folded) { _ in nil }
        #expect(new.folded == folded && new.known == 1)
    }

    @Test func causesAreCountedAnew() {
        let findings = [
            finding("a", 1), finding("b", 2, causedBy: 0), finding("c", 3, causedBy: 1), finding("d", 4),
            finding("e", 5, causedBy: 3),
        ]
        let result = Sieve(ignores: [entry("b"), entry("d")]).sift(findings, folded: []) { _ in nil }
        #expect(result.findings.map(\.rule) == ["a", "c", "e"])
        #expect(result.findings.map(\.causedBy) == [nil, 0, nil])
    }

    @Test func theFileIsSortedAndHoldsEachFaultOnce() throws {
        let findings = [
            finding("b", 9), finding("a", 1, .info, parts: [.source("q"), .source(nil)]),
            finding("a", 2, .error, parts: [.source("q"), .source(nil)]),
        ]
        var baseline = Baseline()
        baseline.add(findings)
        var json = JSONWriter()
        baseline.write(to: &json)
        let (a, b) = (findings[1].fingerprint, findings[0].fingerprint)
        #expect(
            String(decoding: json.finish().array, as: UTF8.self) == """
                {"version":1,"findings":[{"fingerprint":"\(a)","rule":"a","severity":"error","identity":{"source":"q"}},\
                {"fingerprint":"\(b)","rule":"b","severity":"warning","identity":{}}]}

                """)
        var other = Baseline()
        other.add(findings.reversed())
        #expect(other.count == 2)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"findings":1}"#, #"{"findings":[{}]}"#, #"{"findings":[],"version":2}"#,
        #"{"findings":[{"fingerprint":"x","severity":"bad"}]}"#, #"{"findings":[]} 1"#,
    ])
    func isNoBaseline(_ text: String) {
        #expect(throws: ConfigurationError.self) { try Baseline(Array(text.utf8)) }
    }
}
