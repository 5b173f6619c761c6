/// A decimal number exactly as it was written, to be asked for as the type that is wanted.
public struct JSONNumber: Hashable, Sendable {
    public let isNegative: Bool
    /// The number without its sign is `digits × 10^exponent`, unless `longText` is there.
    let digits: UInt64
    let exponent: Int
    /// The number as written, where it has more digits that count than fit into `digits`; else empty.
    let longText: String

    init(isNegative: Bool, digits: UInt64, exponent: Int, longText: String) {
        self.isNegative = isNegative
        self.digits = digits
        self.exponent = exponent
        self.longText = longText
    }

    /// The number that `text`, without white space around it, is by JSON's grammar; `nil` where it is none.
    public init?(_ text: String) {
        var text = text
        let parsed: JSONNumber? = text.withUTF8 { utf8 in
            var scanner = unsafe JSONScanner(UnsafeRawBufferPointer(utf8))
            guard let first = unsafe utf8.first, isDigit(first) || first == UInt8(ascii: "-"),
                let number = try? scanner.readNumberToken(), scanner.position == scanner.count
            else { return nil }
            return number
        }
        guard let parsed else { return nil }
        self = parsed
    }

    // MARK: Integers

    /// The number, where it is whole (`3`, `3.0`, `3e2`) and fits.
    public var asUInt64: UInt64? {
        guard case .success(let value) = magnitude(shiftedBy: 0), value == 0 || !isNegative else {
            return nil
        }
        return value
    }

    /// The number, where it is whole (`-3`, `3.0`, `3e2`) and fits.
    public var asInt64: Int64? {
        guard case .success(let value) = magnitude(shiftedBy: 0) else { return nil }
        return signed(value)
    }

    /// The number, taken as seconds, in nanoseconds: exactly, and from about -292 to 292 years.
    public func asNanoseconds() throws(Failure) -> Int64 {
        guard let value = signed(try magnitude(shiftedBy: 9).get()) else { throw .outOfRange }
        return value
    }

    /// The number, taken as seconds, in nanoseconds: exactly, and from 0 to about 584 years.
    public func asUnsignedNanoseconds() throws(Failure) -> UInt64 {
        let value = try magnitude(shiftedBy: 9).get()
        guard value == 0 || !isNegative else { throw .outOfRange }
        return value
    }

    /// Seconds as the nearest number of nanoseconds, however many decimals they have; `nil` out of range.
    public var nearestNanoseconds: Int64? {
        if let exact = try? asNanoseconds() { return exact }
        guard longText.isEmpty else { return Double(text).flatMap { Int64(exactly: ($0 * 1e9).rounded()) } }
        let power = -(exponent + 9)
        guard power > 0 else { return nil }
        guard power < 20 else { return 0 }
        let divisor = (0..<power).reduce(1 as UInt64) { value, _ in value &* 10 }
        let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: divisor)
        return signed(remainder >= divisor - remainder ? quotient + 1 : quotient)
    }

    /// Why a number has no exact value in the unit that was asked for.
    public enum Failure: Error, CustomStringConvertible, Sendable {
        /// More than nine decimals count.
        case tooFine
        case outOfRange

        public var description: String {
            switch self {
            case .tooFine: "more than 9 decimals"
            case .outOfRange: "out of range"
            }
        }
    }

    /// The number, which is not negative, times `factor`, where that is whole and fits.
    func times(_ factor: UInt64) -> UInt64? {
        guard longText.isEmpty, !isNegative else { return nil }
        let (high, low) = digits.multipliedFullWidth(by: factor)
        guard digits != 0 else { return 0 }
        guard exponent < 0 else {
            guard high == 0 else { return nil }
            let product = JSONNumber(isNegative: false, digits: low, exponent: exponent, longText: "")
            return product.asUInt64
        }
        guard exponent >= -19 else { return nil }
        let divisor = (0..<(-exponent)).reduce(1 as UInt64) { power, _ in power * 10 }
        guard high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        return remainder == 0 ? quotient : nil
    }

    private func signed(_ magnitude: UInt64) -> Int64? {
        guard isNegative else { return Int64(exactly: magnitude) }
        guard magnitude <= UInt64(Int64.max) + 1 else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }

    /// The number without its sign, times ten to the power of `places`.
    private func magnitude(shiftedBy places: Int) -> Result<UInt64, Failure> {
        let power = exponent + places
        // The last of the digits counts, so any that fall behind the point are too many.
        guard power >= 0 || (digits == 0 && longText.isEmpty) else { return .failure(.tooFine) }
        guard longText.isEmpty else { return .failure(.outOfRange) }
        guard power < 20 || digits == 0 else { return .failure(.outOfRange) }
        var value = digits
        guard value != 0 else { return .success(0) }
        for _ in 0..<power {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return .failure(.outOfRange) }
            value = product
        }
        return .success(value)
    }

    // MARK: Fractions

    /// The nearest Double; `nil` where the number is larger than any. What is too small for one is 0.
    public var asDouble: Double? {
        if longText.isEmpty, digits <= 1 << 53, abs(exponent) <= 22 {
            // Both factors are exact, so there is one rounding only (Clinger's fast path).
            let power = Self.powers[abs(exponent)]
            let value = exponent < 0 ? Double(digits) / power : Double(digits) * power
            return isNegative ? -value : value
        }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The nearest Float; `nil` where the number is larger than any. What is too small for one is 0.
    public var asFloat: Float? {
        guard let double = asDouble else { return nil }
        // Going through Double is wrong only where that fell on the middle between two floats.
        let isMiddle = double.bitPattern & 0x1FFF_FFFF == 0x1000_0000
        if isMiddle || double.magnitude < Double(Float.leastNormalMagnitude) {
            guard let value = Float(text), value.isFinite else { return nil }
            return value
        }
        let value = Float(double)
        return value.isFinite ? value : nil
    }

    /// The number as text: as it was written where that is long, else in the form `12e-3`.
    private var text: String {
        longText.isEmpty ? "\(isNegative ? "-" : "")\(digits)e\(exponent)" : longText
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
