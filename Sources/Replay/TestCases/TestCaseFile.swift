public import EventLog
internal import Projections

/// A Swift Testing file of a recording: that it has a fault, and that the replay of its inputs against a handler has not.
///
/// It stands on its own in a package that depends on this one. The recording is in it as code, or lies beside it as
/// NDJSON. What comes of a log stands in literals only; names are checked, and comments say nothing of the log.
public struct TestCaseFile {
    /// What is in the file besides the recording.
    public struct Options: Sendable {
        /// The suite's name, as `SwiftName.suite` makes it.
        public var suite: String
        /// How the handler is made, as `SwiftName.call` gives it; `nil` for the reference handler.
        public var handler: String?
        /// The modules that the handler needs.
        public var modules: [String] = []
        /// Whether the recording lies beside the file, under its name with `.ndjson` for `.swift`.
        public var isBeside = false
        /// Whether private values were left out.
        public var isWithoutPrivate = false

        public init(suite: String) { self.suite = suite }
    }

    private let recording: EventStore
    private let goal: ReplayGoal
    private let options: Options

    public init(_ recording: EventStore, _ goal: ReplayGoal, _ options: Options) {
        self.recording = recording
        self.goal = goal
        self.options = options
    }

    // MARK: The recording

    /// Writes the recording as NDJSON.
    public func writeRecording(to sink: inout some ByteSink) throws(IOError) {
        var printer = EventPrinter(
            labels: recording.labels, start: recording.headers.first?.time ?? 0, devices: recording.devices)
        var lines = ByteBuffer()
        for event in recording.batch(recording.headers).events {
            printer.append(event, .ndjson, to: &lines)
            guard lines.count > 1 << 16 else { continue }
            unsafe try sink.write(lines.bytes)
            lines.removeAll(keepingUpTo: 1 << 20)
        }
        unsafe try sink.write(lines.bytes)
    }

    private var recordingLines: [String] {
        if !options.isBeside {
            return ["static func recording() -> EventStore {"]
                + SwiftRecording(recording).lines.map { "    " + $0 } + ["}"]
        }
        return [
            "static func recording(_ file: String = #filePath) throws -> EventStore {",
            "    let source = try EventSource(path: String(file.dropLast(5)) + \"ndjson\")",
            "    let log = EventStore(labels: source.labels)",
            "    try #require(try log.append(source))",
            "    return log",
            "}",
        ]
    }

    // MARK: The file

    /// The file's text.
    public var source: String {
        let swiftGoal = SwiftGoal(goal)
        let (goalTry, recordingTry) = (swiftGoal.throwsErrors ? "try " : "", options.isBeside ? "try " : "")
        let effects = swiftGoal.throwsErrors || options.isBeside ? " throws" : ""
        let reference = ReplayReference(for: recording).typeName
        let call =
            options.handler.map { ["let replay = ReplayPlayer().replay(recording) { \($0) }"] } ?? [
                "let options = \(reference).Options(of: recording)",
                "let replay = ReplayPlayer().replay(recording) { \(reference)(options) }",
            ]
        let body =
            [
                "@Test func theRecordingHasTheFault()\(effects) {",
                "    let (goal, recording) = (\(goalTry)Self.goal(), \(recordingTry)Self.recording())",
                "    #expect(!goal.faults(in: recording).isEmpty)",
                "}",
                "",
                "@Test func theHandlerDoesNot()\(effects) {",
                "    let (goal, recording) = (\(goalTry)Self.goal(), \(recordingTry)Self.recording())",
            ]
            + call.map { "    " + $0 } + [
                "    #expect(goal.problems(of: replay) == [])",
                "}",
                "",
                "/// What has to be gone: a fault of this rule, as bad as this or worse.",
            ] + swiftGoal.lines + [
                "",
                "/// What the world told the app, and of what the app did what the fault needs.",
            ] + recordingLines
        let members = body.map { $0.isEmpty ? "" : "    " + $0 }
        let lines = comment + imports + ["", "@Suite struct \(options.suite) {"] + members + ["}"]
        return lines.map { $0 + "\n" }.joined()
    }

    private var imports: [String] {
        let ours = ["EventLog", "Projections", "Replay", "Testing"]
        let theirs = options.modules.filter { !ours.contains($0) }.sorted().map { "@testable import \($0)" }
        return ours.map { "import \($0)" } + (theirs.isEmpty ? [] : [""] + theirs)
    }

    private static let width = 100

    /// What the file is, from the catalogue and not from the log.
    private var comment: [String] {
        let summary = Catalogue.about.first { $0.id == goal.rule }?.summary ?? ""
        var paragraphs = [
            "Made by `arlog testcase` for a fault that \(goal.rule) finds (\(goal.severity.name)). \(summary)",
            "The first test holds the recorded events against the rule. The second feeds the inputs among them to a handler, "
                + "one by one and with their times, and expects that what it decides has no such fault. Recorded "
                + "decisions are not fed; they are marked with \"the app\".",
        ]
        if options.handler == nil {
            paragraphs.append(
                "The handler is the library's reference for now: put your own in its place, or name it with --handler."
            )
        }
        if options.isWithoutPrivate {
            paragraphs.append(
                "Names, texts and places were left out; \"-\" stands for one that has to be there. A handler that goes by "
                    + "them needs a file made with --with-private.")
        }
        if options.isBeside {
            paragraphs.append(
                "The recording lies beside this file, under its name with .ndjson, and the target excludes that in "
                    + "Package.swift. Where the handler has the fault, recording.shrunk(to: goal) { ... } finds the few inputs "
                    + "that bring it there.")
        }
        let wrapped = paragraphs.map { Self.wrapped($0) }
        return wrapped.joined(separator: [""]).map { $0.isEmpty ? "//" : "// " + $0 } + [""]
    }

    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.utf8.count + word.utf8.count + 4 <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
