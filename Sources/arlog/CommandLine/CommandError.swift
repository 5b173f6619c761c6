import EventLog

/// Why a command could not be done: what, where, and what to try. It becomes one line on standard error.
struct CommandError: Error, Equatable, CustomStringConvertible {
    let what: String
    /// The file or option it is about.
    let subject: String?
    let advice: String?
    let status: ExitStatus

    init(_ what: String, in subject: String? = nil, advice: String? = nil) {
        self.init(what: what, subject: subject, advice: advice, status: .failed)
    }

    /// Wrong usage that only the command itself can see; the usage of the command is shown, too.
    static func usage(_ what: String, advice: String? = nil) -> CommandError {
        CommandError(what: what, subject: nil, advice: advice, status: .usage)
    }

    private init(what: String, subject: String?, advice: String?, status: ExitStatus) {
        self.what = what
        self.subject = subject
        self.advice = advice
        self.status = status
    }

    /// `a.mcap: not a log; try arlog recover`, fit for a terminal.
    var description: String {
        let place = subject.map { $0 + ": " } ?? ""
        let hint = advice.map { "; " + $0 } ?? ""
        return TerminalText.inert(place + what + hint)
    }
}
