import EventLog
import Projections
import Replay

/// Where a reference decides otherwise than a recorded app, for people.
struct ReplayComparisonText {
    let reference: ReplayReference
    let recording: EventStore
    let replay: ReplayResult
    let comparison: ReplayComparison
    let findings: FindingsComparison
    let console: Console

    /// Places that are told one by one.
    private static let shown = 40

    func write(_ name: String) {
        let all = comparison.matched + comparison.count
        let what =
            switch reference {
            case .objectTracking: "an app that tracks objects"
            case .session: "an app that collaborates, places or onboards"
            }
        console.line(
            "\(TerminalText.inert(name)) against the reference for \(what): "
                + (comparison.count == 0
                    ? "\(Figures.count(all, "decision")), all the same"
                    : "\(comparison.count) of \(Figures.count(all, "decision")) otherwise"))
        for account in replay.accounts {
            console.line(console.output.styled("! \(TerminalText.inert(account.description))", .yellow))
        }
        for divergence in comparison.divergences.prefix(Self.shown) { write(divergence) }
        if comparison.count > Self.shown {
            console.line()
            console.line(console.output.styled("and \(comparison.count - Self.shown) more", .dim))
        }
        // What was not played to its end, or not as it should, proves less.
        let gone = replay.isComplete && replay.accounts.isEmpty ? "gone" : "not found, as far as it went,"
        write("\(gone) with the reference", findings.vanished) { $0.message }
        write("found with it, too", findings.stayed, told)
        write("found with the reference only", findings.new, told)
    }

    /// What happened in the replay, with the recording's numbers, and how bad it was there where that differs.
    private func told(_ finding: Finding) -> String {
        let former =
            findings.formerSeverity(of: finding).map { " In the log it is of severity \($0.name)." } ?? ""
        return recordedNumbers(in: finding) + former
    }

    /// The finding's message with the numbers that its events have in the recording; a decision of the reference's own
    /// has none, and is told by the event that came before it.
    private func recordedNumbers(in finding: Finding) -> String {
        let parts = finding.message.split(separator: "#", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let digits = part.prefix { $0.isNumber }
            if let number = UInt32(digits), finding.events.contains(number) {
                text += recordedNumber(of: number) + part.dropFirst(digits.count)
            } else {
                text += "#" + part
            }
        }
    }

    private func recordedNumber(of number: UInt32) -> String {
        let known = replay.recordedNumbers.prefix(Int(number))
        if let own = known.last, own != 0 { return "#\(own)" }
        return known.last { $0 != 0 }.map { "the reference after #\($0)" } ?? "the reference at the start"
    }

    private func write(_ divergence: Divergence) {
        console.line()
        for input in divergence.inputs.suffix(2) {
            console.line(console.output.styled("  after      " + text(of: input, in: recording), .dim))
        }
        let app = divergence.recorded.map { text(of: $0, in: recording) } ?? nothing
        console.line("  the app    " + app + difference(divergence))
        console.line(
            "  reference  "
                + (divergence.replayed.map { text(of: $0, in: replay.log) } ?? nothing + waiting(divergence)))
    }

    /// How long the reference waits for ARKit to answer a run, nanoseconds.
    private static let patience: UInt64 = 1_000_000_000

    /// What was not done by the end of the log need not have been refused.
    private func waiting(_ divergence: Divergence) -> String {
        let end = recording.headers.reduce(0) { max($0, $1.time) }
        let left = end - min(end, divergence.time)
        guard replay.waitingCount > 0, left < Self.patience else { return "" }
        let text = "(the log ends \(DurationText.text(left)) later, and it waited for something)"
        return " " + console.output.styled(text, .dim)
    }

    private var nothing: String { "                 –" }

    private func difference(_ divergence: Divergence) -> String {
        let text: String
        switch divergence.difference {
        case .missing, .unexpected, .otherKind: return ""
        case .field(let name): text = "(\(name))"
        case .time: text = "(time)"
        }
        return " " + console.output.styled(text, .bold)
    }

    /// An event as `cat` prints it; an output of the reference has no number in the recording.
    private func text(of number: UInt32, in store: EventStore) -> String {
        guard let index = index(of: number, in: store) else { return "#\(number)" }
        var printer = EventPrinter(
            labels: store.labels, start: recording.headers.first?.time ?? 0, devices: store.devices)
        var line = ByteBuffer()
        _ = printer.append(store.event(store.headers[index]), .text, to: &line)
        let whole = String(decoding: line.array, as: UTF8.self)
        var text = whole.last == "\n" ? String(whole.dropLast()) : whole
        if store !== recording, let range = text.firstRange(of: "#\(number) ") {
            text.replaceSubrange(range, with: String(repeating: " ", count: "#\(number)".count) + " ")
        }
        return text
    }

    /// Numbers rise in a recording and in a new log.
    private func index(of number: UInt32, in store: EventStore) -> Int? {
        var (low, high) = (0, store.headers.count)
        while low < high {
            let middle = (low + high) / 2
            if store.headers[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < store.headers.count && store.headers[low].number == number ? low : nil
    }

    private func write(_ title: String, _ findings: [Finding], _ message: (Finding) -> String) {
        guard !findings.isEmpty else { return }
        console.line()
        console.line(console.output.styled(title, .bold))
        for finding in findings {
            var told = finding
            told.message = message(finding)
            FindingText(told).write("", indent: 2, console)
        }
    }
}
