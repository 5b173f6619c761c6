import CSQLite
import EventLog

/// A SQLite database that is built from nothing in one transaction, into a file that has no name yet.
///
/// Nothing is kept for the case that it fails: a file that is not finished goes. The same rows give the same bytes.
@safe
final class SQLiteDatabase {
    private var handle: OpaquePointer?
    /// What people call the file.
    private let name: String

    /// - Parameters:
    ///   - path: an empty file.
    ///   - name: what errors call it.
    init(path: String, name: String) throws(CommandError) {
        self.name = name
        // A path that does not begin with a folder could be taken for a name of SQLite's own, such as `:memory:`.
        let path = path.hasPrefix("/") ? path : "./" + path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(unsafe sqlite3_open_v2(path, &handle, flags, nil))
        // Free parts of pages are zeroed, so that the bytes follow from the rows alone.
        try run(
            """
            PRAGMA encoding = 'UTF-8'; PRAGMA page_size = 4096; PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -8192;
            PRAGMA secure_delete = ON; BEGIN
            """)
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    /// Runs statements of our own, in which nothing of a log stands.
    func run(_ statements: String) throws(CommandError) {
        try check(unsafe sqlite3_exec(handle, statements, nil, nil, nil))
    }

    /// Ends the transaction and closes the file.
    func finish() throws(CommandError) {
        try run("COMMIT")
        try check(unsafe sqlite3_close(handle))
        unsafe handle = nil
    }

    /// A statement to be run for many rows.
    func prepare(_ statement: String) throws(CommandError) -> Statement {
        var prepared: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, statement, -1, &prepared, nil))
        return unsafe Statement(handle: prepared, database: self)
    }

    fileprivate func check(_ result: Int32) throws(CommandError) {
        guard result != SQLITE_OK, result != SQLITE_DONE else { return }
        let reason = unsafe String(cString: sqlite3_errstr(result))
        throw CommandError(
            "can't write the database: \(reason)", in: name,
            advice: result & 0xFF == SQLITE_FULL ? "free some space" : nil)
    }

    /// A prepared statement with values for its parameters.
    @safe
    final class Statement {
        private let handle: OpaquePointer?
        private let database: SQLiteDatabase
        /// The texts of a row, which must stay where they are until it is written.
        private var texts = ByteBuffer(capacity: 4096)
        private var ranges: [(parameter: Int32, start: Int, count: Int)] = []

        fileprivate init(handle: OpaquePointer?, database: SQLiteDatabase) {
            unsafe self.handle = handle
            self.database = database
        }

        deinit { unsafe sqlite3_finalize(handle) }

        /// Runs the statement with these values.
        func run(_ row: [TableValue]) throws(CommandError) {
            texts.removeAll(keepingUpTo: 1 << 20)
            ranges.removeAll(keepingCapacity: true)
            for (index, value) in row.enumerated() { try bind(value, Int32(index) + 1) }
            unsafe try bindTexts(texts.bytes)
            try database.check(unsafe sqlite3_step(handle))
            try database.check(unsafe sqlite3_reset(handle))
        }

        private func bind(_ value: TableValue, _ parameter: Int32) throws(CommandError) {
            let start = texts.count
            switch value {
            case .null: return try database.check(unsafe sqlite3_bind_null(handle, parameter))
            case .integer(let number):
                return try database.check(unsafe sqlite3_bind_int64(handle, parameter, number))
            case .real(let number):
                return try database.check(unsafe sqlite3_bind_double(handle, parameter, number))
            case .float(let number):
                // What is printed of a 32-bit number is what it means.
                let number = Double("\(number)") ?? Double(number)
                return try database.check(unsafe sqlite3_bind_double(handle, parameter, number))
            case .seconds(let nanoseconds):
                let seconds = Double(nanoseconds) / 1e9
                return try database.check(unsafe sqlite3_bind_double(handle, parameter, seconds))
            case .text(let text): texts.append(utf8: TerminalText.inert(text))
            case .plain(let text): texts.append(utf8: text)
            case .time(let time): texts.appendTimestamp(time)
            }
            ranges.append((parameter, start, texts.count - start))
        }

        /// SQLite is told that the texts stay, and does not copy them: they do until the row is written.
        private func bindTexts(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
            for range in ranges {
                let first = unsafe bytes.baseAddress.map {
                    unsafe ($0 + range.start).assumingMemoryBound(to: CChar.self)
                }
                try database.check(
                    unsafe sqlite3_bind_text64(
                        handle, range.parameter, first, UInt64(range.count), nil, UInt8(SQLITE_UTF8)))
            }
        }
    }
}
