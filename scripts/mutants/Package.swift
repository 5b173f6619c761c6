// swift-tools-version: 6.3
import PackageDescription

// The manifest of the copy in which `scripts/mutate` works: only what the tests of the rules need. Changed rules give
// warnings, which are no errors here; what is not changed is built fast.
let fast: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-O"]),
]
let plain = Array(fast.dropLast())
let tests: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "mutants",
    targets: [
        .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .systemLibrary(
            name: "CDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .target(name: "EventLog", dependencies: ["CLZ4", "CDeflate"], swiftSettings: fast),
        .target(name: "Projections", dependencies: ["EventLog"], swiftSettings: plain),
        .target(
            name: "TestSupport", dependencies: ["EventLog", "Projections"], path: "Tests/TestSupport",
            swiftSettings: tests),
        .testTarget(
            name: "ProjectionsTests", dependencies: ["Projections", "TestSupport"], swiftSettings: tests),
    ],
    swiftLanguageModes: [.v6]
)
