/// The one number grammar: for JSON values and, through `JSONNumber.init(_:)`, for texts.
extension JSONScanner {
    /// A number whose first byte, a digit or a minus, is the next byte.
    mutating func readNumberToken() throws(JSONError) -> JSONNumber {
        let start = position
        var digits = Digits()
        let isNegative = byte(at: position) == UInt8(ascii: "-")
        if isNegative { position += 1 }
        if byte(at: position) == UInt8(ascii: "0") {
            position += 1
        } else {
            try readDigits { digits.append($0) }
        }
        if byte(at: position) == UInt8(ascii: ".") {
            position += 1
            let first = position
            try readDigits { digits.append($0) }
            digits.exponent -= position - first
        }
        if byte(at: position) | 0x20 == UInt8(ascii: "e") {
            position += 1
            digits.exponent += try readExponent()
        }
        let text = digits.isExact ? "" : unsafe String(decoding: bytes[start..<position], as: UTF8.self)
        return JSONNumber(
            isNegative: isNegative, digits: digits.value,
            exponent: digits.value == 0 ? 0 : digits.exponent + digits.pendingZeros, longText: text)
    }

    /// An exponent; one that no number of this program can need is cut to a trillion.
    private mutating func readExponent() throws(JSONError) -> Int {
        let sign = byte(at: position)
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
        var exponent = 0
        try readDigits { exponent = min(exponent * 10 + Int($0), 1_000_000_000_000) }
        return sign == UInt8(ascii: "-") ? -exponent : exponent
    }

    @inline(__always)
    private mutating func readDigits(_ body: (UInt8) -> Void) throws(JSONError) {
        guard isDigit(byte(at: position)) else { throw failure(.digit) }
        while isDigit(byte(at: position)) {
            body(byte(at: position) - UInt8(ascii: "0"))
            position += 1
        }
    }
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// Collects decimal digits; zeros at the end stay outside of `value`, so that it ends in a digit that counts.
private struct Digits {
    var value: UInt64 = 0
    /// Zeros read behind the last digit that counts.
    var pendingZeros = 0
    /// The power of ten that `value`, with its pending zeros behind it, is to be multiplied with.
    var exponent = 0
    /// False once the digits that count no longer fit into `value`, which then means nothing but "not zero".
    var isExact = true

    @inline(__always)
    mutating func append(_ digit: UInt8) {
        if digit == 0 {
            if value != 0 { pendingZeros += 1 }
            return
        }
        guard isExact else {
            pendingZeros = 0
            return
        }
        var shifted = value
        for _ in 0...pendingZeros {
            let (product, overflow) = shifted.multipliedReportingOverflow(by: 10)
            guard !overflow else { return lose() }
            shifted = product
        }
        let (sum, overflow) = shifted.addingReportingOverflow(UInt64(digit))
        guard !overflow else { return lose() }
        value = sum
        pendingZeros = 0
    }

    private mutating func lose() {
        isExact = false
        pendingZeros = 0
    }
}
