import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

@Suite struct ShrinkerTests {
    private func store(_ log: MemoryLog) -> EventStore {
        let store = EventStore(labels: log.labels)
        for event in log.events { store.append(event) }
        return store
    }

    private func goal(_ log: MemoryLog, _ rule: String) throws -> FindingGoal {
        let analysis = Analysis()
        analysis.take(log.batch)
        return FindingGoal(try #require(analysis.finish().first { $0.rule == rule }))
    }

    private func names(_ result: Shrinker.Result) -> [String] { result.headers.map(\.kind.name) }

    /// Whether no event can go with what hangs on it.
    private func isMinimal(_ result: Shrinker.Result, _ store: EventStore, _ goal: FindingGoal) -> Bool {
        let judge = Judge(store, goal: goal, settings: Settings())
        let links = Dependencies(result.headers, in: store).dependents
        return result.headers.indices.allSatisfy { place in
            var gone: Set<Int> = [place]
            for other in place..<result.headers.count where gone.contains(other) {
                gone.formUnion(links[other].map { Int($0) })
            }
            return !judge.holds(
                result.headers.indices.filter { !gone.contains($0) }.map { result.headers[$0] })
        }
    }

    @Test(arguments: Catalogue.about.map(\.id))
    func everyRulesFaultIsFoundInALongLog(rule: String) throws {
        let planted = try #require(try PlantedFault(rule, filler: 1200))
        let result = try #require(
            Shrinker(planted.store, goal: planted.goal, settings: Settings()).run())
        #expect(FindingGoal(result.finding) == planted.goal)
        #expect(result.isMinimal)
        #expect(isMinimal(result, planted.store, planted.goal), "\(names(result))")
        // One more where the log has to go on for a while; a cut log's finding names the last events before.
        #expect(
            result.headers.count <= planted.exampleCount + (rule == "log-cut" ? 4 : 1), "\(names(result))")
    }

    @Test func whatRemainsTellsTheStory() throws {
        let log = try Story {
            opened()
            run(0.2, source: "start-button")
            tracking(1, "normal")
            anchorAdded(2, "A", at: [1, 0, 0])
            nodeAttached(2.317, "N", to: "A").with("key", .text("chair"))
            anchorUpdated(3, "A", at: [1, 0, 0])
            anchorRemoved(4, "A")
            anchorAdded(5, "B", at: [1, 0, 0])
            nodeAttached(5.21, "M", to: "B").with("key", .text("chair"))
            for step in 0..<50 { message(6 + Double(step), "still here") }
            frame(59)
            closed(60)
        }.log()
        let store = store(log)
        let goal = try goal(log, "duplicate-node")
        let result = try #require(Shrinker(store, goal: goal, settings: Settings()).run())
        #expect(
            names(result).prefix(5) == [
                "anchor.added", "node.attached", "anchor.removed", "anchor.added", "node.attached",
            ])
        #expect(result.headers.count <= 6)
        // Times are round and short, and every one is later than the one before.
        let times = result.headers.map { Double($0.time - result.headers[0].time) / 1e9 }
        #expect(times.prefix(5) == [0, 0.1, 0.2, 0.3, 0.4])
        #expect(isMinimal(result, store, goal))
    }

    /// Two runs in a row are an error where they disagree, and where the log breaks off right behind them.
    @Test func theReasonStaysTheSame() throws {
        let log = try Story {
            opened()
            run(1, options: ["resetTracking", "removeExistingAnchors"], source: "a")
            run(1.1, options: ["resetTracking"], source: "b")
            for step in 0..<30 { message(2 + Double(step), "going on") }
            closed(40)
        }.log()
        let store = store(log)
        let result = try #require(
            Shrinker(store, goal: try goal(log, "double-run"), settings: Settings()).run())
        #expect(result.finding.message.contains("removeExistingAnchors"))
        let options = try result.headers.map {
            try #require(store.event($0).decode(StoredEvent.SessionRun.self)).options
        }
        #expect(options.map { $0.contains(.removeExistingAnchors) } == [true, false])
    }

    /// What was shrunk is as small and round as it gets.
    @Test(arguments: ["duplicate-node", "visible-while-lost", "bandwidth", "no-return"])
    func shrinkingAgainChangesNothing(rule: String) throws {
        let planted = try #require(try PlantedFault(rule, filler: 200))
        let once = try #require(Shrinker(planted.store, goal: planted.goal, settings: Settings()).run())
        let again = EventStore(labels: planted.store.labels)
        for event in planted.store.batch(once.headers).events { again.append(event) }
        let twice = try #require(Shrinker(again, goal: planted.goal, settings: Settings()).run())
        #expect(twice.headers.map(\.time) == once.headers.map(\.time))
        #expect(twice.headers.map(\.number) == once.headers.map(\.number))
    }

    @Test func noOtherFaultComesToByHaste() throws {
        let log = try Story {
            anchorAdded(0, "A", key: "chair")
            nodeAttached(0.1, "N", to: "A", key: "chair")
            run(1, options: ["removeExistingAnchors"], source: "a")
            run(11, options: ["removeExistingAnchors"], source: "b")
            anchorAdded(12, "A", key: "chair")
            nodeAttached(12.1, "M", to: "A", key: "chair")
            frame(30)
        }.log()
        let store = store(log)
        let result = try #require(
            Shrinker(store, goal: try goal(log, "duplicate-node"), settings: Settings()).run())
        let analysis = Analysis()
        analysis.take(store.batch(result.headers))
        #expect(!analysis.finish().contains { $0.rule == "double-run" })
    }

    @Test func theSameLogGivesTheSameResult() throws {
        func once() throws -> [String] {
            let planted = try #require(try PlantedFault("no-return", filler: 400))
            let result = try #require(
                Shrinker(planted.store, goal: planted.goal, settings: Settings()).run())
            return result.headers.map { "\($0.number) \($0.time) \(planted.store.payload(of: $0))" }
                + ["\(result.checks)"]
        }
        #expect(try once() == once())
    }

    @Test func aNodeGoesWithItsAnchor() throws {
        let log = try Story {
            anchorAdded(1, "A", at: [0, 0, 0])
            anchorUpdated(2, "A", at: [0, 0, 0])
            nodeAttached(3, "N", to: "A")
            nodeDetached(4, "N")
            nodeAttached(5, "X", to: "never-added")
            anchorAdded(6, "A", at: [0, 0, 0]).of(session: "left")
        }.log()
        let store = store(log)
        let links = Dependencies(store.headers, in: store).dependents
        #expect(links == [[1, 2], [], [3], [], [], []])
    }

    @Test func packetsStayInPairs() throws {
        let log = try MemoryLog(
            ndjson: """
                {"t":0,"event":"collaboration.dataProduced","packet":"P","priority":"critical"}
                {"t":1,"event":"collaboration.dataSent","packet":"P"}
                {"t":2,"event":"collaboration.dataReceived","packet":"Q"}
                {"t":3,"event":"collaboration.dataApplied","packet":"Q"}
                {"t":4,"event":"collaboration.dataApplied","packet":"P"}
                """)
        let store = store(log)
        #expect(Dependencies(store.headers, in: store).dependents == [[1], [], [3], [], []])
    }

    @Test func noMachineJumpsThatDidNot() throws {
        let log = try Story {
            changed(1, "objectTracking", "idle", to: "loading")
            changed(2, "objectTracking", "loading", to: "running")
            run(3, source: "a")
            changed(3.05, "objectTracking", "running", to: "stopped")
            run(3.1, source: "b")
        }.log()
        let store = store(log)
        let goal = try goal(log, "double-run")
        let judge = Judge(store, goal: goal, settings: Settings())
        #expect(judge.holds(store.headers))
        // Without the second transition the third begins where the machine is not.
        #expect(!judge.holds([0, 2, 3, 4].map { store.headers[$0] }))
        #expect(judge.holds([2, 4].map { store.headers[$0] }))
    }

    @Test func whereTimeIsOverTheResultStillGivesTheFinding() throws {
        let planted = try #require(try PlantedFault("duplicate-node", filler: 1200))
        var asked = 0
        let shrinker = Shrinker(
            planted.store, goal: planted.goal, settings: Settings(),
            isOver: {
                asked += 1
                return asked > 4
            })
        let result = try #require(shrinker.run())
        #expect(!result.isMinimal)
        #expect(FindingGoal(result.finding) == planted.goal)
    }

    @Test func aFindingThatIsNotThereIsRefused() throws {
        let log = try Story { run(1) }.log()
        let planted = try #require(try PlantedFault("double-run", filler: 4))
        #expect(Shrinker(store(log), goal: planted.goal, settings: Settings()).run() == nil)
    }
}

@Suite struct WithholdingTests {
    @Test func textsPlacesAndNamesGo() throws {
        let log = try Story {
            opened(device: "Anna's phone")
            run(1)
            anchorAdded(2, "Anna's desk", at: [1.5, 2.5, 3.5])
            message(3, "secret")
            nodeAttached(4, "B5B3A1B0-0000-4000-8000-000000000001", to: "Anna's desk")
        }.log()
        let store = EventStore(labels: log.labels)
        for event in log.events { store.append(event) }
        let withholding = Withholding(store)
        let headers = store.headers.map { withholding.apply(to: $0) }
        var printer = EventPrinter(labels: withholding.labels, start: log.start, devices: [.null])
        var buffer = ByteBuffer()
        for event in store.batch(headers).events { printer.append(event, .ndjson, to: &buffer) }
        let text = String(decoding: buffer.array, as: UTF8.self)
        #expect(!text.contains("Anna") && !text.contains("secret") && !text.contains("position"))
        #expect(text.contains(#""device":"id-1""#) && text.contains(#""anchor":"id-2""#))
        #expect(text.contains(#""text":"-""#))
        #expect(text.contains("B5B3A1B0-0000-4000-8000-000000000001"))
        // What is left can be read back strictly, and is as many events.
        #expect(try MemoryLog(ndjson: text).headers.count == log.headers.count)
    }

    @Test func nestedIDsAreRenamedToo() throws {
        let log = try MemoryLog(
            ndjson:
                #"{"t":0,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"Anna's room"}}"#
        )
        let store = EventStore(labels: log.labels)
        for event in log.events { store.append(event) }
        let withholding = Withholding(store)
        let header = withholding.apply(to: store.headers[0])
        let run = try #require(store.event(header).decode(StoredEvent.SessionRun.self))
        #expect(run.configuration?.initialWorldMap == EntityID("id-1"))
    }
}
