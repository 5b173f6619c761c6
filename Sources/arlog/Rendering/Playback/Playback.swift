import EventLog
import Projections

/// Plays a tape, as lines or as a picture, until its end or a finding.
struct Playback {
    let tape: Tape
    let console: Console
    /// The finding to stop at.
    let stop: Finding?

    private func isStop(_ header: EventHeader) -> Bool {
        stop.map { header.number >= $0.mark.number } ?? false
    }

    // MARK: Lines

    /// - Parameters:
    ///   - begin: nanoseconds from the first event; earlier events are taken in without a word.
    ///   - speed: times as fast as it was; infinity does not wait.
    ///   - wait: lets so many nanoseconds go by.
    func print(
        from begin: UInt64, speed: Double, wait: (UInt64) -> Void = System.wait
    ) throws(CommandError) {
        var lines = PlaybackLines(tape, console)
        var position = begin
        while let next = try tape.next(), !console.isOutputClosed {
            if speed.isFinite, next > position {
                let nanoseconds = Double(next - position) / speed
                if nanoseconds >= 1_000_000 {
                    console.output.flush()
                    wait(nanoseconds < 1e18 ? UInt64(nanoseconds) : .max)
                }
                position = next
            }
            guard let event = try tape.advance() else { break }
            if next >= begin { lines.write(event) }
            if isStop(event.header) { break }
        }
        lines.writeEnd()
    }

    // MARK: Picture

    /// Milliseconds between two pictures.
    private static let frame: Int32 = 66

    func show(_ start: Deck) throws(CommandError) {
        var deck = start
        let screen = PlaybackScreen(tape: tape, console: console)
        Keyboard.open()
        console.output.write(Keyboard.hidesCursor)
        defer {
            console.output.write(Keyboard.showsCursor)
            Keyboard.close()
        }
        var now = System.monotonicNanoseconds()
        while !deck.isOver {
            try play(&deck)
            draw(screen.lines(deck, columns: console.width, rows: System.rows(of: 1) ?? 24))
            if let key = Keyboard.key(within: deck.isPaused ? 1000 : Self.frame) {
                deck.press(key, nextFinding: tape.finding(after: deck.position))
            }
            let later = System.monotonicNanoseconds()
            deck.tick(later - min(later, now))
            now = later
        }
    }

    /// Takes in the events up to where the deck stands.
    func play(_ deck: inout Deck) throws(CommandError) {
        while let next = try tape.next() {
            guard next <= deck.position || deck.steps > 0 else { return }
            if deck.steps > 0, next > deck.position { deck.stepped(to: next) }
            guard let event = try tape.advance() else { break }
            if isStop(event.header), tape.findings(at: event.header).contains(where: { $0 == stop }) {
                deck.pause(at: next)
                return
            }
        }
        if try tape.next() == nil, deck.steps > 0 { deck.end() }
    }

    private func draw(_ lines: [String]) {
        var text = "\u{1B}[H"
        for line in lines { text += line + "\u{1B}[K\r\n" }
        console.output.write(text + "\u{1B}[J")
    }
}
