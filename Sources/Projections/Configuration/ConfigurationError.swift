public import EventLog

/// Why a configuration is none: what is wrong, where, and what could have been meant.
public struct ConfigurationError: Error, Equatable, Sendable {
    public enum Problem: Equatable, Sendable {
        /// The text is no JSON.
        case syntax(JSONError.Expected)
        /// There is no such thing; `known` are those there are.
        case unknown(what: String, name: String, known: [String])
        /// Another type of value belongs here.
        case wrongType(of: String, expected: String)
        /// The value is out of its range, or says nothing.
        case value(of: String, String)
        case repeated(name: String)
        case missing(String, in: String)
    }

    public let place: Configuration.Place
    public let problem: Problem
}

extension ConfigurationError: CustomStringConvertible {
    /// What is wrong, without the place; names in it come from the file, long ones shortened.
    public var description: String {
        switch problem {
        case .syntax(let expected): "not JSON: \(expected.rawValue) belongs here"
        case .unknown(let what, let name, _): "there is no \(what) “\(Symbols.kept(name))”"
        case .wrongType(let name, let expected): "“\(name)” must be \(expected)"
        case .value(let name, let why): "“\(Symbols.kept(name))” \(why)"
        case .repeated(let name): "“\(Symbols.kept(name))” is there twice"
        case .missing(let key, let owner): "\(owner) needs “\(key)”"
        }
    }
}
