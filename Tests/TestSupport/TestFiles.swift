import Foundation

/// Where test data lies. Paths are strings, so that tests need no Foundation.
public enum TestFiles {
    /// The package's folder.
    public static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of shared data beside the package; `nil` where it is not there.
    public static let shared = existing(
        URL(filePath: package).deletingLastPathComponent().appending(path: "shared").path)

    /// The package's own sample sessions; `nil` where they are not there.
    public static let logs = existing(package + "/logs")

    /// The files in a folder of the shared data whose names end so, as `folder/name`, sorted; none where it is not
    /// there.
    public static func shared(_ folder: String, ending: String) -> [String] {
        guard let shared else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: shared + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { folder + "/" + $0 }
    }

    /// The bytes of a file of the shared data; of a `.gz`, what it holds.
    public static func bytes(shared name: String) throws -> [UInt8] {
        try bytes(at: (shared ?? "") + "/" + name)
    }

    /// The bytes of a file; of a `.gz`, what it holds.
    public static func bytes(at path: String) throws -> [UInt8] {
        guard path.hasSuffix(".gz") else { return Array(try Data(contentsOf: URL(filePath: path))) }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return Array(data)
    }

    private static func existing(_ path: String) -> String? {
        FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
