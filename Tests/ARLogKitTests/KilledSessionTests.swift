import EventLog
import Foundation
import Projections
import TestSupport
import Testing

@testable import ARLogKit

/// From the app to the finding: a session is recorded, the process is killed, the next start closes its log, and the
/// program that reads logs says what went wrong.
@Suite struct KilledSessionTests {
    private static func program(_ name: String) throws -> URL {
        let bundles =
            Bundle.allBundles.map(\.bundleURL)
            + [URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()]
        for bundle in bundles {
            for folder in [bundle, bundle.deletingLastPathComponent()] {
                let file = folder.appending(path: name)
                if FileManager.default.isExecutableFile(atPath: file.path) { return file }
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// What a program prints, and how it ends.
    private func run(_ name: String, _ arguments: [String]) throws -> (text: String, status: Int32) {
        let process = Process()
        let output = Pipe()
        process.executableURL = try Self.program(name)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    /// Runs the app until it has told its faults, and kills it.
    private func killVictim(in folder: URL) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = try Self.program("session-victim")
        process.arguments = [folder.path]
        process.standardOutput = output
        try process.run()
        let told = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(told == "both faults are told\n")
        #expect(process.terminationReason == .uncaughtSignal)
    }

    private func logs(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mcap") }
            .sorted().map { folder.appending(path: $0).path }
    }

    @Test func isFoundAfterTheNextStart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "arlog-killed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try killVictim(in: folder)
        let path = try #require(try logs(folder).first)

        // What the next start does, before it records itself.
        let next = Recorder(folder: folder.path, RecorderOptions(device: "next"))
        next.close()
        let whole = try run("arlog", ["verify", path])
        #expect(whole.status == 0)

        let check = try run("arlog", ["check", "--json", path])
        let rules = try Self.rules(in: check.text)
        #expect(check.status == 0 || check.status == 1)
        #expect(rules.sorted() == ["double-run", "log-cut", "node-outlives-anchor"])
        // The callers are the app's own functions.
        #expect(check.text.contains("startTapped()") && check.text.contains("cameBack()"))

        let page = folder.appending(path: "report.html").path
        #expect(try run("arlog", ["report", path, "-o", page]).status <= 1)
        let report = try String(contentsOfFile: page, encoding: .utf8)
        #expect(report.contains("node-outlives-anchor") && report.contains("chair-oak"))
    }

    private static func rules(in text: String) throws -> [String] {
        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let log = (whole?["logs"] as? [[String: Any]])?.first
        return ((log?["findings"] as? [[String: Any]]) ?? []).compactMap { $0["rule"] as? String }
    }
}
