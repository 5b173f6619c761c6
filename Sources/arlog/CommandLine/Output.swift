import EventLog

/// One stream of the program, buffered, into a file descriptor or, for tests, into memory.
final class Output {
    private let descriptor: Int32?
    private var buffer = ByteBuffer(capacity: 1 << 16)
    /// Bytes that gather before they are written, unless a line of a terminal is complete.
    private let limit: Int
    let isTerminal: Bool
    /// Whether `styled` colours.
    var isColored = false
    /// The error number of the first write that failed.
    private(set) var failure: Int32?

    /// A stream into `descriptor`; one that is not `buffered` is written at the end of every call.
    init(descriptor: Int32, isBuffered: Bool = true) {
        self.descriptor = descriptor
        isTerminal = System.isTerminal(descriptor)
        limit = isBuffered && !isTerminal ? 1 << 16 : 0
    }

    /// A stream that keeps everything, for tests to look at.
    init(capturingAsTerminal isTerminal: Bool = false) {
        descriptor = nil
        self.isTerminal = isTerminal
        limit = .max
    }

    /// Whether nobody reads what is written, as behind `| head`; a command that sees this stops.
    var isClosed: Bool { failure != nil }

    /// Everything written so far, of a stream into memory.
    var captured: String { unsafe String(decoding: buffer.bytes, as: UTF8.self) }

    func write(_ text: String) {
        guard !isClosed else { return }
        buffer.append(utf8: text)
        flush(over: limit)
    }

    func line(_ text: String) {
        guard !isClosed else { return }
        buffer.append(utf8: text)
        buffer.append(UInt8(ascii: "\n"))
        flush(over: limit)
    }

    func write(_ bytes: UnsafeRawBufferPointer) {
        guard !isClosed else { return }
        unsafe buffer.append(bytes)
        flush(over: limit)
    }

    func write(_ json: consuming JSONWriter) {
        let bytes = json.finish()
        unsafe write(bytes.bytes)
    }

    /// Writes what has gathered. Nothing more is written after a failure.
    func flush() { flush(over: 0) }

    private func flush(over limit: Int) {
        guard let descriptor, buffer.count > limit else { return }
        failure = unsafe System.write(buffer.bytes, to: descriptor)
        buffer.removeAll(keepingUpTo: 1 << 20)
    }

    /// The text in a style, where this stream is coloured.
    func styled(_ text: String, _ style: Style) -> String {
        isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// Ways to set text apart on a terminal, by their SGR number.
enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
}
