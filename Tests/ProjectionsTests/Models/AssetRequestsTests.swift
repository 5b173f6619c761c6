import EventLog
import TestSupport
import Testing

@testable import Projections

struct AssetRequestsTests {
    private func mark(_ seconds: Double) -> Mark {
        Mark(number: UInt32(seconds * 10), time: UInt64(seconds: seconds))
    }

    private let span = UInt64(seconds: 2)
    private let symbols = Symbols()

    @Test(arguments: [(7.9, false), (8.0, true), (10.0, true), (12.0, true), (12.1, false)])
    func around(_ request: Double, _ isAwaited: Bool) {
        var assets = AssetRequests()
        for time in [1, request, 30] { assets.requested(symbols.symbol("a"), at: mark(time)) }
        #expect(assets.isAwaited(around: mark(10), within: span) == isAwaited)
    }

    @Test func failedOnes() {
        var assets = AssetRequests()
        assets.requested(symbols.symbol("a"), at: mark(9))
        assets.requested(symbols.symbol("b"), at: mark(10))
        assets.failed(symbols.symbol("a"))
        #expect(assets.isAwaited(around: mark(10), within: span))
        assets.failed(symbols.symbol("b"))
        #expect(!assets.isAwaited(around: mark(10), within: span))
        // Asked for again.
        assets.requested(symbols.symbol("a"), at: mark(11))
        #expect(assets.isAwaited(around: mark(10), within: span))
    }

    /// What is no longer remembered may have been there: the oldest that is kept is of 11 s.
    @Test func forgottenOnes() {
        var assets = AssetRequests()
        for index in 0...AssetRequests.kept {
            assets.requested(symbols.symbol("a"), at: mark(10 + Double(index)))
        }
        assets.failed(symbols.symbol("a"))
        #expect(assets.isAwaited(around: mark(10), within: span))
        #expect(assets.isAwaited(around: mark(13), within: span))
        #expect(!assets.isAwaited(around: mark(13.1), within: span))
        #expect(!assets.isAwaited(around: mark(500), within: span))
    }
}
