import EventLog
import TestSupport
import Testing

@testable import Projections

// One thing very often: sessions, machines, recordings, and what is waited for.
extension HostileTests {
    /// Sessions that all run at once, and are harmed again and again, while cameras are claimed.
    @Test func sessionsAgainstEachOther() throws {
        var lines: [String] = []
        for index in 0..<Self.many / 4 {
            let session = #","session":"S\#(index % 300)""#
            lines.append(Self.line(index, "session.run", session))
            lines.append(Self.line(index, "session.interruptionBegan", session))
            lines.append(Self.line(index, "frame.stats", #","fps":0"# + session))
            lines.append(Self.line(index, "camera.claimed", #","owner":"o\#(index)""#))
            lines.append(Self.line(index, "session.interruptionEnded", session))
            lines.append(Self.line(index, "session.failed", #","code":102"# + session))
        }
        _ = try judge(lines)
    }

    /// Views that come and go around plain runs, over a scene full of nodes.
    @Test func viewsThatComeAndGo() throws {
        var lines = (0..<Self.many / 2).map {
            Self.line(0, "node.attached", #","node":"N\#($0)","key":"k\#($0)""#)
        }
        for index in 0..<Self.many / 4 {
            lines.append(Self.line(index, "view.disappeared", #","view":"v""#))
            lines.append(Self.line(index, "session.run"))
            lines.append(Self.line(index, "view.appeared", #","view":"v""#))
        }
        _ = try judge(lines)
    }

    /// Many sessions, each waiting for something, while the app goes away and comes back.
    @Test func sessionsThatWait() throws {
        var lines: [String] = []
        for index in 0..<Self.many / 4 {
            let session = #","session":"S\#(index)""#
            lines.append(
                Self.line(index, "node.attached", #","node":"N1","anchor":"A1","key":"k""# + session))
            lines.append(
                Self.line(index, "node.attached", #","node":"N2","anchor":"A1","key":"k""# + session))
            lines.append(Self.line(index, "app.lifecycleChanged", #","phase":"background""#))
            lines.append(Self.line(index, "app.lifecycleChanged", #","phase":"active""#))
        }
        let verdict = try judge(lines)
        #expect(verdict.findings.count == World.sessionLimit)
    }

    @Test func recordingsWithoutEnd() throws {
        var lines: [String] = []
        for index in 0..<Self.many / 4 {
            lines.append(Self.line(index, "log.opened", #","device":"A""#))
            lines.append(Self.line(index, "session.run", #","source":"a""#))
            lines.append(Self.line(index, "session.run", #","source":"b""#))
            lines.append(
                Self.line(index, "state.changed", #","machine":"collaboration","from":"a","to":"b""#))
        }
        let verdict = try judge(lines)
        #expect(verdict.findings.filter { $0.rule == "double-run" }.count == FindingSink.limit)
        #expect(verdict.folded["double-run"] == Self.many / 4 - FindingSink.limit)
    }

    /// One declaration with very many ways: such a machine is traced and not judged.
    @Test func aMachineWithoutMeasure() throws {
        let edges = (0..<15_000).map { "\"a\($0)>b\($0)\"" }.joined(separator: ",")
        var lines = [
            Self.line(0, "state.machineDeclared", #","machine":"m","initial":"a0","transitions":[\#(edges)]"#)
        ]
        for index in 0..<10_000 {
            lines.append(
                Self.line(index, "state.changed", #","machine":"m","from":"b\#(index)","to":"a\#(index)""#))
        }
        let verdict = try judge(lines)
        #expect(verdict.findings.isEmpty)
    }

    /// Many declarations with many ways together.
    @Test func manyMachinesWithManyWays() throws {
        let edges = (0..<900).map { "\"a\($0)>b\($0)\"" }.joined(separator: ",")
        let lines = (0..<500).map {
            Self.line(
                $0, "state.machineDeclared", #","machine":"m\#($0)","initial":"a0","transitions":[\#(edges)]"#
            )
        }
        let log = try Self.log(lines)
        let world = World()
        world.take(log.batch)
        #expect(world.undefinedMachines == 500 - World.edgeTotal / 900)
    }

    /// While nobody is there no deadline passes; what is waited for must not pile up.
    @Test(arguments: ["visibility", "removal", "interruption", "state", "object", "peer"])
    func waitingWhileTheClockStands(_ what: String) throws {
        var lines = [
            Self.line(0, "session.run", #","configuration":{"kind":"worldTracking"}"#),
            Self.line(1, "anchor.added", #","anchor":"A""#),
            Self.line(2, "node.attached", #","node":"N0","anchor":"A","key":"k""#),
            Self.line(3, "node.attached", #","node":"N1","anchor":"A","key":"k""#),
            Self.line(4, "app.lifecycleChanged", #","phase":"background""#),
        ]
        for index in 0..<20_000 {
            lines += Self.waitedFor(what, index)
        }
        let log = try Self.log(lines)
        let analysis = Analysis()
        for batch in log.batches(of: 4096) { analysis.take(batch) }
        #expect(analysis.world.devices[0].timers.count <= 4)
    }

    /// Lines that begin and call off, or drop, what a rule waits for.
    static func waitedFor(_ what: String, _ index: Int) -> [String] {
        let isFirst = index % 2 == 0
        switch what {
        case "visibility":
            return [line(5, "node.visibilityChanged", #","node":"N1","isVisible":\#(!isFirst)"#)]
        case "removal":
            return [
                line(5, "anchor.added", #","anchor":"B\#(index)""#),
                line(5, "node.attached", #","node":"X","anchor":"B\#(index)","key":"k""#),
                line(5, "anchor.removed", #","anchor":"B\#(index)""#),
            ]
        case "interruption":
            return [line(5, isFirst ? "session.interruptionBegan" : "session.interruptionEnded")]
        case "state":
            let states = isFirst ? #""from":"idle","to":"loading""# : #""from":"loading","to":"idle""#
            return [line(5, "state.changed", #","machine":"objectTracking",\#(states)"#)]
        case "object":
            return (isFirst ? [line(5, "anchor.added", #","anchor":"O","kind":"object""#)] : []) + [
                line(5, "state.changed", #","machine":"objectTracking","from":"lost","to":"detected""#),
                line(5, "anchor.updated", #","anchor":"O","isTracked":\#(isFirst)"#),
            ]
        default:
            return [
                line(5, "state.changed", #","machine":"collaboration","from":"exporting","to":"waiting""#),
                line(
                    5, "peer.stateChanged",
                    #","peer":"P\#(index)","state":"\#(isFirst ? "connected" : "notConnected")""#),
            ]
        }
    }

    /// The first and the last moments that a log can tell of.
    @Test func timesAtTheEdges() throws {
        let first = "1970-01-01T00:00:00.000000001Z"
        let last = "2554-07-21T23:34:33.709551614Z"
        let lines = [
            #"{"time":"\#(first)","event":"log.opened","device":"A"}"#,
            #"{"time":"\#(last)","event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M"},"source":"a"}"#,
            #"{"time":"\#(last)","event":"camera.trackingStateChanged","state":"normal"}"#,
            #"{"time":"\#(last)","event":"anchor.added","anchor":"A","key":"k"}"#,
            #"{"time":"\#(last)","event":"node.attached","node":"N1","anchor":"A","key":"k"}"#,
            #"{"time":"\#(last)","event":"node.attached","node":"N2","anchor":"A","key":"k"}"#,
            #"{"time":"\#(last)","event":"session.run","configuration":{"kind":"worldTracking"},"source":"b"}"#,
            #"{"time":"\#(last)","event":"session.run","configuration":{"kind":"worldTracking"},"source":"c"}"#,
            #"{"time":"\#(last)","event":"anchor.removed","anchor":"A"}"#,
        ]
        let verdict = try judge(lines)
        #expect(verdict.findings.contains { $0.rule == "double-run" })
    }
}
