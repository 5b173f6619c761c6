import EventLog

/// A room from above in text: x to the right and z towards the reader, as ARKit has them.
struct RoomPlan {
    /// Something that stands somewhere, with the letter it is drawn as.
    struct Thing {
        let letter: Character
        let position: Vector3
    }

    private var things: [Thing] = []

    /// Letters of things in the order in which they are added; further ones share the last.
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let lastLetter: Character = "·"

    /// The letter of the thing with this place in the order.
    static func letter(_ index: Int) -> Character {
        index < letters.count ? letters[index] : lastLetter
    }

    mutating func add(_ letter: Character, at position: Vector3?) {
        guard let position, abs(position.x) < 1e6, abs(position.z) < 1e6 else { return }
        things.append(Thing(letter: letter, position: position))
    }

    private static let mostRows = 10
    private static let mostColumns = 64
    /// Columns within which things that share a place stand side by side.
    private static let spread = 4
    /// Metres that are drawn at least, from edge to edge.
    private static let leastSpan: Double = 0.5

    /// The lines, in at most `width` columns; none where fewer than two things are known to stand somewhere.
    func lines(width: Int) -> [String] {
        guard things.count > 1, width >= 24 else { return [] }
        let columns = min(width, Self.mostColumns) - Self.spread
        let xs = things.map { Double($0.position.x) }
        let zs = things.map { Double($0.position.z) }
        let (left, right, back, front) = (xs.min() ?? 0, xs.max() ?? 0, zs.min() ?? 0, zs.max() ?? 0)
        // A row is about as high as two columns are wide.
        let scale = max(
            max(right - left, Self.leastSpan) / Double(columns - 1),
            (front - back) / Double(2 * (Self.mostRows - 1)))
        func column(_ x: Double) -> Int { min(columns - 1, Int(((x - left) / scale).rounded())) }
        func row(_ z: Double) -> Int { min(Self.mostRows - 1, Int(((z - back) / scale / 2).rounded())) }
        var cells = [[Character]](
            repeating: [Character](repeating: " ", count: column(right) + Self.spread), count: row(front) + 1)
        for (index, thing) in things.enumerated() {
            let (x, z) = (column(xs[index]), row(zs[index]))
            let free = (x..<x + Self.spread).first { cells[z][$0] == " " || cells[z][$0] == thing.letter }
            // Where there is no more room, the last one stands for all that are left.
            cells[z][free ?? x + Self.spread - 1] = free == nil ? "*" : thing.letter
        }
        let hasSeveral = cells.contains { $0.contains("*") }
        let lines = cells.map { row in
            var line = String(row)
            while line.last == " " { line.removeLast() }
            return line
        }
        let bar = ruler(scale, columns)
        return lines + [bar + (hasSeveral ? ", * several" : "")]
    }

    /// A round length as it is drawn.
    private func ruler(_ scale: Double, _ columns: Int) -> String {
        var metres = 0.01
        for next in [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000]
        where next / scale <= Double(columns) / 3 { metres = next }
        let length = max(2, Int((metres / scale).rounded()))
        let name = metres < 1 ? "\(Int((metres * 100).rounded())) cm" : "\(Int(metres)) m"
        return "├" + String(repeating: "─", count: length - 2) + "┤ \(name), from above"
    }
}
