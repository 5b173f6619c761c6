import EventLog
import TestSupport
import Testing

/// `cat --format ndjson` and `import` are inverse: same events, order, instants, ids, fields given or not.
@Suite struct NDJSONRoundTripTests {
    @Test(arguments: KindDescriptor.all.filter { $0.kind != .logLabel }.map(\.kind))
    func everyKind(kind: EventKind) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var maker = PayloadMaker(seed: seed)
        let descriptor = KindDescriptor.of(kind)
        let story = Story {
            maker.line(0, descriptor, .all)
            maker.line(0.1, descriptor, .required)
            for step in 0..<20 { maker.line(1 + Double(step) / 1000, descriptor, .some) }
        }
        let log = try story.log()
        let printed = log.printed()
        let again = try MemoryLog(ndjson: printed)
        #expect(difference(again.facts, log.facts) == nil, "seed \(seed)")
        #expect(difference(again.printed(), printed) == nil, "seed \(seed)")
        #expect(log.headers.count == 22, "seed \(seed)")
    }

    @Test(arguments: TestFiles.shared("cases", ending: ".ndjson"))
    func everyCase(name: String) throws { try check(name) }

    @Test(arguments: TestFiles.shared("sessions", ending: ".ndjson.gz"))
    func everySession(name: String) throws { try check(name) }

    private func check(_ name: String) throws {
        let log = try MemoryLog(ndjson: TestFiles.bytes(shared: name))
        let printed = log.printed()
        let again = try MemoryLog(ndjson: printed)
        #expect(difference(again.facts, log.facts) == nil)
        #expect(difference(again.printed(), printed) == nil)
        // The text has one inert line an event.
        let text = log.printed(.text)
        #expect(text.utf8.filter { $0 == 0x0A }.count == log.headers.count)
        #expect(text.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 })
    }

    @Test func printsWhatWasGiven() throws {
        let ndjson = """
            {"t":0,"time":"2026-07-18T09:30:12.500000000Z","seq":3,"event":"log.opened","device":"A"}
            {"t":0.5,"seq":4,"event":"session.run","configuration":{"kind":"worldTracking","name":"","isCollaborationEnabled":false,"planeDetection":["vertical"],"detectionObjects":0},"options":["resetTracking"]}
            {"t":0.5,"at":-1.25,"seq":9,"event":"anchor.added","session":"other","anchor":"A1","position":[0,0.1,-1e-10],"isTracked":false}
            {"t":0.75,"event":"log.label","id":"6F9619FF-8B86-D011-B42D-00C04FC964FF","label":"Alice's phone"}
            {"t":0.75,"seq":10,"event":"peer.stateChanged","peer":"6F9619FF-8B86-D011-B42D-00C04FC964FF","state":"connected"}
            {"t":1,"seq":11,"event":"recovery.offered","choices":["retry","startOver"]}
            {"t":1,"seq":12,"event":"custom","name":"x","fields":{"a":"1","b":""}}

            """
        #expect(try difference(MemoryLog(ndjson: ndjson).printed(), ndjson) == nil)
    }

    @Test func textIsForPeople() throws {
        let log = try Story {
            opened(device: "Lisa's phone")
            anchorAdded(12.3456, "A1", key: "chair=1", at: [0, 0.5, -1])
            event(3723.5, "log.marker", ["text": "red\u{1B}[31m \"now\"\n"])
            run(4000, options: ["resetTracking", "removeExistingAnchors"])
        }.log()
        #expect(
            log.printed(.text) == #"""
                     0.000      #1  log.opened device="Lisa's phone"
                    12.345      #2  anchor.added anchor=A1 key="chair=1" position=[0,0.5,-1]
                  3723.500      #3  log.marker text="red\u{1B}[31m \"now\"\n"
                  4000.000      #4  session.run configuration={kind=worldTracking} options=[resetTracking,removeExistingAnchors]

                """#)
    }

    @Test func typedEventsHaveTheSameBytes() throws {
        let run = Event.SessionRun {
            $0.session = "other"
            $0.configuration = Event.Configuration {
                $0.kind = .faceTracking
                $0.planeDetection = [.vertical, .horizontal]
                $0.frameSemantics = ["b", "a"]
                $0.detectionImages = 0
            }
            $0.options = [.removeExistingAnchors, .resetTracking]
        }
        try expect(
            run,
            #"{"t":0,"event":"session.run","options":["removeExistingAnchors","resetTracking","resetTracking"],"configuration":{"frameSemantics":["b","a"],"planeDetection":["vertical","horizontal"],"kind":"faceTracking","detectionImages":0},"session":"other"}"#
        )
        try expect(
            Event.NodeMoved {
                $0.node = "N1"
                $0.position = Vector3(1, -2, 0.1)
            }, #"{"t":0,"event":"node.moved","position":[1,-2.0,0.1],"node":"N1"}"#)
        try expect(
            Event.SessionFailed {
                $0.code = -5
                $0.text = ""
            }, #"{"t":0,"event":"session.failed","code":-5,"text":"","session":"main"}"#)
        try expect(
            Event.Custom {
                $0.name = "n"
                $0.fields = ["b": "2", "a": "1", "": ""]
            }, #"{"t":0,"event":"custom","fields":{"b":"2","":"","a":"1"},"name":"n"}"#)
        try expect(
            Event.DeviceStats {
                $0.memoryBytes = .max
                $0.cpu = 1.5
                $0.battery = 1
            },
            #"{"t":0,"event":"device.stats","battery":1.0,"cpu":15e-1,"memoryBytes":18446744073709551615}"#)
    }

    private func expect<P: EventPayload>(_ payload: P, _ line: String) throws where P.Storage == Owned {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        defer { memory.deallocate() }
        let count = try #require(WireEncoder.encode(payload, into: memory))
        let log = try MemoryLog(ndjson: line)
        #expect(log.headers.first?.kind == P.kind)
        #expect(log.facts.first?.payload == Array(memory[..<count]))
    }
}
