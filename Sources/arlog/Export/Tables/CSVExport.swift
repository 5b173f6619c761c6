import EventLog

/// One table as CSV (RFC 4180): a line of names, then a line a row, CRLF behind each, UTF-8 without a mark.
///
/// Texts are a stranger's, and spreadsheets run what begins like a formula: such a text gets a `'` before it (OWASP, CSV
/// injection). Numbers stay numbers. What would act or hide in a text is written as `\n` or `\u{202E}`.
final class CSVSink: TableSink {
    let tables: Set<ExportTable>
    private let file: ExportFile

    init(_ table: ExportTable, _ file: ExportFile) {
        tables = [table]
        self.file = file
        file.bytes.append(utf8: table.columns.map(\.name).joined(separator: ",") + "\r\n")
    }

    func add(_ row: [TableValue], to table: ExportTable) throws(CommandError) {
        for (index, value) in row.enumerated() {
            if index > 0 { file.bytes.append(UInt8(ascii: ",")) }
            append(value)
        }
        file.bytes.append(utf8: "\r\n")
        try file.flush()
    }

    func finish() throws(CommandError) {}

    private func append(_ value: TableValue) {
        switch value {
        case .null: break
        case .integer(let number):
            if number < 0 { file.bytes.append(UInt8(ascii: "-")) }
            file.bytes.appendDecimal(number.magnitude)
        case .real(let number): file.bytes.appendShortest(number)
        case .float(let number): file.bytes.appendShortest(number)
        case .time(let time): file.bytes.appendTimestamp(time)
        case .seconds(let nanoseconds): file.bytes.appendSeconds(nanoseconds)
        case .text(let text): appendQuoted(Self.inert(text))
        case .plain(let text): appendQuoted(text)
        }
    }

    /// A text in which nothing acts, on a terminal or in a spreadsheet.
    static func inert(_ text: String) -> String {
        let inert = TerminalText.inert(text)
        if let first = inert.utf8.first, first >= UInt8(ascii: "A"), first < 0x7F { return inert }
        // A spreadsheet may trim what is before a formula, and takes the wide forms of the signs for the signs.
        guard let first = inert.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
            "=+-@＝＋－＠".unicodeScalars.contains(first)
        else { return inert }
        return "'" + inert
    }

    private func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { text in
            guard unsafe text.contains(where: Self.isSpecial) else {
                return unsafe file.bytes.append(UnsafeRawBufferPointer(text))
            }
            file.bytes.append(UInt8(ascii: "\""))
            for index in text.indices {
                let byte = unsafe text[index]
                if byte == UInt8(ascii: "\"") { file.bytes.append(byte) }
                file.bytes.append(byte)
            }
            file.bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Whether a field with this byte is quoted: for RFC 4180's, and for what other separators and trimming make of one.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"), UInt8(ascii: " "), 0..<0x20: true
        default: false
        }
    }
}
