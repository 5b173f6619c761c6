import EventLog

/// A text that a log repeats: a key, a machine's name, a source. Equal texts are equal symbols.
public struct Symbol: Hashable, Sendable, BitwiseCopyable {
    let index: UInt32

    /// Stands for all texts beyond those that are kept, which may differ.
    static let overflow = Symbol(index: 0)
}

/// The texts a projection keeps, each once.
///
/// A text longer than `longestText` bytes is told from others by all its bytes but kept only so far, and once
/// `capacity` texts are kept all further ones share one symbol, so that a hostile log cannot fill the memory;
/// `hasOverflowed` then says so.
public final class Symbols {
    /// Bytes kept of one text.
    public static let longestText = 128
    /// Different texts kept.
    public let capacity: Int
    public private(set) var hasOverflowed = false

    private var texts: [String] = []
    /// Buckets of an open-addressing table: the symbol's index + 1, or 0.
    private var buckets: [UInt32]
    private var hashes: [UInt64] = []

    public init(capacity: Int = 100_000) {
        self.capacity = capacity
        buckets = Array(repeating: 0, count: 64)
        texts.append("…")
        hashes.append(0)
    }

    /// The symbol's text, cut at `longestText` bytes.
    public func text(_ symbol: Symbol) -> String { texts[Int(symbol.index)] }

    public func text(_ symbol: Symbol?) -> String? { symbol.map { text($0) } }

    /// The symbol of a text.
    public func symbol(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 { unsafe intern(UnsafeRawBufferPointer($0)) }
    }

    /// The symbol of a text of the event.
    func symbol(_ text: TextRange, in event: LoggedEvent) -> Symbol {
        guard let cursor = event.content.cursor(text) else { return .overflow }
        return unsafe intern(cursor.rest)
    }

    func symbol(_ text: TextRange?, in event: LoggedEvent) -> Symbol? {
        text.map { symbol($0, in: event) }
    }

    private func intern(_ bytes: UnsafeRawBufferPointer) -> Symbol {
        let hash = unsafe bytes.reduce(0xCBF2_9CE4_8422_2325 ^ Self.seed) { hash, byte in
            let mixed = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            return mixed ^ mixed >> 29
        }
        var slot = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
        while buckets[slot] != 0 {
            let index = Int(buckets[slot] - 1)
            // Texts that are cut compare by hash and by what is kept.
            if hashes[index] == hash, unsafe isKept(bytes, as: texts[index]) {
                return Symbol(index: UInt32(index))
            }
            slot = (slot + 1) & (buckets.count - 1)
        }
        guard texts.count < capacity else {
            hasOverflowed = true
            return .overflow
        }
        texts.append(unsafe Self.kept(bytes))
        hashes.append(hash)
        buckets[slot] = UInt32(texts.count)
        if texts.count * 2 > buckets.count { grow() }
        return Symbol(index: UInt32(texts.count - 1))
    }

    /// What is kept of a text.
    static func kept(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        var text = text
        return text.withUTF8 { unsafe kept(UnsafeRawBufferPointer($0)) }
    }

    private static func kept(_ bytes: UnsafeRawBufferPointer) -> String {
        let kept = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(longestText))
        let text = unsafe String(decoding: kept, as: UTF8.self)
        return kept.count < bytes.count ? text + "…" : text
    }

    private func isKept(_ bytes: UnsafeRawBufferPointer, as text: String) -> Bool {
        guard bytes.count <= Self.longestText else { return true }
        return unsafe text.utf8.elementsEqual(bytes) || text.utf8.count > bytes.count
    }

    private func grow() {
        buckets = Array(repeating: 0, count: buckets.count * 2)
        for index in 1..<texts.count {
            var slot = Int(truncatingIfNeeded: hashes[index]) & (buckets.count - 1)
            while buckets[slot] != 0 { slot = (slot + 1) & (buckets.count - 1) }
            buckets[slot] = UInt32(index + 1)
        }
    }

    /// Different in each process, so that nobody can make texts that collide; no output depends on it.
    private static let seed = UInt64.random(in: .min ... .max)
}
