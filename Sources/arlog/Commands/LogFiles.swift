import EventLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files that operands name: each file itself, and every `.mcap` below a directory, links not followed. Segments of
/// one recording are one log.
struct LogFiles {
    /// In the order given; those of a directory by their paths.
    private(set) var paths: [String] = []
    /// Lossy where a directory holds what could not be looked into.
    private(set) var status = ExitStatus.done
    private let console: Console

    /// The files of all operands. What can't be looked into is warned of; where nothing is left, that is an error.
    init(_ operands: [String], _ console: Console) throws(CommandError) {
        self.console = console
        var problems: [CommandError] = []
        for operand in operands {
            guard operand != "-", kind(of: operand) == S_IFDIR else {
                paths.append(operand)
                continue
            }
            do throws(CommandError) {
                paths += try logs(in: operand)
            } catch {
                problems.append(error)
            }
        }
        if paths.isEmpty, let first = problems.first { throw first }
        for problem in problems { lose(problem.description) }
    }

    /// The one log of a command that takes no more: a file, the only log below a directory, or the segments of one
    /// recording.
    static func one(_ operands: [String], _ console: Console) throws(CommandError) -> (
        log: LogFile, status: ExitStatus
    ) {
        let files = try LogFiles(operands, console)
        let logs = files.logs
        guard logs.count == 1 else {
            if operands.count == 1 { throw Self.severalLogs(logs.count, in: operands[0]) }
            throw CommandError.usage(
                "\(logs.count) logs given", advice: "only the segments of one recording are read together")
        }
        return (logs[0], files.status)
    }

    /// The one file of a command that looks at bytes: the operand itself, or the only log below a directory.
    static func oneFile(_ operand: String, _ console: Console) throws(CommandError) -> String {
        let paths = try LogFiles([operand], console).paths
        guard paths.count == 1 else { throw Self.severalLogs(paths.count, in: operand) }
        return paths[0]
    }

    private static func severalLogs(_ count: Int, in directory: String) -> CommandError {
        CommandError("\(count) logs in this directory", in: directory, advice: "name one of them")
    }

    /// The logs that the files are, each where its first file was given.
    var logs: [LogFile] { LogFile.join(paths) }

    private mutating func logs(in directory: String) throws(CommandError) -> [String] {
        var found: [String] = []
        if let code = look(into: directory, depth: 0, &found) {
            throw CommandError(IOError(path: directory, operation: .open, code: code))
        }
        guard !found.isEmpty else {
            throw CommandError(
                "no .mcap file in this directory", in: directory,
                advice: "name a log, or a directory with logs below it")
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Deeper folders are not looked into: nobody nests logs so, and nothing may recurse without end.
    private static let deepest = 64

    /// Adds the logs below a folder; the error number where it can't be opened.
    private mutating func look(into directory: String, depth: Int, _ files: inout [String]) -> Int32? {
        guard let listing = unsafe opendir(directory) else { return errno }
        defer { unsafe closedir(listing) }
        while let entry = unsafe readdir(listing) {
            let (name, isText, kind) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    unsafe (
                        String(cString: name), String(validatingCString: name) != nil,
                        Self.kind(of: name, in: dirfd(listing))
                    )
                }
            }
            guard name != ".", name != ".." else { continue }
            let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
            let isJournal = Journals.endings.contains { name.hasSuffix(".mcap" + $0) }
            if isJournal, isText, kind == S_IFREG {
                do throws(JournalFault) {
                    let log = try Journals.unwrittenLog(ofJournal: path)
                    if let log, !files.contains(log) { files.append(log) }
                } catch {
                    lose(CommandError(error).description)
                }
                continue
            }
            guard kind == S_IFDIR || (kind == S_IFREG && name.hasSuffix(".mcap")) else { continue }
            guard isText else {
                lose("\(path): left out, its name is not UTF-8; rename it")
                continue
            }
            guard kind == S_IFDIR else {
                files.append(path)
                continue
            }
            guard depth < Self.deepest else {
                lose("\(path): left out, it lies more than \(Self.deepest) folders deep; name it itself")
                continue
            }
            if let code = look(into: path, depth: depth + 1, &files) {
                lose(CommandError(IOError(path: path, operation: .open, code: code)).description)
            }
        }
        return nil
    }

    private mutating func lose(_ text: String) {
        console.warn(text)
        status = .lossy
    }

    private func kind(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// What an entry of an open folder is, links not followed.
    private static func kind(of name: UnsafePointer<CChar>, in folder: Int32) -> mode_t? {
        var status = stat()
        let result = unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
