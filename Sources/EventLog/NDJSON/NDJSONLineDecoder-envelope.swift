/// What stands around the payload: times, number, device.
extension NDJSONLineDecoder {
    mutating func readEnvelope(_ kind: EventKind, _ json: JSONScanner) throws(NDJSONError) -> NDJSONLine {
        var line = NDJSONLine(kind: kind)
        if let entry = entry(.time) { line.time = try time(entry, json, "time") }
        if let entry = entry(.t) { line.t = try seconds(entry, json, "t", mayBeLong: line.time != nil) }
        do throws(NDJSONError) {
            if let entry = entry(.at) {
                line.at =
                    line.time == nil
                    ? try seconds(entry, json, "at").map { .t($0) } : .time(try time(entry, json, "at"))
            }
        } catch {
            try tolerate(error)
        }
        do throws(NDJSONError) {
            if let entry = entry(.seq) { line.number = try number(entry, json) }
        } catch {
            try tolerate(error)
        }
        do throws(NDJSONError) {
            if let entry = entry(.device) {
                line.device = try identity(entry, json, "device", isSession: false)
            }
        } catch {
            try tolerate(error)
        }
        return line
    }

    /// Nanoseconds; `nil` for more than 292 years where those are allowed, since `time` says the same.
    private func seconds(
        _ entry: LineScan.Entry, _ json: JSONScanner, _ key: String, mayBeLong: Bool = false
    ) throws(NDJSONError) -> Int64? {
        guard entry.kind == .number else {
            throw failure(
                .wrongType(expected: "a number of seconds", found: entry.kind), at: entry.start, field: key)
        }
        var json = json.standing(at: entry.start)
        let number = try readChecked { () throws(JSONError) in try json.readNumber() }
        do throws(JSONNumber.Failure) {
            return try number.asNanoseconds()
        } catch {
            if error == .outOfRange, mayBeLong { return nil }
            // Doubles print more decimals than there are nanoseconds; whoever only reads loses nothing by rounding.
            if error == .tooFine, options.isLenient, let nearest = number.nearestNanoseconds {
                return nearest
            }
            let problem: NDJSONError.Problem =
                error == .tooFine ? .tooFine : .outOfRange(expected: "seconds within 292 years")
            throw failure(problem, at: entry.start, field: key)
        }
    }

    private func time(
        _ entry: LineScan.Entry, _ json: JSONScanner, _ key: String
    ) throws(NDJSONError) -> UInt64 {
        guard entry.kind == .string else {
            throw failure(
                .wrongType(expected: "an RFC 3339 time in quotes", found: entry.kind), at: entry.start,
                field: key)
        }
        do throws(Timestamp.Failure) {
            return try Timestamp.parse(json.text(entry))
        } catch {
            throw failure(.time(error), at: entry.start, field: key)
        }
    }

    private func number(_ entry: LineScan.Entry, _ json: JSONScanner) throws(NDJSONError) -> UInt32 {
        guard entry.kind == .number else {
            throw failure(
                .wrongType(expected: "a number", found: entry.kind), at: entry.start, field: "seq")
        }
        var json = json.standing(at: entry.start)
        let number = try readChecked { () throws(JSONError) in try json.readNumber() }
        guard let value = number.asUInt64, value >= 1, value <= UInt64(UInt32.max) else {
            throw failure(
                .outOfRange(expected: "a whole number from 1 to \(UInt32.max)"), at: entry.start, field: "seq"
            )
        }
        return UInt32(value)
    }

    /// The value of a JSON call on a text whose grammar was checked before.
    func readChecked<T>(_ body: () throws(JSONError) -> T) throws(NDJSONError) -> T {
        do {
            return try body()
        } catch {
            throw failure(.json(error), at: error.column - 1)
        }
    }
}
