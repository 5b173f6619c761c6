import TestSupport
import Testing

@testable import Projections

/// The same fault has the same fingerprint in every log; another fault has another.
struct FingerprintTests {
    private func double(_ first: String?, _ second: String?, from t: Double = 1) -> Story {
        Story {
            run(t, source: first)
            run(t + 0.1, source: second)
            closed(60)
        }
    }

    private func fingerprint(_ story: Story, _ rule: String = "double-run") throws -> String {
        try #require(try story.then().finds(rule)).fingerprint
    }

    /// The text is a promise: baselines of years ago must still mean the same faults.
    @Test func isFixed() {
        let parts: [FindingPart] = [.machine("a=b\\c"), .from("x\ny"), .to(nil)]
        #expect(
            Fingerprint.text(rule: "illegal-transition", parts)
                == "arlog-finding-1\nillegal-transition\nmachine=a=b\\\\c\nfrom=x\\ny\nto\n")
        #expect(Fingerprint.of(rule: "double-run", []) == "b8f1fbe810328f91849e9bd48881ece8")
        #expect(Fingerprint.of(rule: "illegal-transition", parts) == "642359ce369f88738f3dc115ccd0e3c4")
    }

    @Test func neitherTimesNorIdsNorTheOrderOfCallersCount() throws {
        let known = try fingerprint(double("a", "b"))
        #expect(try fingerprint(double("a", "b", from: 30)) == known)
        #expect(try fingerprint(double("b", "a")) == known)
        #expect(try fingerprint(double("a", "c")) != known)
        #expect(try fingerprint(double(nil, "b")) != known)
        #expect(try fingerprint(double("", "b")) != fingerprint(double(nil, "b")))
    }

    @Test func eachSessionHasTheSameFault() throws {
        let verdict = try Story {
            run(1, source: "a").of(session: "left")
            run(1.1, source: "b").of(session: "left")
            paused(1.8).of(session: "left")
            run(2, source: "a").of(session: "right")
            run(2.1, source: "b").of(session: "right")
            closed(60)
        }.then()
        #expect(verdict.findings.count == 2 && Set(verdict.findings.map(\.fingerprint)).count == 1)
    }

    @Test func waysAreFaultsOfTheirOwn() throws {
        func camera(_ key: String) -> Story {
            Story {
                nodeAttached(1, "N1", "camera", key: key)
                nodeAttached(2, "N2", "camera", key: key)
                frame(9)
            }
        }
        let anchored = Story {
            nodeAttached(1, "N1", to: "A1", key: "wand")
            nodeAttached(2, "N2", to: "A1", key: "wand")
            frame(9)
        }
        let wand = try fingerprint(camera("wand"), "duplicate-node")
        #expect(try fingerprint(camera("hat"), "duplicate-node") != wand)
        #expect(try fingerprint(anchored, "duplicate-node") != wand)
    }

    /// Of these rules an app can have several faults: the words that tell them apart.
    @Test(
        arguments: [
            ("anchor-added-twice", [.key]), ("anchor-before-normal", [.key]), ("anchor-without-node", [.key]),
            ("applied-outside-syncing", [.state]), ("asset-missing", [.asset]), ("camera-conflict", [.owner]),
            ("collaboration-enabled-late", [.source]), ("content-against-choice", [.state]),
            ("content-before-localized", [.key]), ("content-before-onboarding-done", [.key]),
            ("critical-dropped", [.cause]), ("drift", [.key]), ("guest-run-incomplete", [.source]),
            ("hidden-while-tracked", [.kind, .key]), ("visible-while-lost", [.kind, .key]),
            ("memory-growth", [.view]), ("no-return", [.state]), ("pause-in-interruption", [.source]),
            ("restore-with-reset", [.source]), ("run-unsupported", [.kind]),
            ("session-identifier-changed", [.source]), ("state-stuck", [.machine, .state]),
            ("stuck-initializing", [.source]), ("update-after-remove", [.kind, .key]), ("view-dark", [.view]),
            ("abrupt-end-after-run", [.source]), ("illegal-transition", [.machine, .from, .to]),
        ] as [(String, [FindingPart.Name])])
    func words(_ rule: String, _ names: [FindingPart.Name]) throws {
        let about = try #require(Catalogue.about.first { $0.id == rule })
        let finding = try Story { CatalogueTests.example(of: about).lines }.then().finds(rule)
        #expect(finding?.identity.map(\.name) == names)
    }

    /// No part of any finding is an id or a number of its log.
    @Test(arguments: OwnCases.all)
    func otherIdsAndTimesGiveTheSame(_ own: OwnCase) throws {
        let moved = own.story.lines.map { line in
            StoryLine(
                line.ndjson.replacing(#/"(anchor|node|peer|packet|map|initialWorldMap)":"/#) {
                    "\($0.output.0)x"
                })
        }
        let found = try own.story.log().judged().findings
        let again = try Story { moved }.log().judged().findings
        #expect(found.map(\.fingerprint) == again.map(\.fingerprint))
    }
}
