/// Values by the serial of a session or the index of a device: mostly one or two of them, and asked for with every
/// event, so they lie in a row and the one that was written last is looked at first.
///
/// A recording has 256 sessions at most, so that even a long row is short.
struct Few<Value> {
    private var keys: [Int] = []
    private var values: [Value] = []
    /// Where the key lies that was written last.
    private var latest = 0

    init() {}

    var isEmpty: Bool { keys.isEmpty }
    var count: Int { keys.count }

    /// All values, in no order that means anything.
    var all: [Value] { values }

    func contains(_ key: Int) -> Bool { place(of: key) < keys.count }

    /// Changes the value of a key, if there is one. Cheaper than to change it through the subscript.
    @inline(__always)
    mutating func change<Result>(_ key: Int, _ change: (inout Value) -> Result) -> Result? {
        let place = place(of: key)
        guard place < keys.count else { return nil }
        latest = place
        return change(&values[place])
    }

    /// Changes the value of a key, which is at first `initial`.
    @inline(__always)
    mutating func change<Result>(
        _ key: Int, default initial: @autoclosure () -> Value, _ change: (inout Value) -> Result
    ) -> Result {
        let place = place(of: key)
        if place == keys.count { append(key, initial()) }
        latest = place
        return change(&values[place])
    }

    /// The value of a key, which is made where there is none.
    mutating func value(_ key: Int, default initial: @autoclosure () -> Value) -> Value {
        change(key, default: initial()) { $0 }
    }

    subscript(key: Int) -> Value? {
        get {
            let place = place(of: key)
            return place < keys.count ? values[place] : nil
        }
        _modify {
            // Taken out while it is changed, so that nothing of it is copied.
            var value = removeValue(forKey: key)
            defer { if let value { append(key, value) } }
            yield &value
        }
    }

    /// The value of a key, at first `initial`.
    subscript(key: Int, default initial: @autoclosure () -> Value) -> Value {
        get { self[key] ?? initial() }
        _modify {
            let place = place(of: key)
            if place == keys.count { append(key, initial()) }
            latest = place
            yield &values[place]
        }
    }

    @discardableResult
    mutating func removeValue(forKey key: Int) -> Value? {
        let place = place(of: key)
        guard place < keys.count else { return nil }
        keys.swapAt(place, keys.count - 1)
        values.swapAt(place, values.count - 1)
        keys.removeLast()
        return values.removeLast()
    }

    /// Where a key lies; behind the last where it does not.
    @inline(__always)
    private func place(of key: Int) -> Int {
        if latest < keys.count, keys[latest] == key { return latest }
        return keys.isEmpty ? 0 : search(key)
    }

    @inline(never)
    private func search(_ key: Int) -> Int { keys.firstIndex(of: key) ?? keys.count }

    @inline(never)
    private mutating func append(_ key: Int, _ value: Value) {
        latest = keys.count
        keys.append(key)
        values.append(value)
    }
}
