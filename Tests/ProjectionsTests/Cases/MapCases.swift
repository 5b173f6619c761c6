import Projections
import TestSupport

extension OwnCases {
    /// Rooms that are saved, restored and shared, and sessions that find their place again.
    static let maps: [OwnCase] = restoring + sharing

    private static let restoring: [OwnCase] = [
        OwnCase(
            "The room of last week, where the sofa has been moved since: nobody says how to get out.",
            finds: [found("relocalization-timeout", .error, at: 34)]
        ) {
            opened(device: "room-phone")
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            frames(1.6, 45)
            closed(45)
        },
        OwnCase(
            "It found the room in the end, and said all the time where to look.",
            finds: [found("relocalization-slow", .info, at: 22)]
        ) {
            opened(device: "room-phone")
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            frames(2, 19)
            tracking(19, "normal")
            frames(20, 30)
            closed(30)
        },
        OwnCase(
            "After a call the screen stands still for six seconds, and nothing says why.",
            finds: [found("relocalization-silent", .info, at: 8)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            interrupted(10, "call")
            resumed(20)
            tracking(20.3, "limited", "relocalizing")
            frame(22.4)
            tracking(26, "normal")
            closed(40)
        },
        OwnCase(
            "After twenty seconds the app offered to try again, and nothing else.",
            finds: [found("recovery-incomplete", .info, at: 5)]
        ) {
            opened(device: "room-phone")
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            offered(10, ["retry"])
            run(12, options: ["removeExistingAnchors"], source: "retry", purpose: "restore", map: "M")
            tracking(12.4, "limited", "relocalizing")
            tracking(18, "normal")
            closed(30)
        },
        OwnCase(
            "The room was found after eight seconds; at thirty the sheet with the ways out slid over it.",
            finds: [found("recovery-not-cancelled", .warning, at: 6)]
        ) {
            opened(device: "room-phone")
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            tracking(8.6, "normal")
            offered(30.6)
            closed(40)
        },
        OwnCase("Found after eight seconds, and the sheet stayed away.") {
            opened(device: "room-phone")
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            tracking(8.6, "normal")
            frames(9, 40)
            closed(40)
        },
    ]

    private static let sharing: [OwnCase] = [
        OwnCase(
            "The map was saved three seconds after the start.",
            finds: [found("export-too-early", .error, at: 6)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            mapping(2, "limited")
            mapRequested(3, source: "save-button")
            mapCaptured(3.4, "M")
            closed(10)
        },
        OwnCase("The button waits until the room is mapped.") {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            mapping(2, "limited")
            mapRequested(3, source: "save-button")
            mapDeferred(3.1)
            mapping(20, "extending")
            mapping(40, "mapped")
            mapRequested(41, source: "save-button")
            mapCaptured(41.5, "M")
            closed(50)
        },
        OwnCase(
            "The host holds its phone against the wall and waits; so does the guest.",
            finds: [found("mapping-stalled", .warning, at: 97)]
        ) {
            opened(device: "host", role: "host", protocol: "hostGuest")
            run(0.2, source: "host", collaboration: true)
            changed(0.3, "collaboration", "idle", to: "scanning")
            tracking(0.4, "limited", "initializing")
            tracking(1.8, "normal")
            mapping(2, "limited")
            frames(2.5, 100)
            closed(100)
        },
        OwnCase(
            "The guest kept what it had placed before it joined.",
            finds: [found("guest-run-incomplete", .error, at: 6)]
        ) {
            opened(device: "guest", role: "guest", protocol: "hostGuest")
            starts(0.2, source: "preview")
            mapReceived(4, "M", from: "host")
            run(
                4.2, options: ["resetTracking"], source: "join", purpose: "join", collaboration: true,
                map: "M")
            tracking(4.5, "limited", "relocalizing")
            statusShown(5)
            tracking(12, "normal")
            closed(30)
        },
        OwnCase("The guest joined as it should.") {
            opened(device: "guest", role: "guest", protocol: "hostGuest")
            starts(0.2, source: "preview")
            mapReceived(4, "M", from: "host")
            run(
                4.2, options: ["resetTracking", "removeExistingAnchors"], source: "join", purpose: "join",
                collaboration: true, map: "M")
            tracking(4.5, "limited", "relocalizing")
            statusShown(5)
            tracking(12, "normal")
            closed(30)
        },
    ]
}
