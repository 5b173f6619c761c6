import EventLog
import Synchronization

/// Pieces of work on several threads; what comes of them is handed on in their order, on the thread that asked.
///
///     Workers.run(logs.count, threads: 2) { number in analyse(logs[number]) } take: { number, result in … }
///
/// No more than a few results wait for an earlier one, so that memory does not grow with the number of pieces.
enum Workers {
    /// Threads at most.
    static let most = 256

    /// Does `count` pieces of work. `take` gets what comes of each, from the first to the last, and says whether to go on.
    /// With one thread, or where there can be no other, all is done on the caller's.
    static func run<Result: Sendable>(
        _ count: Int, threads: Int, work: @escaping @Sendable (Int) -> Result, take: (Int, Result) -> Bool
    ) {
        let threads = min(max(threads, 1), count, most)
        let team = Team<Result>(count: count, threads: threads)
        var begun = 0
        if threads > 1 {
            for place in 0..<threads where BackgroundThread.run({ team.work(at: place, work) }) { begun += 1 }
        }
        guard begun > 0 else {
            for number in 0..<count { if !take(number, work(number)) { return } }
            return
        }
        for number in 0..<count { if !take(number, team.result(of: number)) { break } }
        team.stop()
    }
}

/// Who works together on the pieces.
private final class Team<Result: Sendable>: Sendable {
    private struct State {
        /// The next piece that nobody does, and the first that was not handed on.
        var next = 0
        var handedOn = 0
        var done: [Int: Result] = [:]
        var isStopped = false
    }

    private let count: Int
    private let state = Mutex(State())
    /// Rings when a piece is done, and for each worker when there is room for another.
    private let isDone = Bell()
    private let room: [Bell]
    /// Pieces begun, and not handed on, at most.
    private var ahead: Int { 4 * room.count }

    init(count: Int, threads: Int) {
        self.count = count
        room = (0..<threads).map { _ in Bell() }
    }

    private enum Turn {
        case piece(Int)
        case wait, over
    }

    /// Does one piece after the other until there are no more.
    func work(at place: Int, _ body: (Int) -> Result) {
        while true {
            switch nextTurn() {
            case .over: return
            case .wait: room[place].wait(nil)
            case .piece(let number):
                let result = body(number)
                state.withLock { $0.done[number] = result }
                isDone.ring()
            }
        }
    }

    private func nextTurn() -> Turn {
        state.withLock { state in
            if state.isStopped || state.next >= count { return .over }
            if state.next >= state.handedOn + ahead { return .wait }
            state.next += 1
            return .piece(state.next - 1)
        }
    }

    /// What comes of a piece, once it is done.
    func result(of number: Int) -> Result {
        while true {
            let found = state.withLock { state in
                let found = state.done.removeValue(forKey: number)
                if found != nil { state.handedOn = number + 1 }
                return found
            }
            if let found {
                for bell in room { bell.ring() }
                return found
            }
            isDone.wait(nil)
        }
    }

    /// No further piece is begun.
    func stop() {
        state.withLock { $0.isStopped = true }
        for bell in room { bell.ring() }
    }
}
