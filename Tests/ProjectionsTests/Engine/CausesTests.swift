import EventLog
import Foundation
import TestSupport
import Testing

@testable import Projections

/// What comes of what: from findings made by hand, and from logs.
struct CausesTests {
    private func finding(
        _ rule: String, _ number: UInt32, _ events: [UInt32] = [], session: String? = nil, device: Int = 0,
        _ identity: [FindingPart] = []
    ) -> Finding {
        Finding(
            rule: rule, severity: .error, session: session.map { .other(EntityID($0)) } ?? .main,
            device: device,
            mark: Mark(number: number, time: UInt64(number) * 1_000_000_000), events: events + [number],
            count: 1,
            message: "", advice: "", limit: nil, identity: identity)
    }

    private func causes(_ findings: [Finding]) -> [Int?] {
        var findings = findings
        Causes.link(&findings)
        return findings.map(\.causedBy)
    }

    // MARK: The table

    /// At one event the first named is the cause: were the table a circle there, the findings could be one, too.
    @Test func theTableHasNoCircle() {
        var waiting = CauseTable.rows.map { ($0.cause, $0.effect) }
        while !waiting.isEmpty {
            let effects = Set(waiting.map(\.1))
            let rest = waiting.filter { effects.contains($0.0) }
            #expect(rest.count < waiting.count, "\(rest)")
            guard rest.count < waiting.count else { return }
            waiting = rest
        }
    }

    /// What the manual says of a rule's causes.
    @Test func theManualNamesRulesThereAre() {
        #expect(DuplicateNode.about.causes.contains("node-outlives-anchor"))
        let known = Catalogue.about.map(\.id)
        for rule in Catalogue.about {
            #expect(rule.causes.allSatisfy { known.contains($0) && $0 != rule.id })
        }
    }

    /// Every id is one of the catalogue's contract; which of them have a rule yet does not matter.
    @Test func theTableNamesRules() throws {
        guard TestFiles.shared != nil else { return }
        let contract = String(decoding: try TestFiles.bytes(shared: "RULES.md"), as: UTF8.self)
        for id in Set(CauseTable.rows.flatMap { [$0.cause, $0.effect] }) {
            #expect(contract.contains("| `\(id)` |"), "\(id)")
        }
    }

    // MARK: Ties

    @Test func theFirstNamedIsTheCauseAtOneEvent() {
        #expect(
            causes([finding("illegal-transition", 5, [3]), finding("start-after-stop", 5, [4])]) == [1, nil])
        #expect(causes([finding("state-stuck", 5), finding("no-return", 5)]) == [1, nil])
    }

    @Test func ofOneFaultTheLaterIsTheConsequence() {
        let node = finding("node-outlives-anchor", 9, [3, 7])
        #expect(causes([node, finding("duplicate-node", 12, [3, 11])]) == [nil, 0])
        #expect(causes([finding("duplicate-node", 8, [3, 7]), node]) == [nil, 0])
    }

    @Test func anEffectNeverComesBeforeItsCause() {
        #expect(causes([finding("run-unsupported", 5, [3]), finding("double-run", 6, [3])]) == [nil, nil])
    }

    @Test func withoutATieThereIsNoCause() {
        #expect(
            causes([finding("node-outlives-anchor", 5, [3]), finding("duplicate-node", 9, [8])]) == [
                nil, nil,
            ])
        #expect(causes([finding("frames-retained", 1), finding("fps-drop", 61)]) == [nil, 0])
        #expect(causes([finding("frames-retained", 1), finding("fps-drop", 62)]) == [nil, nil])
        let (chair, lamp) = ([FindingPart.key("chair")], [FindingPart.key("lamp")])
        func twice(_ key: [FindingPart], _ other: [FindingPart]) -> [Int?] {
            causes([finding("anchor-added-twice", 1, [], key), finding("duplicate-node", 3, [], other)])
        }
        #expect(twice(chair, chair) == [nil, 0])
        #expect(twice(chair, lamp) == [nil, nil])
        #expect(twice([.key(nil)], [.key(nil)]) == [nil, nil])
        #expect(twice([.way("a")], [.way("a")]) == [nil, nil])
    }

    @Test func sessionsAndDevicesStayApart() {
        let cause = finding("frames-retained", 1, session: "a")
        #expect(causes([cause, finding("fps-drop", 5, session: "b")]) == [nil, nil])
        #expect(causes([cause, finding("fps-drop", 5, session: "a")]) == [nil, 0])
        #expect(causes([finding("overheating", 1, device: 1), finding("fps-drop", 5)]) == [nil, nil])
        var log = finding("overheating", 1)
        log = Finding(
            rule: log.rule, severity: .warning, session: nil, device: 0, mark: log.mark, events: [1],
            count: 1,
            message: "", advice: "", limit: nil, identity: [])
        #expect(causes([log, finding("fps-drop", 5, session: "b")]) == [nil, 0])
    }

    @Test func theNearestIsTheCauseAndTheChainIsKept() {
        let chain = [
            finding("restore-keeps-anchors", 3, [1]), finding("node-outlives-anchor", 6, [2, 3]),
            finding("duplicate-node", 9, [2, 3]),
        ]
        #expect(causes(chain) == [nil, nil, 1])
        // A common event ties closer than a common moment.
        let sends = [
            finding("critical-dropped", 1, [9]), finding("decode-failures", 2), finding("no-merge", 11, [1]),
        ]
        #expect(causes(sends) == [nil, 0, 0])
    }

    /// Thousands of findings of two rules that have much in common.
    @Test(.timeLimit(.minutes(30))) func many() {
        var findings: [Finding] = []
        for number in 1...2000 {
            findings.append(finding("packet-rate", UInt32(number), Array(0..<16)))
            findings.append(finding("bandwidth", UInt32(number), Array(0..<16)))
        }
        let found = causes(findings)
        #expect(found[0] == nil && found[1] == 0)
        for (index, cause) in found.enumerated() { if let cause { #expect(cause < index) } }
    }

    // MARK: Logs

    /// In the made-up sessions, whatever may follow from the planted fault is linked to it.
    @Test(arguments: SharedCasesTests.files("sessions", ".truth.json"))
    func whatFollowsIsLinked(_ file: String) throws {
        let truth = try JSONDecoder().decode(
            SharedCasesTests.Truth.self, from: Data(TestFiles.bytes(shared: file)))
        let session = file.dropLast(".truth.json".count) + ".ndjson.gz"
        let findings = try SharedCasesTests.findings(TestFiles.bytes(shared: String(session)))
        guard findings.contains(where: { $0.rule == truth.rule }) else { return }
        for finding in findings where truth.mayFollow.contains(finding.rule) {
            var first = finding
            while let cause = first.causedBy { first = findings[cause] }
            #expect(first.rule == truth.rule, "\(finding.message)")
        }
    }

    /// One fault that several rules see: the rule whose finding has no cause, the one whose finding comes of it, the story.
    private static let seenTwice: [(cause: String, effect: String, story: Story)] = [
        (
            "content-before-localized", "content-on-world-coordinates",
            Story {
                run(1, map: "M1")
                tracking(1.5, "limited", "relocalizing")
                nodeAttached(2, "N1", "root", key: "board")
                tracking(8, "normal")
                closed(60)
            }
        ),
        (
            "content-on-world-coordinates", "saved-without-anchors",
            Story {
                run(1)
                nodeAttached(5, "N1", key: "lamp")
                mapSaved(30, "M1", anchors: 0)
                closed(60)
            }
        ),
        (
            "camera-conflict", "sessions-compete",
            Story {
                run(1)
                run(3).of(session: "face")
                cameraClaimed(8)
                interrupted(8.4, "camera")
                closed(60)
            }
        ),
        (
            "content-before-onboarding-done", "content-against-choice",
            Story {
                run(0.5)
                changed(1, "onboarding", "loadingAR", to: "onboarding")
                nodeAttached(2, "W1", "camera", key: "wand")
                changed(3, "onboardingChoice", "undecided", to: "noWand")
                frame(4)
                closed(60)
            }
        ),
        (
            "applied-outside-syncing", "state-stuck",
            Story {
                together(protocol: "hostGuest")
                changed(4, "collaboration", "exporting", to: "waiting")
                applied(5, "P1")
                closed(60)
            }
        ),
        (
            "state-stuck", "no-return",
            Story {
                together()
                changed(3, "collaboration", "scanning", to: "exporting")
                peer(10, "B", "notConnected")
                peer(15, "B", "connected")
                frame(40)
                closed(60)
            }
        ),
        (
            "decode-failures", "collaboration-silent",
            Story {
                together()
                tracking(3, "normal")
                produced(3.5)
                for index in 0..<5 { decodeFailed(4 + 0.1 * Double(index), "P\(index)") }
                for second in 4...15 { frame(Double(second) + 0.9) }
                closed(60)
            }
        ),
        (
            "frames-stopped", "collaboration-silent",
            Story {
                together()
                tracking(3, "normal")
                produced(3.5)
                for second in 4...7 { frames(Double(second), fps: 0) }
                for second in 8...19 { frame(Double(second)) }
                closed(60)
            }
        ),
    ]

    @Test(arguments: seenTwice)
    func oneFault(_ cause: String, _ effect: String, _ story: Story) throws {
        let verdict = try story.then()
        let index = try #require(verdict.finds(effect)?.causedBy)
        #expect(verdict.findings[index].rule == cause && verdict.findings[index].causedBy == nil)
        verdict.finds(cause)
    }

    @Test func aResetThatLeavesNodes() throws {
        let verdict = try Story {
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(1.1, "N1", to: "A1", key: "chair")
            run(5, options: ["resetTracking", "removeExistingAnchors"], source: "reset-button")
            anchorAdded(6, "A2", key: "chair")
            nodeAttached(6.1, "N2", to: "A2", key: "chair")
            closed(60)
        }.then()
        verdict.findsOnly("node-outlives-anchor", "duplicate-node")
        let duplicate = verdict.finds("duplicate-node")
        let index = try #require(duplicate?.causedBy)
        #expect(
            verdict.findings[index].rule == "node-outlives-anchor" && verdict.findings[index].causedBy == nil)
    }

    @Test func anAwaitedLoad() throws {
        let verdict = try Story {
            changed(1, "objectTracking", "idle", to: "loading")
            changed(2, "objectTracking", "loading", to: "stopped")
            changed(3, "objectTracking", "stopped", to: "running")
            closed(60)
        }.then()
        let illegal = try #require(verdict.finds("illegal-transition")?.causedBy)
        #expect(verdict.findings[illegal].rule == "start-after-stop")
    }
}
