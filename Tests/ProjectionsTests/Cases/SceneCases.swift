import Projections
import TestSupport

extension OwnCases {
    /// Who has the camera, what is shown, and where.
    static let scene: [OwnCase] = [
        OwnCase(
            "The scanner tab ran its own session over the map's, which lost the camera.",
            finds: [found("sessions-compete", .error, at: 6)]
        ) {
            opened(device: "museum-ipad")
            run(0.2, source: "map").of(session: "map")
            tracking(1.8, "normal").of(session: "map")
            run(9, source: "scanner").of(session: "scanner")
            tracking(9.2, "limited", "initializing").of(session: "scanner")
            interrupted(9.3, "camera").of(session: "map")
            tracking(11, "normal").of(session: "scanner")
            frames(12, 15)
            closed(15)
        },
        OwnCase(
            "A face is tracked beside the world, and both go on.",
            finds: [found("sessions-overlap", .info, at: 4)]
        ) {
            opened(device: "museum-ipad")
            run(0.2, source: "world").of(session: "world")
            tracking(1.8, "normal").of(session: "world")
            run(3, "faceTracking", source: "face").of(session: "face")
            tracking(4, "normal").of(session: "face")
            app(8, "inactive")
            interrupted(8.1).of(session: "world")
            interrupted(8.1).of(session: "face")
            app(8.2, "background")
            closed(15)
        },
        OwnCase("The map was paused, then the scanner ran.") {
            opened(device: "museum-ipad")
            run(0.2, source: "map").of(session: "map")
            tracking(1.8, "normal").of(session: "map")
            paused(8.9, source: "tab").of(session: "map")
            run(9, source: "scanner").of(session: "scanner")
            tracking(11, "normal").of(session: "scanner")
            frames(12, 15)
            closed(15)
        },
        OwnCase(
            "The picture picker opened the camera over the running session.",
            finds: [found("camera-conflict", .error, at: 6)]
        ) {
            opened(device: "museum-ipad")
            starts(0.2, source: "appear")
            cameraClaimed(9, "picture-picker")
            interrupted(9.6)
            frames(11, 14)
            cameraReleased(14, "picture-picker")
            resumed(14.2)
            closed(20)
        },
        OwnCase("Paused for the picker, and run again when it was done.") {
            opened(device: "museum-ipad")
            starts(0.2, source: "appear")
            paused(8.9)
            cameraClaimed(9, "picture-picker")
            cameraReleased(14, "picture-picker")
            starts(14.2, source: "picker-done")
            closed(20)
        },
        OwnCase(
            "The scene's delegate paused the session that the background had interrupted.",
            finds: [found("pause-in-interruption", .error, at: 7)]
        ) {
            opened(device: "museum-ipad")
            starts(0.2, source: "appear")
            app(9, "inactive")
            interrupted(9.1, "background")
            paused(9.2, source: "scene-delegate")
            app(9.3, "background")
            closed(9.5)
        },
        OwnCase(
            "Body tracking on an iPad that has none.", finds: [found("run-unsupported", .error, at: 3)]
        ) {
            opened(device: "museum-ipad")
            run(0.2, "bodyTracking", source: "dance")
            failed(0.3, code: 100)
            closed(9)
        },
        OwnCase(
            "The phone lay on the table, and nobody said that it has to be moved.",
            finds: [found("stuck-initializing", .warning, at: 24)]
        ) {
            opened(device: "museum-ipad")
            run(0.2, source: "appear")
            tracking(0.4, "limited", "initializing")
            frames(1, 30)
            closed(30)
        },
        OwnCase(
            "Yesterday's vase came back with the map, and nobody built it.",
            finds: [found("anchor-without-node", .error, at: 9)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "restore", map: "last-week")
            nodeAttached(2, "frame", "camera", role: "overlay")
            anchorAdded(2.5, "vase-anchor", "anchor", key: "vase", origin: "worldMap")
            frame(3)
            frame(4)
            frame(5)
            closed(9)
        },
        OwnCase("The vase's model is being downloaded.") {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            nodeAttached(2, "frame", "camera", role: "overlay")
            anchorAdded(2.5, "vase-anchor", "anchor", key: "vase", origin: "app")
            assetRequested(2.6, "vase.usdz")
            frames(3, 20)
            assetLoaded(20, "vase.usdz")
            nodeAttached(20.1, "vase", to: "vase-anchor", key: "vase")
            closed(30)
        },
        OwnCase(
            "Updates went through another queue than removals.",
            finds: [found("update-after-remove", .warning, at: 8)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(3, "floor", "plane")
            anchorRemoved(9, "floor")
            anchorUpdated(9.05, "floor")
            anchorUpdated(9.15, "floor")
            closed(20)
        },
        OwnCase(
            "Two delegates told of every anchor.", finds: [found("anchor-added-twice", .warning, at: 6)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(3, "floor", "plane")
            anchorAdded(3.001, "floor", "plane")
            closed(20)
        },
        OwnCase(
            "The valve was carried away; its arrows stayed in the air.",
            finds: [found("visible-while-lost", .warning, at: 9)]
        ) {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(3, "valve", "object")
            nodeAttached(3.1, "arrows", to: "valve", key: "valve-3")
            anchorUpdated(8, "valve", isTracked: false)
            frame(9)
            frame(10)
            closed(20)
        },
        OwnCase(
            "The poster was found again, and its film stayed hidden.",
            finds: [found("hidden-while-tracked", .warning, at: 11)]
        ) {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(3, "poster", "image")
            nodeAttached(3.1, "film", to: "poster", key: "film")
            anchorUpdated(8, "poster", isTracked: false)
            nodeShown(8.3, "film", false)
            anchorUpdated(12, "poster", isTracked: true)
            frame(13)
            frame(14)
            closed(20)
        },
        OwnCase("The poster left the view and came back, and its film with it.") {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(3, "poster", "image")
            nodeAttached(3.1, "film", to: "poster", key: "film")
            anchorUpdated(8, "poster", isTracked: false)
            nodeShown(8.3, "film", false)
            frames(9, 12)
            anchorUpdated(12, "poster", isTracked: true)
            nodeShown(12.1, "film", true)
            frames(13, 20)
            closed(20)
        },
        OwnCase(
            "The board was put up before the map was found again.",
            finds: [
                found("content-before-localized", .error, at: 4),
                found("content-on-world-coordinates", .warning, at: 6),
            ]
        ) {
            opened(device: "room-phone")
            run(0.2, source: "restore", map: "last-week")
            tracking(0.5, "limited", "relocalizing")
            nodeAttached(0.7, "board", key: "board")
            statusShown(1)
            tracking(6, "normal")
            frames(7, 10)
            closed(10)
        },
        OwnCase(
            "No wand was chosen, and a view update gave one.",
            finds: [found("content-against-choice", .error, at: 8)]
        ) {
            opened(device: "wizard-phone")
            starts(0.2, source: "appear")
            changed(3, "onboardingChoice", "undecided", to: "noWand")
            nodeAttached(9, "wand", "camera", key: "wand")
            frame(9.3)
            frame(10)
            closed(12)
        },
        OwnCase(
            "The wand was there before the card was read.",
            finds: [found("content-before-onboarding-done", .warning, at: 6)]
        ) {
            opened(device: "wizard-phone")
            changed(0.1, "onboarding", "loadingAR", to: "onboarding")
            starts(0.2, source: "appear")
            nodeAttached(1.9, "wand", "camera", key: "wand")
            frames(2, 5)
            closed(5)
        },
        OwnCase(
            "SwiftUI's warning in an imported console log.",
            finds: [found("state-change-in-view-update", .warning, at: 5)]
        ) {
            opened(device: "wizard-phone")
            starts(0.2, source: "body")
            message(2, "[SwiftUI] Modifying state during view update, this will cause undefined behavior.")
            closed(5)
        },
        OwnCase(
            "The model was missing, and nothing took its place.",
            finds: [found("asset-missing", .warning, at: 11)]
        ) {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(3, "valve", "object")
            nodeAttached(3.05, "slot", to: "valve", role: "overlay")
            assetRequested(3.1, "valve.usdz")
            assetFailed(3.3, "valve.usdz")
            frame(4)
            frame(5)
            frame(6)
            closed(9)
        },
        OwnCase("The model was missing, and a box took its place.") {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(3, "valve", "object")
            assetRequested(3.1, "valve.usdz")
            assetFailed(3.3, "valve.usdz")
            nodeAttached(3.4, "box", to: "valve", asset: "box")
            frames(4, 9)
            closed(9)
        },
        OwnCase(
            "Stop, and the last frame stayed on the screen.", finds: [found("view-dark", .warning, at: 9)]
        ) {
            opened(device: "workshop-ipad")
            viewAppeared(0.1, "tracking")
            starts(0.2, source: "start-button")
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.01, source: "stop-button")
            event(10, "device.stats", ["memoryBytes": 300_000_000])
            event(12, "device.stats", ["memoryBytes": 300_000_000])
            closed(20)
        },
        OwnCase("Stop, and back to the preview.") {
            opened(device: "workshop-ipad")
            viewAppeared(0.1, "tracking")
            starts(0.2, source: "start-button")
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.01, source: "stop-button")
            starts(9.4, source: "preview")
            frames(12, 20)
            closed(20)
        },
        OwnCase(
            "A tap in the first second, and the lamp leapt across the room.",
            finds: [found("anchor-before-normal", .warning, at: 7)]
        ) {
            opened(device: "room-phone")
            run(0.2, source: "appear")
            tracking(0.4, "limited", "initializing")
            anchorAdded(0.9, "place", "anchor", key: "lamp", origin: "app", at: .place(0, 0, -1))
            nodeAttached(0.95, "lamp", to: "place", key: "lamp")
            tracking(2, "normal")
            anchorUpdated(2.1, "place", at: .place(0.5, 0.1, -1.7))
            closed(20)
        },
        OwnCase(
            "Moving was asked for; this iPad only finds what stands still.",
            finds: [found("mode-fallback", .info, at: 2)]
        ) {
            opened(device: "workshop-ipad")
            run(0.2, source: "start-button").with("requestedMode", "moving")
            tracking(1.8, "normal")
            closed(9)
        },
    ]
}
