import Projections
import TestSupport

extension OwnCases {
    /// Apps that look for a known object: a machine to be serviced, a toy on the table.
    static let objectTracking: [OwnCase] = [
        OwnCase(
            "Stop was tapped while the pump's reference object was read; the read finished and tracking ran.",
            finds: [found("start-after-stop", .error, at: 12), found("illegal-transition", .error, at: 12)]
        ) {
            opened(device: "workshop-ipad")
            starts(0.2, source: "preview")
            userAction(4, "start")
            changed(4.01, "objectTracking", "idle", to: "loading")
            userAction(4.6, "stop")
            changed(4.61, "objectTracking", "loading", to: "stopped")
            run(4.62, options: ["resetTracking"], source: "stop-button")
            tracking(4.9, "limited", "initializing")
            event(6.1, "referenceObject.loaded", ["name": "pump"])
            changed(6.12, "objectTracking", "stopped", to: "running")
            frames(7, 12)
            closed(12)
        },
        OwnCase("Stop while reading, then Start again: the second read runs, as wanted.") {
            opened(device: "workshop-ipad")
            starts(0.2, source: "preview")
            changed(4, "objectTracking", "idle", to: "loading")
            changed(4.6, "objectTracking", "loading", to: "stopped")
            changed(6, "objectTracking", "stopped", to: "loading")
            changed(7.5, "objectTracking", "loading", to: "running")
            run(7.52, options: ["resetTracking", "removeExistingAnchors"], source: "start-button")
            tracking(7.8, "limited", "initializing")
            frames(8, 14)
            closed(14)
        },
        OwnCase(
            "The app's own machine says idle instead of stopped; its read ran the session all the same.",
            finds: [found("start-after-stop", .error, at: 6)]
        ) {
            opened(device: "toy-phone")
            machineDeclared(
                0.1, "finder", initial: "idle",
                ["idle>loading", "loading>idle", "loading>running", "idle>running", "running>idle"])
            run(0.2, source: "finder")
            changed(2, "finder", "idle", to: "loading")
            changed(2.4, "finder", "loading", to: "idle")
            changed(5.5, "finder", "idle", to: "running")
            frames(6, 9)
            closed(9)
        },
        OwnCase(
            "Detected straight from loading: nobody said that tracking runs.",
            finds: [found("illegal-transition", .error, at: 4)]
        ) {
            opened(device: "toy-phone")
            run(0.2, source: "finder")
            changed(1, "objectTracking", "idle", to: "loading")
            changed(2, "objectTracking", "loading", to: "detected")
            changed(3, "objectTracking", "detected", to: "lost")
            closed(9)
        },
        OwnCase(
            "The object was lost for good, its anchor removed; the arrows that point at it stayed.",
            finds: [
                found("node-outlives-anchor", .warning, at: 10), found("phase-mismatch", .warning, at: 11),
            ]
        ) {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(5, "valve", "object", key: "valve-3")
            nodeAttached(5.1, "arrows", to: "valve", key: "valve-3")
            changed(9, "objectTracking", "running", to: "detected")
            anchorRemoved(20, "valve")
            frame(20.8)
            frame(21.8)
            closed(30)
        },
        OwnCase("Lost and found again within a second: the app kept the arrows.") {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(5, "valve", "object", key: "valve-3")
            nodeAttached(5.1, "arrows", to: "valve", key: "valve-3")
            anchorRemoved(20, "valve")
            anchorAdded(20.7, "valve", "object", key: "valve-3")
            frames(21, 30)
            closed(30)
        },
        OwnCase("The bounding box gives way to the model as soon as it is there.") {
            opened(device: "workshop-ipad")
            starts(0.2, source: "start-button")
            anchorAdded(5, "valve", "object", key: "valve-3")
            nodeAttached(5.1, "box", to: "valve", key: "valve-3")
            nodeAttached(7, "model", to: "valve", key: "valve-3")
            nodeDetached(7.3, "box")
            frames(8, 12)
            closed(12)
        },
        OwnCase("Camera preview, the tracking run, and preview again after Stop: three runs, all wanted.") {
            opened(device: "toy-phone")
            starts(0.2, source: "preview", options: ["resetTracking"])
            starts(5, source: "start-button", options: ["resetTracking", "removeExistingAnchors"])
            frames(7, 20)
            starts(20, source: "stop-button", options: ["resetTracking", "removeExistingAnchors"])
            closed(25)
        },
        OwnCase(
            "The trace jumps from running to lost: somebody changes the phase without a word.",
            finds: [found("broken-trace", .warning, at: 5)]
        ) {
            opened(device: "toy-phone")
            run(0.2, source: "finder")
            changed(1, "objectTracking", "idle", to: "loading")
            changed(2, "objectTracking", "loading", to: "running")
            changed(30, "objectTracking", "detected", to: "lost")
            closed(40)
        },
    ]
}
