import EventLog

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The words of the command line: operands, and options with a value each.
struct Words {
    /// They make no sense; the usage says what does.
    struct Failure: Error {}

    private(set) var operands: [String] = []
    private var options: [String: String] = [:]
    private static let names: Set<String> = ["events", "pace", "seed", "rate", "promise"]

    init(_ words: ArraySlice<String>) throws(Failure) {
        var words = words
        while let word = words.popFirst() {
            guard word.hasPrefix("--") else {
                operands.append(word)
                continue
            }
            let name = String(word.dropFirst(2))
            guard Self.names.contains(name), let value = words.popFirst() else { throw Failure() }
            options[name] = value
        }
    }

    func number(_ name: String, default standard: Int) throws(Failure) -> Int {
        guard let text = options[name] else { return standard }
        guard let number = Int(text), number >= 0 else { throw Failure() }
        return number
    }

    var promise: RecordingPromise {
        get throws(Failure) {
            guard let promise = RecordingPromise(rawValue: options["promise"] ?? "process") else {
                throw Failure()
            }
            return promise
        }
    }

    var pace: Generator.Pace {
        get throws(Failure) {
            guard let text = options["pace"] else { return .full }
            guard let pace = Generator.Pace(rawValue: text) else { throw Failure() }
            return pace
        }
    }
}

/// Something else ended the work: a figure of it would say nothing.
struct Unfit: Error, CustomStringConvertible {
    let description: String
}

/// Says why there is no figure, and ends the process.
func fail(_ message: String) -> Never {
    let line = Array((message + "\n").utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    exit(2)
}
