/// A point of a log, as `--from`, `--to` and `--at` name one.
public enum Moment: Equatable, Sendable {
    /// Nanoseconds after the log's first event.
    case offset(nanoseconds: UInt64)
    /// Nanoseconds since 1970.
    case instant(nanoseconds: UInt64)
    /// An event's number, from 1.
    case event(UInt64)

    /// Why a text is no moment.
    public enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
        case syntax
        case eventNumber
        case time(Timestamp.Failure)

        public var description: String {
            switch self {
            case .syntax:
                "not a moment: give seconds (12.5), 1m30s, a time (2026-07-18T09:30:12Z) or an event (#123)"
            case .eventNumber: "events are numbered from #1"
            case .time(let failure): failure.description
            }
        }
    }

    /// Reads `12.5`, `1m30s`, `2h`, `250ms`, an RFC 3339 time or `#123`.
    public init(_ text: String) throws(Failure) {
        if text.utf8.first == UInt8(ascii: "#") {
            let digits = text.utf8.dropFirst()
            guard !digits.isEmpty, digits.allSatisfy(isDigit), let number = UInt64(text.dropFirst()),
                number > 0
            else { throw .eventNumber }
            self = .event(number)
        } else if text.utf8.count > 4, text.utf8.dropFirst(4).first == UInt8(ascii: "-") {
            do throws(Timestamp.Failure) {
                self = .instant(nanoseconds: try Timestamp.parse(text))
            } catch {
                throw .time(error)
            }
        } else {
            guard let nanoseconds = DurationText.parse(text) else { throw .syntax }
            self = .offset(nanoseconds: nanoseconds)
        }
    }
}

extension Moment {
    /// The same moment in a log that begins at `start`, nanoseconds since 1970, said without it.
    func absolute(from start: UInt64) -> Moment {
        guard case .offset(let nanoseconds) = self else { return self }
        let (sum, overflow) = start.addingReportingOverflow(nanoseconds)
        return .instant(nanoseconds: overflow ? .max : sum)
    }
}

/// Durations as people write and read them.
public enum DurationText {
    /// Units from long to short, the order in which a text names them; any may be left out.
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000),
    ]

    /// The nanoseconds of `12.5` (seconds), `1m30.5s`, `1m 30s`, `2h`, `250ms`; `nil` where the text is no
    /// duration, is finer than a nanosecond or longer than 584 years. Only the last part may have decimals.
    public static func parse(_ text: String) -> UInt64? {
        if let number = JSONNumber(text) {
            guard let first = text.utf8.first, isDigit(first) else { return nil }
            return try? number.asUnsignedNanoseconds()
        }
        var rest = text.utf8[...]
        var total: UInt64 = 0
        var nextUnit = 0
        while !rest.isEmpty {
            let number = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            rest = rest[number.endIndex...].drop { $0 == UInt8(ascii: " ") }
            let name = rest.prefix { (0x61...0x7A).contains($0) }
            rest = rest[name.endIndex...].drop { $0 == UInt8(ascii: " ") }
            guard let unit = units[nextUnit...].firstIndex(where: { $0.name.utf8.elementsEqual(name) }),
                let value = JSONNumber(String(Substring(number))),
                rest.isEmpty || !number.contains(UInt8(ascii: ".")),
                let part = value.times(units[unit].nanoseconds)
            else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
            nextUnit = unit + 1
        }
        return nextUnit == 0 ? nil : total
    }

    /// A duration for people, rounded to what they read: `850 ns`, `12.5 ms`, `12.5 s`, `1m 30.5s`, `2h 5m 0s`,
    /// `3d 4h 5m`.
    public static func text(_ nanoseconds: UInt64) -> String {
        switch nanoseconds {
        case 0: return "0 s"
        case ..<1_000: return "\(nanoseconds) ns"
        case ..<999_950: return decimal(nanoseconds, unit: 1_000, places: 1) + " µs"
        case ..<999_950_000: return decimal(nanoseconds, unit: 1_000_000, places: 1) + " ms"
        case ..<59_999_500_000: return decimal(nanoseconds, unit: 1_000_000_000, places: 3) + " s"
        case ..<3_599_950_000_000:
            let tenths = nanoseconds.roundedUnits(of: 100_000_000)
            return "\(tenths / 600)m \(decimal(tenths % 600, unit: 10, places: 1))s"
        case ..<86_399_500_000_000:
            let seconds = nanoseconds.roundedUnits(of: 1_000_000_000)
            return "\(seconds / 3600)h \(seconds / 60 % 60)m \(seconds % 60)s"
        default:
            let minutes = nanoseconds.roundedUnits(of: 60_000_000_000)
            return "\(minutes / 1440)d \(minutes / 60 % 24)h \(minutes % 60)m"
        }
    }

    private static func decimal(_ value: UInt64, unit: UInt64, places: Int) -> String {
        var scale: UInt64 = 1
        for _ in 0..<places { scale *= 10 }
        let rounded = value.roundedUnits(of: max(unit / scale, 1))
        // Borrows the exact form of seconds, whose nine decimals are more than enough.
        var buffer = ByteBuffer(capacity: 32)
        buffer.appendSeconds(rounded * (1_000_000_000 / scale))
        return unsafe String(decoding: buffer.bytes, as: UTF8.self)
    }
}

extension UInt64 {
    /// How many whole units are nearest; halves go up.
    fileprivate func roundedUnits(of unit: UInt64) -> UInt64 {
        self / unit + (self % unit >= unit - unit / 2 ? 1 : 0)
    }
}
