import EventLog
import TestSupport
import Testing

@testable import Projections

/// The models of world maps, of what is restored of them, and of how far a session is localized and mapped.
struct WorldMapsTests {
    private func keys(_ world: World, _ map: String = "M1") -> [String]? {
        world.maps[EntityID(map)]?.keys.map { world.symbols.text($0) }
    }

    @Test func capturedAndSaved() throws {
        let world = try Story {
            mapCaptured(1, "M1", anchors: 4, keys: ["lamp", "sofa", "lamp"])
            mapSaved(2, "M1", anchors: 3, keys: ["vase", "lamp"])
            mapLoaded(3, "M1", anchors: 2)
        }.world()
        #expect(keys(world) == ["lamp", "sofa", "vase"])
        let record = try #require(world.maps[EntityID("M1")])
        #expect(record.anchorCount == 4 && record.loaded?.anchors == 2 && record.origin == [1, 2])
        #expect(world.maps[EntityID("M2")] == nil)
    }

    @Test func capturedAnew() throws {
        let world = try Story {
            mapCaptured(1, "M1", anchors: 4, keys: ["lamp"])
            mapSaved(2, "M1", anchors: 3, keys: ["vase"])
            mapCaptured(3, "M1")
        }.world()
        #expect(keys(world) == [])
        #expect(world.maps[EntityID("M1")]?.anchorCount == nil)
    }

    /// A list with more keys than are kept counts as not told, whatever it holds.
    @Test(arguments: [1000, 1001]) func tooManyKeys(_ count: Int) throws {
        let world = try Story { mapCaptured(1, "M1", keys: (0..<count).map { "k\($0)" }) }.world()
        #expect(keys(world)?.count == (count == 1000 ? 1000 : 0))
    }

    @Test func keysOfAllMapsTogether() throws {
        let many = (0..<1000).map { "k\($0)" }
        let world = try Story {
            for map in 0..<202 { mapCaptured(Double(map), "M\(map)", keys: many) }
            // What is captured anew makes room.
            mapCaptured(300, "M0", keys: ["lamp"])
            mapCaptured(301, "M201", keys: ["lamp"])
        }.world()
        #expect(keys(world, "M199")?.count == 1000)
        #expect(keys(world, "M200")?.isEmpty == true)
        #expect(keys(world, "M0") == ["lamp"] && keys(world, "M201") == ["lamp"])
    }

    @Test func restore() throws {
        let story = Story {
            run(1, map: "M1")
            tracking(2, "limited", "relocalizing")
            tracking(3, "normal")
            anchorAdded(3.1, "A1", key: "lamp")
            anchorAdded(3.2, "A1", key: "lamp")
            anchorAdded(3.3, "A2", "plane", origin: "detection")
            anchorAdded(9, "A3", key: "sofa", origin: "worldMap")
            anchorAdded(9, "A4", key: "vase")
            run(10)
        }
        let restore = try #require(try story.world().session()?.restore)
        #expect(restore.anchors == 2 && restore.keys.count == 2)
        #expect(restore.localized?.number == 3 && restore.run.number == 1)
        #expect(try story.when { run(11, options: ["resetTracking"]) }.world().session()?.restore == nil)
        #expect(try story.when { gap(11) }.world().session()?.restore == nil)
    }

    @Test func localization() throws {
        let story = Story {
            tracking(1, "limited", "relocalizing")
            offered(2)
            tracking(3, "limited", "relocalizing")
            offered(4)
        }
        let current = try #require(try story.world().session()?.localization)
        #expect(current.state == .limited)
        #expect(current.current?.began.number == 1 && current.current?.offered?.number == 2)
        let normal = try #require(try story.when { tracking(5, "normal") }.world().session()?.localization)
        #expect(normal.current == nil && normal.state == .normal)
        #expect(normal.last?.ended.number == 5 && normal.last?.isNormal == true)
        for end in [run(5), paused(5), failed(5)] {
            let ended = try #require(try story.when { end }.world().session()?.localization)
            #expect(ended.state == nil && ended.current == nil)
            #expect(ended.last?.ended.number == 5 && ended.last?.isNormal == false)
        }
        let lost = try #require(try story.when { gap(5) }.world().session()?.localization)
        #expect(lost.state == nil && lost.current == nil && lost.last == nil)
    }

    @Test func worldMapping() throws {
        let story = Story {
            run(0.5)
            mapping(1, "limited")
            mapping(2, "limited")
            run(3)
        }
        let known = try #require(try story.world().session()?.worldMapping)
        #expect(known.status == .limited && known.since.number == 2 && known.isBelowMapped)
        let later = try #require(
            try story.when { mapping(4, "extending") }.world().session()?.worldMapping)
        #expect(later.since.number == 5 && later.belowSince.number == 2)
        for end in [run(4, options: ["resetTracking"]), gap(4)] {
            let forgotten = try #require(try story.when { end }.world().session()?.worldMapping)
            #expect(forgotten.status == nil && !forgotten.isBelowMapped)
        }
    }
}
