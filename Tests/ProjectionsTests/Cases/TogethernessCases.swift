import Projections
import TestSupport

extension OwnCases {
    /// How devices come together and stay so, in apps in which several people see the same things.
    static let togetherness: [OwnCase] = [
        OwnCase(
            "Alone first, then a friend came and sharing was switched on.",
            finds: [found("collaboration-enabled-late", .warning, at: 6)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            starts(0.2, source: "lobby")
            peer(30, "sculpt-b", "connecting")
            run(31, source: "share", collaboration: true)
            peer(32, "sculpt-b", "connected")
            frames(33, 40)
            closed(40)
        },
        OwnCase("A friend came, and sharing began in a new world on purpose.") {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            starts(0.2, source: "lobby")
            peer(30, "sculpt-b", "connected")
            run(
                31, options: ["resetTracking", "removeExistingAnchors"], source: "share", collaboration: true)
            frames(33, 40)
            closed(40)
        },
        OwnCase(
            "Lunch: the phone lay in the pocket for ten minutes, and the others built on.",
            finds: [found("interruption-without-resync", .warning, at: 17)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            interrupted(60, "background")
            resumed(660)
            frames(661.5, 680)
            closed(680)
        },
        OwnCase(
            "Five seconds for a message, ten minutes for lunch, and then a full resynchronisation.",
            finds: [found("interruption-medium", .info, at: 7)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            interrupted(30, "background")
            resumed(35)
            interrupted(60, "background")
            resumed(660)
            syncRequested(660.5, "sculpt-b")
            frames(661, 680)
            closed(680)
        },
        OwnCase(
            "An old tablet let its user invite others for ever.",
            finds: [found("no-fallback-shown", .warning, at: 8)]
        ) {
            opened(device: "sculpt-old")
            probed(0.1, isSupported: false)
            userAction(4, "invite")
            frames(5.5, 12)
            closed(12)
        },
        OwnCase("The same tablet in the hands of somebody who does it alone, and one that says so.") {
            opened(device: "sculpt-old")
            probed(0.1, isSupported: false)
            starts(0.2, source: "appear")
            frames(5, 12)
            userAction(13, "invite")
            fallbackShown(13.4)
            closed(30)
        },
        OwnCase(
            "The guest took the host's packets in while the map was still on its way.",
            finds: [found("applied-outside-syncing", .warning, at: 8)]
        ) {
            opened(device: "board-guest", role: "guest", protocol: "hostGuest")
            meets(0.2, "board-host")
            changed(3, "collaboration", "idle", to: "waiting")
            received(4, "early", from: "board-host")
            applied(4.01, "early")
            changed(9, "collaboration", "waiting", to: "syncing")
            closed(30)
        },
        OwnCase(
            "The host tapped Reset, and the guest never heard of it.",
            finds: [found("reset-without-handshake", .error, at: 17)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            meets(0.2, "board-guest")
            changed(3, "collaboration", "waiting", to: "syncing")
            run(
                30, options: ["resetTracking", "removeExistingAnchors"], source: "reset", collaboration: true)
            frames(31.5, 45)
            closed(45)
        },
        OwnCase(
            "The view took the delegate for itself, and nobody got the data any more.",
            finds: [found("collaboration-silent", .warning, at: 13)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            produced(3)
            viewAppeared(4)
            frames(4, 12)
            closed(12)
        },
        OwnCase(
            "Two people at two ends of a hall: packets for two minutes, and never one world.",
            finds: [found("no-merge", .warning, at: 37)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            anchorAdded(2.5, "floor", "plane")
            packets(from: 3, 60, every: 2, to: "sculpt-b", bytes: 3000)
            closed(123)
        },
        OwnCase(
            "Two people at one table: the worlds become one after twenty seconds, and the content comes then."
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            packets(from: 3, 10, every: 2, to: "sculpt-b", bytes: 3000)
            anchorAdded(22.5, "them", "participant", owner: "sculpt-b")
            quality(22.6, "aligned")
            anchorAdded(22.7, "clay", "anchor", key: "clay", origin: "remote")
            nodeAttached(22.8, "clay-1", to: "clay", key: "clay")
            packets(from: 23, 50, every: 2, to: "sculpt-b", bytes: 3000)
            closed(123)
        },
        OwnCase(
            "The host waited for an answer that the guest, gone for a moment, never got to give.",
            finds: [found("no-return", .error, at: 39), found("state-stuck", .warning, at: 39)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            meets(0.2, "board-guest")
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(5, "board-guest", "notConnected")
            peer(9, "board-guest", "connected")
            frames(9.5, 50)
            closed(50)
        },
        OwnCase("The same guest, for whom the host began anew.") {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            meets(0.2, "board-guest")
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(5, "board-guest", "notConnected")
            changed(5.1, "collaboration", "waiting", to: "scanning")
            peer(9, "board-guest", "connected")
            frames(9.5, 50)
            closed(50)
        },
        OwnCase(
            "A subclass for the clay, because it is so handy to keep its colour there.",
            finds: [found("custom-anchor-shared", .warning, at: 6)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            event(5, "anchor.addRequested", ["anchor": "clay", "kind": "custom", "key": "clay"])
            anchorAdded(5.1, "clay", "custom", key: "clay", origin: "app")
            closed(30)
        },
        OwnCase(
            "The settings ran the session anew; it had another name afterwards.",
            finds: [found("session-identifier-changed", .info, at: 6)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            run(0.2, source: "lobby", collaboration: true, identifier: "first")
            tracking(0.4, "limited", "initializing")
            tracking(1.8, "normal")
            peer(2, "sculpt-b", "connected")
            run(9, source: "settings", collaboration: true, identifier: "second")
            closed(30)
        },
        OwnCase(
            "“Aligned” after five seconds by the clock; the others came to be seen after nine.",
            finds: [found("quality-unseen", .info, at: 6)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            quality(7.2, "aligned")
            anchorAdded(11, "them", "participant", owner: "sculpt-b")
            closed(30)
        },
        OwnCase(
            "Two phones over one small figure, and a name tag before the eyes.",
            finds: [found("peers-too-close", .info, at: 12)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            anchorAdded(4, "them", "participant", owner: "sculpt-b", at: [0.1, 0, 0])
            for index in 0..<9 { cameraAt(5.3 + Double(index), [0, 0, 0]) }
            closed(30)
        },
        OwnCase(
            "The clay lay at the world's origin: everybody had it at the feet of another.",
            finds: [found("content-on-world-coordinates", .warning, at: 8)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            nodeAttached(6, "clay-1", "root", key: "clay", at: [0, 0, -1])
            frame(9)
            frame(12)
            closed(30)
        },
        OwnCase("A ghost of the clay is moved about for half a minute until it is put down.") {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            nodeAttached(6, "ghost", "root", key: "clay", at: [0, 0, -1])
            nodeMoved(20, "ghost", to: [1, 0, -1])
            anchorRequested(36, "clay", key: "clay", at: [1, 0, -1])
            anchorAdded(36.02, "clay", "anchor", key: "clay", origin: "app", at: [1, 0, -1])
            nodeAttached(36.03, "clay-1", to: "clay", key: "clay")
            nodeDetached(36.1, "ghost")
            closed(60)
        },
        OwnCase(
            "A mirror wall: after two minutes the clay stood half a metre beside the table.",
            finds: [found("drift", .warning, at: 9)]
        ) {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            anchorAdded(5, "clay", "anchor", key: "clay", origin: "app", at: [0, 0, -1])
            anchorUpdated(26, "clay", at: [0, 0, -1.02])
            anchorUpdated(80, "clay", at: [0.1, 0, -1.02])
            anchorUpdated(120, "clay", at: [0.5, 0, -1.02])
            closed(130)
        },
        OwnCase("Put down anew beside the table, and dragged a little further.") {
            opened(device: "sculpt-a", protocol: "peerToPeer")
            meets(0.2, "sculpt-b")
            anchorAdded(5, "clay", "anchor", key: "clay", origin: "app", at: [0, 0, -1])
            nodeAttached(5.1, "clay-0", to: "clay", key: "clay")
            anchorUpdated(26, "clay", at: [0, 0, -1.02])
            nodeDetached(79.9, "clay-0")
            anchorRemoved(80, "clay")
            anchorAdded(80.1, "clay", "anchor", key: "clay", origin: "app", at: [0.5, 0, -1])
            nodeAttached(80.2, "clay-1", to: "clay", key: "clay")
            nodeMoved(110, "clay-1", to: [0.2, 0, 0])
            anchorUpdated(120, "clay", at: [0.8, 0, -1])
            closed(130)
        },
    ]
}
