import Foundation
import TestSupport
import Testing

@testable import EventLog
@testable import arlog

/// Logs with Foxglove's messages beside their events.
@Suite struct ExportFoxgloveTests {
    private static let sample = Samples.folder + "/collaboration-duplicate-speaker.mcap"

    /// A message of Foxglove's, taken apart by its schema.
    private struct Message {
        let topic: String
        let time: UInt64
        let fields: [String: Any]

        subscript(name: String) -> [String: Any] { fields[name] as? [String: Any] ?? [:] }
        func text(_ name: String) -> String { fields[name] as? String ?? "" }
        func list(_ name: String) -> [[String: Any]] { fields[name] as? [[String: Any]] ?? [] }
    }

    /// All messages of Foxglove's in a file, in their order, which must be that of time.
    private static func messages(_ path: String) throws -> [Message] {
        var reader = LogReader(MemorySource(try TestFiles.bytes(at: path)))
        var found: [Message] = []
        var last: UInt64 = 0
        while let batch = try reader.nextBatch() {
            var records = batch.records
            while let record = records.next() {
                guard record.opcode == .message else {
                    reader.define(record, in: batch)
                    continue
                }
                var content = record.content
                let message = try #require(MCAP.MessageHeader(parsing: &content))
                let channel = try #require(reader.definitions.channels[message.channelID])
                let schema = try #require(reader.definitions.schemas[channel.schemaID])
                #expect(message.logTime >= last)
                last = message.logTime
                guard schema.name.hasPrefix("foxglove.") else { continue }
                #expect(message.sequence == 0)
                let name = String(schema.name.dropFirst("foxglove.".count))
                found.append(
                    Message(
                        topic: channel.topic, time: message.logTime,
                        fields: fields(content.restBytes, .named(name))))
            }
        }
        #expect(!reader.issues.isDamaged)
        return found
    }

    private static func fields(_ bytes: [UInt8], _ message: FoxgloveMessage) -> [String: Any] {
        var found: [String: Any] = [:]
        for field in PayloadField.all(in: bytes) {
            guard let about = message.fields.first(where: { $0.number == field.number }) else {
                Issue.record("field \(field.number) of \(message.name)")
                continue
            }
            let value = Array(bytes[field.value])
            let read: Any =
                switch about.type {
                case .message(let name): fields(value, .named(name))
                case .scalar(.double): Double(bitPattern: number(value))
                case .scalar(.string): String(decoding: value, as: UTF8.self)
                case .scalar(.fixed32): number(value)
                default: UInt64(value[0])
                }
            if about.isRepeated {
                found[about.name] = (found[about.name] as? [Any] ?? []) + [read]
            } else {
                found[about.name] = read
            }
        }
        return found
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func place(_ fields: Any?) -> [Double] {
        let fields = fields as? [String: Any] ?? [:]
        return ["x", "y", "z"].map { (fields[$0] as? Double ?? .nan) }
    }

    private static func export(_ story: Story, _ options: String...) throws -> [Message] {
        let scratch = try Scratch()
        let path = try scratch.write("in.ndjson", story.ndjson)
        let out = scratch.path + "/out.mcap"
        let run = Ran(["export", path, "--to", "foxglove", "-o", out] + options)
        #expect(run.status == 0, "\(run.errors)")
        #expect(Ran("verify", out).output.contains(": intact, "))
        return try messages(out)
    }

    // MARK: The events

    @Test(arguments: Samples.names) func theEventsStayAsTheyAre(sample: String) throws {
        let scratch = try Scratch()
        let path = Samples.folder + "/\(sample).mcap"
        let out = scratch.path + "/out.mcap"
        #expect(Ran("export", path, "--to", "foxglove", "-o", out).status == 0)
        #expect(try scratch.mode("out.mcap") == 0o600)
        #expect(Ran("verify", out).output.contains(": intact, "))
        #expect(Ran("cat", out, "--format", "ndjson").output == Ran("cat", path, "--format", "ndjson").output)
        func findings(_ path: String) throws -> NSArray {
            let logs = try Ran("check", path, "--json", "--fail-on", "never").json()["logs"]
            return try #require((logs as? [[String: Any]])?.first?["findings"] as? NSArray)
        }
        #expect(try findings(out) == findings(path))
        let told = try Self.messages(out).filter { $0.topic == "/log" && $0.text("name").contains("-") }
        let rules = try findings(path).compactMap { ($0 as? [String: Any])?["rule"] as? String }
        #expect(Set(told.map { $0.text("name") }) == Set(rules))
        // Once more, and again of its own result.
        let again = scratch.path + "/again.mcap"
        #expect(Ran("export", path, "--to", "foxglove", "-o", again).status == 0)
        #expect(try TestFiles.bytes(at: again) == TestFiles.bytes(at: out))
        #expect(Ran("export", out, "--to", "foxglove", "-o", again, "--force").status == 0)
        #expect(try TestFiles.bytes(at: again) == TestFiles.bytes(at: out))
    }

    // MARK: The room

    @Test func anchorsAreFrames() throws {
        let all = try Self.export(
            Story {
                opened()
                TestSupport.run(0.1)
                tracking(1, "normal")
                event(1.5, "camera.pose", ["position": [0, 1.5, 0], "orientation": [0, 0, 0, 2]])
                anchorAdded(2, "A1", "plane", key: "floor", at: [1, 0, -2])
                anchorAdded(2.5, "nowhere")
                anchorUpdated(3, "A1", at: [1, 0, -3])
                anchorUpdated(3.01, "A1", at: [1, 0, -4])
                anchorUpdated(3.02, "A1", at: [1, 0, -5])
                anchorUpdated(3.5, "nowhere", at: [7, 7, 7])
                anchorRemoved(4, "A1")
            })
        let transforms = all.filter { $0.topic == "/tf" }.flatMap { $0.list("transforms") }
        func way(_ child: String) -> [[Double]] {
            transforms.filter { $0["child_frame_id"] as? String == child }.map {
                Self.place($0["translation"])
            }
        }
        // Those in between two looks are passed over.
        #expect(way("world/anchor/A1") == [[1, 0, -2], [1, 0, -3], [1, 0, -5]])
        #expect(way("world/anchor/nowhere") == [[7, 7, 7]])
        #expect(way("world/camera") == [[0, 1.5, 0]])
        let camera = try #require(transforms.first { $0["child_frame_id"] as? String == "world/camera" })
        #expect((camera["rotation"] as? [String: Any])?["w"] as? Double == 1)
        #expect(transforms.filter { $0["child_frame_id"] as? String == "world" }.count == 1)
        let poses = all.filter { $0.topic == "/anchors/poses" }
        #expect(poses.allSatisfy { $0.text("frame_id") == "world" })
        #expect(poses.last?.list("poses").map { Self.place($0["position"]) } == [[7, 7, 7]])
        let scene = all.filter { $0.topic == "/scene" }
        #expect(
            scene.flatMap { $0.list("entities") }.map { $0["id"] as? String } == [
                "world/anchor/A1", "world/anchor/nowhere",
            ])
        #expect(
            scene.flatMap { $0.list("deletions") }.map { $0["id"] as? String } == ["world/anchor/A1"])
        let floor = try #require(scene.first?.list("entities").first)
        #expect((floor["texts"] as? [[String: Any]])?.first?["text"] as? String == "floor")
        #expect((floor["cubes"] as? [[String: Any]])?.count == 1 && floor["frame_locked"] as? UInt64 == 1)
    }

    @Test func nodesStandOnWhatTheyHangOn() throws {
        let all = try Self.export(
            Story {
                opened()
                TestSupport.run(0.1)
                nodeAttached(1, "N1", to: "A1", key: "chair")
                nodeAttached(1.2, "below", below: "N1")
                anchorAdded(2, "A1", key: "chair", at: [1, 0, -2])
                nodeAttached(2.5, "placed", "root", key: "lamp", at: [3, 3, 3])
                nodeShown(3, "placed", false)
                event(3.5, "node.moved", ["node": "placed", "position": [4, 4, 4]])
                nodeDetached(4, "N1")
                TestSupport.run(5, options: ["removeExistingAnchors"])
            })
        let scene = all.filter { $0.topic == "/scene" }
        let entities = scene.flatMap { $0.list("entities") }
        let chair = try #require(entities.first { $0["id"] as? String == "world/node/N1" })
        #expect(chair["frame_id"] as? String == "world/anchor/A1")
        let placed = entities.filter { $0["id"] as? String == "world/node/placed" }
        func sphere(_ entity: [String: Any]) -> [String: Any] {
            (entity["spheres"] as? [[String: Any]])?.first ?? [:]
        }
        func alpha(_ entity: [String: Any]) -> Double? {
            (sphere(entity)["color"] as? [String: Any])?["a"] as? Double
        }
        #expect(placed.map(alpha) == [1, 0.2, 0.2])
        #expect(
            placed.map { Self.place((sphere($0)["pose"] as? [String: Any])?["position"]) } == [
                [3, 3, 3], [3, 3, 3], [4, 4, 4],
            ])
        #expect(
            scene.flatMap { $0.list("deletions") }.map { $0["id"] as? String } == [
                "world/node/N1", "world/anchor/A1",
            ])
    }

    @Test func duplicatesTurnRed() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.mcap"
        #expect(Ran("export", Self.sample, "--to", "foxglove", "-o", out).status == 0)
        let all = try Self.messages(out)
        let finding = try #require(all.first { $0.text("name") == "duplicate-node" })
        #expect(finding.fields["level"] as? UInt64 == 4)
        let red = all.filter { $0.topic == "/scene" }.flatMap { message in
            message.list("entities").filter { entity in
                let sphere = (entity["spheres"] as? [[String: Any]])?.first
                let color = sphere?["color"] as? [String: Any]
                return color?["r"] as? Double == 0.9 && color?["g"] as? Double == 0.1
            }.map { (message.time, $0["id"] as? String) }
        }
        #expect(Set(red.map(\.1)).count == 2)
        #expect(red.allSatisfy { $0.0 >= finding.time })
    }

    @Test func sessionsAndDevicesHaveTheirOwnRooms() throws {
        let all = try Self.export(
            Story {
                opened(device: "A")
                anchorAdded(1, "X", at: [1, 1, 1])
                anchorAdded(2, "X", at: [2, 2, 2]).of(session: "second")
                anchorAdded(3, "X", at: [3, 3, 3]).with("device", "B")
                event(4, "log.opened", ["device": "A", "recording": "other"])
                closed(5)
            })
        let frames = all.filter { $0.topic == "/tf" }.flatMap { $0.list("transforms") }
            .compactMap { $0["child_frame_id"] as? String }.filter { $0.hasSuffix("/anchor/X") }
        #expect(frames == ["world/anchor/X", "world-second/anchor/X", "B/world/anchor/X"])
        let topics = Set(all.map(\.topic)).filter { $0.hasPrefix("/anchors") }
        #expect(topics == ["/anchors/poses", "/anchors/poses/2", "/anchors/poses/3"])
        let gone = all.filter { $0.topic == "/scene" }.flatMap { $0.list("deletions") }
        #expect(
            gone.compactMap { $0["id"] as? String } == ["world/anchor/X", "world-second/anchor/X"])
    }

    @Test func placesThatAreNoneAreNotShown() throws {
        let all = try Self.export(
            Story {
                opened()
                anchorAdded(1, "far", at: [1e30, 0, 0])
                event(
                    2, "anchor.added",
                    ["anchor": "odd", "position": [0, 1, 2], "orientation": [0, 0, 0, 0]])
            })
        let transforms = all.filter { $0.topic == "/tf" }.flatMap { $0.list("transforms") }
        #expect(transforms.compactMap { $0["child_frame_id"] as? String } == ["world", "world/anchor/odd"])
        #expect((transforms.last?["rotation"] as? [String: Any])?["w"] as? Double == 1)
    }

    // MARK: What is said

    @Test func whatTheAppSaidIsALogToo() throws {
        let all = try Self.export(
            Story {
                opened()
                event(1, "log.message", ["level": "fault", "category": "net", "text": "gone"])
                event(2, "log.message", ["text": "plain"])
                event(3, "log.marker", ["text": "Report a problem"])
                closed(4)
            })
        let told = all.filter { $0.topic == "/log" && $0.fields["line"] as? UInt64 ?? 0 > 1 }
        #expect(told.map { $0.text("message") } == ["gone", "plain", "Report a problem"])
        #expect(told.map { $0.text("name") } == ["net", "app", "marker"])
        #expect(told.map { $0.fields["level"] as? UInt64 } == [5, 0, 2])
        #expect(told.map { $0.fields["line"] as? UInt64 } == [2, 3, 4])
    }

    // MARK: Strangers

    @Test func whatIsSharedHasNothingPrivate() throws {
        let scratch = try Scratch()
        let path = try ReportHostileTests.secrets(scratch)
        let out = scratch.path + "/out.mcap"
        #expect(Ran("export", path, "--to", "foxglove", "-o", out, "--share").status == 0)
        let all = try Self.messages(out)
        #expect(Set(all.map(\.topic)) == ["/log"])
        let text = "\(all.map(\.fields))" + Ran("cat", out, "--format", "ndjson").output
        for word in ["Secret", "Label-", "7.123", "3.891", "0.457", scratch.path] {
            #expect(!text.contains(word), "\(word)")
        }
        // What is judged is the same, and the names in it are those of the events.
        let shared = Ran("export", path, "--to", "foxglove", "-o", out, "--force")
        let topics = Set(try Self.messages(out).map(\.topic))
        #expect(shared.status == 0 && topics.count > 3)
    }

    @Test func hostileTextsStayTexts() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.mcap"
        for text in [ReportHostileTests.nasty, String(repeating: "<ä", count: 1 << 14)] {
            let path = try ReportHostileTests.written(scratch, text)
            #expect(Ran("export", path, "--to", "foxglove", "-o", out, "--force").status == 0)
            #expect(Ran("verify", out).output.contains(": intact, "))
            let all = try Self.messages(out)
            #expect(!all.isEmpty)
        }
    }

    @Test func damagedLogsAreShownAsFarAsTheyGo() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.mcap"
        let bytes = try TestFiles.bytes(at: Self.sample)
        let cut = try scratch.write("cut.mcap", bytes.prefix(bytes.count / 2))
        let run = Ran("export", cut, "--to", "foxglove", "-o", out)
        #expect(run.status == 3)
        // What was lost is said once, though the log is read twice.
        let warnings = run.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        #expect(warnings.count == Set(warnings).count && !warnings.isEmpty)
        #expect(Ran("verify", out).output.contains(": intact, "))
        #expect(Ran("export", cut, "--to", "perfetto", "-o", scratch.path + "/out.json").status == 3)
    }

    @Test func whatCannotBeIsRefused() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.mcap"
        let piped = Ran("export", "-", "--to", "foxglove", "-o", out)
        #expect(piped.status == 64 && piped.errors.contains("can't be read twice"))
        let terminal = Ran(["export", Self.sample, "--to", "foxglove", "-o", "-"], asTerminal: true)
        #expect(terminal.status == 64 && terminal.errors.contains("of no use on a terminal"))
        try scratch.write("out.mcap", "mine")
        #expect(Ran("export", Self.sample, "--to", "foxglove", "-o", out).status == 2)
        #expect(try TestFiles.bytes(at: out) == Array("mine".utf8))
        #expect(scratch.names == ["out.mcap"])
    }

    @Test func aLogOfNothing() throws {
        let all = try Self.export(Story { line("# nothing") })
        #expect(all.isEmpty)
    }
}
