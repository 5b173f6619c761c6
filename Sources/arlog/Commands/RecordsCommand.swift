import EventLog

/// Lists a container's raw records.
enum RecordsCommand: Command {
    static let json = Option.flag("json", "as JSON, in the form of MCAP's conformance suite")

    static let name = "records"
    static let summary = "list the raw records of any MCAP file"
    static let operands = Operands.file
    static let readsLogs = true
    static let options = [json.spec]
    static let discussion = """
        One line a record: its place in the file, kind, length of its content, and fields; those inside a chunk are \
        indented and placed by their offset in it. The JSON has what the suite lists: chunks opened, and neither \
        their headers nor the MessageIndexes.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let path = try LogFiles.oneFile(arguments.operands[0], console)
        var listing = RecordListing(console, isJSON: arguments[json])
        do throws(ContainerError) {
            let file: InputFile
            do {
                file = try InputFile(path: path)
            } catch {
                throw .io(error)
            }
            var scanner = SourceScanner(file, limits: arguments.limits)
            var decoder = ChunkDecoder(limits: arguments.limits)
            while !console.isOutputClosed, !listing.isDone {
                try listing.take(try scanner.next(), &decoder)
            }
        } catch {
            listing.finish()
            throw CommandError(error, in: OpenLog.name(of: path))
        }
        listing.finish()
        return listing.hasLoss ? .lossy : .done
    }
}

/// Prints records as they come.
private struct RecordListing {
    private let console: Console
    private let isJSON: Bool
    private var hasBegun = false
    private(set) var isDone = false
    private(set) var hasLoss = false

    init(_ console: Console, isJSON: Bool) {
        self.console = console
        self.isJSON = isJSON
    }

    mutating func take(_ step: RecordScanner.Step, _ decoder: inout ChunkDecoder) throws(ContainerError) {
        switch step {
        case .record(let record):
            if record.opcode == .chunk { return open(record, &decoder) }
            if isJSON, record.opcode == .messageIndex { return }
            show(record.opcode, record.content, at: String(record.offset))
        case .skipped(let opcode, let length, let offset, _):
            complain("\(opcode) of \(length) bytes is over the limit", at: offset)
        case .fileStart(let offset):
            if !isJSON { console.line("another file begins at \(offset)") }
        case .end(let end):
            isDone = true
            if end.reason != .complete, end.reason != .notClosed {
                complain("\(end.reason.text) (byte \(end.offset))", at: end.offset)
            }
        case .needMore: break
        }
    }

    private mutating func open(_ record: ScannedRecord, _ decoder: inout ChunkDecoder) {
        if !isJSON { show(record.opcode, record.content, at: String(record.offset)) }
        do throws(ContainerError) {
            let chunk = try decoder.decode(record.content, offset: record.offset)
            var walker = unsafe RecordWalker(chunk.records)
            while let inner = walker.next() {
                show(inner.opcode, inner.content, at: "  +\(inner.offset)")
            }
            if walker.remaining > 0 { complain("the chunk's last record is cut", at: record.offset) }
        } catch {
            complain(error.description, at: record.offset)
        }
    }

    private mutating func show(_ opcode: Opcode, _ content: ByteCursor, at place: String) {
        if isJSON, !opcode.isKnown { return }
        do throws(ContainerError) {
            let description = try RecordDescription(opcode, content)
            guard isJSON else {
                let columns = [
                    TerminalText.pad(place, to: 12), TerminalText.pad(opcode.name, to: 15),
                    TerminalText.pad(String(content.remaining), to: 8, atStart: true), description.text,
                ]
                return console.line(columns.joined(separator: " "))
            }
            begin()
            var json = JSONWriter()
            description.write(opcode, to: &json)
            console.output.write(json)
        } catch {
            hasLoss = true
            console.warn("\(place): \(error.description)")
        }
    }

    private mutating func begin() {
        console.output.write(hasBegun ? "," : #"{"records":["#)
        hasBegun = true
    }

    private mutating func complain(_ what: String, at offset: UInt64) {
        hasLoss = true
        console.warn("\(offset): \(what)")
    }

    func finish() {
        guard isJSON, isDone else { return }
        console.output.write(hasBegun ? "]}\n" : "{\"records\":[]}\n")
    }
}

extension ScanEnd.Reason {
    var text: String {
        switch self {
        case .complete: "complete"
        case .notClosed: "never closed"
        case .torn: "the file ends inside a record"
        case .zeros: "only zeros follow"
        case .trailingBytes: "something follows that is no part of the log"
        case .unreadable: "no record can be read here, and the file goes on"
        }
    }
}

extension CommandError {
    /// A container's error about the file called `name`.
    init(_ error: ContainerError, in name: String) {
        switch error {
        case .io(let error): self.init(error)
        case .notMCAP(let found) where found.isEmpty:
            self.init("is empty", in: name, advice: "see whether the file was copied whole")
        default: self.init(error.description, in: name, advice: nil)
        }
    }
}
