import Projections
import TestSupport

extension OwnCases {
    /// Apps in which several people see the same things.
    static let collaboration: [OwnCase] = [
        OwnCase(
            "The peer came back and the app came to the front in one moment; both ran the session, which failed.",
            finds: [found("double-run", .error, at: 8)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            app(20, "background")
            app(31, "active")
            run(31.02, source: "foreground", collaboration: true)
            run(31.09, source: "peer-returned", collaboration: true)
            failed(31.8, code: 102)
            closed(40)
        },
        OwnCase("The same two, but the second waited until tracking had answered.") {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            app(20, "background")
            app(31, "active")
            run(31.02, source: "foreground", collaboration: true)
            tracking(31.2, "limited", "relocalizing")
            run(31.4, source: "peer-returned", collaboration: true)
            tracking(33, "normal")
            closed(40)
        },
        OwnCase(
            "The host's whiteboard came again after a reset, and the app still had the old one on its list.",
            finds: [
                found("duplicate-node", .error, at: 9), found("node-outlives-anchor", .warning, at: 8),
            ]
        ) {
            opened(device: "board-guest", role: "guest", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            anchorAdded(4, "board", "anchor", key: "whiteboard", origin: "remote")
            nodeAttached(4.2, "board-1", to: "board", key: "whiteboard")
            run(30, options: ["resetTracking", "removeExistingAnchors"], source: "retry")
            anchorAdded(33, "board", "anchor", key: "whiteboard", origin: "remote")
            nodeAttached(33.1, "board-2", to: "board", key: "whiteboard")
            frames(34, 40)
            closed(40)
        },
        OwnCase("The same reset by an app that takes its nodes out with the run.") {
            opened(device: "board-guest", role: "guest", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            anchorAdded(4, "board", "anchor", key: "whiteboard", origin: "remote")
            nodeAttached(4.2, "board-1", to: "board", key: "whiteboard")
            run(30, options: ["resetTracking", "removeExistingAnchors"], source: "retry")
            nodeDetached(30.01, "board-1")
            tablesCleared(30.02, count: 1)
            anchorAdded(33, "board", "anchor", key: "whiteboard", origin: "remote")
            nodeAttached(33.1, "board-2", to: "board", key: "whiteboard")
            frames(34, 40)
            closed(40)
        },
        OwnCase(
            "One sticky note of the other came under two anchors of ours, and each got its paper.",
            finds: [found("duplicate-node", .error, at: 10)]
        ) {
            opened(device: "notes-peer", role: "peer", protocol: "peerToPeer")
            starts(0.2, source: "lobby")
            anchorAdded(10, "ours-1", "anchor", origin: "remote")
            remoteMapped(10.1, "theirs", to: "ours-1")
            nodeAttached(10.2, "paper-1", to: "ours-1", key: "note")
            anchorAdded(40, "ours-2", "anchor", origin: "remote")
            nodeAttached(40.2, "paper-2", to: "ours-2", key: "note")
            remoteMapped(40.3, "theirs", to: "ours-2")
            frames(41, 45)
            closed(45)
        },
        OwnCase(
            "The host went from scanning to syncing: no map was exported, nobody waited.",
            finds: [found("illegal-transition", .error, at: 6)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            changed(3, "collaboration", "idle", to: "scanning")
            changed(20, "collaboration", "scanning", to: "syncing")
            closed(40)
        },
        OwnCase("Without a host the same way is the right one.") {
            opened(device: "notes-peer", role: "peer", protocol: "peerToPeer")
            starts(0.2, source: "lobby")
            changed(3, "collaboration", "idle", to: "scanning")
            changed(20, "collaboration", "scanning", to: "syncing")
            changed(50, "collaboration", "syncing", to: "idle")
            changed(60, "collaboration", "idle", to: "syncing")
            closed(70)
        },
        OwnCase(
            "The trace says that the map was sent, but it had never left scanning.",
            finds: [found("broken-trace", .warning, at: 6)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            changed(3, "collaboration", "idle", to: "scanning")
            changed(25, "collaboration", "exporting", to: "waiting")
            closed(40)
        },
        OwnCase(
            "Events were lost between: what the machine did meanwhile nobody knows.",
            finds: [found("log-gap", .warning, at: 6)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            starts(0.2, source: "lobby")
            changed(3, "collaboration", "idle", to: "scanning")
            gap(10, lost: 41)
            changed(25, "collaboration", "exporting", to: "waiting")
            closed(40)
        },
    ]
}
