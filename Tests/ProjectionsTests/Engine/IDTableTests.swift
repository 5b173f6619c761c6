import EventLog
import TestSupport
import Testing

@testable import Projections

struct IDTableTests {
    @Test func setAndRemove() {
        var table = IDTable()
        #expect(table["A1"] == nil && table.count == 0)
        table.set("A1", to: 0)
        table.set("A2", to: 7)
        table.set("A1", to: 3)
        #expect(table["A1"] == 3 && table["A2"] == 7 && table.count == 2)
        table.remove("A1")
        table.remove("A1")
        table.remove("A3")
        #expect(table["A1"] == nil && table["A2"] == 7 && table.count == 1)
    }

    @Test func anyIDs() {
        var table = IDTable()
        let ids = [
            EntityID.null, EntityID(low: 0, high: 1), EntityID(low: 1, high: 0),
            EntityID(low: .max, high: .max),
        ]
        for (index, id) in ids.enumerated() { table.set(id, to: index) }
        for (index, id) in ids.enumerated() { #expect(table[id] == index) }
    }

    /// Against a `Dictionary`, with few ids, so that they collide and are removed in the middle of a cluster, and with
    /// many, so that it grows.
    @Test(arguments: [(1, 12), (2, 40), (3, 300), (4, 5000)] as [(UInt64, UInt64)])
    func manySteps(_ seed: UInt64, _ ids: UInt64) {
        var random = SeededGenerator(seed)
        var table = IDTable()
        var expected: [EntityID: Int] = [:]
        for step in 0..<20_000 {
            let id = EntityID(low: UInt64.random(in: 0..<ids, using: &random), high: seed)
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                table.set(id, to: step)
                expected[id] = step
            case 2, 3:
                table.remove(id)
                expected[id] = nil
            default:
                if table[id] != expected[id] { Issue.record("seed \(seed), step \(step)") }
            }
        }
        #expect(table.count == expected.count)
        for low in 0..<ids {
            let id = EntityID(low: low, high: seed)
            if table[id] != expected[id] { Issue.record("seed \(seed), id \(low)") }
        }
    }
}
