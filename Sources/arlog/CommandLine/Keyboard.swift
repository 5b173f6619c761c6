#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Single keys from a terminal, without echo and without waiting for the end of a line.
///
/// The terminal is put back when the keyboard is closed, and when a signal ends the program.
enum Keyboard {
    /// A key that means something.
    enum Key: Equatable {
        case character(Character)
        case left, right, up, down
    }

    /// How the terminal was; `nil` as long as it is untouched. Written by the main thread before a signal can be waited for
    /// by another, and read by whichever of them ends the program.
    nonisolated(unsafe) private static var before: termios?

    /// Whether keys can be had: standard input is a terminal.
    static var isThere: Bool { System.isTerminal(0) }

    static func open() {
        var settings = termios()
        guard unsafe before == nil, unsafe tcgetattr(0, &settings) == 0 else { return }
        unsafe before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        _ = unsafe tcsetattr(0, TCSANOW, &settings)
    }

    static func close() {
        guard var settings = unsafe before else { return }
        _ = unsafe tcsetattr(0, TCSANOW, &settings)
        unsafe before = nil
    }

    /// Puts the terminal back where a signal ends the program in the middle of a picture.
    static func leavePicture() {
        guard unsafe before != nil else { return }
        let text = Array(showsCursor.utf8)
        unsafe text.withUnsafeBytes { unsafe _ = System.write($0, to: 1) }
        close()
    }

    /// Takes a terminal to its other screen without a cursor, and back.
    static let hidesCursor = "\u{1B}[?1049h\u{1B}[?25l"
    static let showsCursor = "\u{1B}[?25h\u{1B}[?1049l"

    /// The next key, waited for at most so many milliseconds; `nil` where none came.
    static func key(within milliseconds: Int32) -> Key? {
        var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(0, &bytes, bytes.count)
        // The end of the input: nobody can press anything any more.
        guard count > 0 else { return .character("q") }
        return key(of: Array(bytes[..<count]))
    }

    /// The key that a terminal tells with these bytes.
    static func key(of bytes: [UInt8]) -> Key? {
        if bytes.first == 0x1B, bytes.count >= 3,
            bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O")
        {
            switch bytes[2] {
            case UInt8(ascii: "A"): return .up
            case UInt8(ascii: "B"): return .down
            case UInt8(ascii: "C"): return .right
            case UInt8(ascii: "D"): return .left
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self).first.map { .character($0) }
    }
}
