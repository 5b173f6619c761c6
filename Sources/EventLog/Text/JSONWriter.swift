/// Appends JSON to a buffer it owns, putting commas and white space where they belong.
///
///     var json = JSONWriter()
///     json.beginObject()
///     json.field("path", path)
///     json.key("events"); json.beginArray(); for n in numbers { json.value(n) }; json.endArray()
///     json.endObject()
///
/// The same calls give the same bytes. Strings are escaped so that the text is also inert on a terminal. Calls
/// that give no valid JSON (a value without its key, an end too many) are programming errors; levels of nesting
/// are limited to 63.
public struct JSONWriter: ~Copyable {
    /// How the text is laid out.
    public enum Style: Sendable {
        /// No white space at all, for one object a line.
        case compact
        /// Two spaces a level.
        case pretty
    }

    /// What was written so far. May be emptied between two values of the outermost level.
    public var buffer: ByteBuffer
    private let style: Style
    private var depth = 0
    /// One bit a level: set once something stands in that container.
    private var filled: UInt64 = 0
    private var isBehindKey = false

    public init(style: Style = .compact, buffer: consuming ByteBuffer = ByteBuffer()) {
        self.style = style
        self.buffer = buffer
    }

    /// Gives up the buffer with everything written.
    public consuming func finish() -> ByteBuffer { buffer }

    // MARK: Containers

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// A newline between two values of the outermost level.
    public mutating func newline() {
        precondition(depth == 0, "newline inside a container")
        buffer.append(UInt8(ascii: "\n"))
    }

    public mutating func key(_ name: String) {
        separate()
        buffer.appendJSONString(name)
        buffer.append(UInt8(ascii: ":"))
        if style == .pretty { buffer.append(UInt8(ascii: " ")) }
        isBehindKey = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        precondition(depth < 63, "JSON nested too deeply")
        buffer.append(bracket)
        depth += 1
        filled <<= 1
    }

    private mutating func end(_ bracket: UInt8) {
        precondition(depth > 0 && !isBehindKey, "end without a beginning or behind a key")
        depth -= 1
        if filled & 1 == 1 { breakLine() }
        filled >>= 1
        buffer.append(bracket)
    }

    /// What stands between the last thing and the next.
    private mutating func separate() {
        if isBehindKey {
            isBehindKey = false
            return
        }
        guard depth > 0 else { return }
        if filled & 1 == 1 { buffer.append(UInt8(ascii: ",")) }
        filled |= 1
        breakLine()
    }

    private mutating func breakLine() {
        guard style == .pretty else { return }
        buffer.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { buffer.append(UInt16(0x2020)) }
    }

    // MARK: Values

    public mutating func value(_ value: Bool) {
        separate()
        buffer.append(utf8: value ? "true" : "false")
    }

    public mutating func null() {
        separate()
        buffer.append(utf8: "null")
    }

    public mutating func value(_ text: String) {
        separate()
        buffer.appendJSONString(text)
    }

    public mutating func value(_ number: UInt64) {
        separate()
        buffer.appendDecimal(number)
    }

    public mutating func value(_ number: Int64) {
        separate()
        if number < 0 { buffer.append(UInt8(ascii: "-")) }
        buffer.appendDecimal(number.magnitude)
    }

    /// An integer of any other width up to 64 bits; traps on a wider one that does not fit.
    @inlinable
    public mutating func value<Number: FixedWidthInteger>(_ number: Number) {
        if Number.isSigned { value(Int64(number)) } else { value(UInt64(number)) }
    }

    /// The shortest text that reads back as the same Double, whole numbers without `.0`; NaN and the infinities,
    /// which JSON lacks, are null.
    public mutating func value(_ number: Double) {
        separate()
        buffer.appendShortest(number)
    }

    /// The shortest text that reads back as the same Float; otherwise like Double.
    public mutating func value(_ number: Float) {
        separate()
        buffer.appendShortest(number)
    }

    /// Nanoseconds as a number of seconds, exactly and without zeros at the end.
    public mutating func value(secondsOf nanoseconds: UInt64) {
        separate()
        buffer.appendSeconds(nanoseconds)
    }

    public mutating func value(secondsOf nanoseconds: Int64) {
        separate()
        if nanoseconds < 0 { buffer.append(UInt8(ascii: "-")) }
        buffer.appendSeconds(nanoseconds.magnitude)
    }

    /// Nanoseconds as a number of microseconds, exactly and without zeros at the end.
    public mutating func value(microsecondsOf nanoseconds: UInt64) {
        separate()
        buffer.appendDecimal(nanoseconds / 1000)
        var (rest, width) = (nanoseconds % 1000, 3)
        guard rest > 0 else { return }
        while rest % 10 == 0 {
            rest /= 10
            width -= 1
        }
        buffer.append(UInt8(ascii: "."))
        buffer.appendDecimal(rest, width: width)
    }

    /// Nanoseconds since 1970 as an RFC 3339 string with nine decimals.
    public mutating func value(timeOf nanoseconds: UInt64) {
        separate()
        buffer.append(UInt8(ascii: "\""))
        buffer.appendTimestamp(nanoseconds)
        buffer.append(UInt8(ascii: "\""))
    }
}
