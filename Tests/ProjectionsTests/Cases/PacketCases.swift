import Projections
import TestSupport

/// A session with a peer that comes at `t` + 2 s: four events.
func meets(_ t: Double, _ who: String) -> [StoryLine] {
    [
        run(t, source: "lobby", collaboration: true), tracking(t + 0.2, "limited", "initializing"),
        tracking(t + 1.6, "normal"), peer(t + 2, who, "connected"),
    ]
}

extension OwnCases {
    /// What goes between the devices of apps in which several people see the same things.
    static let packetFlow: [OwnCase] = [
        OwnCase(
            "The throttle took no notice of what it threw away.",
            finds: [found("critical-dropped", .error, at: 8)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            sent(3, to: "sculpt-b", "critical", bytes: 40_000, isReliable: true)
            dropped(3.05, "optional", "throttled")
            dropped(3.1, "critical", "throttled")
            frames(4, 9)
            closed(9)
        },
        OwnCase(
            "One mode for all packets: unreliable, as the sample had it for its game moves.",
            finds: [found("critical-unreliable", .error, at: 6)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            sent(3, to: "sculpt-b", "critical", bytes: 40_000, isReliable: false)
            sent(4, to: "sculpt-b", "optional", bytes: 4000, isReliable: false)
            sent(5, to: "sculpt-b", "critical", bytes: 40_000, isReliable: false)
            closed(9)
        },
        OwnCase("Each packet by its own priority, and a first exchange that is a flood of critical ones.") {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            packets(from: 2.3, 60, every: 0.02, to: "sculpt-b", "critical", bytes: 30_000)
            packets(from: 5, 40, every: 0.12, to: "sculpt-b", bytes: 4000)
            peer(12, "sculpt-b", "notConnected")
            dropped(12.01, "critical", "disconnected")
            dropped(13, "critical", "noPeers")
            closed(19)
        },
        OwnCase(
            "Sixty optional packets a second, all of them sent.",
            finds: [
                found("optional-not-throttled", .warning, at: 10), found("packet-rate", .warning, at: 46),
            ]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            packets(from: 3, 60, every: 0.0167, to: "sculpt-b", bytes: 1500)
            closed(9)
        },
        OwnCase(
            "Twelve a second are not many, but each was a photograph.",
            finds: [found("bandwidth", .warning, at: 14)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            packets(from: 20, 20, every: 0.11, to: "sculpt-b", bytes: 95_000)
            closed(30)
        },
        OwnCase(
            "The other walked into the lift; the queue grew and nothing was held back.",
            finds: [found("backpressure-missing", .warning, at: 10)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            for index in 0..<8 { sent(6 + Double(index) * 0.3, to: "sculpt-b", queue: 5 + Int64(index)) }
            closed(30)
        },
        OwnCase(
            "An update changed the coding; the other's packets were broken for ever.",
            finds: [found("decode-failures", .error, at: 13)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            for index in 0..<7 { decodeFailed(6 + Double(index) * 0.4, from: "sculpt-b") }
            frame(15.1)
            closed(30)
        },
        OwnCase("The same, but after four of them the app began anew.") {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            for index in 0..<5 { decodeFailed(6 + Double(index) * 0.4, from: "sculpt-b") }
            handshakeStarted(7.7, "sculpt-b")
            handshakeCompleted(8.4, "sculpt-b")
            received(9, "after", from: "sculpt-b")
            applied(9, "after")
            closed(30)
        },
    ]
}
