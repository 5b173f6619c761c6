extension FingerprintCatalogueTests {
    /// The identity of each rule's example. Who changes a line makes known faults of every team's baseline new.
    static let identities: [String: String] = [
        "abrupt-end-after-run": "source=start-button",
        "anchor-added-twice": "kind=plane key",
        "anchor-before-normal": "way=jumped kind=anchor key",
        "anchor-data-lost": "way=verified",
        "anchor-without-node": "origin=worldMap kind=anchor key=lamp",
        "applied-outside-syncing": "machine=collaboration state=waiting",
        "asset-missing": "asset=pump.usdz",
        "broken-trace": "machine=collaboration",
        "camera-conflict": "owner=picker",
        "collaboration-enabled-late": "source",
        "content-against-choice": "state=noWand key=wand",
        "content-before-localized": "key=board",
        "content-before-onboarding-done": "state=onboarding key=wand",
        "content-on-world-coordinates": "way=map key=chair",
        "critical-dropped": "cause=throttled",
        "custom-anchor-shared": "key",
        "double-run": "source=foreground source=network-reconnect",
        "drift": "kind=anchor key=chair",
        "duplicate-node": "way=anchor gone key=speaker",
        "export-repeated": "source",
        "export-too-early": "way=request state=limited source",
        "frames-stopped": "source",
        "guest-run-incomplete": "source way=removeExistingAnchors way=resetTracking",
        "hidden-while-tracked": "kind=object name key=pump",
        "illegal-transition": "machine=collaboration from=scanning to=syncing",
        "interruption-unended": "cause=camera",
        "map-size": "way=saved",
        "map-unprotected": "way=isProtected",
        "mapping-stalled": "way=request",
        "memory-growth": "view=ar",
        "mode-fallback": "source name",
        "no-return": "machine=collaboration state=waiting",
        "node-outlives-anchor": "way=removal key=lamp",
        "pause-in-interruption": "source=background",
        "phase-mismatch": "machine=objectTracking state=detected",
        "recovery-incomplete": "way=placeRelative",
        "relocalization-slow": "way=interruption",
        "relocalization-timeout": "way=map",
        "reset-without-handshake": "source",
        "restore-keeps-anchors": "source",
        "restore-with-reset": "source",
        "restored-anchors-missing": "way=some",
        "run-storm": "source=view",
        "run-unsupported": "source kind=bodyTracking cause=unsupportedConfiguration",
        "saved-without-anchors": "way=captured",
        "session-identifier-changed": "source",
        "sessions-compete": "source",
        "sessions-overlap": "source",
        "start-after-stop": "machine=objectTracking",
        "state-stuck": "machine=collaboration state=exporting",
        "stuck-initializing": "source",
        "tables-cleared-too-early": "source=foreground",
        "update-after-remove": "kind=anchor key",
        "view-dark": "view=tracking",
        "visible-while-lost": "kind=object name key=pump",
    ]

    /// Rules of which an app has one fault at most, or of which no log tells more; each with why.
    static let ofOneFault = [
        "backpressure-missing": "the app's one queue",
        "bandwidth": "the app's one sender",
        "collaboration-silent": "ARKit's silence",
        "content-trusted-after-interruption": "one answer to sessionShouldAttemptRelocalization",
        "critical-unreliable": "the app's one sender",
        "decode-failures": "the app's one receiver",
        "dual-host": "the host's one way to take a map",
        "fps-drop": "the whole app draws",
        "frames-retained": "ARKit counts the frames that are held, and not by whom",
        "interruption-medium": "the app's one way to take an interruption",
        "interruption-without-resync": "the app's one way to take an interruption",
        "log-cut": "of the log",
        "log-gap": "of the log",
        "map-anchor-bloat": "the app's one way to capture",
        "map-decode-failed": "the app's one way to load",
        "map-retention": "the app's one store; rooms are private",
        "map-shared-without-consent": "the app's one way to send a map",
        "map-transfer-lossy": "the app's one way to send a map",
        "map-unverified": "the app's one way to save",
        "no-fallback-shown": "one fallback",
        "no-merge": "nobody knows why",
        "optional-not-throttled": "the app's one sender",
        "overheating": "of the device",
        "packet-rate": "the app's one sender",
        "peers-too-close": "people, not code",
        "quality-unseen": "one display of the quality",
        "recovery-not-cancelled": "one offer",
        "relocalization-silent": "one display of the status",
        "state-change-in-view-update": "SwiftUI does not say whose view it is",
    ]

    /// Other faults of a rule, by what is replaced in its example.
    static let variants: [String: [[(String, String)]]] = [
        "anchor-before-normal": [
            [
                (
                    #""anchor.updated","anchor":"A1","position":[0.4,0.1,-1.6]"#,
                    #""anchor.removed","anchor":"A1""#
                )
            ],
            [(#""kind":"anchor""#, #""kind":"custom""#)],
            [(#""kind":"anchor""#, #""kind":"anchor","key":"a""#)],
        ],
        "anchor-data-lost": [
            [(#""isIntact":true,"missingKeys":["sofa"]"#, #""isIntact":false"#)],
            [
                (
                    #"verified","map":"M1","isIntact":true,"missingKeys":["sofa"]"#,
                    #"loaded","map":"M1","keys":["lamp"]"#
                )
            ],
        ],
        "anchor-without-node": [[(#""origin":"worldMap""#, #""origin":"app""#)]],
        "applied-outside-syncing": [[(#""to":"waiting""#, #""to":"exporting""#)]],
        "broken-trace": [
            [
                ("collaboration", "objectTracking"), ("scanning", "loading"), ("exporting", "running"),
                ("waiting", "detected"),
            ]
        ],
        "content-against-choice": [[(#""to":"noWand""#, #""to":"undecided""#)]],
        "content-before-onboarding-done": [[(#""to":"onboarding""#, #""to":"loadingAR""#)]],
        "content-on-world-coordinates": [
            [
                (#""kind":"worldTracking""#, #""kind":"worldTracking","isCollaborationEnabled":true"#),
                (
                    #""worldMap.saved","map":"M1","room":"hall""#,
                    #""peer.stateChanged","peer":"B","state":"connected""#
                ),
            ]
        ],
        "critical-dropped": [[("throttled", "encodeFailed")]],
        "export-repeated": [
            [
                (
                    #"{"t":20.0,"#,
                    #"{"t":19,"event":"worldMap.requested","source":"a"}"# + "\n" + #"{"t":20.0,"#
                )
            ],
            [
                (
                    #"{"t":20.0,"#,
                    #"{"t":19,"event":"worldMap.requested","source":"b"}"# + "\n" + #"{"t":20.0,"#
                )
            ],
        ],
        "export-too-early": [
            [(#""status":"limited""#, #""status":"extending""#)],
            [(#""worldMap.requested""#, #""frame.stats","fps":60"#)],
            [(#""worldMap.requested""#, #""worldMap.requested","source":"a""#)],
        ],
        "guest-run-incomplete": [
            [(#","purpose""#, #","options":["removeExistingAnchors"],"purpose""#)],
            [(#","purpose""#, #","source":"a","purpose""#)],
        ],
        "hidden-while-tracked": tracked,
        "illegal-transition": [[(#""to":"syncing""#, #""to":"waiting""#)]],
        "interruption-unended": [[(#""reason":"camera""#, #""reason":"call""#)]],
        "map-size": [[(#"saved","map":"M1","room":"hall""#, #"sent","map":"M1""#)]],
        "map-unprotected": [
            [(#""isAtomic":true,"isProtected":false"#, #""isAtomic":false,"isProtected":true"#)]
        ],
        "mapping-stalled": [
            [
                (
                    #"{"t":4.0,"event":"worldMap.requested"}"#,
                    Array(repeating: #"{"t":4,"event":"worldMap.deferred"}"#, count: 3)
                        .joined(separator: "\n")
                )
            ]
        ],
        "mode-fallback": [
            [(#""detectionObjects":1"#, #""name":"museum","detectionObjects":1"#)],
            [(#","requestedMode""#, #","source":"a","requestedMode""#)],
        ],
        "no-return": [[(#""to":"waiting""#, #""to":"exporting""#)]],
        "phase-mismatch": [[(#""to":"detected""#, #""to":"lost""#)]],
        "recovery-incomplete": [[(#"["retry","startOver"]"#, #"["retry"]"#)]],
        "relocalization-slow": [
            [
                (
                    #"{"t":1.5,"#,
                    #"{"t":1,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}"#
                        + "\n" + #"{"t":1.5,"#
                )
            ]
        ],
        "relocalization-timeout": [[(#","initialWorldMap":"M1""#, "")]],
        "restored-anchors-missing": [[(#""origin":"worldMap""#, #""origin":"app""#)]],
        "run-unsupported": [
            [("100", "303")], [("bodyTracking", "faceTracking")],
            [(#""configuration""#, #""source":"a","configuration""#)],
        ],
        "saved-without-anchors": [[("captured", "saved")]],
        "start-after-stop": [
            [
                ("objectTracking", "loader"),
                (
                    #"{"t":1,"#,
                    #"{"t":0.5,"event":"state.machineDeclared","machine":"loader","initial":"idle","transitions":"#
                        + #"["idle>loading","loading>stopped","stopped>running"]}"# + "\n" + #"{"t":1,"#
                ),
            ]
        ],
        "state-stuck": [
            [("collaboration", "objectTracking"), ("scanning", "idle"), ("exporting", "loading")]
        ],
        "update-after-remove": [
            [(#""kind":"anchor""#, #""kind":"custom""#)],
            [(#""kind":"anchor""#, #""kind":"anchor","key":"a""#)],
            [(#""kind":"anchor""#, #""kind":"anchor","name":"b""#)],
        ],
        "visible-while-lost": tracked,
    ]

    static let tracked = [
        [(#""kind":"object""#, #""kind":"image""#)], [(#""kind":"object""#, #""kind":"object","name":"a""#)],
    ]
}
