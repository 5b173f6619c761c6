import EventLog
import Projections
import TestSupport
import Testing

@testable import arlog

private let second: UInt64 = 1_000_000_000

@Suite struct DeckTests {
    @Test func timeGoesAsFastAsItIsTold() {
        var deck = Deck(from: 0, duration: 10 * second, speed: 2, isPaused: false)
        deck.tick(second)
        #expect(deck.position == 2 * second)
        deck.press(.character(" "), nextFinding: nil)
        deck.tick(second)
        #expect(deck.isPaused && deck.position == 2 * second)
        deck.press(.character(" "), nextFinding: nil)
        deck.tick(.max)
        #expect(deck.position == 10 * second)
    }

    @Test func keysChooseTheNextSpeed() {
        var deck = Deck(from: 0, duration: second, speed: 1, isPaused: false)
        deck.press(.up, nextFinding: nil)
        #expect(deck.speed == 2)
        for _ in 0..<20 { deck.press(.character("+"), nextFinding: nil) }
        #expect(deck.speed == 1000)
        for _ in 0..<20 { deck.press(.down, nextFinding: nil) }
        #expect(deck.speed == 0.1)
        var odd = Deck(from: 0, duration: second, speed: 3, isPaused: false)
        odd.press(.character("-"), nextFinding: nil)
        #expect(odd.speed == 2)
    }

    @Test func theNextFindingIsGoneTo() {
        var deck = Deck(from: second, duration: 10 * second, speed: 1, isPaused: false)
        deck.press(.character("n"), nextFinding: nil)
        #expect(!deck.isPaused && deck.position == second)
        deck.press(.character("n"), nextFinding: 7 * second)
        #expect(deck.isPaused && deck.position == 7 * second)
        deck.press(.right, nextFinding: nil)
        #expect(deck.steps == 1)
        deck.stepped(to: 8 * second)
        #expect(deck.steps == 0 && deck.position == 8 * second)
        deck.press(.character("q"), nextFinding: nil)
        #expect(deck.isOver)
    }

    @Test func aBeginningBehindTheEndIsTheEnd() {
        #expect(Deck(from: .max, duration: 5, speed: 1, isPaused: true).position == 5)
    }

    @Test(
        arguments: [
            ([0x20], Keyboard.Key.character(" ")), ([0x1B, 0x5B, 0x41], .up), ([0x1B, 0x4F, 0x43], .right),
            ([0x1B, 0x5B, 0x42], .down), ([0x1B, 0x5B, 0x44], .left), ([0xC3, 0xA9], .character("é")),
        ] as [([UInt8], Keyboard.Key)])
    func keysAreKnownByTheirBytes(bytes: [UInt8], key: Keyboard.Key) {
        #expect(Keyboard.key(of: bytes) == key)
        #expect(Keyboard.key(of: []) == nil && Keyboard.key(of: [0x1B, 0x5B, 0x5A]) == nil)
    }
}

@Suite struct ReplayCommandTests {
    private static let faulty = Samples.folder + "/placement-double-run.mcap"

    private func tape(_ path: String, to end: Moment? = nil) throws -> Tape {
        try Tape(LogFile(path), settings: Settings(), to: end, limits: ReaderLimits(), .capturing())
    }

    private func lines(_ words: String...) -> [String] {
        Ran(["replay"] + words).output.split(separator: "\n").map(String.init)
    }

    @Test func linesTellEveryChangeAndFindingsWhereTheyBecomeTrue() throws {
        let all = lines(Self.faulty)
        let place = try #require(all.firstIndex { $0.contains("▲ error  double-run") })
        #expect(all[place - 1].contains("#79  session.run"))
        #expect(all[place + 1].contains("both called run"))
        #expect(!all.contains { $0.contains("anchor.updated ") || $0.contains("camera.pose ") })
        #expect(all.last == "58 updates of anchors, poses, statistics and packets not shown")
        // Every other event of the log is there.
        let shown = all.filter { $0.contains(" #") && !$0.contains("(#") }.count
        #expect(shown + 58 == 85)
    }

    @Test func aPartIsPlayed() {
        let part = lines(Self.faulty, "--from", "20.5", "--to", "20.7")
        #expect(part.count == 2 && part[0].contains("#77") && part[1].contains("#78"))
        // Where the playing ends is no end of the log.
        #expect(!lines(Self.faulty, "--to", "#78").contains { $0.contains("▲") })
        #expect(lines(Self.faulty, "--from", "#84").first?.contains("#84  view.disappeared") == true)
    }

    @Test func itStopsAtAFinding() {
        let until = lines(Self.faulty, "--until", "double-run")
        #expect(
            until.contains { $0.contains("▲ error") } && !until.contains { $0.contains("session.failed") })
        #expect(Ran("replay", Self.faulty, "--until", "dual-host").status == 2)
        #expect(Ran("replay", Self.faulty, "--until", "double-rum").status == 64)
    }

    @Test func recordedTimeIsWaitedFor() throws {
        let console = Console.capturing()
        let tape = try Tape(
            LogFile(Self.faulty), settings: Settings(), to: nil, limits: ReaderLimits(), console)
        var waited: UInt64 = 0
        try Playback(tape: tape, console: console, stop: nil).print(from: 0, speed: 10) { waited += $0 }
        // 23.5 s ten times as fast; what is shorter than a millisecond is not waited for.
        #expect(waited > 2_300_000_000 && waited <= 2_350_000_000)
    }

    @Test func thePictureShowsTheMoment() throws {
        let tape = try tape(Samples.folder + "/collaboration-duplicate-speaker.mcap")
        let playback = Playback(tape: tape, console: .capturing(), stop: nil)
        let screen = PlaybackScreen(tape: tape, console: .capturing())
        var deck = Deck(from: 20 * second, duration: tape.duration, speed: 1, isPaused: true)
        try playback.play(&deck)
        var text = screen.lines(deck, columns: 100, rows: 30)
        #expect(text[0].contains("20 s of 34 s") && text[0].hasSuffix("paused"))
        #expect(text.contains { $0.hasPrefix("3 live anchors, 1 node, 1 connected peer") })
        #expect(text.contains { $0.contains("speaker-1  anchor, speaker-left, shown by speaker-1-model") })
        #expect(text.contains { $0.hasPrefix("packets so far: ") && $0.contains(" sent") })
        #expect(!text.contains { $0.contains("node-outlives-anchor") })
        deck.press(.character("n"), nextFinding: tape.finding(after: deck.position))
        try playback.play(&deck)
        text = screen.lines(deck, columns: 100, rows: 30)
        #expect(text.contains { $0.hasPrefix("warning  node-outlives-anchor  at 28.1 s") })
        #expect(text.contains { $0.contains("node speaker-1-model  on an anchor that is gone") })
        deck.press(.right, nextFinding: nil)
        try playback.play(&deck)
        #expect(deck.steps == 0 && tape.last?.number == 311)
    }

    @Test(arguments: [(20, 5), (24, 3), (40, 10), (80, 24), (200, 60)])
    func thePictureFits(columns: Int, rows: Int) throws {
        let tape = try tape(Samples.folder + "/collaboration-duplicate-speaker.mcap")
        var deck = Deck(from: 30 * second, duration: tape.duration, speed: 1, isPaused: false)
        try Playback(tape: tape, console: .capturing(), stop: nil).play(&deck)
        let lines = PlaybackScreen(tape: tape, console: .capturing()).lines(
            deck, columns: columns, rows: rows)
        #expect(lines.count <= rows)
        for line in lines { #expect(TerminalText.width(line) <= columns, "\(line)") }
    }

    @Test func wrongUse() {
        #expect(Ran("replay", "-").status == 64)
        #expect(Ran("replay", Self.faulty, "--step").status == 64)
        #expect(Ran("replay", Self.faulty, "--speed", "0").status == 64)
        #expect(Ran("replay", Self.faulty, "--speed", "fast").status == 64)
        #expect(Ran("replay", Self.faulty, "--speed", "max").status == 0)
    }
}
