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
        let found = try Story {
            run(1, source: "a").of(session: "left")
            run(1.1, source: "b").of(session: "left")
            paused(1.8).of(session: "left")
            run(2, source: "a").of(session: "right")
            run(2.1, source: "b").of(session: "right")
            closed(60)
        }.then().findings.filter { $0.rule == "double-run" }
        #expect(found.count == 2 && Set(found.map(\.fingerprint)).count == 1)
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

    /// No part of any finding is an id or a number of its log.
    @Test(arguments: OwnCases.all)
    func otherIdsAndTimesGiveTheSame(_ own: OwnCase) throws {
        let found = try own.story.log().judged().findings
        let again = try Story { FingerprintCatalogueTests.retold(own.story.lines) }.log().judged().findings
        #expect(found.map(\.fingerprint) == again.map(\.fingerprint))
    }
}
