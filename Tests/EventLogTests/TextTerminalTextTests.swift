import EventLog
import Testing

@Suite struct TextTerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Büro 会議 😀", "Büro 会議 😀"), ("a\nb\r\tc", #"a\nb\r\tc"#),
        ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\u{9B}31m\u{7F}\0", #"\u{9B}31m\u{7F}\u{0}"#),
        ("a\u{202E}b\u{2066}c", #"a\u{202E}b\u{2066}c"#),
        ("a\u{200B}\u{200D}\u{FEFF}\u{2060}b", #"a\u{200B}\u{200D}\u{FEFF}\u{2060}b"#),
        ("\u{2028}\u{2029}\u{85}", #"\u{2028}\u{2029}\u{85}"#),
        ("\u{E0041}\u{AD}\u{3164}", #"\u{E0041}\u{AD}\u{3164}"#),
        ("❤\u{FE0F}", "❤\u{FE0F}"), ("x\u{FE0F}", #"x\u{FE0F}"#), ("e\u{301}", "e\u{301}"),
        ("\r\n", #"\r\n"#), ("", ""),
    ])
    func isInert(text: String, expected: String) {
        // Compared as bytes: string equality ignores how marks are composed.
        #expect(Array(TerminalText.inert(text).utf8) == Array(expected.utf8))
    }

    @Test func stacksOfMarksAreEscaped() {
        let stacked = "e" + String(repeating: "\u{301}", count: 500)
        #expect(TerminalText.inert(stacked).hasSuffix(#"\u{301}"#))
    }

    @Test func nothingThatActsIsLeft() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = TerminalText.inert("a" + String(Character(scalar)))
            #expect(
                !text.unicodeScalars.contains {
                    $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                })
        }
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("会議", 4), ("😀", 2), ("🇩🇪", 2), ("ｱ", 1), ("한", 2),
    ])
    func knowsWidths(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("会議室", 5, "会議…"), ("会議室", 4, "会…"), ("abc", 0, ""),
        ("abc", 1, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func truncates(text: String, width: Int, expected: String) {
        #expect(TerminalText.truncate(text, to: width) == expected)
        #expect(TerminalText.width(TerminalText.truncate(text, to: width)) <= width)
    }

    @Test func pads() {
        #expect(TerminalText.pad("会", to: 4) == "会  ")
        #expect(TerminalText.pad("7", to: 3, atStart: true) == "  7")
        #expect(TerminalText.pad("long", to: 2) == "long")
    }
}
