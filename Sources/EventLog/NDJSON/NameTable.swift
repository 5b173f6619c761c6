/// Finds the place of a name in a fixed list by its bytes, without making a string of them.
struct NameTable: Sendable {
    private let bytes: [UInt8]
    private let starts: [Int]
    /// Places in the list, by hash; -1 where nothing is.
    private let slots: [Int16]

    /// A table of `names`, at most 10,000 and all different.
    init(_ names: [String]) {
        var bytes: [UInt8] = []
        var starts = [0]
        for name in names {
            bytes += Array(name.utf8)
            starts.append(bytes.count)
        }
        var size = 8
        while size < names.count * 3 { size *= 2 }
        var slots = [Int16](repeating: -1, count: size)
        for (place, name) in names.enumerated() {
            var slot = Int(truncatingIfNeeded: Self.hash(Array(name.utf8))) & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int16(truncatingIfNeeded: place)
        }
        self.bytes = bytes
        self.starts = starts
        self.slots = slots
    }

    /// The place of `name` in the list; `nil` where it is not in it.
    func place(of name: UnsafeRawBufferPointer) -> Int? {
        let mask = slots.count - 1
        var slot = unsafe Int(truncatingIfNeeded: Self.hash(name)) & mask
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if unsafe equals(place, name) { return place }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func equals(_ place: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let start = starts[place]
        guard starts[place + 1] - start == name.count else { return false }
        for index in 0..<name.count where unsafe bytes[start + index] != name[index] { return false }
        return true
    }

    /// FNV-1a, with its upper half folded in. Also tells keys of one line apart.
    @inline(__always)
    static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ hash >> 32
    }
}
