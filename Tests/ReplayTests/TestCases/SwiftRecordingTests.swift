import EventLog
import TestSupport
import Testing

@testable import Replay

@Suite struct SwiftRecordingTests {
    private func lines(_ ndjson: String) throws -> [String] {
        SwiftRecording(EventStore(try MemoryLog(ndjson: ndjson))).lines
    }

    @Test func aRecordingReadsLikeCode() throws {
        let told = try lines(
            """
            {"t":0,"time":"2026-05-11T14:20:05Z","event":"log.opened","device":"A","protocol":"none"}
            {"t":0.5,"event":"log.label","id":"chair","label":"the \\"oak\\" chair"}
            {"t":1.25,"event":"anchor.added","anchor":"chair","kind":"plane","position":[0,-0.5,1e-7],"isTracked":false}
            {"t":2,"event":"session.run","session":"left","configuration":{"kind":"worldTracking","planeDetection":["vertical"],"environmentTexturing":"none","frameSemantics":["a","b"]},"options":["resetTracking"]}
            {"t":3,"event":"session.interruptionEnded"}
            {"t":4,"event":"custom","name":"n","fields":{"b":"2","a":"1"}}
            {"t":5,"event":"view.appeared","view":"Room"}
            """)
        #expect(
            difference(
                told.joined(separator: "\n"),
                """
                let log = RecordedLog(labels: ["A", "chair", "left"])
                log.label("chair", "the \\"oak\\" chair")
                log.at(0, Event.LogOpened.self) {
                    $0.device = "A"
                    $0.protocol = CollaborationProtocol.none
                }
                log.at(1.25, Event.AnchorAdded.self) {
                    $0.anchor = "chair"
                    $0.kind = .plane
                    $0.position = Vector3(0, -0.5, 1e-07)
                    $0.isTracked = false
                }
                log.at(2, Event.SessionRun.self) {  // the app
                    $0.session = "left"
                    $0.configuration = Event.Configuration {
                        $0.kind = .worldTracking
                        $0.planeDetection = [.vertical]
                        $0.environmentTexturing = EnvironmentTexturing.none
                        $0.frameSemantics = ["a", "b"]
                    }
                    $0.options = [.resetTracking]
                }
                log.at(3, Event.SessionInterruptionEnded.self)
                log.at(4, Event.Custom.self) {
                    $0.name = "n"
                    $0.fields = ["a": "1", "b": "2"]
                }
                log.at(5, Event.ViewAppeared.self) { $0.view = "Room" }
                return log.store
                """) == nil, "\(told.joined(separator: "\n"))")
    }

    /// `scripts/depending` compiles them.
    @Test func everyFieldOfEveryKindIsTold() throws {
        var maker = PayloadMaker(seed: 11)
        for descriptor in KindDescriptor.all where descriptor.kind != .logLabel {
            let line = maker.line(1, descriptor, .all).ndjson
            let told = try lines(line)
            #expect(told.contains { $0.hasPrefix("log.at(0, Event.\(descriptor.message.name).self)") })
            for field in descriptor.message.fields {
                // `main` is the same as none.
                if field.name == "session", line.contains("\"session\":\"main\"") { continue }
                // A list may have come out empty, and an empty one is none.
                if case .choices = field.type, !line.contains("\"\(field.name)\":[\"") { continue }
                if case .texts = field.type, !line.contains("\"\(field.name)\":[\"") { continue }
                #expect(
                    told.contains { $0.contains("$0.\(field.name) = ") }, "\(descriptor.kind) \(field.name)")
            }
        }
    }

    /// Outside of literals there is nothing but what the declarations say.
    @Test(arguments: SwiftLiteralTests.hostile)
    func nothingHostileGetsOut(text: String) throws {
        func value(_ field: FieldDescriptor) -> StoryValue {
            switch field.type {
            case .identity: .text(text.utf8.count < 60 ? "id\(text)" : "id")
            case .text: .text(text)
            case .bool: true
            case .count, .integer: 5
            case .number: 0.5
            case .vector3: [1, 2, 3]
            case .quaternion: [0, 0, 0, 1]
            case .choice(let set): .text(set.values[0])
            case .choices(let set): .list(set.values.map { .text($0) })
            case .texts: [.text(text)]
            case .textMap: .object([(text, .text(text))])
            case .message(let message): .object(message.fields.map { ($0.name, value($0)) })
            }
        }
        let events = KindDescriptor.all.filter { $0.kind != .logLabel }.enumerated().map {
            place, descriptor in
            StoryLine(
                Double(place), descriptor.kind.name, descriptor.message.fields.map { ($0.name, value($0)) })
        }
        let label = StoryLine(0, "log.label", [("id", .text("idx")), ("label", .text(text))])
        let told = try lines(([label] + events).map(\.ndjson).joined(separator: "\n"))
        var texts = 0
        for line in told {
            var rest = Substring(line).unicodeScalars
            var code = ""
            while let scalar = rest.first {
                guard scalar == "\"" else {
                    code.unicodeScalars.append(scalar)
                    rest.removeFirst()
                    continue
                }
                let (read, behind) = try #require(LiteralReader.read(rest), "\(line)")
                if read.unicodeScalars.elementsEqual(text.unicodeScalars) { texts += 1 }
                code += "S"
                rest = behind
            }
            #expect(
                code.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || " $.,:=()[]{}_-/".contains($0))
                })
        }
        #expect(texts > 60)
    }

    @Test func devicesAreTold() throws {
        let told = try lines(
            """
            {"t":0,"event":"session.pause","device":"phone-a"}
            {"t":1,"event":"view.appeared","view":"Room","device":"phone-b"}
            """)
        #expect(
            told == [
                #"let log = RecordedLog(labels: ["phone-a", "phone-b"])"#,
                #"log.at(0, on: "phone-a", Event.SessionPause.self)  // the app"#,
                #"log.at(1, on: "phone-b", Event.ViewAppeared.self) { $0.view = "Room" }"#,
                "return log.store",
            ])
    }

    @Test func manyLabelsGoOverSeveralLines() throws {
        let events = (0..<20).map { #"{"t":\#($0),"event":"anchor.removed","anchor":"a long label \#($0)"}"# }
        let told = try lines(events.joined(separator: "\n"))
        #expect(told[0] == "let log = RecordedLog(labels: [" && told.contains("])"))
        #expect(told.allSatisfy { $0.utf8.count <= 96 })
    }

    @Test func aLongTimeIsToldInNanoseconds() {
        let log = RecordedLog()
        log.at(0, Event.SessionPause.self)
        log.at(nanoseconds: 1 << 62 | 1, Event.SessionPause.self)
        #expect(
            SwiftRecording(log.store).lines[2]
                == "log.at(nanoseconds: 4611686018427387905, Event.SessionPause.self)  // the app")
    }

    @Test func whatCannotBeReadIsLeftOut() {
        let store = EventStore(labels: LabelTable())
        store.append(.anchorAdded, number: 1, time: 5, payload: [0xFF])
        store.append(.sessionPause, number: 2, time: 6, payload: [])
        let recording = SwiftRecording(store)
        #expect(recording.eventCount == 1)
        #expect(recording.lines.count == 3 && recording.lines[1].contains("0.000000001"))
    }
}
