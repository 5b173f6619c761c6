import EventLog

/// Where a report shows everything, however full the log is: around its findings.
///
/// A long log is thinned to what a page can hold. Its findings are known only at its end; so it is read once more, and
/// what lies near them is kept whole.
public struct Detail: Sendable {
    /// Nanoseconds before a finding and behind it.
    static let before: UInt64 = 5_000_000_000
    static let after: UInt64 = 2_000_000_000
    /// Findings that are shown so, the worst first.
    static let findingLimit = 40

    /// Ascending, nanoseconds since 1970, apart from one another.
    private let windows: [ClosedRange<UInt64>]
    /// The events that prove the findings.
    let evidence: Set<UInt32>

    /// Nowhere.
    public init() {
        windows = []
        evidence = []
    }

    public init(around findings: [Finding]) {
        let worst = findings.sorted { ($1.severity, $0.mark) < ($0.severity, $1.mark) }.prefix(
            Self.findingLimit)
        let ranges = worst.map { finding in
            let time = finding.mark.time
            let (end, overflow) = time.addingReportingOverflow(Self.after)
            return time - min(time, Self.before)...(overflow ? .max : end)
        }
        var windows: [ClosedRange<UInt64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = windows.last, range.lowerBound <= last.upperBound {
                windows[windows.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                windows.append(range)
            }
        }
        self.windows = windows
        evidence = Set(worst.flatMap(\.events))
    }

    public var isEmpty: Bool { windows.isEmpty }

    func contains(_ time: UInt64) -> Bool {
        var (low, high) = (0, windows.count)
        while low < high {
            let middle = (low + high) / 2
            if windows[middle].upperBound < time { low = middle + 1 } else { high = middle }
        }
        return low < windows.count && windows[low].contains(time)
    }
}
