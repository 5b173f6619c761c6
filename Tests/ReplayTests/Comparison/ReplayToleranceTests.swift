import EventLog
import Replay
import TestSupport
import Testing

/// What may differ between two outputs that are the same decision.
@Suite struct ReplayToleranceTests {
    private func moved(_ x: Double) -> Story {
        Story {
            userAction(0)
            nodeMoved(0, "N", to: .list([.number(x), .number(0), .number(0)]))
            frame(1)
        }
    }

    @Test(arguments: [(0.0009, 0), (0.0011, 1), (-0.0011, 1), (0, 0)])
    func positionsMayLieAMillimetreApart(x: Double, count: Int) throws {
        #expect(try compare(moved(1), moved(1 + x)).comparison.count == count)
        var wide = ReplayTolerance()
        wide.position = 0.01
        #expect(try compare(moved(1), moved(1 + x), wide).comparison.count == 0)
    }

    @Test func wordsMayDifferWhereThatIsWanted() throws {
        func story(_ source: String, _ kind: String = "worldTracking") -> Story {
            Story {
                userAction(0)
                run(0, kind, source: source)
                frame(1)
            }
        }
        var tolerance = ReplayTolerance()
        let strict = try compare(story("a"), story("b"), tolerance).comparison
        #expect(strict.first?.difference == .field("source"))
        tolerance.anyWords = true
        #expect(try compare(story("a"), story("b"), tolerance).comparison.count == 0)
        // What is decided is told all the same.
        let other = try compare(story("a"), story("b", "bodyTracking"), tolerance).comparison
        #expect(other.first?.difference == .field("configuration.kind"))
    }

    private func turned(_ orientation: [Double]?) -> Story {
        let value = orientation.map { StoryValue.list($0.map { .number($0) }) }
        let line = StoryLine(0, "anchor.addRequested", [("anchor", .text("A")), ("orientation", value)])
        return Story {
            userAction(0)
            line
            frame(1)
        }
    }

    @Test func orientationsMayDifferALittleAndInSign() throws {
        let one = turned([0.6, 0, 0, 0.8])
        #expect(try compare(one, turned([-0.6, 0, 0, -0.8])).comparison.count == 0)
        #expect(try compare(one, turned([0.6009, 0, 0, 0.7993])).comparison.count == 0)
        #expect(
            try compare(one, turned([0.8, 0, 0, 0.6])).comparison.first?.difference == .field("orientation"))
        // Unknown on one side.
        #expect(try compare(one, turned(nil)).comparison.count == 0)
    }

    private func acted(after delay: Double) -> Story {
        Story {
            userAction(0)
            paused(delay)
            frame(9)
        }
    }

    @Test func timesMayLieASecondApart() throws {
        #expect(try compare(acted(after: 0), acted(after: 1)).comparison.count == 0)
        let late = try compare(acted(after: 0), acted(after: 1.001)).comparison
        #expect(late.divergences.map(\.difference) == [.time])
        var any = ReplayTolerance()
        any.time = nil
        #expect(try compare(acted(after: 0), acted(after: 8), any).comparison.count == 0)
    }

    // MARK: Fields

    private func ran(_ fields: String) -> Story {
        Story {
            userAction(0)
            line(#"{"t":0,"event":"session.run"\#(fields)}"#)
            frame(1)
        }
    }

    @Test(arguments: [
        (#","source":"a""#, #","source":"b""#, "source"),
        (#","source":"a""#, "", nil),
        (#","options":["resetTracking"]"#, "", "options"),
        (
            #","options":["removeExistingAnchors","resetTracking"]"#,
            #","options":["resetTracking","removeExistingAnchors"]"#, nil
        ),
        (#","configuration":{"kind":"worldTracking"}"#, "", nil),
        (
            #","configuration":{"kind":"worldTracking"}"#, #","configuration":{"kind":"bodyTracking"}"#,
            "configuration.kind"
        ),
        (
            #","configuration":{"kind":"worldTracking"}"#,
            #","configuration":{"kind":"worldTracking","isCollaborationEnabled":false,"environmentTexturing":"none","detectionImages":0}"#,
            nil
        ),
        (
            #","configuration":{"kind":"worldTracking"}"#,
            #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#,
            "configuration.isCollaborationEnabled"
        ),
        (
            #","configuration":{"kind":"worldTracking","planeDetection":["vertical"]}"#,
            #","configuration":{"kind":"worldTracking","planeDetection":["horizontal"]}"#,
            "configuration.planeDetection"
        ),
        (#","identifier":"one""#, #","identifier":"two""#, nil),
        (#","identifier":"one""#, "", nil),
        (
            #","configuration":{"kind":"worldTracking","initialWorldMap":"M"}"#,
            #","configuration":{"kind":"worldTracking"}"#, "configuration.initialWorldMap"
        ),
    ])
    func fieldsAreHeldAgainstEachOther(one: String, other: String, differs: String?) throws {
        let expected = differs.map { [Divergence.Difference.field($0)] } ?? []
        #expect(try compare(ran(one), ran(other)).comparison.divergences.map(\.difference) == expected)
        #expect(try compare(ran(other), ran(one)).comparison.divergences.map(\.difference) == expected)
    }

    @Test func aRoleThatIsLeftOutIsContent() throws {
        func attached(_ role: String?) -> Story {
            let node = nodeAttached(0, "N1", key: "chair")
            let line = role.map { node.with("role", .text($0)) } ?? node
            return Story {
                userAction(0)
                line
                frame(1)
            }
        }
        #expect(try compare(attached(nil), attached("content")).comparison.count == 0)
        let overlay = try compare(attached(nil), attached("overlay")).comparison
        #expect(overlay.first?.difference == .field("role"))
    }

    @Test func aNodeOnNoAnchorIsAnotherThanOneOnIt() throws {
        func attached(_ anchor: String?) -> Story {
            Story {
                anchorAdded(0, "A1")
                nodeAttached(0, "N1", to: anchor, key: "chair")
                frame(1)
            }
        }
        #expect(try compare(attached("A1"), attached(nil)).comparison.first?.difference == .field("anchor"))
    }
}
