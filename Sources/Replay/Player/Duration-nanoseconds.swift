extension Duration {
    /// So many nanoseconds, of any number.
    init(nanoseconds: UInt64) {
        self.init(
            secondsComponent: Int64(nanoseconds / 1_000_000_000),
            attosecondsComponent: Int64(nanoseconds % 1_000_000_000) * 1_000_000_000)
    }

    /// Nanoseconds, rounded down; 0 for what is negative, and no more than fit.
    var wholeNanoseconds: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
        return overflow || carry ? .max : sum
    }
}
