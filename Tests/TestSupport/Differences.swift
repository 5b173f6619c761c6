/// The first line in which two texts differ, as each has it; `nil` where they are the same.
public func difference(_ a: String, _ b: String) -> String? {
    difference(
        a.split(separator: "\n", omittingEmptySubsequences: false),
        b.split(separator: "\n", omittingEmptySubsequences: false))
}

/// The first element in which two lists differ, as each has it; `nil` where they are the same.
public func difference<Element: Equatable>(_ a: [Element], _ b: [Element]) -> String? {
    for (index, pair) in zip(a, b).enumerated() where pair.0 != pair.1 {
        return "[\(index)]\n  \(pair.0)\n  \(pair.1)"
    }
    if a.count == b.count { return nil }
    let more = a.count > b.count ? a[b.count] : b[a.count]
    return "\(a.count) against \(b.count), the first without a partner is \(more)"
}
