import EventLog

/// An option of a command: its spelling, and the type its value has once parsed.
///
///     static let limit = Option.number("limit", "N", "stop after N events")
///     … arguments[limit]  // UInt64?
struct Option<Value: Sendable>: Sendable {
    let spec: OptionSpec
}

/// What parser, help and completion need to know of an option, whatever its value's type.
struct OptionSpec: Sendable {
    let name: String
    let short: Character?
    /// What stands for the value in help; `nil` for a flag.
    let placeholder: String?
    let help: String
    let choices: [String]
    /// The value, from all texts that were given for it, in their order.
    let parse: @Sendable ([String]) throws(ValueProblem) -> any Sendable

    init<Value: Sendable>(
        _ name: String, short: Character? = nil, placeholder: String?, help: String, choices: [String] = [],
        parse: @escaping @Sendable ([String]) throws(ValueProblem) -> Value
    ) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.help = help
        self.choices = choices
        self.parse = { (texts) throws(ValueProblem) in ParsedValue(value: try parse(texts)) }
    }
}

/// Keeps a value's exact type, optionals too, through `any`.
struct ParsedValue<Value: Sendable>: Sendable {
    let value: Value
}

/// Why a text is no value for an option: `not a whole number`.
struct ValueProblem: Error {
    let message: String
}

extension Option where Value == Bool {
    /// There or not.
    static func flag(_ name: String, short: Character? = nil, _ help: String) -> Option {
        Option(spec: OptionSpec(name, short: short, placeholder: nil, help: help) { !$0.isEmpty })
    }
}

extension Option where Value == [String] {
    /// Values in one list with commas, in several options, or both.
    static func list(_ name: String, _ placeholder: String, _ help: String, choices: [String] = []) -> Option
    {
        let spec = OptionSpec(name, placeholder: placeholder + "[,…]", help: help, choices: choices) {
            (texts) throws(ValueProblem) in
            let parts = texts.flatMap {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            guard !parts.contains("") else { throw ValueProblem(message: "an empty item in a list") }
            for part in parts where !choices.isEmpty && !choices.contains(part) {
                throw ValueProblem(message: notAChoice(part, of: choices))
            }
            return parts
        }
        return Option(spec: spec)
    }

    /// One value each time the option is given, commas and all.
    static func repeated(_ name: String, _ placeholder: String, _ help: String) -> Option {
        Option(spec: OptionSpec(name, placeholder: placeholder, help: help) { $0 })
    }
}

extension Option {
    /// A value of any type; `nil` where the option is not given. Given twice, the last one counts.
    static func value<Wrapped: Sendable>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
        _ read: @escaping @Sendable (String) throws(ValueProblem) -> Wrapped
    ) -> Option where Value == Wrapped? {
        let spec = OptionSpec(name, short: short, placeholder: placeholder, help: help) {
            (texts) throws(ValueProblem) -> Wrapped? in
            guard let last = texts.last else { return nil }
            return try read(last)
        }
        return Option(spec: spec)
    }

    /// One of an enum's cases, by raw value.
    static func choice(_ name: String, default standard: Value, _ help: String) -> Option
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let choices = Value.allCases.map(\.rawValue)
        let help = "\(help): \(choices.joined(separator: ", ")) (\(standard.rawValue))"
        let spec = OptionSpec(name, placeholder: name.uppercased(), help: help, choices: choices) {
            (texts) throws(ValueProblem) in
            guard let last = texts.last else { return standard }
            guard let value = Value(rawValue: last) else {
                throw ValueProblem(message: notAChoice(last, of: choices))
            }
            return value
        }
        return Option(spec: spec)
    }
}

extension Option {
    /// One of an enum's cases, by raw value; `nil` where the option is not given.
    static func choice<Wrapped>(_ name: String, _ placeholder: String, _ help: String) -> Option
    where
        Value == Wrapped?, Wrapped: CaseIterable & RawRepresentable & Sendable, Wrapped.RawValue == String
    {
        let choices = Wrapped.allCases.map(\.rawValue)
        let help = "\(help): \(choices.joined(separator: ", "))"
        let spec = OptionSpec(name, placeholder: placeholder, help: help, choices: choices) {
            (texts) throws(ValueProblem) -> Wrapped? in
            guard let last = texts.last else { return nil }
            guard let value = Wrapped(rawValue: last) else {
                throw ValueProblem(message: notAChoice(last, of: choices))
            }
            return value
        }
        return Option(spec: spec)
    }
}

extension Option where Value == String? {
    static func text(_ name: String, short: Character? = nil, _ placeholder: String, _ help: String) -> Option
    {
        .value(name, short: short, placeholder, help) { (text) throws(ValueProblem) in
            guard !text.isEmpty else { throw ValueProblem(message: "nothing given") }
            return text
        }
    }
}

extension Option where Value == UInt64? {
    /// A whole number in `range`.
    static func number(
        _ name: String, _ placeholder: String, _ help: String, in range: ClosedRange<UInt64> = 0...UInt64.max
    ) -> Option {
        .value(name, placeholder, help) { (text) throws(ValueProblem) in
            guard let number = UInt64(text), !text.hasPrefix("+") else {
                throw ValueProblem(message: "not a whole number")
            }
            guard range.contains(number) else {
                let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
                throw ValueProblem(message: "not in \(range.lowerBound) \(upper)")
            }
            return number
        }
    }
}

extension Option where Value == Moment? {
    /// A point of the log: `12.5`, `1m30s`, an RFC 3339 time or `#123`.
    static func moment(_ name: String, _ help: String) -> Option {
        .value(name, "TIME", help) { (text) throws(ValueProblem) in
            do throws(Moment.Failure) {
                return try Moment(text)
            } catch {
                throw ValueProblem(message: error.description)
            }
        }
    }
}

private func notAChoice(_ text: String, of choices: [String]) -> String {
    let near = nearest(to: text, in: choices).map { "; did you mean \($0)?" } ?? ""
    return "not one of \(choices.joined(separator: ", "))\(near)"
}
