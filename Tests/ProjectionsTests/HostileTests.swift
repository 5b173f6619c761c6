import EventLog
import TestSupport
import Testing

@testable import Projections

/// Logs in which everything is wrong: judging them ends, and what is found stays bounded.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HostileTests {
    /// A log written fast: `make` appends the fields behind `t` and `event`.
    private static func log(_ lines: [String]) throws -> MemoryLog {
        try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n")
    }

    private static func line(_ t: Int, _ event: String, _ fields: String = "") -> String {
        #"{"t":\#(t / 1000).\#(String(t % 1000 + 1000).dropFirst()),"event":"\#(event)"\#(fields)}"#
    }

    /// Judges the log. What is quadratic in its length does not come to an end before the suite's limit.
    private func judge(_ lines: [String], _ here: SourceLocation = #_sourceLocation) throws -> Verdict {
        let found = try Self.log(lines).judged(inBatchesOf: 4096)
        for (rule, count) in Dictionary(grouping: found.findings, by: \.rule).mapValues(\.count) {
            #expect(count <= FindingSink.limit, "\(rule)", sourceLocation: here)
        }
        for finding in found.findings {
            #expect(finding.events.count <= 20 && finding.message.utf8.count < 4000, sourceLocation: here)
        }
        return found
    }

    /// Two hundred thousand events at random, every one told twice, time that jumps back, parents in circles.
    @Test func everythingAtOnce() throws {
        var random = SeededGenerator(1)
        func id(_ letter: String, _ count: Int) -> String {
            "\"\(letter)\(Int.random(in: 0..<count, using: &random))\""
        }
        func session() -> String { Bool.random(using: &random) ? "" : ",\"session\":\(id("S", 2000))" }
        let long = String(repeating: "x", count: 65_000)
        var lines: [String] = []
        var t = 0
        while lines.count < 200_000 {
            t = max(0, t + Int.random(in: -20...200, using: &random))
            let line: String
            switch Int.random(in: 0..<37, using: &random) {
            case 0:
                let options = [#"["resetTracking"]"#, #"["removeExistingAnchors"]"#, "[]"]
                let option = options.randomElement(using: &random) ?? "[]"
                line = Self.line(
                    t, "session.run",
                    #","configuration":{"kind":"worldTracking","initialWorldMap":\#(id("M", 9))},"options":\#(option),"source":\#(id("src", 50))"#
                        + session())
            case 1: line = Self.line(t, "session.run", #","source":\#(id("src", 50))"# + session())
            case 2: line = Self.line(t, "session.pause", session())
            case 3: line = Self.line(t, "session.failed", session())
            case 4: line = Self.line(t, "session.interruptionEnded", session())
            case 5: line = Self.line(t, "camera.trackingStateChanged", #","state":"normal""# + session())
            case 6, 7, 8:
                line = Self.line(
                    t, "anchor.added", #","anchor":\#(id("A", 50_000)),"key":\#(id("k", 100))"# + session())
            case 9: line = Self.line(t, "anchor.removed", #","anchor":\#(id("A", 50_000))"# + session())
            case 10: line = Self.line(t, "anchor.updated", #","anchor":\#(id("A", 50_000))"# + session())
            case 11, 12, 13:
                line = Self.line(
                    t, "node.attached",
                    #","node":\#(id("N", 50_000)),"anchor":\#(id("A", 5000)),"key":\#(id("k", 20))"#
                        + session())
            case 14, 15:
                line = Self.line(
                    t, "node.attached",
                    #","node":\#(id("N", 5000)),"parent":\#(id("N", 5000)),"key":\#(id("k", 20))"# + session()
                )
            case 16: line = Self.line(t, "node.detached", #","node":\#(id("N", 50_000))"# + session())
            case 17:
                line = Self.line(
                    t, "node.visibilityChanged", #","node":\#(id("N", 50_000)),"isVisible":true"# + session())
            case 18: line = Self.line(t, "scene.tablesCleared", #","tables":["anchorNodes"]"# + session())
            case 19:
                line = Self.line(
                    t, "remoteAnchor.mapped",
                    #","remote":\#(id("R", 500)),"anchor":\#(id("A", 50_000))"# + session())
            case 20:
                let machine = [
                    "collaboration", "objectTracking", "m\(Int.random(in: 0..<3000, using: &random))",
                ]
                let states = ["idle", "loading", "running", "stopped", "syncing", "waiting"]
                func state() -> String { states.randomElement(using: &random) ?? "" }
                line = Self.line(
                    t, "state.changed",
                    #","machine":"\#(machine.randomElement(using: &random) ?? "")","from":"\#(state())","to":"\#(state())""#
                        + session())
            case 21: line = Self.line(t, "view.appeared", #","view":\#(id("v", 30))"#)
            case 22: line = Self.line(t, "view.disappeared", #","view":\#(id("v", 30))"#)
            case 23:
                let fps = [0, 20, 60].randomElement(using: &random) ?? 0
                line = Self.line(
                    t, "frame.stats",
                    #","fps":\#(fps),"retained":\#(Int.random(in: 0..<20, using: &random))"#
                        + session())
            case 24:
                line = Self.line(
                    t, "peer.stateChanged", #","peer":\#(id("P", 50_000)),"state":"connected""#)
            case 25:
                let lines = [
                    Self.line(t, "session.interruptionBegan", session()),
                    Self.line(t, "session.relocalizationAsked", #","answer":false"# + session()),
                    Self.line(
                        t, "device.stats",
                        #","memoryBytes":\#(UInt64.random(in: 0...9_000_000_000_000_000_000, using: &random))"#
                    ),
                    Self.line(t, "device.thermalStateChanged", #","state":"critical""#),
                ]
                line = lines.randomElement(using: &random) ?? lines[0]
            case 26:
                let event = ["asset.requested", "asset.loadFailed", "asset.loaded"].randomElement(
                    using: &random)
                line = Self.line(
                    t, event ?? "", #","asset":\#(id("f", 3000)),"node":\#(id("N", 50_000))"# + session())
            case 27:
                line = Self.line(
                    t, "anchor.added",
                    #","anchor":\#(id("O", 5000)),"kind":"object","isTracked":false"# + session())
            case 28:
                line = Self.line(
                    t, "anchor.updated",
                    #","anchor":\#(id("O", 5000)),"isTracked":\#(Bool.random(using: &random))"# + session())
            case 29:
                line = Self.line(
                    t, "node.attached",
                    #","node":\#(id("N", 50_000)),"anchor":\#(id("O", 5000)),"key":"k""#
                        + session())
            case 30:
                line = Self.line(
                    t, "node.attached",
                    #","node":\#(id("N", 5000)),"attachment":"camera","key":"k""# + session())
            case 31:
                let event = ["anchor.addRequested", "anchor.removeRequested"].randomElement(using: &random)
                line = Self.line(t, event ?? "", #","anchor":\#(id("A", 50_000))"# + session())
            case 32:
                let event = ["camera.claimed", "camera.released"].randomElement(using: &random)
                line = Self.line(t, event ?? "", #","owner":\#(id("owner", 3000))"#)
            case 33: line = Self.line(t, "session.interruptionBegan", session())
            case 34: line = Self.line(t, "frame.stats", #","fps":0"# + session())
            case 35:
                line = Self.line(
                    t, "camera.trackingStateChanged",
                    #","state":"limited","reason":"initializing""# + session())
            default:
                switch Int.random(in: 0..<400, using: &random) {
                case 0:
                    line = Self.line(
                        t, "state.changed", #","machine":"\#(long)","from":"\#(long)a","to":"\#(long)b""#)
                case 1: line = Self.line(t, "log.gap", #","lost":3"#)
                case 2: line = Self.line(t, "log.opened", #","device":"A""#)
                default:
                    let phase = Bool.random(using: &random) ? "active" : "background"
                    line = Self.line(t, "app.lifecycleChanged", #","phase":"\#(phase)""#)
                }
            }
            lines += [line, line]
        }
        let verdict = try judge(lines)
        #expect(verdict.findings.count > 100)
    }

    /// Maps and relocalizations of all kinds, with many ids, keys, rooms and peers, in recordings that end anywhere.
    @Test(arguments: [UInt64(1), 2]) func mapsOfAllKinds(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        func id(_ letter: String, _ count: Int) -> String {
            "\"\(letter)\(Int.random(in: 0..<count, using: &random))\""
        }
        func one(_ texts: [String]) -> String { "\"\(texts.randomElement(using: &random) ?? "")\"" }
        func keys() -> String {
            "[\((0..<Int.random(in: 0..<5, using: &random)).map { _ in id("k", 9) }.joined(separator: ","))]"
        }
        func map() -> String { #","map":\#(id("M", Bool.random(using: &random) ? 5 : 50_000))"# }
        var lines: [String] = []
        var t = 0
        while lines.count < 100_000 {
            t += Int.random(in: 0...900, using: &random)
            let session = Bool.random(using: &random) ? "" : ",\"session\":\(id("S", 400))"
            let (name, fields): (String, String) =
                switch Int.random(in: 0..<22, using: &random) {
                case 0:
                    (
                        "session.run",
                        #","configuration":{"kind":"worldTracking","initialWorldMap":\#(id("M", 5))},"purpose":\#(one(["join", "restore"]))"#
                    )
                case 1:
                    (
                        "session.run",
                        #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#
                    )
                case 2: (one(["session.pause", "session.interruptionEnded"]).filter { $0 != "\"" }, "")
                case 3: ("session.interruptionBegan", "")
                case 4, 5:
                    (
                        "camera.trackingStateChanged",
                        #","state":"limited","reason":\#(one(["relocalizing", "insufficientFeatures"]))"#
                    )
                case 6: ("camera.trackingStateChanged", #","state":"normal""#)
                case 7: ("frame.worldMappingStatusChanged", #","status":\#(one(["limited", "mapped"]))"#)
                case 8: ("camera.pose", #","position":[1e30,0,\#(t)]"#)
                case 9: ("worldMap.requested", "")
                case 10: ("worldMap.deferred", "")
                case 11: ("worldMap.captured", map() + #","anchors":2,"keys":\#(keys())"#)
                case 12:
                    ("worldMap.saved", map() + #","room":\#(id("r", 50_000)),"anchors":0,"keys":\#(keys())"#)
                case 13: ("worldMap.verified", map() + #","isIntact":\#(Bool.random(using: &random))"#)
                case 14: ("worldMap.loaded", map() + #","anchors":3,"keys":\#(keys())"#)
                case 15: ("worldMap.loadFailed", map())
                case 16: ("worldMap.deleted", map())
                case 17: ("worldMap.sent", map() + #","peer":\#(id("P", 900)),"bytes":18446744073709551615"#)
                case 18: ("worldMap.received", map())
                case 19: ("recovery.offered", #","choices":["retry"]"#)
                case 20:
                    ("anchor.added", #","anchor":\#(id("A", 5000)),"key":\#(id("k", 9)),"origin":"worldMap""#)
                default: ("node.attached", #","node":\#(id("N", 5000))"#)
                }
            lines.append(Self.line(t, name, fields + session))
            switch Int.random(in: 0..<4000, using: &random) {
            case 0: lines.append(Self.line(t, "log.opened", #","device":"A","role":"host""#))
            case 1: lines.append(Self.line(t, "log.gap", #","lost":3"#))
            case 2...40:
                let (from, to) = (one(["idle", "scanning"]), one(["idle", "scanning"]))
                lines.append(
                    Self.line(t, "state.changed", #","machine":"collaboration","from":\#(from),"to":\#(to)"#))
            case 41...80:
                lines.append(
                    Self.line(t, "peer.stateChanged", #","peer":\#(id("P", 900)),"state":"connected""#))
            default: break
            }
        }
        let log = try Self.log(lines)
        let analysis = Analysis()
        for batch in log.batches(of: 4096) {
            analysis.take(batch)
            // Nothing waits in vain: a few timers for each session and rule.
            #expect(analysis.world.devices.allSatisfy { $0.timers.count < 8 * World.sessionLimit })
        }
        let found = Set(analysis.finish().map(\.rule))
        #expect(found.count > 15, "\(found.sorted())")
    }

    private static let many = 24_000

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
    private static func waitedFor(_ what: String, _ index: Int) -> [String] {
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
