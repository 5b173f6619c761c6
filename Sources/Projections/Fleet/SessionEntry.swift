import EventLog

/// One session in the list of the worst. The order is total: more errors, more warnings, more remarks, more that a baseline
/// knows come first, then what was lost, then the earlier one, and at last the texts.
public struct SessionEntry: Hashable, Comparable, Sendable {
    /// Where its log lies, as it was given.
    public internal(set) var path = ""
    public internal(set) var level = HealthVerdict.Level.unknown
    public internal(set) var errors: UInt64 = 0
    public internal(set) var warnings: UInt64 = 0
    public internal(set) var remarks: UInt64 = 0
    public internal(set) var known: UInt64 = 0
    /// Nanoseconds since 1970, and nanoseconds.
    public internal(set) var start: UInt64 = 0
    public internal(set) var duration: UInt64 = 0
    public internal(set) var events: UInt64 = 0
    public internal(set) var hasLoss = false
    public internal(set) var deviceModel: String?
    public internal(set) var system: String?
    public internal(set) var app: String?
    public internal(set) var appVersion: String?
    public internal(set) var ending: EndingKind?
    /// The rule of its first finding of the worst severity.
    public internal(set) var rule: String?
    /// The number of the session's own page, where one was made. It is no part of what is written.
    public var page: Int?

    public enum EndingKind: String, CaseIterable, Sendable {
        case closed, cut, cutInBackground
    }

    private var numbers: [UInt64] {
        [~errors, ~warnings, ~remarks, ~known, hasLoss ? 0 : 1, start, duration, events]
    }

    private var texts: [String] {
        [
            path, level.rawValue, deviceModel ?? "", system ?? "", app ?? "", appVersion ?? "",
            ending?.rawValue ?? "", rule ?? "",
        ]
    }

    public static func < (left: SessionEntry, right: SessionEntry) -> Bool {
        let (a, b) = (left.numbers, right.numbers)
        if a != b { return a.lexicographicallyPrecedes(b) }
        let (c, d) = (left.texts, right.texts)
        if c != d { return c.lexicographicallyPrecedes(d) }
        return (left.page ?? .max) < (right.page ?? .max)
    }
}

/// A log that could not be read, or not wholly.
public struct Trouble: Hashable, Comparable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Nothing of it was read.
        case unread
        /// Something of it is lost.
        case damaged
    }

    public let kind: Kind
    public internal(set) var path: String
    /// Why, in half a sentence.
    public internal(set) var reason: String

    public init(_ kind: Kind, path: String, reason: String) {
        self.kind = kind
        self.path = ShortText.cut(path, to: ShortText.path)
        self.reason = ShortText.cut(reason, to: ShortText.message)
    }

    public static func < (left: Trouble, right: Trouble) -> Bool {
        if left.kind != right.kind { return left.kind == .unread }
        return (left.path, left.reason) < (right.path, right.reason)
    }
}

/// Texts of a summary are short, so that its size is bounded.
enum ShortText {
    /// Bytes at most.
    static let name = 120
    static let path = 400
    static let message = 400

    /// The text where it is short enough; else as many whole characters as are, and `…`.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = String.UnicodeScalarView()
        var size = 3
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= limit else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    /// A name; `nil` where none is told.
    static func name(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : cut($0, to: name) }
    }
}
