import EventLog

/// A bar on standard error for work that takes more than about a second: on a terminal only, and never with
/// `--quiet`. Cheap enough to be called for every chunk.
final class Progress {
    private let console: Console
    private let title: String
    private let total: UInt64
    private let clock: () -> UInt64
    /// When the bar may be drawn next; never, where nobody would see it.
    private var nextDraw: UInt64

    /// `total` is what `advance(to:)` counts up to, in bytes; 0 where it is not known.
    init(
        _ title: String, of total: UInt64, on console: Console,
        clock: @escaping () -> UInt64 = System.monotonicNanoseconds
    ) {
        self.console = console
        self.title = title
        self.total = total
        self.clock = clock
        let isSeen = console.errors.isTerminal && !console.isQuiet
        nextDraw = isSeen ? clock() + 1_000_000_000 : .max
    }

    func advance(to done: UInt64) {
        guard nextDraw != .max else { return }
        let now = clock()
        guard now >= nextDraw else { return }
        nextDraw = now + 100_000_000
        console.showBar(text(done))
    }

    /// Wipes the bar.
    func finish() {
        nextDraw = .max
        console.wipeBar()
    }

    private func text(_ done: UInt64) -> String {
        guard total > 0 else { return TerminalText.inert(title, width: console.width - 1) }
        let fraction = min(Double(done) / Double(total), 1)
        let percent = TerminalText.pad("\(Int(fraction * 100))%", to: 4, atStart: true)
        let room = max(console.width - 34, 0)
        let full = Int(fraction * 24)
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 24 - full)
        return "\(bar) \(percent) " + TerminalText.inert(title, width: room)
    }
}
