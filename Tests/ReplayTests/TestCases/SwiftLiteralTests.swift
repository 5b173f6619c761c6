import EventLog
import TestSupport
import Testing

@testable import Replay

/// Reads a Swift string literal as the compiler does, and takes nothing that is not printable ASCII.
struct LiteralReader {
    /// The text of a literal that begins here, and what is behind it; `nil` where it is none.
    static func read(_ source: Substring.UnicodeScalarView) -> (
        text: String, rest: Substring.UnicodeScalarView
    )? {
        var rest = source
        guard rest.popFirst() == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar.value >= 0x20, scalar.value < 0x7F else { return nil }
            if scalar == "\"" { return (String(text), rest) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "\"": text.append("\"")
            case "\\": text.append("\\")
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
                    let value = UInt32(String(rest[..<end]), radix: 16), let scalar = Unicode.Scalar(value)
                else { return nil }
                text.append(scalar)
                rest = rest[rest.index(after: end)...]
            default: return nil
            }
        }
        return nil
    }

    /// The text of a source that is one literal and nothing else.
    static func text(_ source: String) -> String? {
        guard let (text, rest) = read(Substring(source).unicodeScalars), rest.isEmpty else { return nil }
        return text
    }
}

@Suite struct SwiftLiteralTests {
    static let hostile = [
        "", "chair", "\"", "\\", "\\(", "\\(fatalError())", "\"); system(\"rm -rf ~", "\"\"\"", "#\"x\"#",
        "\\\"",
        "*/ import Darwin /*", "// \n}", "line\nbreak", "a\r\nb", "a\rb", "\u{0}", "\t", "\u{7F}", "\u{85}",
        "\u{2028}",
        "\u{202E}drow", "\u{200D}\u{FE0F}", "größe 椅子 🪑", "e\u{301}", "\u{FEFF}x", "\u{FFFF}\u{10FFFF}",
        "\u{1B}[31m",
        "$0", "\\u{41}", "\\", "trailing \\", String(repeating: "\\(\"", count: 21_846),
    ]

    @Test(arguments: hostile)
    func aTextIsOneLiteralAndItselfAgain(text: String) throws {
        let literal = SwiftLiteral.text(text)
        let read = try #require(LiteralReader.text(literal))
        // Not as strings, which are equal also where their scalars are not.
        #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test func scalarsAreThemselvesAgain() throws {
        var text = String.UnicodeScalarView()
        let values = Array(UInt32(0)...0x3000) + stride(from: 0x3000, through: 0x10FFFF, by: 0xFF)
        for value in values { if let scalar = Unicode.Scalar(value) { text.append(scalar) } }
        let read = try #require(LiteralReader.text(SwiftLiteral.text(String(text))))
        #expect(Array(read.unicodeScalars) == Array(text))
    }

    /// What the literal of a number says, as the compiler takes it.
    private func value(_ literal: String) -> UInt64? {
        let prefix = "Double(bitPattern: 0x"
        guard literal.hasPrefix(prefix) else { return Double(literal)?.bitPattern }
        return UInt64(literal.dropFirst(prefix.count).dropLast(), radix: 16)
    }

    @Test func aNumberIsItselfToTheBit() {
        var random = SeededNumbers(seed: 1)
        let edges: [Double] = [
            0, -0.0, 1, -1, 0.1, 1e20, 1e-5, 59.4, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
            .leastNormalMagnitude, .greatestFiniteMagnitude, 0.30000000000000004,
        ]
        for number in edges + (0..<10_000).map({ _ in Double(bitPattern: random.next()) }) {
            let literal = SwiftLiteral.number(number)
            #expect(value(literal) == number.bitPattern, "\(literal)")
        }
        for _ in 0..<10_000 {
            let number = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            guard number.isNormal else { continue }
            #expect(Float(SwiftLiteral.number(number))?.bitPattern == number.bitPattern)
        }
        #expect(SwiftLiteral.number(Float.nan) == "Float(bitPattern: 0x7fc00000)")
        #expect(SwiftLiteral.number(Float(-1.5)) == "-1.5" && SwiftLiteral.number(Float(2)) == "2")
    }

    @Test func secondsAreExactOrNotTold() {
        var random = SeededNumbers(seed: 2)
        #expect(SwiftLiteral.seconds(4_110_000_000) == "4.11" && SwiftLiteral.seconds(0) == "0")
        #expect(SwiftLiteral.seconds(1) == "0.000000001")
        for bits in 1...64 {
            for _ in 0..<200 {
                let time = random.next() >> UInt64(64 - bits)
                let told = SwiftLiteral.seconds(time)
                if let told { #expect(Double(told).map { RecordedLog.nanoseconds($0) } == time, "\(told)") }
                // Twenty days.
                if time < 20 * 86_400 * 1_000_000_000 { #expect(told != nil, "\(time)") }
            }
        }
        #expect(SwiftLiteral.seconds(.max - 1) == nil)
    }
}

@Suite struct SwiftNameTests {
    @Test(arguments: [
        ("Placement", "Placement()"), ("Placement()", "Placement()"),
        ("Room.makeHandler()", "Room.makeHandler()"),
        ("_x9", "_x9()"), ("A.B.C", "A.B.C()"),
    ])
    func aNameIsACall(text: String, call: String) { #expect(SwiftName.call(text) == call) }

    @Test(arguments: [
        "", "()", "1a", "a b", "A(1)", "A();exit()", "A()()", "A.", ".A", "A..B", "class", "A.Type", "A.self",
        "é", "A\n", "A{}",
        "A<B>", "`A`", "_", "A()\u{0}", String(repeating: "A", count: 201), "A(", "A)", "A\u{301}",
    ])
    func nothingElseIs(text: String) { #expect(SwiftName.call(text) == nil) }

    @Test(arguments: [
        ("DoubleRunTests.swift", "DoubleRunTests"), ("/a b/Chair.swift", "ChairTests"),
        ("Event.swift", "EventTests"),
        ("double-run.swift", "DoubleRunTests"), ("9.swift", "DoubleRunTests"), ("", "DoubleRunTests"),
        ("Self.swift", "DoubleRunTests"), ("A{}.swift", "DoubleRunTests"), ("x.swift", "DoubleRunTests"),
        ("Ü.swift", "DoubleRunTests"), ("Tests.swift", "Tests"),
    ])
    func aSuiteIsNamedAfterItsFile(path: String, name: String) {
        #expect(SwiftName.suite(file: path, rule: "double-run") == name)
    }
}
