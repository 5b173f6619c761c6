import EventLog
import Projections
import Replay

/// Where a test goes: a file, or standard output; and the file beside it that may hold its recording.
struct TestcaseTarget {
    let path: String
    /// The recording's own file, where it needs one.
    let besidePath: String
    private let force: Bool
    private let log: LogFile
    /// Refused before the work and not after it.
    private let file: OutputFile?

    /// - Parameter isBeside: whether the recording is surely to lie beside the test.
    init(_ path: String, force: Bool, isBeside: Bool, of log: LogFile) throws(CommandError) {
        self.path = path
        self.force = force
        self.log = log
        besidePath = path.hasSuffix(".swift") ? path.dropLast(5) + "ndjson" : path
        try log.mustNotBe(path)
        if isBeside { try log.mustNotBe(besidePath) }
        do throws(IOError) {
            file = path == "-" ? nil : try OutputFile(path: path, force: force)
            if isBeside { _ = try OutputFile(path: besidePath, force: force) }
        } catch {
            throw CommandError(error)
        }
    }

    /// Writes the test, and its recording before it.
    mutating func write(
        _ test: TestCaseFile, isBeside: Bool, _ console: Console
    ) throws(CommandError) {
        guard let file else { return console.output.write(test.source) }
        if isBeside { try log.mustNotBe(besidePath) }
        do throws(IOError) {
            if isBeside {
                var beside = try OutputFile(path: besidePath, force: force)
                try test.writeRecording(to: &beside)
                try beside.commit()
            }
            try Self.write(test.source, to: file)
            try file.commit()
        } catch {
            throw CommandError(error)
        }
    }

    private static func write(_ text: String, to file: OutputFile) throws(IOError) {
        var bytes = ByteBuffer()
        bytes.append(utf8: text)
        unsafe try file.write(bytes.bytes)
    }
}

/// What the test holds, for people, beside the result.
struct TestcaseText {
    let made: TestcaseWork.Made
    let options: TestCaseFile.Options
    let target: TestcaseTarget
    let console: Console

    func write() {
        let headers = made.recording.headers
        let inputs = headers.count { $0.kind.isReplayInput }
        let outputs = headers.count { $0.kind.isReplayOutput }
        let name = target.path == "-" ? "standard output" : target.path
        console.note(
            "\(name): \(Figures.count(inputs, "input")) and \(Figures.count(outputs, "decision")) of "
                + "\(Figures.count(made.eventCount, "event")) show \(made.goal.rule), \(made.goal.severity.name)"
        )
        if options.isBeside { console.note("  the recording lies beside it, in \(target.besidePath)") }
        if options.handler == nil {
            let reference = ReplayReference(for: made.recording)
            console.note("  it is replayed against \(reference.typeName): name your handler with --handler")
            // Some faults are the device's, the log's or the world's, and no decision takes them away.
            if let problem = made.goal.problems(of: reference.replay(made.recording)).first {
                console.warn("\(name): the test fails with the reference, too: \(problem)")
            }
        }
        if inputs == 0 {
            console.warn("\(name): no input came before the fault, so the handler is told nothing")
        }
        if made.isOfInputsAlone {
            console.note("  the inputs alone show it: it goes only where a handler does something about it")
        }
        let nameless = options.isWithoutPrivate ? headers.count { Self.goesByName($0.kind) } : 0
        if nameless > 0 {
            console.warn(
                "\(name): the names of \(Figures.count(nameless, "input")) were left out (user actions, reference objects); "
                    + "a handler that goes by them decides nothing: --with-private keeps them")
        }
    }

    /// Whether an input of this kind is told apart by a name that is private.
    private static func goesByName(_ kind: EventKind) -> Bool {
        guard kind.isReplayInput else { return false }
        return KindDescriptor.of(kind).message.fields.contains { field in
            guard field.isRequired, field.note.isPrivate, case .text = field.type else { return false }
            return true
        }
    }
}
