import EventLog
import Testing

@Suite struct TextJSONNumberTests {
    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }

    @Test(
        arguments: [
            ("12.5", 12_500_000_000), ("0.000000001", 1), ("-0.1", -100_000_000), ("1e-9", 1), ("0", 0),
            ("-0", 0),
            ("1.5e3", 1_500_000_000_000), ("0.1000000000000000000000000", 100_000_000), ("100e-11", 1),
            ("9223372036.854775807", Int64.max), ("-9223372036.854775808", Int64.min),
            ("0e999999999999999", 0),
            ("0.00000000000000000001e20", 1_000_000_000), ("12300000000000000000000e-20", 123_000_000_000),
        ] as [(String, Int64)])
    func countsNanosecondsExactly(text: String, expected: Int64) throws {
        #expect(try number(text).asNanoseconds() == expected)
    }

    @Test(arguments: [
        ("0.0000000001", JSONNumber.Failure.tooFine), ("1e-10", .tooFine), ("1.0000000001", .tooFine),
        ("9223372036.854775808", .outOfRange), ("-9223372036.854775809", .outOfRange), ("1e11", .outOfRange),
        ("1e999999999999999999999", .outOfRange), ("1e-999999999999999999999", .tooFine),
        ("123456789012345678901234567890", .outOfRange), ("0.123456789012345678901234567890", .tooFine),
    ])
    func refusesWhatNanosecondsCannotHold(text: String, failure: JSONNumber.Failure) throws {
        #expect(throws: failure) { try number(text).asNanoseconds() }
    }

    @Test func unsignedNanosecondsReachFurther() throws {
        #expect(try number("18446744073.709551615").asUnsignedNanoseconds() == .max)
        #expect(try number("-0.0").asUnsignedNanoseconds() == 0)
        #expect(throws: JSONNumber.Failure.outOfRange) {
            try number("18446744073.709551616").asUnsignedNanoseconds()
        }
        #expect(throws: JSONNumber.Failure.outOfRange) { try number("-1").asUnsignedNanoseconds() }
    }

    @Test func givesIntegersOnlyWhereWhole() throws {
        #expect(try number("18446744073709551615").asUInt64 == .max)
        #expect(try number("18446744073709551616").asUInt64 == nil)
        #expect(try number("-9223372036854775808").asInt64 == .min)
        #expect(try number("9223372036854775808").asInt64 == nil)
        #expect(try number("3.0").asUInt64 == 3)
        #expect(try number("3e2").asInt64 == 300)
        #expect(try number("3.5").asInt64 == nil)
        #expect(try number("-1").asUInt64 == nil)
        #expect(try number("-0").asUInt64 == 0)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "1.", ".5", "1e", " 1", "1 ", "0x1", "nan", "1_000", "--1", "1.5.2", "①",
    ])
    func isNoNumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: [
        "0.1", "1e22", "1e23", "9007199254740993", "2.2250738585072014e-308", "5e-324",
        "1.7976931348623157e308",
        "0.30000000000000004", "123456789012345678901234567890.5", "1e-999", "-1.5",
    ])
    func agreesWithTheStandardLibrary(text: String) throws {
        #expect(try number(text).asDouble == Double(text))
        #expect(try number(text).asFloat == Float(text).flatMap { $0.isFinite ? $0 : nil })
    }

    @Test func hasNoInfinity() throws {
        #expect(try number("1e309").asDouble == nil)
        #expect(try number("1e39").asFloat == nil)
        #expect(try number("1e99999999999999").asDouble == nil)
    }

    @Test func randomFractionsSurviveBeingPrinted() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: random.next())
            if double.isFinite { #expect(try number("\(double)").asDouble == double, "seed \(seed)") }
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            if float.isFinite { #expect(try number("\(float)").asFloat == float, "seed \(seed)") }
        }
    }

    @Test func survivesMillionsOfDigits() throws {
        let digits = String(repeating: "7", count: 1_000_000)
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(try number(digits).asDouble == nil)
        #expect(try number("0." + digits).asDouble == 0.7777777777777778)
        #expect(try number("0." + zeros + "1e1000001").asUInt64 == 1)
        #expect(try number("1" + zeros + "e-1000000").asNanoseconds() == 1_000_000_000)
        #expect(try number("1." + zeros).asInt64 == 1)
        #expect(try number("1e-99999999999999999").asDouble == 0)
    }
}
