import EventLog

// The words that messages of several rules share. Names of ids and texts come from a log: they are made inert where
// they are printed, not here.
extension World {
    /// The id's name, as a message has it.
    func name(_ id: EntityID) -> String { names(id) }

    /// A text of the log that is private, as EVENTS.md has it; `nil` where messages withhold those.
    func personal(_ text: String?) -> String? { isShared ? nil : text }

    /// A moment: `at 12.5 s (#88)`.
    func at(_ mark: Mark) -> String { "at \(seconds(mark)) (#\(mark.number))" }

    /// Seconds from the log's first event: `12.5 s`.
    func seconds(_ mark: Mark) -> String {
        span(mark.elapsed(since: first ?? mark))
    }

    /// A span of time, to the millisecond: `0.04 s`.
    func span(_ nanoseconds: UInt64) -> String {
        let milliseconds = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 >= 500_000 ? 1 : 0)
        let fraction = milliseconds % 1000
        var text = String(milliseconds / 1000)
        if fraction > 0 {
            var digits = String(fraction)
            digits = String(repeating: "0", count: 3 - digits.count) + digits
            while digits.hasSuffix("0") { digits.removeLast() }
            text += "." + digits
        }
        return text + " s"
    }

    /// A text of the log in quotation marks.
    func quoted(_ symbol: Symbol?) -> String { symbol.map { "“\(symbols.text($0))”" } ?? "an unnamed caller" }

    /// `node N1 (lamp) was`, or `nodes N1 (lamp), N2 and 3 more were`.
    func nodes(_ nodes: [Node]) -> String {
        let names = listing(nodes) { node in
            name(node.id) + (node.thing.map { " (\(symbols.text($0)))" } ?? "")
        }
        return nodes.count == 1 ? "node \(names) was" : "nodes \(names) were"
    }

    /// ` in session X`, or nothing for the session `main`.
    func inside(_ session: SessionState) -> String { session.id.map { " in session \(name($0))" } ?? "" }

    /// ` of session X`, or nothing for the session `main`.
    func of(_ session: SessionState) -> String { session.id.map { " of session \(name($0))" } ?? "" }
}

/// `a, b and 3 more`, at most `limit` of them by name; only those are asked for theirs.
func listing<Things: RandomAccessCollection>(
    _ things: Things, limit: Int = 3, name: (Things.Element) -> String
) -> String {
    let names = things.prefix(things.count > limit ? limit : things.count).map(name)
    guard things.count > limit else { return listing(names, limit: limit) }
    return names.joined(separator: ", ") + " and \(things.count - limit) more"
}

/// `a, b and 3 more`, at most `limit` of them by name.
func listing(_ names: [String], limit: Int = 3) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    if names.count > limit {
        return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
    }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
}
