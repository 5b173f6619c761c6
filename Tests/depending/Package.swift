// swift-tools-version: 6.3
import PackageDescription

// A package that depends on arlog as an app's does. `scripts/depending` copies it to a folder inside of `.build`, two levels
// below arlog's own, and puts generated tests into it.
let package = Package(
    name: "depending",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "arlog", path: "../..")],
    targets: [
        .target(name: "Handlers", dependencies: products),
        .executableTarget(name: "Maker", dependencies: products),
        .testTarget(
            name: "CaseTests", dependencies: ["Handlers"] + products,
            exclude: ["BesideTests.ndjson", "EveryKind.ndjson"],
            swiftSettings: [.treatAllWarnings(as: .error)]),
    ],
    swiftLanguageModes: [.v6]
)

var products: [Target.Dependency] {
    ["EventLog", "Projections", "Replay"].map { .product(name: $0, package: "arlog") }
}
