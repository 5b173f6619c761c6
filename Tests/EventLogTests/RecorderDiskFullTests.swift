import Foundation
import TestSupport
import Testing

@testable import EventLog

#if os(Linux)
    /// A disk that is full for real: a small file system in memory, which only root can mount.
    @Suite struct RecorderDiskFullTests {
        private static func run(_ words: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = words
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        /// Gives `body` a file system of 4 MiB; says that it is skipped where there can be none.
        private func onSmallDisk(_ body: (String) throws -> Void) throws {
            let folder = try TemporaryFolder()
            guard Self.run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.path) else {
                print("skipped: a small file system can't be mounted here")
                return
            }
            defer { _ = Self.run("umount", "-l", folder.path) }
            try body(folder.path)
        }

        private func markers(_ folder: String) throws -> (texts: [String], lost: UInt64) {
            var texts: [String] = []
            var lost: UInt64 = 0
            let names = try Platform.names(in: folder).filter { $0.hasSuffix(".mcap") }
            for name in names {
                let log = try MemoryLog(EventSource(path: folder + "/" + name))
                defer { withExtendedLifetime(log) {} }
                for event in log.events {
                    if let marker = event.decode(StoredEvent.LogMarker.self), event.kind == .logMarker {
                        texts.append(event.content.string(marker.text))
                    } else if event.kind == .logGap {
                        lost += event.decode(StoredEvent.LogGap.self)?.lost ?? 0
                    }
                }
            }
            return (texts, lost)
        }

        @Test func recordingGoesOnWhenThereIsRoomAgain() throws {
            try onSmallDisk { path in
                let folder = path + "/logs"
                let recorder = Recorder(folder: folder, RecorderOptions(device: "phone"))
                #expect(recorder.status.promise == .process)
                // All that is left, to the last byte.
                let filler = try #require(FileHandle(forWritingAtPath: create(path + "/filler")))
                while (try? filler.write(contentsOf: Data(count: 4096))) != nil {}
                var stored: [String] = []
                for number in 0..<60_000 {
                    let text = "\(number) \(EntityID("\(number)"))"
                    if recorder.mark(text) { stored.append(text) }
                }
                for _ in 0..<200 where recorder.status.error == nil { usleep(10_000) }
                #expect(recorder.status.error?.code == ENOSPC)
                let lost = recorder.status.lostCount
                #expect(lost > 0)
                try filler.truncate(atOffset: 0)
                for _ in 0..<500 where recorder.status.error != nil { usleep(10_000) }
                #expect(recorder.status.error == nil)
                for number in 0..<10 where recorder.mark("after \(number)") {
                    stored.append("after \(number)")
                }
                recorder.close()
                let found = try markers(folder)
                #expect(found.texts == stored)
                #expect(found.lost == recorder.status.lostCount)
            }
        }

        @Test func aFullDiskAtTheStartIsNoCrash() throws {
            try onSmallDisk { path in
                let filler = try #require(FileHandle(forWritingAtPath: create(path + "/filler")))
                while (try? filler.write(contentsOf: Data(count: 4096))) != nil {}
                let recorder = Recorder(folder: path + "/logs", RecorderOptions(device: "phone"))
                #expect(recorder.status.promise == .none && recorder.status.error?.code == ENOSPC)
                var stored: [String] = []
                for number in 0..<1000 where recorder.mark("\(number)") { stored.append("\(number)") }
                try filler.truncate(atOffset: 0)
                recorder.flush()
                for _ in 0..<500 where recorder.status.byteCount == 0 { usleep(10_000) }
                recorder.close()
                let found = try markers(path + "/logs")
                #expect(found.texts == stored && stored.count == 1000)
            }
        }

        private func create(_ path: String) -> String {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            return path
        }
    }
#endif
