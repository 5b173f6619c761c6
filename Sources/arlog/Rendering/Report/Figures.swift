import EventLog

/// Numbers as people read them, the same in every report.
enum Figures {
    /// `12.5 s`: to the millisecond.
    static func time(_ nanoseconds: UInt64) -> String {
        DurationText.text(nanoseconds / 1_000_000 * 1_000_000)
    }

    /// The same to three digits: of numbers that are told from buckets.
    static func roughTime(_ nanoseconds: UInt64) -> String {
        var step: UInt64 = 1
        while nanoseconds / step >= 1000 { step *= 10 }
        let (rounded, overflow) = (nanoseconds / step).multipliedReportingOverflow(by: step)
        let isUp = nanoseconds % step >= step - step / 2 && step > 1
        return DurationText.text(isUp && !overflow ? sum(rounded, step) : rounded)
    }

    private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }

    /// `1.2 MB`; MB is 10⁶ bytes, as in the limits of rules.
    static func bytes(_ count: UInt64) -> String {
        let units: [(String, Double)] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
        for (name, size) in units where Double(count) >= size {
            return decimal(Double(count) / size) + " " + name
        }
        return "\(count) B"
    }

    /// A number with one decimal, none where it is 100 or more.
    static func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return String(number) }
        let tenths = Int64((number * 10).rounded())
        if abs(tenths) >= 1000 || tenths % 10 == 0 { return String(Int64(number.rounded())) }
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// A number as a script reads it.
    static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }

    /// `34 %` of a whole.
    static func share(_ part: UInt64, of whole: UInt64) -> String {
        whole == 0 ? "" : decimal(Double(part) / Double(whole) * 100) + " %"
    }

    /// `34 %` of a part of one; `–` where there is none.
    static func percent(_ share: Double?) -> String {
        share.map { decimal($0 * 100) + " %" } ?? "–"
    }

    /// `3 anchors`.
    static func count(_ number: some BinaryInteger, _ name: String) -> String {
        "\(number) \(name)\(number == 1 ? "" : "s")"
    }
}
