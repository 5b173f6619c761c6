/// What many logs come to: adding is associative and commutative, and a new value changes nothing, so that parts can be
/// added in any order and any grouping.
public protocol Summable: Equatable, Sendable {
    /// Of no log at all.
    init()
    mutating func add(_ other: Self)
    /// What is left of it once nobody keeps what it is of: the numbers that still mean something. Of a sum it is the sum.
    var unnamed: Self { get }
}

extension Summable {
    public var unnamed: Self { self }
}

/// A number of things. Like every sum here it stays at the largest number instead of overflowing, which keeps adding
/// associative.
public struct Amount: Summable {
    public internal(set) var value: UInt64

    public init() { value = 0 }
    public init(_ value: UInt64) { self.value = value }

    public mutating func add(_ other: Amount) { value = sum(value, other.value) }
}
