/// A list in bounded memory: when it is full, every second element is left out, and then only every second of those that
/// come, and so on. So what is kept lies evenly over the whole log.
public struct Thinned<Element: Sendable>: Sendable {
    /// Elements kept at most.
    public let limit: Int
    public private(set) var kept: [Element] = []
    /// How many there were.
    public private(set) var count = 0
    private var stride = 1

    init(limit: Int) { self.limit = limit }

    /// How many were left out.
    public var leftOut: Int { count - kept.count }

    mutating func append(_ element: Element) {
        count += 1
        guard (count - 1) % stride == 0 else { return }
        if kept.count == limit {
            stride *= 2
            kept = Swift.stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
            guard (count - 1) % stride == 0 else { return }
        }
        kept.append(element)
    }
}
