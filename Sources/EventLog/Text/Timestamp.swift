/// RFC 3339 times ↔ nanoseconds since 1970 in UTC: exact, from 1970 to 2554-07-21T23:34:33.709551615Z.
public enum Timestamp {
    /// Why a text is not a time.
    public enum Failure: Error, CustomStringConvertible, Sendable {
        case syntax, noSuchDate, noSuchTime, leapSecond, tooFine, outOfRange

        public var description: String {
            switch self {
            case .syntax: "not a time like 2026-07-18T09:30:12.5Z"
            case .noSuchDate: "no such date"
            case .noSuchTime: "no such time of day"
            case .leapSecond: "leap seconds are not supported"
            case .tooFine: "more than 9 decimals"
            case .outOfRange: "outside of 1970 to 2554"
            }
        }
    }

    /// The nanoseconds that `text` names. `T` and `Z` may be lower case; an offset such as `+02:00` is taken off.
    public static func parse(_ text: String) throws(Failure) -> UInt64 {
        var reader = Reader(text: Array(text.utf8))
        let year = try reader.number(4)
        try reader.take("-")
        let month = try reader.number(2)
        try reader.take("-")
        let day = try reader.number(2)
        guard reader.takes("T") || reader.takes("t") else { throw .syntax }
        let hour = try reader.number(2)
        try reader.take(":")
        let minute = try reader.number(2)
        try reader.take(":")
        let second = try reader.number(2)
        let fraction = reader.takes(".") ? try reader.fraction() : 0
        let offset = try reader.offset()
        guard reader.position == reader.text.count else { throw .syntax }

        guard (1...12).contains(month), day >= 1, day <= daysIn(month: month, of: year) else {
            throw .noSuchDate
        }
        guard second != 60 else { throw .leapSecond }
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchTime }
        let days = daysSince1970(year: year, month: month, day: day)
        let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
        guard let seconds = UInt64(exactly: seconds) else { throw .outOfRange }
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(fraction))
        guard !overflow, !carry else { throw .outOfRange }
        return sum
    }

    /// The time as `YYYY-MM-DDTHH:MM:SS.nnnnnnnnnZ`, always with nine decimals, so that texts sort as times do.
    public static func text(_ nanoseconds: UInt64) -> String {
        var buffer = ByteBuffer(capacity: 32)
        buffer.appendTimestamp(nanoseconds)
        return unsafe String(decoding: buffer.bytes, as: UTF8.self)
    }

    // MARK: Calendar

    /// Days from 1970-01-01 to a day of the proleptic Gregorian calendar. Years are counted from March, so that
    /// the leap day is a year's last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return shifted * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }

    /// The day that is `days` after 1970-01-01.
    fileprivate static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func daysIn(month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private struct Reader {
        let text: [UInt8]
        var position = 0

        mutating func takes(_ character: Unicode.Scalar) -> Bool {
            guard position < text.count, UInt32(text[position]) == character.value else { return false }
            position += 1
            return true
        }

        mutating func take(_ character: Unicode.Scalar) throws(Failure) {
            guard takes(character) else { throw .syntax }
        }

        mutating func number(_ digits: Int) throws(Failure) -> Int {
            guard text.count - position >= digits else { throw .syntax }
            var value = 0
            for _ in 0..<digits {
                guard isDigit(text[position]) else { throw .syntax }
                value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
                position += 1
            }
            return value
        }

        /// One to nine decimals, as nanoseconds.
        mutating func fraction() throws(Failure) -> Int {
            let start = position
            while position < text.count, isDigit(text[position]) { position += 1 }
            let digits = position - start
            guard digits > 0 else { throw .syntax }
            guard digits <= 9 else { throw .tooFine }
            position = start
            var value = try number(digits)
            for _ in digits..<9 { value *= 10 }
            return value
        }

        /// Seconds east of UTC.
        mutating func offset() throws(Failure) -> Int {
            if takes("Z") || takes("z") { return 0 }
            let isWest = takes("-")
            if !isWest { try take("+") }
            let hours = try number(2)
            try take(":")
            let minutes = try number(2)
            guard hours < 24, minutes < 60 else { throw .noSuchTime }
            return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        }
    }
}

extension ByteBuffer {
    /// Appends nanoseconds since 1970 as RFC 3339 with nine decimals.
    public mutating func appendTimestamp(_ nanoseconds: UInt64) {
        let seconds = nanoseconds / 1_000_000_000
        let (year, month, day) = Timestamp.date(daysSince1970: Int(seconds / 86400))
        let ofDay = seconds % 86400
        appendDecimal(UInt64(year), width: 4)
        append(UInt8(ascii: "-"))
        appendDecimal(UInt64(month), width: 2)
        append(UInt8(ascii: "-"))
        appendDecimal(UInt64(day), width: 2)
        append(UInt8(ascii: "T"))
        appendDecimal(ofDay / 3600, width: 2)
        append(UInt8(ascii: ":"))
        appendDecimal(ofDay / 60 % 60, width: 2)
        append(UInt8(ascii: ":"))
        appendDecimal(ofDay % 60, width: 2)
        append(UInt8(ascii: "."))
        appendDecimal(nanoseconds % 1_000_000_000, width: 9)
        append(UInt8(ascii: "Z"))
    }
}
