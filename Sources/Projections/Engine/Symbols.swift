import EventLog

/// A text that a log repeats: a key, a machine's name, a source. Equal texts are equal symbols.
public struct Symbol: Hashable, Sendable, BitwiseCopyable {
    let index: UInt32

    /// Stands for all texts beyond those that are kept, which may differ.
    static let overflow = Symbol(index: 0)
}

/// The texts a projection keeps, each once.
///
/// A text longer than `longestText` bytes is told from others by its length and by the hash of all its bytes, but kept
/// only so far. Once `capacity` texts are kept all further ones share one symbol, so that a hostile log cannot fill the
/// memory; `hasOverflowed` then says so.
public final class Symbols {
    /// Bytes kept of one text.
    public static let longestText = 128
    /// Different texts kept.
    public let capacity: Int
    @exclusivity(unchecked) @safe public private(set) var hasOverflowed = false

    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Entry: BitwiseCopyable {
        let hash: UInt64
        /// Bytes the text has.
        let length: Int
        /// Where what is kept of it lies.
        let offset: Int
        /// A text of at most eight bytes as a number, which most are; 0 for others.
        let word: UInt64
    }

    @exclusivity(unchecked) @safe private var entries = Slab<Entry>()
    @exclusivity(unchecked) @safe private var kept = ByteBuffer(capacity: 4096)
    /// An open-addressing table: the symbol's index + 1, or 0.
    @exclusivity(unchecked) @safe private var buckets = Slab<UInt32>(repeating: 0, count: 64)

    public init(capacity: Int = 100_000) {
        self.capacity = max(2, capacity)
        // Symbol 0 stands for all that are too many.
        kept.append(utf8: "…")
        entries.append(Entry(hash: 0, length: kept.count, offset: 0, word: 0))
    }

    /// The symbol's text, cut at `longestText` bytes.
    public func text(_ symbol: Symbol) -> String {
        let entry = entries[Int(symbol.index)]
        let count = min(entry.length, Self.longestText)
        guard let cursor = unsafe ByteCursor(kept.bytes, from: entry.offset, count: count) else { return "" }
        return cursor.restText + (entry.length > count ? "…" : "")
    }

    public func text(_ symbol: Symbol?) -> String? { symbol.map { text($0) } }

    /// The symbol of a text.
    public func symbol(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 { unsafe intern(ByteCursor(UnsafeRawBufferPointer($0))) }
    }

    /// The symbol of a text of the event.
    func symbol(_ text: TextRange, in event: LoggedEvent) -> Symbol {
        guard let cursor = event.content.cursor(text) else { return .overflow }
        return intern(cursor)
    }

    func symbol(_ text: TextRange?, in event: LoggedEvent) -> Symbol? {
        text.map { symbol($0, in: event) }
    }

    private func intern(_ text: ByteCursor) -> Symbol {
        let isShort = text.remaining <= 8
        let word = isShort ? Self.word(text) : 0
        let hash = isShort ? mixed(seed ^ UInt64(text.remaining), word) : hash(text)
        let mask = buckets.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while buckets[slot] != 0 {
            let index = buckets[slot] - 1
            let entry = entries[Int(index)]
            if entry.hash == hash, entry.length == text.remaining, entry.word == word,
                isShort || isKept(text, as: entry)
            {
                return Symbol(index: index)
            }
            slot = (slot + 1) & mask
        }
        guard entries.count < capacity else {
            hasOverflowed = true
            return .overflow
        }
        entries.append(Entry(hash: hash, length: text.remaining, offset: kept.count, word: word))
        unsafe kept.append(UnsafeRawBufferPointer(rebasing: text.rest.prefix(Self.longestText)))
        buckets[slot] = UInt32(entries.count)
        if entries.count * 2 > buckets.count { grow() }
        return Symbol(index: UInt32(entries.count - 1))
    }

    /// What is kept of a text.
    static func kept(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        return String(decoding: text.utf8.prefix(longestText), as: UTF8.self) + "…"
    }

    /// Whether what is kept is how the text begins; the rest of a long one is told by its hash.
    private func isKept(_ text: ByteCursor, as entry: Entry) -> Bool {
        let count = min(entry.length, Self.longestText)
        var text = text
        guard var other = unsafe ByteCursor(kept.bytes, from: entry.offset, count: count) else {
            return false
        }
        while let word = other.read(UInt64.self) {
            if text.read(UInt64.self) != word { return false }
        }
        return Self.tail(of: &text, atMost: other.remaining) == Self.tail(of: &other, atMost: other.remaining)
    }

    private func grow() {
        var larger = Slab<UInt32>(repeating: 0, count: buckets.count * 2)
        let mask = larger.count - 1
        for index in 1..<entries.count {
            var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = UInt32(index + 1)
        }
        buckets = larger
    }

    /// Different in each process, so that nobody can make texts that collide; no output depends on it.
    private let seed = UInt64.random(in: .min ... .max)

    private func hash(_ text: ByteCursor) -> UInt64 {
        var text = text
        var hash = seed ^ UInt64(text.remaining)
        while let word = text.read(UInt64.self) { hash = mixed(hash, word) }
        return mixed(hash, Self.tail(of: &text, atMost: text.remaining))
    }

    @inline(__always)
    private func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// A text of at most eight bytes as a number, different for each of a length.
    @inline(__always)
    private static func word(_ text: ByteCursor) -> UInt64 {
        var text = text
        return text.read(UInt64.self) ?? tail(of: &text, atMost: text.remaining)
    }

    /// The next bytes, fewer than eight of them, as one number.
    @inline(__always)
    private static func tail(of text: inout ByteCursor, atMost count: Int) -> UInt64 {
        var rest: UInt64 = 0
        if count & 4 != 0, let word = text.read(UInt32.self) { rest = UInt64(word) }
        if count & 2 != 0, let word = text.read(UInt16.self) { rest = rest << 16 | UInt64(word) }
        if count & 1 != 0, let byte = text.read(UInt8.self) { rest = rest << 8 | UInt64(byte) }
        return rest
    }
}
