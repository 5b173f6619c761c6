import Projections
import TestSupport

extension OwnCases {
    /// What goes wrong with the device, its frames, its interruptions, and with the log itself.
    static let device: [OwnCase] = [
        OwnCase(
            "A museum guide on an old tablet: hot after three minutes, then slow; the frames it holds stop the camera.",
            finds: [
                found("overheating", .warning, at: 19), found("fps-drop", .warning, at: 30),
                found("frames-retained", .warning, at: 32), found("frames-stopped", .error, at: 34),
            ]
        ) {
            opened(device: "guide-tablet")
            starts(0.2, source: "start-button")
            samples(5, 18, fps: 60)
            thermal(180, "serious")
            samples(181, 192, fps: 28)
            stats(193, fps: 0, retained: 12)
            stats(194, fps: 0, retained: 14)
            stats(195, fps: 0, retained: 14)
            closed(200)
        },
        OwnCase("A warm device and some hitches: nothing is wrong.") {
            opened(device: "guide-tablet")
            starts(0.2, source: "start-button")
            samples(5, 18, fps: 60)
            thermal(180, "fair")
            for start in [181.0, 195, 210] {
                samples(start, start + 8, fps: 35)
                stats(start + 9, fps: 58, retained: 4)
            }
            stats(230, fps: 0)
            stats(231.5, fps: 55)
            closed(240)
        },
        OwnCase(
            "The shop's AR view is made anew at each visit and never let go.",
            finds: [found("memory-growth", .warning, at: 21)]
        ) {
            opened(device: "shop-phone")
            for visit in 0..<4 {
                memory(Double(visit) * 30 + 1, megabytes: 210 + Double(visit) * 85)
                viewAppeared(Double(visit) * 30 + 2)
                run(Double(visit) * 30 + 2.1, source: "appear")
                tracking(Double(visit) * 30 + 4, "normal")
                paused(Double(visit) * 30 + 20)
                viewDisappeared(Double(visit) * 30 + 20.1)
            }
            closed(130)
        },
        OwnCase(
            "A video call took the camera; the delegate was replaced and never heard of its end.",
            finds: [found("interruption-unended", .warning, at: 11)]
        ) {
            opened(device: "shop-phone")
            starts(0.2, source: "start-button")
            interrupted(10, "camera")
            stride(from: 20, through: 90, by: 10).map { userAction($0, "tap") }
            closed(95)
        },
        OwnCase(
            "After lunch the app goes on where it was: no relocalization wanted, the arrows kept.",
            finds: [found("content-trusted-after-interruption", .info, at: 11)]
        ) {
            opened(device: "guide-tablet")
            starts(0.2, source: "start-button")
            anchorAdded(5, "A1", "anchor", key: "arrow")
            nodeAttached(5.1, "N1", to: "A1", key: "arrow")
            interrupted(20, "background")
            relocalizationAsked(1820, false)
            resumed(1820.1)
            tracking(1821, "normal")
            frame(1831)
            closed(1840)
        },
        OwnCase("The same, but the app starts over: content and world are new.") {
            opened(device: "guide-tablet")
            starts(0.2, source: "start-button")
            anchorAdded(5, "A1", "anchor", key: "arrow")
            nodeAttached(5.1, "N1", to: "A1", key: "arrow")
            interrupted(20, "background")
            relocalizationAsked(1820, false)
            resumed(1820.1)
            nodeDetached(1820.2, "N1")
            run(1820.3, options: ["resetTracking", "removeExistingAnchors"], source: "start-over")
            tracking(1822, "normal")
            closed(1840)
        },
        OwnCase(
            "The export's failure is handled nowhere: the host looks at its spinner.",
            finds: [found("state-stuck", .warning, at: 10)]
        ) {
            opened(device: "board-host", role: "host", protocol: "hostGuest")
            run(0.2, source: "lobby", collaboration: true)
            tracking(1.8, "normal")
            changed(3, "collaboration", "idle", to: "scanning")
            changed(12, "collaboration", "scanning", to: "exporting")
            event(12.1, "worldMap.requested")
            event(12.6, "worldMap.captureFailed", ["code": 400])
            frames(40, 50)
            closed(51)
        },
        OwnCase(
            "The process ended a second after Start was tapped.",
            finds: [found("log-cut", .info, at: 7), found("abrupt-end-after-run", .warning, at: 7)]
        ) {
            opened(device: "old-phone")
            viewAppeared(1)
            userAction(4, "start")
            changed(4.01, "objectTracking", "idle", to: "loading")
            run(4.6, options: ["resetTracking"], source: "start-button")
            tracking(4.8, "limited", "initializing")
            frame(5.6)
        },
        OwnCase("The system took the app out of the background: that is nothing.") {
            opened(device: "old-phone")
            starts(0.2, source: "start-button")
            frames(3, 9)
            app(9, "inactive")
            interrupted(9.1, "background")
            app(9.5, "background")
        },
    ]
}
