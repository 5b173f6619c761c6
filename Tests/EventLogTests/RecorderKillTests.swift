import Foundation
import TestSupport
import Testing

@testable import EventLog

/// A process that records is killed at any moment, for real. `ARLOG_KILLS` says how often; 20 times without it.
@Suite struct RecorderKillTests {
    static var count: Int { ProcessInfo.processInfo.environment["ARLOG_KILLS"].flatMap { Int($0) } ?? 20 }

    /// The program beside the tests that records until it is killed.
    private static func victim() throws -> URL {
        let bundles =
            Bundle.allBundles.map(\.bundleURL)
            + [URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()]
        for bundle in bundles {
            for folder in [bundle, bundle.deletingLastPathComponent()] {
                let file = folder.appending(path: "recorder-victim")
                if FileManager.default.isExecutableFile(atPath: file.path) { return file }
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// Runs the victim and kills it; returns the numbers of the events whose `append` returned.
    private func kill(_ folder: TemporaryFolder, _ arguments: [String], after delay: UInt32) throws -> [Int] {
        let process = Process()
        let output = Pipe()
        process.executableURL = try Self.victim()
        process.arguments = [folder.path] + arguments
        process.standardOutput = output
        try process.run()
        let handle = output.fileHandleForReading
        // The time counts from the first event.
        var printed = handle.availableData
        let killer = Thread {
            usleep(delay)
            Foundation.kill(process.processIdentifier, SIGKILL)
        }
        killer.start()
        printed.append(handle.readDataToEndOfFile())
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        // A line that was cut says nothing.
        let whole = printed.prefix { _ in true }.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).dropLast()
        return whole.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    private func numbers(_ folder: TemporaryFolder) throws -> [Int] {
        try folder.events { event in
            switch event.kind {
            case .logMarker:
                event.decode(StoredEvent.LogMarker.self).flatMap { Int(event.content.string($0.text)) }
            case .sessionRun:
                event.decode(StoredEvent.SessionRun.self)
                    .flatMap { event.content.string($0.source) }.flatMap { Int($0) }
            case .nodeAttached:
                event.decode(StoredEvent.NodeAttached.self)
                    .flatMap { event.content.string($0.key) }.flatMap { Int($0) }
            default: nil
            }
        }
    }

    @Test func nothingThatWasStoredIsLost() throws {
        var random = SeededGenerator(UInt64(Self.count) &* 7919)
        var total = 0
        for round in 0..<Self.count {
            let folder = try TemporaryFolder()
            let chunkSize = [64 << 10, 4000, 500][round % 3]
            // The smallest begins a file with each chunk.
            let segmentSize = [64 << 20, 50_000, 500][round / 3 % 3]
            let promise = round % 10 == 9 ? "power" : "process"
            let delay = UInt32.random(in: 0...60_000, using: &random)
            let returned = try kill(folder, ["\(chunkSize)", "\(segmentSize)", promise], after: delay)
            let context: Comment =
                "round \(round), chunks of \(chunkSize), segments of \(segmentSize), \(delay) µs"

            // As the next start does.
            LogSealer.sealFolder(folder.path)
            let found = try numbers(folder)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, context)
            let missing = Set(returned).subtracting(found)
            #expect(missing.isEmpty, context)
            // At most the one whose `append` was at its end is there beside them.
            #expect(found.count - returned.count <= 1 && found.count >= returned.count, context)
            let sequence = try folder.facts().map(\.number)
            #expect(sequence == Array(1...UInt32(max(1, sequence.count))), context)
            #expect(folder.journals.isEmpty, context)
            for path in folder.logs {
                var reader = LogReader(try InputFile(path: path))
                while try reader.nextBatch() != nil {}
                #expect(reader.issues.issues.isEmpty, context)
            }
            total += returned.count
        }
        #expect(total > Self.count * 10)
    }
}
