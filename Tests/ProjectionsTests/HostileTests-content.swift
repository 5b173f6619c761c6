import EventLog
import TestSupport
import Testing

@testable import Projections

// One thing very often: anchors, nodes and files.
extension HostileTests {
    /// One key on ever more nodes, all in one place.
    @Test func oneThingManyTimes() throws {
        let lines = (0..<Self.many).map {
            Self.line(0, "node.attached", #","node":"N\#($0)","anchor":"A1","key":"chair""#)
        }
        let verdict = try judge(lines + [Self.line(9000, "frame.stats")])
        verdict.finds("duplicate-node", .error, count: Self.many - 1)
    }

    /// Many live anchors with nodes, and for each further event something that looks at all of them.
    @Test(arguments: [
        #"scene.tablesCleared"|,"tables":["anchorNodes"]"#, #"session.run"|,"options":["resetTracking"]"#,
        #"session.run"|,"configuration":{"kind":"worldTracking","initialWorldMap":"M1"}"#,
    ])
    func manyAnchors(_ event: String) throws {
        let parts = event.split(separator: "|").map(String.init)
        let name = String(parts[0].dropLast())
        var lines: [String] = []
        for index in 0..<Self.many / 2 {
            lines.append(Self.line(0, "anchor.added", #","anchor":"A\#(index)","kind":"anchor""#))
            lines.append(Self.line(0, "node.attached", #","node":"N\#(index)","anchor":"A\#(index)""#))
        }
        for index in 0..<Self.many / 2 {
            lines.append(Self.line(index * 2000, name, parts[1]))
            lines.append(Self.line(index * 2000 + 1500, "anchor.updated", #","anchor":"A\#(index)""#))
        }
        _ = try judge(lines)
    }

    /// Anchors that are dropped at once by run after run, with nodes left on all of them.
    @Test func runsThatDrop() throws {
        var lines: [String] = []
        for index in 0..<Self.many / 3 {
            lines.append(
                Self.line(
                    index, "node.attached", #","node":"N\#(index)","anchor":"A\#(index)","key":"k\#(index)""#)
            )
            lines.append(Self.line(index, "session.run", #","options":["removeExistingAnchors"]"#))
            lines.append(Self.line(index, "scene.tablesCleared", #","tables":["anchorNodes"]"#))
        }
        lines.append(Self.line(90_000, "anchor.added", #","anchor":"A","key":"k""#))
        let verdict = try judge(lines)
        verdict.finds("node-outlives-anchor", .warning)
    }

    /// Bare anchors, and tracking that is normal for moments only.
    @Test func anchorsWithoutNodes() throws {
        var lines = [
            Self.line(0, "session.run"), Self.line(0, "node.attached", #","node":"N","key":"k""#),
        ]
        for index in 0..<Self.many {
            lines.append(Self.line(1, "anchor.added", #","anchor":"A\#(index)","key":"k\#(index)""#))
        }
        for index in 0..<Self.many {
            let t = 1000 + index * 700
            lines.append(Self.line(t, "camera.trackingStateChanged", #","state":"normal""#))
            lines.append(Self.line(t + 600, "camera.trackingStateChanged", #","state":"limited""#))
        }
        lines.append(Self.line(100_000_000, "camera.trackingStateChanged", #","state":"normal""#))
        lines.append(Self.line(100_003_000, "frame.stats"))
        let verdict = try judge(lines)
        #expect(verdict.findings.contains { $0.rule == "anchor-without-node" })
    }

    /// Anchors that wait for files, which fail one by one.
    @Test func filesThatFail() throws {
        var lines = [
            Self.line(0, "session.run"), Self.line(0, "camera.trackingStateChanged", #","state":"normal""#),
        ]
        for index in 0..<Self.many {
            let t = index * 3000
            lines.append(Self.line(t, "asset.requested", #","asset":"f\#(index)""#))
            lines.append(Self.line(t + 1, "anchor.added", #","anchor":"A\#(index)","key":"k\#(index)""#))
            lines.append(Self.line(t + 2500, "asset.loadFailed", #","asset":"f\#(index)""#))
        }
        let verdict = try judge(lines)
        #expect(verdict.findings.contains { $0.rule == "anchor-without-node" })
        #expect(verdict.findings.contains { $0.rule == "asset-missing" })
    }

    /// Very many nodes on one thing that is lost and found, or before the camera while the choice changes.
    @Test(arguments: [#""anchor":"O""#, #""attachment":"camera""#])
    func manyNodesInOnePlace(_ place: String) throws {
        var lines = [Self.line(0, "anchor.added", #","anchor":"O","kind":"image""#)]
        for index in 0..<Self.many / 4 {
            lines.append(Self.line(1, "node.attached", #","node":"N\#(index)",\#(place)"#))
        }
        for index in 0..<Self.many / 4 {
            let t = 2 + index * 3000
            let (from, to) = index % 2 == 0 ? ("summonWand", "noWand") : ("noWand", "summonWand")
            lines.append(
                Self.line(t, "anchor.updated", #","anchor":"O","isTracked":\#(index % 2 == 1)"#))
            lines.append(
                Self.line(
                    t, "state.changed", #","machine":"onboardingChoice","from":"\#(from)","to":"\#(to)""#))
            lines.append(
                Self.line(
                    t + 1500, "node.visibilityChanged",
                    #","node":"N\#(index)","isVisible":\#(index % 3 == 0)"#))
        }
        _ = try judge(lines)
    }
}
