import EventLog

/// Where a command's words go: results to `output`, everything else to `errors`.
///
/// Used by one thread. Tests make one with `capturing()` and read both streams afterwards.
final class Console {
    let output: Output
    let errors: Output
    private let environment: (String) -> String?
    private let terminalColumns: () -> Int?
    /// The folder the program was started in, from which a configuration is looked for upwards.
    let currentDirectory: () -> String?
    var isQuiet = false
    /// Whether the last line on `errors` is a progress bar, to be wiped before anything else is written.
    private var hasBar = false

    init(
        output: Output, errors: Output, environment: @escaping (String) -> String? = { _ in nil },
        terminalColumns: @escaping () -> Int? = { nil },
        currentDirectory: @escaping () -> String? = { nil }
    ) {
        self.output = output
        self.errors = errors
        self.environment = environment
        self.terminalColumns = terminalColumns
        self.currentDirectory = currentDirectory
    }

    /// One for a piece of work on another thread: what it has to say is kept, as it would be said here.
    static func forWork(isQuiet: Bool, isColored: Bool) -> Console {
        let console = Console(output: Output(), errors: Output())
        console.isQuiet = isQuiet
        console.errors.isColored = isColored
        return console
    }

    /// Says what was kept.
    func tell(_ kept: String) {
        guard !kept.isEmpty else { return }
        wipeBar()
        if output.isTerminal { output.flush() }
        errors.write(kept)
    }

    /// The process's own streams.
    static func standard() -> Console {
        Console(
            output: Output(descriptor: 1), errors: Output(descriptor: 2, isBuffered: false),
            environment: System.environment,
            terminalColumns: { System.columns(of: 1) ?? System.columns(of: 2) },
            currentDirectory: System.currentDirectory)
    }

    /// Streams into memory; without a `directory` no configuration is looked for.
    static func capturing(
        asTerminal isTerminal: Bool = false, environment: [String: String] = [:], directory: String? = nil
    ) -> Console {
        Console(
            output: Output(capturingAsTerminal: isTerminal), errors: Output(capturingAsTerminal: isTerminal),
            environment: { environment[$0] }, currentDirectory: { directory })
    }

    /// The columns that text for people should keep to: `COLUMNS`, or the terminal's, or 80.
    var width: Int {
        if let columns = environment("COLUMNS").flatMap(Int.init), columns > 0 { return columns }
        return terminalColumns() ?? 80
    }

    /// The width of tables on standard output: that of a terminal, else no limit.
    var tableWidth: Int? { output.isTerminal ? width : nil }

    /// Whether a command may stop because nobody reads its results any more.
    var isOutputClosed: Bool { output.isClosed }

    /// Colour only on a terminal or where asked for, and never with `NO_COLOR`.
    func apply(_ color: CommonOptions.Color) {
        let isRefused = color == .never || environment("NO_COLOR").map { !$0.isEmpty } ?? false
        let isDumb = environment("TERM") == "dumb"
        for stream in [output, errors] {
            stream.isColored = !isRefused && (color == .always || (stream.isTerminal && !isDumb))
        }
    }

    /// One line of result.
    func line(_ text: String = "") {
        wipeBar()
        output.line(text)
    }

    /// Something worth knowing that is no result; not said with `--quiet`.
    func note(_ text: String) {
        guard !isQuiet else { return }
        say(TerminalText.inert(text))
    }

    /// Something that went wrong without stopping the work; said with `--quiet`, too.
    func warn(_ text: String) {
        say(errors.styled("warning:", .yellow) + " " + TerminalText.inert(text))
    }

    /// Why the work could not be done, or not for one of several files.
    func fail(_ error: CommandError) {
        say(errors.styled("arlog:", .red) + " " + error.description)
    }

    /// A line on standard error, as it is.
    func say(_ text: String) {
        wipeBar()
        // Whoever reads both streams on one terminal gets them in the order they were written.
        if output.isTerminal { output.flush() }
        errors.line(text)
    }

    func showBar(_ text: String) {
        errors.write("\r" + text + "\u{1B}[K")
        hasBar = true
    }

    func wipeBar() {
        guard hasBar else { return }
        errors.write("\r\u{1B}[K")
        hasBar = false
    }
}
