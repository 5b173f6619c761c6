/// How the parts of a payload that vary in length are held.
///
/// Every kind of event is declared once, in `Vocabulary`, over one of two storages: `Owned` where an app or a
/// test makes an event, `InBatch` where one is read and nothing may be allocated.
public protocol PayloadStorage: Sendable {
    associatedtype Text: PayloadText
    associatedtype TextList: Equatable, Sendable, ExpressibleByArrayLiteral
    associatedtype TextMap: Equatable, Sendable, ExpressibleByDictionaryLiteral
}

/// Text that can start out empty.
public protocol PayloadText: Equatable, Sendable {
    init()
}

/// Strings of their own: for writing.
public enum Owned: PayloadStorage {
    public typealias Text = String
    public typealias TextList = [String]
    public typealias TextMap = [String: String]
}

/// Ranges of the batch's bytes: for reading. They are valid with the batch they came from, no longer.
public enum InBatch: PayloadStorage {
    public typealias Text = TextRange
    public typealias TextList = TextListRange
    public typealias TextMap = TextMapRange
}

extension String: PayloadText {}

/// A text in a batch: where its UTF-8 begins and how many bytes it has.
public struct TextRange: PayloadText, BitwiseCopyable {
    public var offset: UInt32
    public var count: UInt32

    @inlinable
    public init() {
        offset = 0
        count = 0
    }

    @inlinable
    public init(offset: Int, count: Int) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.count = UInt32(truncatingIfNeeded: count)
    }
}

/// A repeated text field in a batch: from the first occurrence's tag to the end of the payload.
public struct TextListRange: Equatable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
    /// From the first occurrence's tag to the payload's end.
    public var range: TextRange
    /// The wire tag its occurrences have.
    public var tag: UInt32
    /// How many there are.
    public var count: UInt32

    @inlinable
    public init(range: TextRange, tag: UInt32, count: UInt32) {
        self.range = range
        self.tag = tag
        self.count = count
    }

    public init(arrayLiteral elements: Never...) { self.init(range: TextRange(), tag: 0, count: 0) }
}

/// A map from text to text in a batch: a repeated field of entries, as protobuf has it.
public struct TextMapRange: Equatable, Sendable, BitwiseCopyable, ExpressibleByDictionaryLiteral {
    public var entries: TextListRange

    @inlinable
    public init(entries: TextListRange) { self.entries = entries }

    public init(dictionaryLiteral elements: (Never, Never)...) { entries = [] }
}
