extension EventKind {
    /// How many kinds there are.
    @inlinable public static var count: Int { 78 }

    /// Its place among all kinds, from 0, for tables: one less than the number.
    ///
    /// A case without payload is stored as its place among the cases; asking for `rawValue` walks a table in another
    /// module, which at millions of events is what a pass costs. A test holds the two together.
    @inlinable @inline(__always)
    public var index: Int { unsafe Int(unsafeBitCast(self, to: UInt8.self)) }
}
