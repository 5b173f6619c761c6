import Foundation
import TestSupport
import Testing

@testable import EventLog

/// A folder that is gone with its last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "arlog-recorder-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The paths of the logs, in the order of their segments.
    var logs: [String] {
        names.filter { $0.hasSuffix(".mcap") }
            .sorted { ($0.count, $0) < ($1.count, $1) }.map { path + "/" + $0 }
    }

    var journals: [String] { names.filter { !$0.hasSuffix(".mcap") }.map { path + "/" + $0 } }

    /// Everything that the logs hold, one after the other.
    func facts() throws -> [EventFacts] {
        try logs.flatMap { try MemoryLog(EventSource(path: $0)).facts }
    }

    /// The texts of all markers.
    func markers() throws -> [String] {
        try events { event in
            guard event.kind == .logMarker else { return nil }
            return event.decode(StoredEvent.LogMarker.self).map { event.content.string($0.text) }
        }
    }

    /// What the gaps say was lost.
    func lost() throws -> [UInt64] {
        try events { $0.kind == .logGap ? $0.decode(StoredEvent.LogGap.self)?.lost : nil }
    }

    /// What `body` makes of the events of all logs, each while its log is there.
    func events<T>(_ body: (LoggedEvent) -> T?) throws -> [T] {
        try logs.flatMap { path in
            let log = try MemoryLog(EventSource(path: path))
            return withExtendedLifetime(log) { log.events.compactMap(body) }
        }
    }
}

/// Clocks that stand until they are moved, and file calls that fail when they are told to.
final class FakeSystem: @unchecked Sendable {
    var now: UInt64 = 1_750_000_000_000_000_000
    var uptime: UInt64 = 5_000
    var writeError: Int32?
    /// Errors that single writes have, before `writeError` counts.
    var writeErrors: [Int32] = []
    /// How much a write takes at most.
    var largestWrite = Int.max
    var createError: Int32?
    var reserveError: Int32?
    var moveError: Int32?
    var syncError: Int32?
    var syncFolderError: Int32?
    /// What happens between looking at files and the next claim on one.
    var beforeClaim: (() -> Void)?
    /// Claims that are refused before the others.
    var refusedClaims = 0
    /// What happens before each clock and file call that a recorder or a sealer makes, by the call's name.
    var beforeCall: ((String) -> Void)?
    /// What happens after each write that succeeded.
    var afterWrite: (() -> Void)?
    /// Changes of names and what was put on the disk, in order: `create a.mcap`, `sync`, `syncFolder logs`, `move …`,
    /// `remove …`.
    var calls: [String] = []
    /// Sizes of the writes that succeeded.
    var writes: [Int] = []
    var syncCount = 0

    private let lock = NSLock()

    /// A recorder's thread and whoever closes it make calls at once.
    private func note(_ call: String) { lock.withLock { calls.append(call) } }

    var system: RecorderSystem {
        var system = RecorderSystem()
        system.now = { [self] in now }
        system.uptime = { [self] in
            beforeCall?("uptime")
            return uptime
        }
        let real = RecorderSystem()
        system.create = { [self] path throws(Platform.Failure) in
            beforeCall?("create")
            if let createError { throw Platform.Failure(code: createError) }
            let descriptor = try real.create(path)
            note("create \(LogNames.name(of: path))")
            return descriptor
        }
        system.write = { [self] descriptor, bytes, offset throws(Platform.Failure) in
            beforeCall?("write")
            if !writeErrors.isEmpty { throw Platform.Failure(code: writeErrors.removeFirst()) }
            if let writeError {
                // As disks do, it takes a part before it is full.
                _ = try real.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), offset)
                throw Platform.Failure(code: writeError)
            }
            let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(largestWrite))
            let count = try real.write(descriptor, part, offset)
            writes.append(count)
            afterWrite?()
            return count
        }
        system.sync = { [self] descriptor throws(Platform.Failure) in
            beforeCall?("sync")
            if let syncError { throw Platform.Failure(code: syncError) }
            syncCount += 1
            note("sync")
        }
        system.syncFolder = { [self] path throws(Platform.Failure) in
            beforeCall?("syncFolder")
            if let syncFolderError { throw Platform.Failure(code: syncFolderError) }
            note("syncFolder \(LogNames.name(of: path))")
        }
        system.claim = { [self] descriptor in
            beforeCall?("claim")
            let hook = beforeClaim
            beforeClaim = nil
            hook?()
            if refusedClaims > 0 {
                refusedClaims -= 1
                return false
            }
            return real.claim(descriptor)
        }
        system.move = { [self] path, newPath throws(Platform.Failure) in
            beforeCall?("move")
            if let moveError { throw Platform.Failure(code: moveError) }
            try real.move(path, newPath)
            note("move \(LogNames.name(of: newPath))")
        }
        system.remove = { [self] path in
            beforeCall?("remove")
            note("remove \(LogNames.name(of: path))")
            real.remove(path)
        }
        system.reserve = { [self] descriptor, size throws(Platform.Failure) in
            beforeCall?("reserve")
            if let reserveError { throw Platform.Failure(code: reserveError) }
            try real.reserve(descriptor, size)
        }
        return system
    }

    /// Moves both clocks.
    func pass(seconds: Double) {
        now += UInt64(seconds * 1e9)
        uptime += UInt64(seconds * 1e9)
    }

    /// A recorder that writes only when `work()` is called.
    func recorder(_ folder: TemporaryFolder, _ change: (inout RecorderOptions) -> Void = { _ in }) -> Recorder
    {
        var options = RecorderOptions(device: "phone")
        options.system = system
        options.worksInBackground = false
        change(&options)
        return Recorder(folder: folder.path, options)
    }
}

extension Recorder {
    @discardableResult
    func mark(_ text: String) -> Bool { append(Event.LogMarker { $0.text = text }) }
}
