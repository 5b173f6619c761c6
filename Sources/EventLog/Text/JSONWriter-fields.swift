/// Keys with their values in one call. A value that is not known is left out, key and all.
extension JSONWriter {
    public mutating func field(_ name: String, _ known: String?) {
        guard let known else { return }
        key(name)
        value(known)
    }

    public mutating func field(_ name: String, _ known: Bool?) {
        guard let known else { return }
        key(name)
        value(known)
    }

    @inlinable
    public mutating func field<Number: FixedWidthInteger>(_ name: String, _ known: Number?) {
        guard let known else { return }
        key(name)
        value(known)
    }

    public mutating func field(_ name: String, _ known: Double?) {
        guard let known else { return }
        key(name)
        value(known)
    }

    public mutating func field(_ name: String, _ known: Float?) {
        guard let known else { return }
        key(name)
        value(known)
    }

    public mutating func field(_ name: String, secondsOf nanoseconds: UInt64?) {
        guard let nanoseconds else { return }
        key(name)
        value(secondsOf: nanoseconds)
    }

    public mutating func field(_ name: String, timeOf nanoseconds: UInt64?) {
        guard let nanoseconds else { return }
        key(name)
        value(timeOf: nanoseconds)
    }

    public mutating func field(_ name: String, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    @inlinable
    public mutating func field<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) {
        key(name)
        beginArray()
        for number in numbers { value(number) }
        endArray()
    }

    public mutating func field(_ name: String, _ numbers: [Float]) {
        key(name)
        beginArray()
        for number in numbers { value(number) }
        endArray()
    }
}
