import EventLog

/// The assets that a session's app asked for last, and which of them failed to load since.
struct AssetRequests {
    private struct Request {
        let asset: Symbol
        let mark: Mark
        var hasFailed = false
    }

    /// The last requests; the one with number n stands at n modulo `kept`.
    private var requests: [Request] = []
    private var count = 0
    /// Requests remembered.
    static let kept = 1024

    mutating func requested(_ asset: Symbol, at mark: Mark) {
        let request = Request(asset: asset, mark: mark)
        if requests.count < Self.kept {
            requests.append(request)
        } else {
            requests[count % Self.kept] = request
        }
        count += 1
    }

    /// Loading failed, for whoever asked until now.
    mutating func failed(_ asset: Symbol) {
        for place in requests.indices where requests[place].asset == asset {
            requests[place].hasFailed = true
        }
    }

    /// Whether one that has not failed was made within `span` nanoseconds of `mark`, before it or after it.
    ///
    /// Where requests of that time are no longer remembered there may have been one.
    func isAwaited(around mark: Mark, within span: UInt64) -> Bool {
        let oldest = count - requests.count
        if oldest > 0, mark.elapsed(since: self[oldest].mark) <= span { return true }
        // The first that is not too long before the mark.
        var (low, high) = (oldest, count)
        while low < high {
            let middle = (low + high) / 2
            if mark.elapsed(since: self[middle].mark) > span { low = middle + 1 } else { high = middle }
        }
        while low < count, self[low].mark.elapsed(since: mark) <= span {
            if !self[low].hasFailed { return true }
            low += 1
        }
        return false
    }

    /// The request with a number.
    private subscript(number: Int) -> Request { requests[number % Self.kept] }
}
