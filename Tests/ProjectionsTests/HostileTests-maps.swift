import EventLog
import TestSupport
import Testing

@testable import Projections

extension HostileTests {
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

    static let many = 24_000
}
