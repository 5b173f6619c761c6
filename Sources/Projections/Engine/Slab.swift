/// An array of plain values in memory of its own, for the tables that every event touches.
///
/// An `Array` inside a class is retained, released and asked for its uniqueness around each access, which costs more
/// than the access. An index out of bounds traps, as it does in an array.
@safe
struct Slab<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = max(1, capacity)
        unsafe base = .allocate(capacity: self.capacity)
    }

    /// `count` copies of one value.
    init(repeating value: Element, count: Int) {
        self.init(capacity: count)
        unsafe base.initialize(repeating: value, count: count)
        self.count = count
    }

    deinit { unsafe base.deallocate() }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Element {
        @inline(__always) _read {
            precondition(index >= 0 && index < count)
            yield unsafe base[index]
        }
        @inline(__always) _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &base[index]
        }
    }

    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    /// Takes the last element out; `nil` where there is none.
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return unsafe base[count]
    }

    /// Forgets every element and keeps the memory.
    mutating func removeAll() { count = 0 }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        unsafe larger.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity *= 2
    }
}
