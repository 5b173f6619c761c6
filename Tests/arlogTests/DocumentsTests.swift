import Foundation
import TestSupport
import Testing

/// What the documents name is there, and what is there is named.
@Suite struct DocumentsTests {
    private static func text(_ name: String) throws -> String {
        String(decoding: try TestFiles.bytes(at: TestFiles.package + "/" + name), as: UTF8.self)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: TestFiles.package + "/" + path)
    }

    /// Every first cell of a table names files of the room above it; names without a folder lie beside the one before.
    @Test func architectureNamesWhatThereIs() throws {
        var room = ""
        var named: Set<String> = []
        for line in try Self.text("ARCHITECTURE.md").split(separator: "\n") {
            if line.hasPrefix("## ") { room = line.contains("`Sources/") ? "Sources/" : "" }
            if let name = line.firstMatch(of: /^## `(Sources\/[A-Za-z0-9]+)`/)?.1 {
                room = String(name) + "/"
            }
            guard let cell = line.firstMatch(of: /^\| (`[^|]+`) \|/)?.1 else { continue }
            var folder = ""
            for match in cell.matches(of: /`([^`]+)`/) {
                var path = String(match.1)
                if room.isEmpty {
                    #expect(Self.exists(path), "\(path)")
                    continue
                }
                if path.contains("/") { folder = String(path.prefix { $0 != "/" }) + "/" }
                if !path.contains("/") { path = folder + path }
                #expect(Self.exists(room + path) || Self.exists(room + path + ".swift"), "\(room)\(path)")
                named.insert(room + String(path.prefix { $0 != "/" }))
            }
        }
        for room in ["EventLog", "Projections", "arlog"].map({ "Sources/" + $0 }) {
            let names = try FileManager.default.contentsOfDirectory(atPath: TestFiles.package + "/" + room)
            for name in names where !name.contains(".") {
                #expect(named.contains(room + "/" + name), "ARCHITECTURE.md does not name \(room)/\(name)")
            }
        }
    }

    @Test(arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "logs/README.md"])
    func linksLeadSomewhere(document: String) throws {
        let folder = document.hasPrefix("logs/") ? "logs/" : ""
        for match in try Self.text(document).matches(of: /\]\(([^)#]+)(#[^)]*)?\)/)
        where !match.1.contains("://") {
            #expect(Self.exists(folder + match.1), "\(document): \(match.1)")
        }
    }
}
