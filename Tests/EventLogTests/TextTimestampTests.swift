import EventLog
import Testing

@Suite struct TextTimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.000000001Z", 1),
            ("2000-01-01T00:00:00Z", 946_684_800_000_000_000),
            ("2000-02-29t12:00:00z", 951_825_600_000_000_000),
            ("2026-07-18T09:30:12.5Z", 1_784_367_012_500_000_000),
            ("2026-07-18T11:30:12.5+02:00", 1_784_367_012_500_000_000),
            ("2026-07-17T23:30:12.5-10:00", 1_784_367_012_500_000_000),
            ("1969-12-31T23:00:00-01:00", 0), ("2554-07-21T23:34:33.709551615Z", UInt64.max),
        ] as [(String, UInt64)])
    func reads(text: String, expected: UInt64) throws {
        #expect(try Timestamp.parse(text) == expected)
    }

    @Test(arguments: [
        ("2026-02-29T00:00:00Z", Timestamp.Failure.noSuchDate), ("2100-02-29T00:00:00Z", .noSuchDate),
        ("2026-13-01T00:00:00Z", .noSuchDate), ("2026-04-31T00:00:00Z", .noSuchDate),
        ("2026-00-10T00:00:00Z", .noSuchDate), ("2026-01-00T00:00:00Z", .noSuchDate),
        ("2026-01-01T24:00:00Z", .noSuchTime), ("2026-01-01T23:60:00Z", .noSuchTime),
        ("2016-12-31T23:59:60Z", .leapSecond), ("2026-01-01T00:00:61Z", .noSuchTime),
        ("1969-12-31T23:59:59Z", .outOfRange), ("1970-01-01T00:00:00+00:01", .outOfRange),
        ("2554-07-21T23:34:33.709551616Z", .outOfRange), ("9999-12-31T23:59:59Z", .outOfRange),
        ("2026-01-01T00:00:00.1234567890Z", .tooFine), ("2026-01-01T00:00:00.Z", .syntax),
        ("2026-01-01T00:00:00", .syntax), ("2026-01-01", .syntax), ("2026-01-01 00:00:00Z", .syntax),
        ("2026-01-01T00:00:00Z ", .syntax), ("2026-1-01T00:00:00Z", .syntax), ("", .syntax),
        ("2026-01-01T00:00:00+0200", .syntax), ("2026-01-01T00:00:00+24:00", .noSuchTime),
        ("２026-01-01T00:00:00Z", .syntax), ("-026-01-01T00:00:00Z", .syntax),
    ])
    func refuses(text: String, failure: Timestamp.Failure) {
        #expect(throws: failure) { try Timestamp.parse(text) }
    }

    @Test func printsAndReadsBackAnyTime() throws {
        #expect(Timestamp.text(1_784_367_012_500_000_000) == "2026-07-18T09:30:12.500000000Z")
        #expect(Timestamp.text(.max) == "2554-07-21T23:34:33.709551615Z")
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        var previous: (UInt64, String) = (0, Timestamp.text(0))
        for _ in 0..<20_000 {
            let time = random.next()
            let text = Timestamp.text(time)
            #expect(try Timestamp.parse(text) == time, "seed \(seed)")
            #expect((time < previous.0) == (text < previous.1), "seed \(seed)")
            previous = (time, text)
        }
    }

    @Test func everyDayFollowsTheOneBefore() throws {
        let day: UInt64 = 86_400_000_000_000
        var expected: UInt64 = 0
        for year in 1970...2554 {
            for month in 1...12 {
                for date in 1...31 {
                    let digits = { (number: Int) in (number < 10 ? "0" : "") + "\(number)" }
                    guard
                        let time = try? Timestamp.parse("\(year)-\(digits(month))-\(digits(date))T00:00:00Z")
                    else { continue }
                    #expect(time == expected)
                    expected = time &+ day
                }
            }
        }
    }
}

@Suite struct TextMomentTests {
    @Test(arguments: [
        ("12.5", Moment.offset(nanoseconds: 12_500_000_000)), ("0", .offset(nanoseconds: 0)),
        ("1m30s", .offset(nanoseconds: 90_000_000_000)), ("2h", .offset(nanoseconds: 7_200_000_000_000)),
        ("1m 30.5s", .offset(nanoseconds: 90_500_000_000)), ("12.5 s", .offset(nanoseconds: 12_500_000_000)),
        ("250ms", .offset(nanoseconds: 250_000_000)), ("1.5h", .offset(nanoseconds: 5_400_000_000_000)),
        ("1d2h3m4s5ms", .offset(nanoseconds: 93_784_005_000_000)), ("#123", .event(123)),
        ("2000-01-01T00:00:00Z", .instant(nanoseconds: 946_684_800_000_000_000)),
        ("0.0000000015m", .offset(nanoseconds: 90)),
    ])
    func reads(text: String, expected: Moment) throws {
        #expect(try Moment(text) == expected)
    }

    @Test(arguments: [
        ("", Moment.Failure.syntax), ("abc", .syntax), ("-1", .syntax), ("1m30", .syntax), ("30s1m", .syntax),
        ("1m1m", .syntax), ("1.5m30s", .syntax), (".5", .syntax), ("1.2.3s", .syntax), ("5x", .syntax),
        ("s", .syntax),
        ("0.0000000001", .syntax), ("99999999999999999999h", .syntax), ("1e99", .syntax), (" 1s", .syntax),
        ("#", .eventNumber), ("#0", .eventNumber), ("#-1", .eventNumber), ("#+1", .eventNumber),
        ("#99999999999999999999", .eventNumber), ("2026-02-30T00:00:00Z", .time(.noSuchDate)),
        ("2026-", .time(.syntax)),
    ])
    func refuses(text: String, failure: Moment.Failure) {
        #expect(throws: failure) { try Moment(text) }
    }

    @Test(
        arguments: [
            (0, "0 s"), (850, "850 ns"), (12_340, "12.3 µs"), (999_949, "999.9 µs"), (999_950, "1 ms"),
            (12_500_000, "12.5 ms"), (999_950_000, "1 s"), (12_500_000_000, "12.5 s"),
            (59_999_400_000, "59.999 s"),
            (59_999_500_000, "1m 0s"), (90_500_000_000, "1m 30.5s"), (3_599_940_000_000, "59m 59.9s"),
            (3_599_960_000_000, "1h 0m 0s"), (7_503_000_000_000, "2h 5m 3s"),
            (86_400_000_000_000, "1d 0h 0m"),
            (UInt64.max, "213503d 23h 35m"),
        ] as [(UInt64, String)])
    func writesDurationsForPeople(nanoseconds: UInt64, expected: String) {
        #expect(DurationText.text(nanoseconds) == expected)
    }
}
