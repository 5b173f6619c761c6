import EventLog
import Testing

/// Everything a JSON text holds, as a tree that prints canonically. Only tests build trees.
private func tree(_ json: inout JSONScanner) throws -> String {
    switch try json.peekKind() {
    case .object:
        var parts: [String] = []
        try json.beginObject()
        while let key = try json.nextKey() { parts.append("\(key)=\(try tree(&json))") }
        return "{" + parts.joined(separator: ",") + "}"
    case .array:
        var parts: [String] = []
        try json.beginArray()
        while try json.nextElement() { parts.append(try tree(&json)) }
        return "[" + parts.joined(separator: ",") + "]"
    case .string: return "<" + (try json.readString()) + ">"
    case .number: return "\(try json.readNumber().asDouble.map { "\($0)" } ?? "?")"
    case .bool: return "\(try json.readBool())"
    case .null:
        try json.readNull()
        return "null"
    }
}

private func parse(_ bytes: [UInt8]) throws -> String {
    try bytes.withUnsafeBytes { bytes in
        var json = JSONScanner(bytes)
        let result = try tree(&json)
        try json.finish()
        return result
    }
}

private func parse(_ text: String) throws -> String { try parse(Array(text.utf8)) }

private func failure(_ bytes: [UInt8]) -> JSONError? {
    do {
        _ = try parse(bytes)
        return nil
    } catch { return error as? JSONError }
}

@Suite struct TextJSONScannerTests {
    @Test(arguments: [
        (#"{"a":1,"b":[true,false,null],"a":"x"}"#, "{a=1.0,b=[true,false,null],a=<x>}"),
        (" \t\r\n{ } ", "{}"), ("[ ]", "[]"), (#"[[],{}, "" ]"#, "[[],{},<>]"),
        (#""\"\\\/\b\f\n\r\t""#, "<\"\\/\u{8}\u{C}\n\r\t>"),
        (#""a\u00e4\u20AC\ud83d\ude00z""#, "<aä€😀z>"), (#""äö\nü""#, "<äö\nü>"),
        (#""\u0000""#, "<\0>"), ("-0", "-0.0"), ("0", "0.0"), ("1E+2", "100.0"), ("-1.5e-3", "-0.0015"),
    ])
    func readsWhatIsThere(text: String, expected: String) throws {
        #expect(try parse(text) == expected)
    }

    @Test(arguments: [
        ("", 1, JSONError.Expected.value), (" ", 2, .value), ("{", 2, .keyOrEnd), (#"{"a":1,}"#, 8, .key),
        (#"{"a" 1}"#, 6, .colon), (#"{"a":}"#, 6, .value), (#"{"a":1 "b":2}"#, 8, .commaOrBrace),
        ("{,}", 2, .keyOrEnd), ("[1,]", 4, .value), ("[1 2]", 4, .commaOrBracket), ("[1", 3, .commaOrBracket),
        ("01", 2, .end), ("1.", 3, .digit), (".5", 1, .value), ("+1", 1, .value), ("-", 2, .digit),
        ("1e", 3, .digit), ("1e+", 4, .digit), ("0x10", 2, .end), ("NaN", 1, .value), ("Infinity", 1, .value),
        ("-Infinity", 2, .digit), ("tru", 1, .bool), ("nul", 1, .null), ("truex", 5, .end),
        ("'a'", 1, .value),
        (#""abc"#, 5, .closingQuote), ("\"a\tb\"", 3, .escapedControl), ("\"a\0b\"", 3, .escapedControl),
        (#""\x""#, 3, .escape), (#""\u12g4""#, 6, .hexDigits), (#""\u12"#, 6, .hexDigits),
        (#""a\ud83d""#, 3, .surrogatePair), (#""\ude00""#, 2, .surrogatePair),
        (#""\ud83dx""#, 2, .surrogatePair), (#""\ud83d\u0041""#, 2, .surrogatePair), ("1 1", 3, .end),
        ("\u{FEFF}1", 1, .value), ("\0", 1, .value), ("// c\n1", 1, .value),
    ])
    func namesWhatIsWrong(text: String, column: Int, expected: JSONError.Expected) {
        let error = failure(Array(text.utf8))
        #expect(
            error?.column == column && error?.expected == expected, "\(text): \(String(describing: error))")
    }

    @Test(arguments: [
        [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF], [0xC3],
    ])
    func refusesInvalidUTF8(sequence: [UInt8]) {
        let quoted = Array("\"aé".utf8) + sequence + Array("\"".utf8)
        #expect(failure(quoted)?.expected == .utf8)
        #expect(failure(quoted)?.column == 5)
        #expect(failure(Array("\"\\n".utf8) + sequence + Array("\\n\"".utf8))?.expected == .utf8)
    }

    @Test func limitsDepth() throws {
        let deep = { (levels: Int) in
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(try parse(deep(64)) == deep(64))
        #expect(failure(Array(deep(65).utf8)) == JSONError(column: 65, expected: .shallower, found: 0x5B))
        #expect(failure(Array(String(repeating: "[{\"a\":", count: 100_000).utf8))?.expected == .shallower)
    }

    @Test func skipsAndKeepsRawText() throws {
        let text = #"{"skip":{"a":[1,{"b":"\u00e4"}]},"raw": [1.50, "x"] ,"n":7}"#
        try Array(text.utf8).withUnsafeBytes { bytes in
            var json = JSONScanner(bytes)
            var seen: [String] = []
            try json.beginObject()
            while let key = try json.nextKey() {
                seen.append(key)
                switch key {
                case "raw": #expect(try json.readRawText() == #"[1.50, "x"]"#)
                case "n": #expect(try json.readNumber().asInt64 == 7)
                default: try json.skipValue()
                }
            }
            try json.finish()
            #expect(seen == ["skip", "raw", "n"])
        }
    }

    @Test func errorsAreInertLines() {
        #expect(
            JSONError(column: 3, expected: .colon, found: 0x1B).description
                == "column 3: expected a colon, found byte 0x1B")
        #expect(
            JSONError(column: 3, expected: .colon, found: nil).description
                == "column 3: expected a colon, found the end")
    }

    /// Bytes changed at random: never a crash, and what is accepted skips to the same place as it reads.
    @Test func survivesAnything() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        let sample = Array(#"{"t":12.5e-3,"ä":["\ud83d\ude00",{"x":[-0,true,null]},"é\n"],"k":"v"}"#.utf8)
        for round in 0..<20_000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch random.next() % 4 {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[index] = sample.randomElement(using: &random) ?? 0
                case 2 where bytes.count > 1: bytes.remove(at: index)
                default: bytes.insert(sample.randomElement(using: &random) ?? 0, at: index)
                }
            }
            let read = failure(bytes)
            bytes.withUnsafeBytes { raw in
                var json = JSONScanner(raw)
                do throws(JSONError) {
                    try json.skipValue()
                    try json.finish()
                    #expect(read == nil, "seed \(seed), round \(round)")
                } catch { #expect(read == error, "seed \(seed), round \(round)") }
            }
        }
    }

    @Test func refusesEveryTruncation() {
        let sample = Array(#"{"t":12.5,"a":["\u00e4",{"x":[-0,true,null]}],"k":"v"}"#.utf8)
        for length in 0..<sample.count { #expect(failure(Array(sample[..<length])) != nil, "\(length)") }
        #expect(failure(sample) == nil)
    }
}

/// A small seeded generator, so that a failure can be repeated from the seed it prints.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
