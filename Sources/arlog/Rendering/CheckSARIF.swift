import EventLog
import Projections

/// `check --format sarif`: SARIF 2.1.0 (OASIS), with what GitHub's code scanning asks for.
///
/// A log has no lines; the region's line is the number of the event at which the fault became true, which is the line of
/// `arlog cat --format ndjson`.
struct CheckSARIF {
    let report: CheckReport
    /// Every rule that ran, in the order of the catalogue.
    private let rules: [RuleAbout]
    private let places: [String: Int]

    init(report: CheckReport) {
        self.report = report
        let ran = Set(report.results.flatMap { $0.rules.map(\.id) })
        rules = Catalogue.about.filter { ran.contains($0.id) }
        places = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        json.field("version", "2.1.0")
        json.array("runs") { json in
            json.object { json in
                json.object("tool") { json in json.object("driver") { writeDriver(&$0) } }
                json.array("invocations") { json in json.object { writeInvocation(&$0) } }
                json.array("results") { json in
                    for result in report.results {
                        for finding in result.findings { json.object { write(finding, of: result, &$0) } }
                    }
                }
                json.field("columnKind", "unicodeCodePoints")
            }
        }
        json.endObject()
        json.newline()
    }

    private func writeDriver(_ json: inout JSONWriter) {
        json.field("name", "arlog")
        json.field("semanticVersion", ArlogVersion.string)
        json.array("rules") { json in
            for rule in rules {
                json.object { json in
                    json.field("id", rule.id)
                    json.text("shortDescription", Self.plain(rule.summary))
                    json.text("fullDescription", Self.plain(rule.why))
                    json.text("help", Self.plain(rule.advice))
                    json.object("defaultConfiguration") { $0.field("level", Self.level(rule.severity)) }
                }
            }
        }
    }

    private func writeInvocation(_ json: inout JSONWriter) {
        json.field("executionSuccessful", report.unread.isEmpty)
        if !report.unread.isEmpty {
            json.array("toolExecutionNotifications") { json in
                for error in report.unread {
                    json.object { json in
                        json.field("level", "error")
                        json.text("message", Self.plain(error.description))
                    }
                }
            }
        }
        json.array("toolConfigurationNotifications") { json in
            for result in report.results {
                for (rule, reason) in result.notJudged {
                    json.object { json in
                        json.field("level", "note")
                        json.text("message", Self.plain("\(rule) was not judged: \(reason)"))
                        json.object("associatedRule") { json in
                            json.field("id", rule)
                            json.field("index", places[rule])
                        }
                        json.array("locations") { json in
                            json.object { write(path: result.file.path, line: nil, &$0) }
                        }
                    }
                }
            }
        }
    }

    private func write(_ finding: Finding, of result: CheckResult, _ json: inout JSONWriter) {
        json.field("ruleId", finding.rule)
        json.field("ruleIndex", places[finding.rule])
        json.field("level", Self.level(finding.severity))
        json.text("message", Self.plain("\(finding.message) \(finding.advice)"))
        json.array("locations") { json in
            json.object { write(path: result.file.path, line: finding.mark.number, &$0) }
        }
        let others = finding.events.dropLast()
        if !others.isEmpty {
            json.array("relatedLocations") { json in
                for (index, event) in others.enumerated() {
                    json.object { json in
                        json.field("id", index + 1)
                        json.text("message", "event #\(event)")
                        write(path: result.file.path, line: event, &json)
                    }
                }
            }
        }
        json.object("partialFingerprints") { $0.field("arlogFault/v1", finding.fingerprint) }
        json.field("occurrenceCount", finding.count)
        if report.isAgainstBaseline { json.field("baselineState", "new") }
        json.object("properties") { json in
            json.field("session", result.session(of: finding))
            json.field("device", result.device(of: finding))
            json.field("time", timeOf: finding.mark.time)
            json.field("t", secondsOf: result.elapsed(finding))
            if let cause = finding.causedBy.map({ result.findings[$0] }) {
                json.field("causedBy", "\(cause.rule) at #\(cause.mark.number)")
            }
        }
    }

    private func write(path: String, line: UInt32?, _ json: inout JSONWriter) {
        json.object("physicalLocation") { json in
            json.object("artifactLocation") { $0.field("uri", Self.uri(path)) }
            if let line { json.object("region") { $0.field("startLine", max(1, line)) } }
        }
    }

    static func level(_ severity: Severity) -> String { severity == .info ? "note" : severity.name }

    /// A text of which nothing is a link: brackets mean one in SARIF's messages, and `{0}` a placeholder.
    static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in TerminalText.inert(text).unicodeScalars {
            switch scalar {
            case "[", "]", "\\": plain += "\\"
            case "{", "}": plain.unicodeScalars.append(scalar)
            default: break
            }
            plain.unicodeScalars.append(scalar)
        }
        return plain
    }

    /// A path as a URI: relative as it was given, or `file://` and the path.
    static func uri(_ path: String) -> String {
        if path == "-" { return "standard-input" }
        var uri = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
                uri.append(character)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                uri += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
            }
        }
        return uri
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
        if let name { key(name) }
        beginObject()
        body(&self)
        endObject()
    }

    fileprivate mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        beginArray()
        body(&self)
        endArray()
    }

    /// A message or description.
    fileprivate mutating func text(_ name: String, _ text: String) {
        object(name) { $0.field("text", text) }
    }
}
