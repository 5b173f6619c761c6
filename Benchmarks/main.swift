import EventLog

/// What the benchmark measures with, beside arlog itself; `scripts/bench` runs it.
let usage = """
    usage: arlog-bench make OUT.mcap [--events N] [--pace full|quiet] [--seed N]
           arlog-bench frames LOG OUT.lz4
           arlog-bench walk LOG
           arlog-bench decode LOG
           arlog-bench record FOLDER [--events N] [--rate N] [--promise none|process|power]
           arlog-bench lines OUT.ndjson [--events N]
           arlog-bench events [--events N]
           arlog-bench version
    """

do {
    let words = try Words(CommandLine.arguments.dropFirst())
    switch (words.operands.first, words.operands.count) {
    case ("make", 2):
        try makeLog(
            words.operands[1], events: words.number("events", default: 10_000_000),
            pace: words.pace, seed: UInt64(words.number("seed", default: 1)))
    case ("frames", 3): try copyFrames(of: words.operands[1], to: words.operands[2])
    case ("walk", 2): try walk(words.operands[1])
    case ("decode", 2): try decode(words.operands[1])
    case ("record", 2):
        try record(
            words.operands[1], events: words.number("events", default: 1_000_000),
            rate: words.number("rate", default: 0), promise: words.promise)
    case ("lines", 2):
        try recordLines(words.operands[1], events: words.number("events", default: 1_000_000))
    case ("events", 1): try makeEvents(words.number("events", default: 1_000_000))
    // Logs of another version are made anew.
    case ("version", 1): print(Generator.version)
    default: throw Words.Failure()
    }
} catch is Words.Failure {
    fail(usage)
} catch {
    fail("arlog-bench: \(error)")
}
