import Synchronization
import Testing

@testable import arlog

@Suite struct WorkersTests {
    @Test(arguments: [1, 2, 3, 16])
    func everythingIsDoneOnceAndHandedOnInOrder(threads: Int) {
        let done = Mutex<[Int: Int]>([:])
        var taken: [Int] = []
        Workers.run(500, threads: threads) { number in
            done.withLock { $0[number, default: 0] += 1 }
            return number * 2
        } take: { number, result in
            #expect(result == number * 2)
            taken.append(number)
            return true
        }
        #expect(taken == Array(0..<500))
        #expect(done.withLock { $0.count == 500 && $0.values.allSatisfy { $0 == 1 } })
    }

    @Test(arguments: [1, 2, 5])
    func whoHasEnoughStops(threads: Int) {
        let begun = Atomic<Int>(0)
        var taken = 0
        Workers.run(10_000, threads: threads) { number in
            begun.add(1, ordering: .relaxed)
            return number
        } take: { _, _ in
            taken += 1
            return taken < 10
        }
        // No further than a few pieces ahead.
        #expect(taken == 10 && begun.load(ordering: .relaxed) <= 10 + 5 * threads)
    }

    /// The first piece takes longest; nobody runs far ahead of it.
    @Test func fewResultsWait() {
        let gate = Mutex(false)
        let begun = Atomic<Int>(0)
        var most = 0
        Workers.run(1000, threads: 3) { number in
            begun.add(1, ordering: .relaxed)
            if number == 0 {
                // Until the others can't go on.
                while begun.load(ordering: .relaxed) < 12 {}
                gate.withLock { $0 = true }
            }
            return number
        } take: { number, _ in
            most = max(most, begun.load(ordering: .relaxed) - number)
            return true
        }
        #expect(gate.withLock { $0 } && most <= 4 * 3 + 1)
    }

    @Test func nothingToDo() {
        Workers.run(0, threads: 4) {
            $0
        } take: { _, _ in
            Issue.record("nothing was done")
            return true
        }
    }
}
