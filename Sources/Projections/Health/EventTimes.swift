import EventLog

/// When which event happened, in bounded memory: exact for the first thousands of a log, and later between two events
/// that are known, as a page needs it to lead to a moment.
public struct EventTimes: Sendable {
    /// Events kept at most; of a log with no more of them every time is exact.
    public static let limit = 8192
    /// Ascending by number and time.
    private var kept: [Mark] = []
    /// One of so many events is kept.
    private var stride = 1
    /// Events seen, and the one of them to be kept next.
    private var seen = 0
    private var next = 0
    /// Events whose times are exact in any log, and those times.
    private let evidence: Set<UInt32>
    private var exact: [UInt32: UInt64] = [:]

    init(evidence: Set<UInt32> = []) { self.evidence = evidence }

    /// Takes in the next events of the log.
    mutating func take(_ batch: EventBatch) {
        let headers = batch.headers
        while next < seen + headers.count {
            let header = headers[next - seen]
            // What a stranger numbered backwards tells nothing.
            if kept.last.map({ header.number > $0.number && header.time >= $0.time }) ?? true {
                kept.append(Mark(number: header.number, time: header.time))
            }
            next += stride
            guard kept.count == Self.limit else { continue }
            kept = Swift.stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
            stride *= 2
        }
        seen += headers.count
        guard !evidence.isEmpty else { return }
        for header in headers where evidence.contains(header.number) { exact[header.number] = header.time }
    }

    /// When the event of a number happened, nanoseconds since 1970, no further off than its neighbours that are known;
    /// `nil` of none.
    public func time(of number: UInt32) -> UInt64? {
        if let time = exact[number] { return time }
        var (low, high) = (0, kept.count)
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return kept.first?.time }
        let before = kept[low - 1]
        guard low < kept.count, before.number != number else { return before.time }
        let after = kept[low]
        let share = Double(number - before.number) / Double(after.number - before.number)
        return before.time + UInt64(Double(after.time - before.time) * min(share, 0.999_999))
    }
}
