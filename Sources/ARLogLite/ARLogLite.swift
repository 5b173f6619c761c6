// ARLogLite: the log of an ARSession, in one file to paste into any project (Swift 6.1 or later).
//
//     let log = ARLogLite(arView.session)                      // level 0: before the first run; keep it alive
//     log.run(configuration); log.add(anchor, key: "chair")    // level 1: instead of the session's own methods
//     log.attached(entity, to: anchor, key: "chair")           // level 2: what hangs in the scene
//
// Say which level the whole app keeps, `ARLogLite(arView.session, level: 1)`: only there is silence a fact. The logs are
// lines of JSON in Application Support/arlog, which `arlog check` reads as they are. An event is one line in one write: an
// app that is killed loses none, and leaves half a line at worst. Poses are thinned to 5 a second an anchor. A file ends at
// a quarter of `quota`; the oldest go when all take more. A line that can't be written is counted, and told as lost as soon
// as one can. Nothing throws. ARLogKit tells more (device, network, states), in less room and time.

import ARKit
import Foundation
import simd

// MARK: - The file

/// Fields of an event, in order. What is `nil`, empty or not finite is left out.
private typealias Fields = [(name: String, value: Any?)]

/// Lines of JSON with a time each, in files of limited size; from any thread.
nonisolated final class ARLogLiteFile: @unchecked Sendable {
    private let lock = NSLock()
    private let folder: URL
    private let name: String
    private let quota: Int
    private let opened: Fields
    private let begun = Date()
    private let start = ARLogLiteFile.now()
    private var descriptor: Int32 = -1
    private var (segment, size, sequence, lost) = (0, 0, 0, 0)

    /// Begins a recording in `folder`, which is made where it is missing; all files in it may take `quota` bytes together,
    /// at least 64 KiB. Every file begins with `log.opened` and these fields of it.
    fileprivate init(folder: URL, quota: Int, opened: Fields) {
        let recording = UUID().uuidString
        self.folder = folder
        self.quota = max(quota, 1 << 16)
        self.opened = opened + [("recorder", "ARLogLite 1"), ("recording", recording)]
        let style = Date.ISO8601FormatStyle(timeSeparator: .omitted, includingFractionalSeconds: true)
        name = "\(begun.formatted(style))-\(recording.prefix(4))"
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        lock.withLock { beginSegment() }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    fileprivate func write(_ event: String, _ fields: Fields = []) {
        lock.withLock {
            if descriptor < 0 || size >= quota / 4 { beginSegment() }
            if lost > 0, append("log.gap", [("lost", lost), ("reason", "could not be written")]) { lost = 0 }
            if !append(event, fields) { lost += 1 }
        }
    }

    private func beginSegment() {
        if descriptor >= 0 { close(descriptor) }
        removeOldest()
        let path = folder.appendingPathComponent("\(name)-\(segment + 1).ndjson").path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        (segment, size) = (segment + 1, 0)
        if !append("log.opened", opened + [("segment", segment)], isFirst: true) { lost += 1 }
    }

    /// Makes room for one more file; names sort by time.
    private func removeOldest() {
        let manager = FileManager.default
        let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        let files = names.sorted { $0.compare($1, options: .numeric).rawValue < 0 }.map { name in
            let file = folder.appendingPathComponent(name)
            return (file, size: (try? manager.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0)
        }
        var total = files.reduce(0) { $0 + $1.size }
        for (file, size) in files where total > quota - quota / 4 && file.pathExtension == "ndjson" {
            try? manager.removeItem(at: file)
            total -= size
        }
    }

    /// Whether the whole line is in the file; else none of it is.
    private func append(_ event: String, _ fields: Fields, isFirst: Bool = false) -> Bool {
        let elapsed = Self.now() &- start
        let moment = begun.addingTimeInterval(Double(elapsed) / 1e9)
        let time = isFirst ? moment.ISO8601Format(.init(includingFractionalSeconds: true)) : nil
        let members = Self.members([("time", time), ("seq", sequence + 1), ("event", event)] + fields)
        let fraction = String(elapsed % 1_000_000_000 + 1_000_000_000).dropFirst()
        var line = #"{"t":\#(elapsed / 1_000_000_000).\#(fraction),\#(members)}"# + "\n"
        let isWritten = line.withUTF8 { bytes in
            let isWhole = Foundation.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
            if isWhole { size += bytes.count } else { ftruncate(descriptor, off_t(size)) }
            return isWhole
        }
        sequence += isWritten ? 1 : 0
        return isWritten
    }

    /// Nanoseconds of a clock that nobody sets, and that counts on while the device sleeps.
    fileprivate static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    private static func members(_ fields: Fields) -> String {
        let members = fields.compactMap { name, value in value.flatMap(json).map { #""\#(name)":\#($0)"# } }
        return members.joined(separator: ",")
    }

    /// Swift prints numbers the same in every language, and as JSON has them.
    private static func json(_ value: Any) -> String? {
        switch value {
        case let text as String: quoted(text)
        case let flag as Bool: "\(flag)"
        case let number as Int: "\(number)"
        case let number as Double: number.isFinite ? "\(number)" : nil
        case let numbers as [Float]:
            numbers.allSatisfy(\.isFinite) ? "[\(numbers.map { "\($0)" }.joined(separator: ","))]" : nil
        case let texts as [String]: texts.isEmpty ? nil : "[\(texts.map(quoted).joined(separator: ","))]"
        case let fields as Fields: "{\(members(fields))}"
        default: nil
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22, 0x5C: result += "\\\(scalar)"
            case 0..<0x20: result += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

// MARK: - The session

/// Writes the log of a session. Whoever sets `session.delegate` afterwards takes the log out: set `next` instead.
nonisolated final class ARLogLite: NSObject, ARSessionDelegate, @unchecked Sendable {
    /// The app's own delegate, to which every call goes on.
    weak var next: (any ARSessionDelegate)?

    private typealias Told = (time: UInt64, transform: simd_float4x4, isTracked: Bool?)
    private let file: ARLogLiteFile
    private weak var session: ARSession?
    private let lock = NSLock()
    private var anchors: [UUID: Told] = [:]
    private var requested: [UUID: String?] = [:]
    private var nodes: [ObjectIdentifier: String] = [:]
    private var frames = (since: UInt64(0), count: 0)
    private var mapping = -1

    /// `level` is what the whole app keeps, 0 to 2. All logs in `folder` take `quota` bytes at most. `device` has 1 to 64
    /// bytes; without it an id is made and kept in the user's defaults.
    init(
        _ session: ARSession, level: Int = 0, in folder: URL? = nil, quota: Int = 64 << 20,
        device: String? = nil
    ) {
        let families = ["camera", "frame", "anchor"] + (level > 0 ? ["session", "worldMap"] : [])
        let id = device ?? UserDefaults.standard.string(forKey: "ARLogLite.device") ?? UUID().uuidString
        if device == nil { UserDefaults.standard.set(id, forKey: "ARLogLite.device") }
        let opened: Fields = [
            ("device", id), ("os", ProcessInfo.processInfo.operatingSystemVersionString),
            ("app", Bundle.main.bundleIdentifier),
            ("appVersion", Bundle.main.infoDictionary?["CFBundleShortVersionString"]),
            ("records", families + (level > 1 ? ["node"] : [])),
        ]
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        file = ARLogLiteFile(
            folder: folder ?? support.appendingPathComponent("arlog"), quota: quota, opened: opened)
        self.session = session
        next = session.delegate
        super.init()
        session.delegate = self
    }

    // MARK: Level 1

    func run(_ setup: ARConfiguration, options: ARSession.RunOptions = [], source: String = #function) {
        if options.contains(.removeExistingAnchors) { lock.withLock { anchors.removeAll() } }
        let names = [
            options.contains(.resetTracking) ? "resetTracking" : nil,
            options.contains(.removeExistingAnchors) ? "removeExistingAnchors" : nil,
        ].compactMap(\.self)
        file.write(
            "session.run", [("configuration", Self.facts(setup)), ("options", names), ("source", source)])
        session?.run(setup, options: options)
    }

    func pause(source: String = #function) {
        file.write("session.pause", [("source", source)])
        session?.pause()
    }

    /// `key` is the app's own identity for what the anchor shows, a catalog id say.
    func add(_ anchor: ARAnchor, key: String? = nil) {
        lock.withLock { requested[anchor.identifier] = .some(key) }
        file.write("anchor.addRequested", Self.facts(anchor, key))
        session?.add(anchor: anchor)
    }

    func remove(_ anchor: ARAnchor) {
        file.write("anchor.removeRequested", Self.id(anchor))
        session?.remove(anchor: anchor)
    }

    func getCurrentWorldMap(_ completion: @escaping @Sendable (ARWorldMap?, (any Error)?) -> Void) {
        file.write("worldMap.requested")
        session?.getCurrentWorldMap { [file] map, error in
            let facts: Fields = map.map { [("map", Self.name($0)), ("anchors", $0.anchors.count)] } ?? []
            file.write(map == nil ? "worldMap.captureFailed" : "worldMap.captured", facts + Self.facts(error))
            completion(map, error)
        }
    }

    /// What the app tells the user to do while ARKit looks for its place.
    func statusShown(_ text: String) { file.write("recovery.statusShown", [("text", text)]) }

    // MARK: Level 2

    /// A node or entity that shows something was attached: to an anchor, to the camera, else to the scene's root.
    func attached(_ node: AnyObject, to anchor: ARAnchor? = nil, isOnCamera: Bool = false, key: String? = nil)
    {
        detached(node)
        let id = UUID().uuidString
        lock.withLock { nodes[ObjectIdentifier(node)] = id }
        let place: Fields = isOnCamera ? [("attachment", "camera")] : anchor.map(Self.id) ?? []
        file.write("node.attached", [("node", id), ("key", key)] + place)
    }

    /// To be told before the node is let go.
    func detached(_ node: AnyObject) {
        let id = lock.withLock { nodes.removeValue(forKey: ObjectIdentifier(node)) }
        if let id { file.write("node.detached", [("node", id)]) }
    }

    func visibilityChanged(_ node: AnyObject, isVisible: Bool) {
        let id = lock.withLock { nodes[ObjectIdentifier(node)] }
        if let id { file.write("node.visibilityChanged", [("node", id), ("isVisible", isVisible)]) }
    }

    // MARK: Level 0: what ARKit tells

    func session(_ session: ARSession, didUpdate frame: ARFrame) {
        let now = ARLogLiteFile.now()
        if mapping != frame.worldMappingStatus.rawValue {
            mapping = frame.worldMappingStatus.rawValue
            let names = ["notAvailable", "limited", "extending", "mapped"]
            file.write("frame.worldMappingStatusChanged", [("status", names[min(mapping, 3)])])
        }
        frames.count += 1
        let elapsed = Double(now - frames.since) / 1e9
        if elapsed >= 1 {
            let fps = (Double(frames.count) / elapsed * 10).rounded() / 10
            if frames.since > 0 { file.write("frame.stats", [("fps", fps)]) }
            file.write("camera.pose", Self.pose(frame.camera.transform))
            frames = (now, 0)
        }
        next?.session?(session, didUpdate: frame)
    }

    func session(_ session: ARSession, didAdd added: [ARAnchor]) {
        for anchor in added {
            let asked = lock.withLock {
                anchors[anchor.identifier] = Self.told(anchor)
                return requested.removeValue(forKey: anchor.identifier)
            }
            let origin = asked == nil ? [] : [("origin", "app")] as Fields
            file.write("anchor.added", Self.facts(anchor, asked ?? nil) + origin)
        }
        next?.session?(session, didAdd: added)
    }

    func session(_ session: ARSession, didUpdate updated: [ARAnchor]) {
        for anchor in updated {
            let new = Self.told(anchor)
            let isDue = lock.withLock {
                if let old = anchors[anchor.identifier], old.isTracked == new.isTracked,
                    new.time - old.time < 200_000_000 || old.transform == new.transform
                {
                    return false
                }
                anchors[anchor.identifier] = new
                return true
            }
            guard isDue else { continue }
            file.write(
                "anchor.updated", Self.id(anchor) + Self.pose(new.transform) + [("isTracked", new.isTracked)])
        }
        next?.session?(session, didUpdate: updated)
    }

    func session(_ session: ARSession, didRemove removed: [ARAnchor]) {
        for anchor in removed {
            lock.withLock { anchors[anchor.identifier] = nil }
            file.write("anchor.removed", Self.id(anchor))
        }
        next?.session?(session, didRemove: removed)
    }

    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        let fields: Fields =
            switch camera.trackingState {
            case .notAvailable: [("state", "notAvailable")]
            case .normal: [("state", "normal")]
            case .limited(let reason): [("state", "limited"), ("reason", "\(reason)")]
            }
        file.write("camera.trackingStateChanged", fields)
        next?.session?(session, cameraDidChangeTrackingState: camera)
    }

    func sessionWasInterrupted(_ session: ARSession) {
        file.write("session.interruptionBegan")
        next?.sessionWasInterrupted?(session)
    }

    func sessionInterruptionEnded(_ session: ARSession) {
        file.write("session.interruptionEnded")
        next?.sessionInterruptionEnded?(session)
    }

    /// ARKit does less where it is missing: it is there only where the app's delegate has it.
    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool {
        let answer = next?.sessionShouldAttemptRelocalization?(session) ?? false
        file.write("session.relocalizationAsked", [("answer", answer)])
        return answer
    }

    func session(_ session: ARSession, didFailWithError error: any Error) {
        file.write("session.failed", Self.facts(error))
        next?.session?(session, didFailWithError: error)
    }

    // MARK: Words for ARKit's things

    private static func told(_ anchor: ARAnchor) -> Told {
        (ARLogLiteFile.now(), anchor.transform, (anchor as? any ARTrackable)?.isTracked)
    }

    private static func id(_ anchor: ARAnchor) -> Fields { [("anchor", anchor.identifier.uuidString)] }

    private static func facts(_ anchor: ARAnchor, _ key: String?) -> Fields {
        let words = "plane image object face body participant geo appClipCode environmentProbe mesh"
        let type = "\(type(of: anchor))".dropFirst("AR".count).dropLast("Anchor".count)
        let word = type.prefix(1).lowercased() + type.dropFirst()
        let isPlain = Swift.type(of: anchor) == ARAnchor.self
        let kind = words.split(separator: " ").first { $0 == word } ?? (isPlain ? "anchor" : "custom")
        return id(anchor) + [("kind", "\(kind)"), ("name", anchor.name), ("key", key)]
            + pose(anchor.transform)
    }

    private static func facts(_ error: (any Error)?) -> Fields {
        (error as NSError?).map { [("code", $0.code), ("text", $0.localizedDescription)] } ?? []
    }

    private static func facts(_ configuration: ARConfiguration) -> Fields {
        let type = "\(type(of: configuration))".dropFirst("AR".count).dropLast("Configuration".count)
        let kind = type.prefix(1).lowercased() + type.dropFirst()
        guard let world = configuration as? ARWorldTrackingConfiguration else { return [("kind", kind)] }
        return [
            ("kind", "worldTracking"), ("isCollaborationEnabled", world.isCollaborationEnabled),
            ("initialWorldMap", name(world.initialWorldMap)),
            ("environmentTexturing", world.environmentTexturing == .automatic ? "automatic" : "none"),
        ]
    }

    /// A map is known by its anchors, and how many feature points it has (FNV-1a).
    private static func name(_ map: ARWorldMap?) -> String? {
        guard let map else { return nil }
        let ids = map.anchors.map(\.identifier.uuidString).sorted().joined()
        let seed = 0xCBF2_9CE4_8422_2325 ^ UInt64(map.rawFeaturePoints.points.count)
        let hash = ids.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "map-\(String(hash, radix: 16))"
    }

    private static func pose(_ transform: simd_float4x4) -> Fields {
        let (place, turn) = (transform.columns.3, simd_quatf(transform).vector)
        return [
            ("position", [place.x, place.y, place.z]), ("orientation", [turn.x, turn.y, turn.z, turn.w]),
        ]
    }
}

// MARK: - Methods that the app's delegate has or lacks

#if canImport(ObjectiveC)
    nonisolated extension ARLogLite {
        override func responds(to selector: Selector!) -> Bool {
            let isBorrowed = selector == #selector(sessionShouldAttemptRelocalization(_:))
            return !isBorrowed && super.responds(to: selector) || next?.responds(to: selector) ?? false
        }

        override func forwardingTarget(for selector: Selector!) -> Any? { next }
    }
#endif
