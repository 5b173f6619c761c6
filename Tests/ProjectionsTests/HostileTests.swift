import EventLog
import TestSupport
import Testing

@testable import Projections

/// Logs in which everything is wrong: judging them ends, and what is found stays bounded.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct HostileTests: HostileLogs {
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
}
