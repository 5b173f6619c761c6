import Projections
import TestSupport

extension OwnCases {
    /// Apps in which furniture and lamps are put into a room, and kept in a world map.
    static let placement: [OwnCase] = [
        OwnCase(
            "The table was tapped twice in a hurry, and each tap ran the session.",
            finds: [found("double-run", .warning, at: 3)]
        ) {
            opened(device: "room-phone")
            run(1, source: "start-button")
            run(1.2, source: "start-button")
            tracking(1.5, "limited", "initializing")
            frames(2, 9)
            closed(9)
        },
        OwnCase(
            "A view that runs the session whenever it is drawn.",
            finds: [found("run-storm", .warning, at: 6)]
        ) {
            opened(device: "room-phone")
            run(1, source: "body")
            tracking(1.2, "limited", "initializing")
            run(1.7, source: "body", collaboration: true)
            tracking(1.9, "limited", "initializing")
            run(2.6, source: "body")
            tracking(2.9, "limited", "initializing")
            frames(3, 9)
            closed(9)
        },
        OwnCase("Planes were found, so plane detection was switched off: one more run, on purpose.") {
            opened(device: "room-phone")
            starts(0.2, source: "start-button")
            anchorAdded(4, "floor", "plane")
            run(4.2, source: "planes-found")
            frames(5, 20)
            closed(20)
        },
        OwnCase(
            "didAdd was handled by the view and by its coordinator: one anchor, two lamps.",
            finds: [found("duplicate-node", .error, at: 7)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "start-button")
            anchorAdded(5, "shelf", "anchor", key: "lamp-7", origin: "app")
            nodeAttached(5.01, "by-view", to: "shelf", key: "lamp-7")
            nodeAttached(5.02, "by-coordinator", to: "shelf", key: "lamp-7")
            frames(6, 9)
            closed(9)
        },
        OwnCase("A lamp, its label, its axes, and the shade below it, all on one anchor.") {
            opened(device: "room-phone")
            starts(0.2, source: "start-button")
            anchorAdded(5, "shelf", "anchor", key: "lamp-7", origin: "app")
            nodeAttached(5.01, "lamp", to: "shelf", key: "lamp-7", asset: "lamp.usdz")
            nodeAttached(5.02, "label", to: "shelf", key: "lamp-7", role: "overlay")
            nodeAttached(5.03, "axes", to: "shelf", key: "lamp-7", role: "debug")
            nodeAttached(5.04, "shade", below: "lamp", key: "lamp-7")
            nodeAttached(5.05, "stand", to: "shelf", key: "lamp-7", asset: "stand.usdz")
            frames(6, 9)
            closed(9)
        },
        OwnCase("Four equal stools, the last one after a walk through the other tabs.") {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            for index in 1...3 {
                anchorAdded(4 + Double(index), "place-\(index)", "anchor", key: "stool", origin: "app")
                nodeAttached(4.1 + Double(index), "stool-\(index)", to: "place-\(index)", key: "stool")
            }
            viewDisappeared(20)
            paused(20.01)
            viewAppeared(50)
            starts(50.1, source: "appear")
            anchorAdded(60, "place-4", "anchor", key: "stool", origin: "app")
            nodeAttached(60.1, "stool-4", to: "place-4", key: "stool")
            frames(61, 64)
            closed(64)
        },
        OwnCase(
            "The room was closed and opened again; the grid of the first time still lies on the floor.",
            finds: [found("duplicate-node", .error, at: 10)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            nodeAttached(3, "grid-1", key: "grid")
            viewDisappeared(10)
            viewAppeared(15)
            run(15.1, source: "appear")
            tracking(15.3, "limited", "initializing")
            nodeAttached(16, "grid-2", key: "grid")
            frames(17, 20)
            closed(20)
        },
        OwnCase(
            "The app ran again when it came to the front, forgot its nodes, and the anchors went on without.",
            finds: [found("tables-cleared-too-early", .error, at: 14)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(4, "floor", "plane")
            nodeAttached(4.1, "carpet", to: "floor", key: "carpet")
            app(20, "background")
            app(25, "active")
            run(25.1, source: "foreground")
            nodeDetached(25.2, "carpet")
            tablesCleared(25.21, count: 1)
            tracking(25.4, "limited", "relocalizing")
            statusShown(25.9)
            anchorUpdated(27.5, "floor")
            frames(28, 32)
            closed(32)
        },
        OwnCase("It forgot its nodes and built them anew at once.") {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(4, "floor", "plane")
            nodeAttached(4.1, "carpet", to: "floor", key: "carpet")
            nodeDetached(25.2, "carpet")
            tablesCleared(25.21, count: 1)
            nodeAttached(25.6, "carpet", to: "floor", key: "carpet")
            anchorUpdated(27.5, "floor")
            frames(28, 32)
            closed(32)
        },
        OwnCase(
            "Last week's map was loaded over what had been placed today.",
            finds: [
                found("restore-keeps-anchors", .error, at: 6), found("restore-with-reset", .info, at: 6),
            ]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(8, "today", "anchor", key: "vase", origin: "app")
            run(20, options: ["resetTracking"], source: "restore", purpose: "restore", map: "last-week")
            tracking(20.2, "limited", "relocalizing")
            statusShown(20.9)
            tracking(29, "normal")
            closed(40)
        },
        OwnCase("Last week's map in an empty room, and its vase rebuilt from the catalog.") {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(3, "floor", "plane")
            starts(20, source: "restore", map: "last-week")
            anchorAdded(22, "vase-anchor", "anchor", key: "vase", origin: "worldMap")
            nodeAttached(22.2, "vase", to: "vase-anchor", key: "vase")
            frames(23, 40)
            closed(40)
        },
    ]
}
