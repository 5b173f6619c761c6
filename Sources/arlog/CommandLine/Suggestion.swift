/// The candidate that `text` was most likely meant to be: the one with the fewest edits, if they are few for the
/// length of the word, or one that `text` begins.
func nearest(to text: String, in candidates: [String]) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    let scored = candidates.map { (distance: editDistance(text, $0), name: $0) }
    guard let best = scored.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
    if best.distance <= max(1, best.name.utf8.count / 3) { return best.name }
    return text.utf8.count >= 2 ? candidates.filter { $0.hasPrefix(text) }.min() : nil
}

/// How many bytes must be put in, taken out, changed, or swapped with their neighbour to turn one into the other.
func editDistance(_ first: String, _ second: String) -> Int {
    let first = Array(first.utf8)
    let second = Array(second.utf8)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
        var current = [row + 1]
        for column in 0..<second.count {
            let change = last[column] + (first[row] == second[column] ? 0 : 1)
            var cost = min(change, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current.append(cost)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}
