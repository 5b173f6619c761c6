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
        .target(
            name: "EventLog",
            dependencies: [
                .target(name: "CLZ4", condition: .when(platforms: [.linux, .macOS])),
                .target(name: "CDeflate", condition: .when(platforms: [.linux, .macOS])),
            ],
            swiftSettings: strict),
        .target(name: "Projections", dependencies: ["EventLog"], swiftSettings: strict),
        .target(name: "Replay", dependencies: ["EventLog", "Projections"], swiftSettings: strict),
        .executableTarget(
            name: "arlog", dependencies: ["CSQLite", "EventLog", "Projections", "Replay"],
            resources: [
                .embedInCode("Rendering/Report/Page/report.css"),
                .embedInCode("Rendering/Report/Page/basics.js"),
                .embedInCode("Rendering/Report/Page/moving.js"),
                .embedInCode("Rendering/Report/Page/now.js"),
                .embedInCode("Rendering/Report/Page/room.js"),
                .embedInCode("Rendering/Report/Page/timeline.js"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "arlog-bench", dependencies: ["EventLog"], path: "Benchmarks", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["EventLog", "Projections"],
            path: "Tests/TestSupport", swiftSettings: tests),
        .executableTarget(
            name: "recorder-victim", dependencies: ["EventLog"], path: "Tests/RecorderVictim",
            swiftSettings: tests),
        .testTarget(
            name: "EventLogTests", dependencies: ["EventLog", "TestSupport", "recorder-victim"],
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

/// The fuzzer needs libFuzzer, which the compiler links only with -sanitize=fuzzer: `scripts/fuzz` asks for it.
if Context.environment["ARLOG_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Fuzz/CFuzzer"),
        .executableTarget(
            name: "arlog-fuzz", dependencies: ["CFuzzer", "EventLog", "FuzzTargets", "TestSupport"],
            path: "Fuzz/Driver", swiftSettings: tests),
    ]
}
