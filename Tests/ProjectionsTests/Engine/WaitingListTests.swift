import Testing

@testable import Projections

struct WaitingListTests {
    @Test func inTheOrderTheyBegan() {
        var list = WaitingList<String, Int>()
        list.set("a", 1, due: 10)
        list.set("b", 2, due: 20)
        list.set("c", 3, due: 20)
        #expect(list.popDue(at: 9) == nil)
        #expect(list.popDue(at: 20)?.value == 1)
        #expect(list.popDue(at: 20)?.key == "b")
        #expect(list.nextDue == 20)
        #expect(list.popDue(at: 20)?.value == 3)
        #expect(list.nextDue == nil && list.isEmpty)
    }

    @Test func whatBeginsAnewWaitsAnew() {
        var list = WaitingList<String, Int>()
        list.set("a", 1, due: 10)
        list.set("b", 2, due: 15)
        list.set("a", 3, due: 20)
        #expect(list["a"] == 3 && list.nextDue == 15)
        #expect(list.popDue(at: 30)?.value == 2)
        #expect(list.popDue(at: 30)?.value == 3)
        #expect(list.popDue(at: 30) == nil)
    }

    @Test func whatIsDroppedIsNotDue() {
        var list = WaitingList<String, Int>()
        list.set("a", 1, due: 10)
        list.set("b", 2, due: 20)
        list.remove("a")
        list.remove("c")
        #expect(list["a"] == nil && list.nextDue == 20)
        list.remove("b")
        #expect(list.popDue(at: 100) == nil && list.isEmpty)
    }

    /// While a clock stands nothing falls due; what is dropped meanwhile must not stay in memory.
    @Test func droppedOnesAreForgotten() {
        var list = WaitingList<Int, Int>()
        for key in 0..<100_000 {
            list.set(key, key, due: 10)
            if key >= 10 { list.remove(key - 10) }
        }
        #expect(list.waiting <= 64)
        var left: [Int] = []
        while let next = list.popDue(at: 10) { left.append(next.value) }
        #expect(left == Array(99_990..<100_000))
    }
}
