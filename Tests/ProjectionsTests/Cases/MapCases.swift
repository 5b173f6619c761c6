import Projections
import TestSupport

extension OwnCases {
    /// Rooms that are saved, restored and shared, and sessions that find their place again.
    static let maps: [OwnCase] = restoring + sharing + storing

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

extension OwnCases {
    /// Maps that are kept.
    static let storing: [OwnCase] = [
        OwnCase(
            "The map of the whole floor, with every plane of it.",
            finds: [found("map-size", .warning, at: 10), found("map-anchor-bloat", .info, at: 9)]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            anchorAdded(4, "shelf", "anchor", key: "lamp", origin: "app")
            nodeAttached(4.1, "lamp", to: "shelf", key: "lamp")
            mapping(20, "mapped")
            mapRequested(41)
            mapCaptured(41.5, "M", anchors: 84, keys: ["lamp"])
            mapSaved(41.9, "M", room: "floor", bytes: 14_200_000, anchors: 84, keys: ["lamp"])
            mapVerified(42.1, "M")
            closed(50)
        },
        OwnCase(
            "Written over the old file in one go, or not; readable while the phone is locked; never read back.",
            finds: [found("map-unprotected", .warning, at: 2), found("map-unverified", .info, at: 2)]
        ) {
            opened(device: "room-phone")
            mapSaved(41.9, "M", room: "living", isAtomic: false, isProtected: false)
            closed(50)
        },
        OwnCase(
            "The lamp's anchor is of a class of the app's own, which forgets its key.",
            finds: [found("anchor-data-lost", .error, at: 3)]
        ) {
            opened(device: "room-phone")
            mapSaved(41.9, "M", room: "living", anchors: 2, keys: ["lamp", "sofa"])
            mapVerified(42.1, "M", missing: ["lamp"])
            closed(50)
        },
        OwnCase(
            "Every hotel room of the journey is still there.",
            finds: [found("map-retention", .info, at: 12)]
        ) {
            opened(device: "room-phone")
            for index in 1...6 {
                mapSaved(Double(index) * 10, "M\(index)", room: "hotel \(index)")
                mapVerified(Double(index) * 10 + 0.1, "M\(index)")
            }
            closed(90)
        },
        OwnCase("The hotel rooms of the journey, each deleted on leaving.") {
            opened(device: "room-phone")
            for index in 1...6 {
                mapSaved(Double(index) * 10, "M\(index)", room: "hotel \(index)")
                mapVerified(Double(index) * 10 + 0.1, "M\(index)")
                mapDeleted(Double(index) * 10 + 5, "M\(index)", room: "hotel \(index)")
            }
            closed(90)
        },
        OwnCase(
            "The lamp hung under the root, and the saved room is empty.",
            finds: [
                found("content-on-world-coordinates", .warning, at: 6),
                found("saved-without-anchors", .warning, at: 6),
            ]
        ) {
            opened(device: "room-phone")
            starts(0.2, source: "appear")
            nodeAttached(4.1, "lamp", key: "lamp")
            mapSaved(41.9, "M", room: "living", anchors: 0)
            mapVerified(42, "M")
            closed(50)
        },
        OwnCase(
            "Of the three things in the room two came back.",
            finds: [found("restored-anchors-missing", .warning, at: 13)]
        ) {
            opened(device: "room-phone")
            mapLoaded(0.1, "M", room: "living", anchors: 3)
            run(0.2, options: ["removeExistingAnchors"], source: "restore", purpose: "restore", map: "M")
            tracking(0.6, "limited", "relocalizing")
            statusShown(1)
            tracking(4.9, "normal")
            anchorAdded(5.1, "A1", "plane", origin: "worldMap")
            anchorAdded(5.2, "A2", "plane", origin: "worldMap")
            frames(6, 20)
            closed(20)
        },
        OwnCase(
            "The file of an old version cannot be read, and the screen stays black.",
            finds: [found("map-decode-failed", .error, at: 8)]
        ) {
            opened(device: "room-phone", records: ["session", "camera", "frame", "worldMap"])
            mapLoadFailed(0.4, "M")
            frames(1, 20)
            closed(20)
        },
        OwnCase("The file of an old version cannot be read, so the room begins anew.") {
            opened(device: "room-phone", records: ["session", "camera", "frame", "worldMap"])
            mapLoadFailed(0.4, "M")
            starts(0.6, source: "fresh")
            frames(3, 20)
            closed(20)
        },
        OwnCase(
            "The host asked for the map with every frame, until the guest had answered.",
            finds: [found("export-repeated", .error, at: 7)]
        ) {
            opened(device: "host", role: "host", protocol: "hostGuest")
            run(0.2, source: "host", collaboration: true)
            mapping(20, "mapped")
            peer(21, "guest", "connected")
            for index in 0..<3 { mapCaptured(22 + Double(index) / 2, "M\(index)") }
            closed(50)
        },
        OwnCase(
            "Both phones took themselves for the host, and sent their maps as they came.",
            finds: [
                found("dual-host", .error, at: 6), found("map-transfer-lossy", .error, at: 5),
                found("map-shared-without-consent", .warning, at: 5),
            ]
        ) {
            opened(device: "host", role: "host", protocol: "hostGuest")
            run(0.2, source: "host", collaboration: true)
            mapping(20, "mapped")
            mapCaptured(22, "M1")
            mapSent(22.2, "M1", to: "other", isReliable: false, hasConsent: false)
            mapReceived(22.9, "M2", from: "other")
            closed(50)
        },
    ]
}
