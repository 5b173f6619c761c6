/// A place in the session's world coordinates, in metres; right-handed, y up, as ARKit has them.
public struct Vector3: Equatable, Sendable, BitwiseCopyable {
    public var x: Float
    public var y: Float
    public var z: Float

    @inlinable
    public init(_ x: Float, _ y: Float, _ z: Float) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The distance to `other` in metres.
    public func distance(to other: Vector3) -> Double {
        let dx = Double(x) - Double(other.x)
        let dy = Double(y) - Double(other.y)
        let dz = Double(z) - Double(other.z)
        return (dx * dx + dy * dy + dz * dz).squareRoot()
    }
}

/// An orientation: a unit quaternion, imaginary parts first as simd has them.
public struct Quaternion: Equatable, Sendable, BitwiseCopyable {
    public var x: Float
    public var y: Float
    public var z: Float
    public var w: Float

    @inlinable
    public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
    }
}

/// A closed set of values, numbered from 1 on the wire; 0 is protobuf's "unspecified" and means unknown.
///
/// The cases are spelled as ARKit spells them, and so they stand in NDJSON and in the embedded schema.
public protocol WireEnum: RawRepresentable<UInt8>, CaseIterable, Hashable, Sendable, BitwiseCopyable {}

extension WireEnum {
    /// The case's spelling.
    public var name: String { String(describing: self) }
}

/// Some of the values of one closed set, such as the options of a run.
public struct EnumSet<Element: WireEnum>: Equatable, Sendable, ExpressibleByArrayLiteral {
    /// Bit n stands for the case with raw value n; raw values are below 32.
    public var bits: UInt32

    @inlinable
    public init(bits: UInt32 = 0) { self.bits = bits }

    public init(arrayLiteral elements: Element...) {
        bits = elements.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
    }

    /// The elements that fit.
    static func of(_ fits: (Element) -> Bool) -> EnumSet {
        Element.allCases.reduce(into: []) { set, element in if fits(element) { set.insert(element) } }
    }

    @inlinable public var isEmpty: Bool { bits == 0 }

    @inlinable
    public func contains(_ element: Element) -> Bool { bits & 1 << UInt32(element.rawValue) != 0 }

    @inlinable
    public func isSubset(of other: EnumSet) -> Bool { bits & ~other.bits == 0 }

    @inlinable
    public mutating func insert(_ element: Element) { bits |= 1 << UInt32(element.rawValue) }

    /// The values in the order of their numbers.
    public var elements: [Element] { Element.allCases.filter(contains) }
}
