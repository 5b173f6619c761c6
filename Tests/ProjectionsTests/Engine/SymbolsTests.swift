import EventLog
import TestSupport
import Testing

@testable import Projections

struct SymbolsTests {
    @Test func equalTextsAreEqualSymbols() {
        let symbols = Symbols()
        let chair = symbols.symbol("chair")
        #expect(symbols.symbol("chair") == chair && symbols.symbol("chairs") != chair)
        #expect(symbols.symbol("") != chair && symbols.symbol("") == symbols.symbol(""))
        #expect(symbols.text(chair) == "chair" && symbols.text(symbols.symbol("")) == "")
        #expect(symbols.text(nil) == nil && !symbols.hasOverflowed)
    }

    @Test func texts() {
        let symbols = Symbols()
        for text in ["Größe", "🪑", "e\u{301}", "\0", "\u{1B}[31m", "…"] {
            #expect(symbols.text(symbols.symbol(text)) == text)
        }
        // Told apart by their bytes.
        #expect(symbols.symbol("e\u{301}") != symbols.symbol("\u{E9}"))
        #expect(symbols.symbol("…") != .overflow)
    }

    @Test func longTexts() {
        let symbols = Symbols()
        let start = String(repeating: "x", count: Symbols.longestText)
        let (exact, one, other) = (
            symbols.symbol(start), symbols.symbol(start + "a"), symbols.symbol(start + "b")
        )
        #expect(Set([exact, one, other]).count == 3)
        #expect(symbols.text(exact) == start && symbols.text(one) == start + "…")
        #expect(symbols.symbol(start + "a") == one)
        #expect(Symbols.kept(start) == start && Symbols.kept(start + "abc") == start + "…")
    }

    @Test func manyTexts() {
        let symbols = Symbols()
        let all = (0..<5000).map { symbols.symbol("text \($0)") }
        #expect(Set(all).count == 5000)
        for index in stride(from: 0, to: 5000, by: 7) {
            #expect(symbols.symbol("text \(index)") == all[index])
            #expect(symbols.text(all[index]) == "text \(index)")
        }
    }

    @Test func overflow() {
        let symbols = Symbols(capacity: 3)
        let (one, two) = (symbols.symbol("one"), symbols.symbol("two"))
        #expect(!symbols.hasOverflowed)
        #expect(symbols.symbol("three") == .overflow && symbols.symbol("four") == .overflow)
        #expect(symbols.hasOverflowed)
        #expect(symbols.symbol("one") == one && symbols.symbol("two") == two)
        #expect(symbols.text(.overflow) == "…")
    }

    /// Texts that were not kept are not known to be equal.
    @Test func overflowIsNoThing() {
        func node(_ key: Symbol) -> Node {
            Node(
                id: "N1", attached: .start, attachment: .root, anchor: nil, parent: nil, key: key, asset: nil,
                role: .content, isLocalOnly: false, position: nil)
        }
        let chair = Symbols().symbol("chair")
        #expect(node(chair).showsSame(as: node(chair)))
        #expect(!node(.overflow).showsSame(as: node(.overflow)))
    }
}
