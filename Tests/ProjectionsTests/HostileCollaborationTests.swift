import EventLog
import TestSupport
import Testing

@testable import Projections

/// Logs full of peers and packets in which everything is wrong: judging them ends, and what is kept stays bounded.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct HostileCollaborationTests: HostileLogs {
    /// Forty thousand events at random, of three hundred peers and as many sessions.
    @Test func everythingAtOnce() throws {
        var random = SeededGenerator(2)
        func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }
        func id(_ letter: String, _ count: Int) -> String {
            "\"\(letter)\(Int.random(in: 0..<count, using: &random))\""
        }
        func session() -> String {
            Int.random(in: 0..<3, using: &random) > 0 ? "" : ",\"session\":\(id("S", 300))"
        }
        func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        var lines = [Self.line(0, "log.opened", #","device":"A","role":"host","protocol":"hostGuest""#)]
        var t = 0
        while lines.count < 40_000 {
            t = max(0, t + Int.random(in: -20...100, using: &random))
            let line: String
            switch number(24) {
            case 0:
                line = Self.line(
                    t, "session.run",
                    #","configuration":{"kind":"worldTracking","isCollaborationEnabled":\#(pick("true", "false"))},"options":\#(pick("[]", #"["resetTracking"]"#)),"identifier":\#(id("I", 3))"#
                        + session())
            case 1, 2, 3:
                line = Self.line(
                    t, "peer.stateChanged",
                    #","peer":\#(id("B", 300)),"state":"\#(pick("connected", "connecting", "notConnected"))""#
                )
            case 4:
                line = Self.line(
                    t, "peer.sessionIdentified", #","peer":\#(id("B", 300)),"ownerSession":\#(id("O", 900))"#)
            case 5...10:
                line = Self.line(
                    t, "collaboration.dataSent",
                    #","packet":\#(id("P", 900)),"peer":\#(id("B", 9)),"priority":"\#(pick("critical", "optional"))","bytes":\#(number(300_000)),"isReliable":\#(pick("true", "false")),"queueDepth":\#(number(12))"#
                        + session())
            case 11:
                line = Self.line(
                    t, "collaboration.dataReceived",
                    #","packet":\#(id("P", 900)),"peer":\#(id("B", 300))"#
                        + session())
            case 12:
                line = Self.line(t, "collaboration.dataApplied", #","packet":\#(id("P", 900))"# + session())
            case 13, 14:
                line = Self.line(t, "collaboration.decodeFailed", #","peer":\#(id("B", 9))"# + session())
            case 15:
                line = Self.line(
                    t, "collaboration.\(pick("handshakeStarted", "handshakeCompleted"))",
                    #","peer":\#(id("B", 9))"#
                        + session())
            case 16:
                line = Self.line(
                    t, "session.interruption\(pick("Began", "Ended"))", session())
            case 17:
                line = Self.line(
                    t, "anchor.added",
                    #","anchor":\#(id("A", 2000)),"kind":"\#(pick("participant", "custom", "anchor"))","origin":"app","key":\#(id("k", 5)),"position":[0,0,0]"#
                        + session())
            case 18:
                line = Self.line(
                    t, "anchor.updated",
                    #","anchor":\#(id("A", 2000)),"position":[\#(number(2)),0,0]"# + session())
            case 19: line = Self.line(t, "camera.pose", #","position":[0,0,\#(number(2))]"# + session())
            case 20:
                line = Self.line(
                    t, "node.\(pick("attached", "detached"))", #","node":\#(id("N", 500))"# + session())
            case 21:
                line = Self.line(
                    t, "state.changed",
                    #","machine":"collaboration","from":"\#(pick("idle", "scanning"))","to":"\#(pick("waiting", "syncing", "scanning"))""#
                )
            case 22: line = Self.line(t, "frame.stats", #","fps":60"# + session())
            default:
                line =
                    number(40) == 0
                    ? Self.line(t, "log.gap", #","lost":3"#)
                    : Self.line(t, "camera.trackingStateChanged", #","state":"normal""# + session())
            }
            lines += [line, line]
        }
        let verdict = try judge(lines)
        #expect(Set(verdict.findings.map(\.rule)).count > 8)
    }

    private static let many = 24_000

    /// Ever new peers, each of which sends and gets more than it should.
    @Test func peersWithoutEnd() throws {
        var lines = [
            Self.line(
                0, "session.run", #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#)
        ]
        for index in 0..<Self.many {
            let peer = #","peer":"B\#(index)""#
            lines.append(Self.line(index, "peer.stateChanged", peer + #","state":"connected""#))
            lines.append(
                Self.line(
                    index, "collaboration.dataSent",
                    peer + #","packet":"P","priority":"critical","bytes":9000000,"isReliable":false"#))
            lines.append(Self.line(index, "collaboration.decodeFailed", peer))
        }
        let verdict = try judge(lines)
        // Those beyond the limit are one unnamed peer.
        #expect(verdict.findings.filter { $0.rule == "critical-unreliable" }.count == Peers.limit + 1)
    }

    /// All packets in one moment.
    @Test func packetsInOneMoment() throws {
        let lines = (0..<Self.many).map { _ in
            Self.line(
                0, "collaboration.dataSent",
                #","packet":"P","peer":"B","priority":"optional","bytes":1,"queueDepth":99"#)
        }
        let verdict = try judge(lines)
        verdict.finds("packet-rate", .warning)
        verdict.finds("optional-not-throttled", .warning)
        verdict.finds("backpressure-missing", .warning)
    }

    /// The peer comes and goes while content by the thousand stands under the root.
    @Test func aPeerThatComesAndGoes() throws {
        var lines = [
            Self.line(
                0, "session.run", #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#)
        ]
        for index in 0..<Self.many / 2 {
            lines.append(Self.line(1, "node.attached", #","node":"N\#(index)","key":"k\#(index)""#))
        }
        for index in 0..<Self.many {
            let state = index % 2 == 0 ? "connected" : "notConnected"
            lines.append(Self.line(index * 6000, "peer.stateChanged", #","peer":"B","state":"\#(state)""#))
        }
        let verdict = try judge(lines)
        verdict.finds("content-on-world-coordinates", .warning, count: 128)
    }

    /// While nobody is there no deadline passes; what is waited for must not pile up.
    @Test func waitingWhileTheClockStands() throws {
        var lines = [
            Self.line(
                0, "session.run", #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#),
            Self.line(1, "peer.stateChanged", #","peer":"B","state":"connected""#),
            Self.line(2, "state.changed", #","machine":"collaboration","from":"waiting","to":"syncing""#),
            Self.line(3, "app.lifecycleChanged", #","phase":"background""#),
        ]
        for index in 0..<Self.many / 4 {
            lines.append(Self.line(5, "anchor.added", #","anchor":"A","key":"k","position":[0,0,0]"#))
            lines.append(Self.line(5, "anchor.removed", #","anchor":"A""#))
            lines.append(Self.line(5, "node.attached", #","node":"N","key":"k""#))
            lines.append(Self.line(5, "camera.pose", #","position":[0,0,\#(index % 2)]"#))
            lines.append(Self.line(5, "collaboration.dataSent", #","packet":"P","peer":"B""#))
            lines.append(
                Self.line(
                    5, "session.run",
                    #","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}"#))
        }
        let log = try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n")
        let analysis = Analysis()
        for batch in log.batches(of: 4096) { analysis.take(batch) }
        #expect(analysis.world.devices[0].timers.count <= 12)
    }
}
