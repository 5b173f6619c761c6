import EventLog
import TestSupport
import Testing

@testable import ARLogKit

/// The table does what a dictionary would, whatever comes and goes.
@Suite struct AnchorTableTests {
    @Test func isADictionary() {
        var random = SeededNumbers(seed: 7)
        var table = AnchorTable(capacity: 16)
        var model: [EntityID: UInt64] = [:]
        // Few ids with the same low bits, so that they meet.
        let ids = (0..<60).map { EntityID(low: UInt64($0 % 6) << 32, high: UInt64($0)) }
        for step in 0..<20_000 {
            let id = ids[Int.random(in: 0..<ids.count, using: &random)]
            if Bool.random(using: &random) {
                guard let place = table.place(of: id, now: 0) else {
                    Issue.record("no room")
                    return
                }
                #expect(place.isNew == (model[id] == nil))
                if !place.isNew { #expect(table[place.index].due == model[id]) }
                table[place.index].due = UInt64(step)
                model[id] = UInt64(step)
            } else {
                table.remove(id)
                model[id] = nil
            }
            #expect(table.count == model.count)
        }
        table.removeAll()
        #expect(table.count == 0 && table.place(of: ids[0], now: 0)?.isNew == true)
    }

    @Test func theSilentMakeRoomForOthers() {
        var table = AnchorTable(capacity: 16)
        func id(_ number: Int) -> EntityID { EntityID(low: 1, high: UInt64(bitPattern: Int64(number))) }
        for number in 0..<AnchorTable.limit { #expect(table.place(of: id(number), now: 0) != nil) }
        #expect(table.place(of: id(-1), now: 1) == nil)
        let late = AnchorTable.silence + 1
        #expect(table.place(of: id(0), now: late)?.isNew == false)
        #expect(table.place(of: id(-1), now: late)?.isNew == true)
        #expect(table.place(of: id(0), now: late)?.isNew == false)
        #expect(table.place(of: id(1), now: late)?.isNew == true)
        #expect(table.count == 3)
    }
}
