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
        Self.append(row, to: &file.bytes)
        try file.flush()
    }

    func finish() throws(CommandError) {}

    private static func append(_ row: [TableValue], to bytes: inout ByteBuffer) {
        for (index, value) in row.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(value, to: &bytes)
        }
        bytes.append(utf8: "\r\n")
    }

    private static func append(_ value: TableValue, to bytes: inout ByteBuffer) {
        switch value {
        case .null: break
        case .integer(let number):
            if number < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes.appendDecimal(number.magnitude)
        case .real(let number): bytes.appendShortest(number)
        case .float(let number): bytes.appendShortest(number)
        case .time(let time): bytes.appendTimestamp(time)
        case .seconds(let nanoseconds): bytes.appendSeconds(nanoseconds)
        case .text(let text): appendQuoted(inert(text), to: &bytes)
        case .plain(let text): appendQuoted(text, to: &bytes)
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

    private static func appendQuoted(_ text: String, to bytes: inout ByteBuffer) {
        var text = text
        text.withUTF8 { utf8 in
            let text = UnsafeRawBufferPointer(utf8)
            guard unsafe text.contains(where: isSpecial) else { return unsafe bytes.append(text) }
            bytes.append(UInt8(ascii: "\""))
            // Up to a quote and with it, then the quote again.
            var start = text.startIndex
            while let quote = unsafe text[start...].firstIndex(of: UInt8(ascii: "\"")) {
                unsafe bytes.append(UnsafeRawBufferPointer(rebasing: text[start...quote]))
                bytes.append(UInt8(ascii: "\""))
                start = quote + 1
            }
            unsafe bytes.append(UnsafeRawBufferPointer(rebasing: text[start...]))
            bytes.append(UInt8(ascii: "\""))
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
