import Testing

@testable import ARLogKit

@Suite struct TextTests {
    @Test(arguments: ["", "short", String(repeating: "x", count: 512), String(repeating: "é", count: 256)])
    func whatFitsStays(text: String) { #expect(Text.cut(text) == text) }

    @Test(arguments: ["x", "é", "€", "😀", "👨‍👩‍👧", "e\u{301}"])
    func whatDoesNotIsCutBetweenCharacters(unit: String) {
        for lead in 0..<5 {
            let text = String(repeating: "a", count: lead) + String(repeating: unit, count: 600)
            let cut = Text.cut(text)
            #expect(cut.utf8.count <= 512 && cut.utf8.count > 500)
            #expect(cut.hasSuffix("…") && text.unicodeScalars.starts(with: cut.unicodeScalars.dropLast()))
        }
    }

    @Test func aCallerIsAFunctionInAFile() {
        #expect(
            callSite(nil, #function, #fileID)
                == "aCallerIsAFunctionInAFile() in ARLogKitTests/TextTests.swift")
        #expect(callSite("foreground", #function, #fileID) == "foreground")
    }
}
