import Foundation
import TestSupport
import Testing

@testable import arlog

/// What came of running a command in this process.
struct Ran {
    let status: Int32
    let output: String
    let errors: String

    init(
        _ arguments: [String], asTerminal: Bool = false, environment: [String: String] = [:],
        in directory: String? = nil
    ) {
        let console = Console.capturing(
            asTerminal: asTerminal, environment: environment, directory: directory)
        status = Arlog.run(arguments: arguments, console: console)
        output = console.output.captured
        errors = console.errors.captured
    }

    init(_ arguments: String...) { self.init(arguments) }

    /// The JSON document that was printed.
    func json() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }
}

/// The program as it was built, run as a process.
struct Binary {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    init(_ arguments: [String], input: Data = Data()) throws {
        let process = Process()
        process.executableURL = try Self.url()
        process.arguments = arguments
        let (input0, output1, errors2) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input0
        process.standardOutput = output1
        process.standardError = errors2
        try process.run()
        let writer = Thread {
            try? input0.fileHandleForWriting.write(contentsOf: input)
            try? input0.fileHandleForWriting.close()
        }
        writer.start()
        output = output1.fileHandleForReading.readDataToEndOfFile()
        errors = String(decoding: errors2.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
        #expect(process.terminationReason == .exit)
    }

    /// Where the program lies: beside the tests.
    static func url() throws -> URL {
        let bundles =
            Bundle.allBundles.map(\.bundleURL)
            + [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap(\.self)
        let folders = bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
        let found = folders.map { $0.appendingPathComponent("arlog") }.first {
            FileManager.default.isExecutableFile(atPath: $0.path) && !$0.hasDirectoryPath
        }
        return try #require(found)
    }
}

/// A folder that goes with its last reference.
final class Scratch {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "arlog-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Writes a file and tells where it is.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}

/// The sample sessions of the package.
enum Samples {
    static let folder = TestFiles.package + "/logs"

    static var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { $0.hasSuffix(".ndjson") }.map { String($0.dropLast(7)) }.sorted()
    }

    static func bytes(_ name: String) throws -> [UInt8] { try TestFiles.bytes(at: folder + "/" + name) }
}
