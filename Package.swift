// swift-tools-version: 6.3
import PackageDescription

/// Settings by role: every target of ours is strict; system libraries have none.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests build and compare; they may use Foundation's unannotated unsafe calls.
let tests: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The adapter is strict, too, but what an SDK deprecates one day must not break an app's build. It needs an ARSession,
/// which visionOS and macOS lack though they have a module called ARKit; on Linux there are stubs of it.
let adapter: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error, .when(platforms: [.linux])),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .define("ARSESSION", .when(platforms: [.iOS, .linux])),
]

let package = Package(
    name: "arlog",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "EventLog", targets: ["EventLog"]),
        .library(name: "Projections", targets: ["Projections"]),
        .library(name: "Replay", targets: ["Replay"]),
        .executable(name: "arlog", targets: ["arlog"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLZ4", pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "AppleLZ4", swiftSettings: adapter),
        .target(
            name: "EventLog",
            dependencies: [
                .target(name: "CLZ4", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "CDeflate", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "AppleLZ4", condition: .when(platforms: [.iOS, .visionOS])),
            ],
            swiftSettings: strict),
        .target(name: "Projections", dependencies: ["EventLog"], swiftSettings: strict),
        .target(name: "Replay", dependencies: ["EventLog", "Projections"], swiftSettings: strict),
        .executableTarget(
            name: "arlog", dependencies: ["CSQLite", "EventLog", "Projections", "Replay"],
            resources: [
                .embedInCode("Rendering/Fleet/Page/fleet.css"),
                .embedInCode("Rendering/Fleet/Page/fleet.js"),
                .embedInCode("Rendering/Report/Page/report.css"),
                .embedInCode("Rendering/Report/Page/basics.js"),
                .embedInCode("Rendering/Report/Page/moving.js"),
                .embedInCode("Rendering/Report/Page/now.js"),
                .embedInCode("Rendering/Report/Page/room.js"),
                .embedInCode("Rendering/Report/Page/timeline.js"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "arlog-bench", dependencies: ["EventLog"], path: "Benchmarks", exclude: ["Session"],
            swiftSettings: strict),
        .target(name: "ARLogKit", dependencies: ["EventLog"], swiftSettings: adapter),
        .target(
            name: "TestSupport", dependencies: ["EventLog", "Projections"],
            path: "Tests/TestSupport", swiftSettings: tests),
        .executableTarget(
            name: "recorder-victim", dependencies: ["EventLog"], path: "Tests/RecorderVictim",
            swiftSettings: tests),
        .testTarget(
            name: "EventLogTests",
            dependencies: ["AppleLZ4", "CLZ4", "EventLog", "TestSupport", "recorder-victim"],
            swiftSettings: tests),
        .testTarget(
            name: "ProjectionsTests", dependencies: ["Projections", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "ReplayTests", dependencies: ["Replay", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "arlogTests", dependencies: ["arlog", "CSQLite", "TestSupport"], swiftSettings: tests),
        .target(
            name: "FuzzTargets", dependencies: ["EventLog", "Projections", "TestSupport"],
            path: "Fuzz/Targets", swiftSettings: tests),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: tests),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    /// Apple's frameworks, as far as the adapter uses them: it is compiled against these and run with them here.
    let stubs = ["ARKit", "CoreMedia", "MultipeerConnectivity", "RealityKit", "SceneKit", "UIKit", "simd"]
    for name in stubs {
        let below: [Target.Dependency] =
            switch name {
            case "ARKit": ["CoreMedia", "simd"]
            case "RealityKit", "SceneKit": ["simd"]
            default: []
            }
        package.targets.append(
            .target(name: name, dependencies: below, path: "Tests/Stubs/\(name)", swiftSettings: adapter))
    }
    for target in package.targets where target.name == "ARLogKit" {
        target.dependencies += stubs.map { .target(name: $0) }
    }
    package.targets += [
        // A program of its own, since Foundation would count in what the others take.
        .executableTarget(
            name: "arlog-bench-session", dependencies: ["ARLogKit"], path: "Benchmarks/Session",
            swiftSettings: strict),
        .executableTarget(
            name: "session-victim", dependencies: ["ARLogKit"], path: "Tests/SessionVictim",
            swiftSettings: tests),
        .testTarget(
            name: "ARLogKitTests",
            dependencies: [
                "ARLogKit", "ExampleSessions", "Projections", "TestSupport", "arlog", "session-victim",
            ],
            swiftSettings: tests),
    ]
#else
    package.products.append(.library(name: "ARLogKit", targets: ["ARLogKit"]))
#endif

#if os(Linux)
    /// Apple's Compression, as far as AppleLZ4 uses it. Nothing that is shipped for Linux depends on it.
    package.targets.append(
        .target(
            name: "Compression", dependencies: ["CLZ4"], path: "Tests/Stubs/Compression", swiftSettings: tests
        ))
    for target in package.targets where target.name == "AppleLZ4" {
        target.dependencies.append("Compression")
    }
    /// What the documentation shows, compiled as an app would.
    package.targets.append(
        .target(
            name: "ExampleSessions", dependencies: ["ARKit", "ARLogKit", "EventLog", "SceneKit", "simd"],
            path: "Examples", swiftSettings: [.treatAllWarnings(as: .error)]))
    /// A file to paste, which no package has to offer: a target only to be tried. It is as strict as an app may be.
    package.targets += [
        .target(
            name: "ARLogLite", dependencies: ["ARKit", "simd"], swiftSettings: [.treatAllWarnings(as: .error)]
        ),
        .testTarget(
            name: "ARLogLiteTests", dependencies: ["ARLogLite", "Projections", "TestSupport"],
            swiftSettings: tests),
    ]
#endif

/// All of the program with the codecs that iOS has: LZ4's blocks by Compression (here its stand-in), CRC-32 in Swift. For
/// tests, in a build folder of its own: ARLOG_APPLE_LZ4=1 swift test --scratch-path .build/apple-lz4
if Context.environment["ARLOG_APPLE_LZ4"] != nil {
    for target in package.targets where ["EventLog", "EventLogTests"].contains(target.name) {
        target.swiftSettings?.append(.define("ARLOG_APPLE_LZ4"))
        if target.name == "EventLog" { target.dependencies = ["AppleLZ4"] }
    }
}

/// The fuzzer needs libFuzzer, which the compiler links only with -sanitize=fuzzer: `scripts/fuzz` asks for it.
if Context.environment["ARLOG_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        .executableTarget(
            name: "arlog-fuzz", dependencies: ["CFuzzer", "EventLog", "FuzzTargets", "TestSupport"],
            path: "Fuzz/Driver", swiftSettings: tests),
    ]
}
