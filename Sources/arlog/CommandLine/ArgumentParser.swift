/// Wrong usage: one line that says what is wrong.
struct UsageError: Error, Equatable {
    let message: String
}

/// Sorts words into options and operands by a command's declarations, and checks them.
struct ArgumentParser {
    let options: [OptionSpec]
    /// Whether the first operand ends the options, as the command's name does among the words of the program.
    var stopsAtOperand = false

    /// What was found: the texts given for each option, by its name, and everything that is no option.
    struct Words {
        var given: [String: [String]] = [:]
        var operands: [String] = []
    }

    /// Parses the words behind a command's name. `given` are options that stood before the name.
    static func parse(
        _ words: [String], for command: any Command.Type, given: [String: [String]] = [:]
    ) throws(UsageError) -> ParsedArguments {
        let options = command.allOptions
        var found = try ArgumentParser(options: options).sort(words)
        found.given.merge(given) { later, earlier in earlier + later }
        try check(found.operands, against: command.operands)
        return ParsedArguments(operands: found.operands, values: try values(options, found.given))
    }

    /// Every option's value, given or not.
    static func values(
        _ options: [OptionSpec], _ given: [String: [String]]
    ) throws(UsageError) -> [String: any Sendable] {
        var values: [String: any Sendable] = [:]
        for option in options {
            let texts = given[option.name] ?? []
            do throws(ValueProblem) {
                values[option.name] = try option.parse(texts)
            } catch {
                throw UsageError(message: "--\(option.name) \(texts.last ?? ""): \(error.message)")
            }
        }
        return values
    }

    func sort(_ words: [String]) throws(UsageError) -> Words {
        var found = Words()
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                found.operands += words[index...]
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                found.operands.append(word)
                guard stopsAtOperand else { continue }
                found.operands += words[index...]
                break
            }
            let (option, attached) = try option(in: word)
            guard option.placeholder != nil else {
                guard attached == nil else { throw UsageError(message: "--\(option.name) takes no value") }
                found.given[option.name, default: []].append("")
                continue
            }
            var value = attached
            if value == nil, index < words.count, !words[index].hasPrefix("--") {
                value = words[index]
                index += 1
            }
            guard let value else {
                throw UsageError(message: "--\(option.name) needs a value, \(option.placeholder ?? "")")
            }
            found.given[option.name, default: []].append(value)
        }
        return found
    }

    /// The option that `word` names, and the value that is part of the word: `--limit=3`, `-oFILE`.
    private func option(in word: String) throws(UsageError) -> (OptionSpec, String?) {
        if word.hasPrefix("--") {
            let parts = word.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if let option = options.first(where: { $0.name == name }) {
                return (option, parts.count > 1 ? String(parts[1]) : nil)
            }
            throw unknown("--" + name, name: name)
        }
        let letter = word.dropFirst().first
        let rest = word.dropFirst(2)
        if let option = options.first(where: { $0.short != nil && $0.short == letter }) {
            return (option, rest.isEmpty ? nil : String(rest))
        }
        throw unknown(word, name: String(word.dropFirst()))
    }

    private func unknown(_ word: String, name: String) -> UsageError {
        let near = nearest(to: name, in: options.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
        return UsageError(message: "unknown option \(word)\(near)")
    }

    private static func check(_ operands: [String], against expected: Operands) throws(UsageError) {
        if operands.count < expected.count.lowerBound {
            throw UsageError(message: "\(expected.text) is missing")
        }
        if operands.count > expected.count.upperBound {
            throw UsageError(message: "unexpected \(operands[expected.count.upperBound])")
        }
        if let first = operands.first, !expected.choices.isEmpty, !expected.choices.contains(first) {
            let near = nearest(to: first, in: expected.choices).map { "; did you mean \($0)?" } ?? ""
            let choices = expected.choices.joined(separator: ", ")
            throw UsageError(message: "\(first) is not one of \(choices)\(near)")
        }
    }
}
