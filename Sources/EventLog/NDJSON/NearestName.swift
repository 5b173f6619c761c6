/// "Did you mean": the name of a list that a mistyped one is closest to.
enum NearestName {
    /// The first of the names with the fewest edits to `name`; `nil` where even that differs in more than a third
    /// of it (and always where `name` is longer than any sensible one).
    static func of(_ name: String, among names: [String]) -> String? {
        let wanted = Array(name.utf8).map(lowercased)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in names {
            let distance = edits(wanted, Array(candidate.utf8).map(lowercased))
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
        return best.name
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Insertions, deletions, replacements and swaps of neighbours that make one text of the other.
    private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for (row, left) in a.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(b.count + 1)
            for (column, right) in b.enumerated() {
                var cost = min(
                    last[column] + (left == right ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left == b[column - 1], a[row - 1] == right {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[b.count]
    }
}
