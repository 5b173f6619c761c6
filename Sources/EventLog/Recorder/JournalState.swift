/// A journal that can't be read, and with it perhaps a log's last events.
public struct JournalFault: Error, Equatable, Sendable {
    /// The journal's path.
    public let path: String
    /// What the system refused; `nil` where the journal's own head is damaged.
    public let refusal: IOError?

    /// Why it can't be read, as the end of a sentence.
    public var reason: String { refusal?.reason ?? "its head does not match its checksum" }
}

/// What there is under a name that journals have.
enum JournalState {
    /// Nothing, or what no recorder made.
    case none
    /// A journal without a chunk.
    case empty
    case content(JournalContent)
    case fault(JournalFault)

    /// What the journal at `path` is now, whoever is writing it.
    static func read(_ path: String) -> JournalState {
        var state = JournalState.none
        // Whoever writes it may be in the middle of its head, which is another one with each chunk.
        for _ in 0..<8 {
            do throws(IOError) {
                guard let file = try InputFile(regularFile: path) else { return .none }
                state = try JournalState(file, path)
            } catch {
                return .fault(JournalFault(path: path, refusal: error))
            }
            guard case .fault = state else { break }
        }
        return state
    }

    /// What the journal is that was claimed, and that nobody changes any more.
    static func read(_ file: ContinuedFile) -> JournalState {
        do throws(IOError) {
            return try JournalState(file, file.path)
        } catch {
            return .fault(JournalFault(path: file.path, refusal: error))
        }
    }

    /// What the file's bytes are.
    private init(_ file: some ByteSource, _ path: String) throws(IOError) {
        let size = file.size ?? 0
        // Of what is too large to be one, the head tells whether it wants to be.
        let wanted = size <= UInt64(Journal.largest) ? Int(size) : Journal.Head.size
        var bytes = ByteBuffer(capacity: wanted)
        _ = unsafe try bytes.append(room: wanted) { (target) throws(IOError) in
            unsafe try file.read(at: 0, into: target)
        }
        let head = unsafe ByteCursor(bytes.bytes)
        if unsafe bytes.bytes.prefix(Journal.Head.size).allSatisfy({ $0 == 0 }) {
            self = .empty
        } else if head.peek(UInt64.self) != Journal.Head.magic {
            self = .none
        } else if head.peek(UInt64.self, at: Journal.Head.serialAt) == 0 {
            self = .empty
        } else if size <= UInt64(Journal.largest), let content = unsafe JournalContent(bytes.bytes) {
            self = .content(content)
        } else {
            self = .fault(JournalFault(path: path, refusal: nil))
        }
    }

    /// Whether it is a journal that adds nothing to any log.
    var isEmpty: Bool {
        switch self {
        case .empty: true
        case .content(let content): content.isEmpty
        case .none, .fault: false
        }
    }

    /// What it holds, if anything.
    var content: JournalContent? {
        if case .content(let content) = self { content } else { nil }
    }
}

/// The journals beside a log, for commands that read it as it is, whoever is writing it.
public struct Journals: Sendable {
    /// What they hold for the log, the oldest first; events whose numbers the log has already are to be passed over.
    public let contents: [JournalContent]
    /// Those of the log's name that can't be read.
    public let faults: [JournalFault]

    /// What the names of journals end with.
    public static var endings: [String] { LogNames.journalEndings }

    /// No journals.
    public init() { (contents, faults) = ([], []) }

    /// The journals that hold something for the log at `path`.
    public init(beside path: String) {
        let path = Platform.realPath(path) ?? path
        let name = LogNames.name(of: path)
        // A process that died as it began a segment had not yet renamed them.
        let places = ([path] + LogNames.segmentsBefore(path)).flatMap { LogNames.journals(of: $0) }
        var faults: [JournalFault] = []
        func read() -> [JournalContent] {
            faults = []
            return places.compactMap { place in
                let state = JournalState.read(place)
                if case .fault(let fault) = state, LogNames.journals(of: path).contains(place) {
                    faults.append(fault)
                }
                return state.content
            }
            .filter { $0.logName == name }.sorted { $0.serial < $1.serial }
        }
        var found = read()
        // Whoever writes them may have gone on from one to the other between the two looks, and what came last into the
        // first would lack.
        for _ in 0..<8 where found.count > 1 {
            let again = read()
            let isSame = again.map(\.serial) == found.map(\.serial)
            found = again
            if isSame { break }
        }
        contents = found
        self.faults = faults
    }

    /// Whether nothing is in them that a log could lack.
    public var isEmpty: Bool { faults.isEmpty && contents.allSatisfy(\.isEmpty) }

    /// The path of the log that the journal at `path` belongs to, where nothing was written to it yet; `nil` where the
    /// log is there, or the journal holds nothing. Throws where it can't be read, and there is no log of its name.
    public static func unwrittenLog(ofJournal path: String) throws(JournalFault) -> String? {
        func isAbsent(_ log: String) -> Bool {
            do throws(Platform.Failure) {
                return try Platform.status(ofPath: log) == nil
            } catch {
                return false
            }
        }
        switch JournalState.read(path) {
        case .content(let content):
            let log = LogNames.folder(of: path) + "/" + content.logName
            return !content.isEmpty && isAbsent(log) ? log : nil
        case .fault(let fault):
            let ending = endings.first { path.hasSuffix($0) } ?? ""
            if isAbsent(String(path.dropLast(ending.count))) { throw fault }
            return nil
        case .none, .empty: return nil
        }
    }
}
