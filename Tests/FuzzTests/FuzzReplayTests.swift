import Foundation
import FuzzTargets
import TestSupport
import Testing

/// What the fuzzer began with and what it found, replayed.
@Suite struct FuzzReplayTests {
    /// Inputs of each target, as `corpus/container/plain`.
    static func inputs(_ folder: String) -> [String] {
        let root = TestFiles.package + "/Fuzz/" + folder
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return paths.filter {
            FuzzTarget(rawValue: String($0.prefix { $0 != "/" })) != nil && $0.contains("/")
        }
        .map { folder + "/" + $0 }.sorted()
    }

    @Test(arguments: inputs("corpus") + inputs("finds"))
    func everythingHolds(path: String) throws {
        let target = try #require(FuzzTarget(rawValue: String(path.split(separator: "/")[1])))
        try target.run(TestFiles.bytes(at: TestFiles.package + "/Fuzz/" + path))
    }

    @Test(arguments: FuzzTarget.allCases) func everyTargetHasACorpus(target: FuzzTarget) {
        #expect(!Self.inputs("corpus").filter { $0.hasPrefix("corpus/\(target)/") }.isEmpty)
    }
}
