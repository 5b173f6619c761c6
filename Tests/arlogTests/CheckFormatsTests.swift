import Foundation
import TestSupport
import Testing

@testable import arlog

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What continuous integration reads: each form escaped as its reader needs.
@Suite struct CheckFormatsTests {
    /// A stranger's caller: markup, an XML-less control, SARIF's links and placeholders, and a workflow command.
    private static let hostile = "]]>\u{1B}[2J<b a=\"x\">&'%0A::error::x [y](http://z) {0}\n##[error]\u{FFFE}"

    /// A run-storm (warning) that follows from double runs, one of them an error; node events are not recorded.
    private static func story(_ source: String = "a") -> Story {
        Story {
            run(1, source: source)
            run(1.1, options: ["removeExistingAnchors"], source: "b")
            run(1.2, source: source)
            closed(9)
        }
    }

    private func written(_ scratch: Scratch, _ source: String = "a") throws -> String {
        try scratch.write("a b,c.ndjson", Self.story(source).ndjson)
    }

    // MARK: Text

    @Test func consequencesStandUnderTheirCause() throws {
        let scratch = try Scratch()
        let run = Ran("check", try written(scratch))
        let lines = run.output.split(separator: "\n").map(String.init)
        let cause = try #require(lines.firstIndex { $0.hasPrefix("  error  double-run  at 100 ms") })
        let effect = try #require(lines.firstIndex { $0 == "    └ hence  warning  run-storm  at 200 ms" })
        #expect(cause < effect)
        // The advice is the cause's.
        #expect(lines[effect...].allSatisfy { !$0.contains("→") })
    }

    @Test func whatIsNotRecordedComesFirst() throws {
        let scratch = try Scratch()
        let lines = Ran("check", try written(scratch)).output.split(separator: "\n").map(String.init)
        #expect(
            lines.contains {
                $0.hasPrefix("  no node events: ") && $0.contains("not judged (duplicate-node")
            })
        let last = try #require(lines.lastIndex { $0.contains("not judged") })
        let first = try #require(lines.firstIndex { $0.contains("double-run") })
        #expect(last < first)
        let told = lines[..<first].map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(told.contains("; record node.attached, node.detached …"))
    }

    // MARK: JSON

    @Test func causesAndFingerprintsInJSON() throws {
        let scratch = try Scratch()
        let logs = try #require(
            try Ran("check", "--json", try written(scratch)).json()["logs"] as? [[String: Any]])
        let findings = try #require(logs.first?["findings"] as? [[String: Any]])
        let storm = try #require(findings.first { $0["rule"] as? String == "run-storm" })
        let cause = try #require(storm["causedBy"] as? Int)
        #expect(findings[cause]["rule"] as? String == "double-run" && findings[cause]["causedBy"] is NSNull)
        for finding in findings {
            let fingerprint = try #require(finding["fingerprint"] as? String)
            #expect(fingerprint.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        }
        #expect((storm["identity"] as? [String: [String]]) == ["source": ["a", "b"]])
    }

    // MARK: SARIF

    @Test func sarif() throws {
        let scratch = try Scratch()
        let path = try written(scratch)
        let run = Ran("check", "--format", "sarif", path)
        #expect(run.status == 1)
        let sarif = try run.json()
        #expect(
            sarif["version"] as? String == "2.1.0"
                && (sarif["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
        let log = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let driver = try #require((log["tool"] as? [String: [String: Any]])?["driver"])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let results = try #require(log["results"] as? [[String: Any]])
        #expect(results.count == 2)
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect((result["partialFingerprints"] as? [String: String])?["arlogFault/v1"]?.count == 32)
            let place = try #require(
                (result["locations"] as? [[String: [String: [String: Any]]]])?.first?["physicalLocation"])
            #expect(
                place["artifactLocation"]?["uri"] as? String == "file://"
                    + path.replacing("a b,c", with: "a%20b%2Cc"))
            #expect((place["region"]?["startLine"] as? Int ?? 0) > 0)
            #expect(result["baselineState"] == nil)
        }
        #expect(results.map { $0["level"] as? String } == ["error", "warning"])
        let told = try #require((log["invocations"] as? [[String: Any]])?.first)
        #expect(told["executionSuccessful"] as? Bool == true)
        #expect((told["toolConfigurationNotifications"] as? [[String: Any]])?.isEmpty == false)
    }

    @Test func sarifTextsAreNoLinks() {
        #expect(CheckSARIF.plain("[a](b) {0} \\") == "\\[a\\](b) {{0}} \\\\")
        #expect(CheckSARIF.uri("logs/ä:%.mcap") == "logs/%C3%A4%3A%25.mcap")
        #expect(CheckSARIF.uri("-") == "standard-input")
    }

    // MARK: JUnit

    /// An XML parser's view: every element's attributes, and the text in it.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(name: String, attributes: [String: String], text: String)] = []
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            found.append((name, attributes, ""))
        }
        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if !found.isEmpty { found[found.count - 1].text += text }
        }
    }

    private func elements(_ xml: String) throws -> Elements {
        let elements = Elements()
        let parser = XMLParser(data: Data(xml.utf8))
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))\n\(xml)")
        return elements
    }

    @Test func junit() throws {
        let scratch = try Scratch()
        let xml = Ran("check", "--format", "junit", try written(scratch)).output
        let found = try elements(xml).found
        let suites = found.filter { $0.name == "testsuites" || $0.name == "testsuite" }
        #expect(suites.count == 2)
        let cases = found.filter { $0.name == "testcase" }.count
        let skipped = found.filter { $0.name == "skipped" }
        for suite in suites {
            #expect(suite.attributes["tests"] == "\(cases)" && suite.attributes["failures"] == "1")
            #expect(suite.attributes["skipped"] == "\(skipped.count)" && suite.attributes["errors"] == "0")
        }
        #expect(skipped.allSatisfy { $0.attributes["message"]?.hasSuffix("events in this log") == true })
        // What does not fail the check is told, and is no failure.
        #expect(found.filter { $0.name == "failure" }.map { $0.attributes["type"] } == ["error"])
        #expect(found.filter { $0.name == "system-out" }.count == 1)
        let all = try elements(
            Ran("check", "--format", "junit", "--fail-on", "never", try written(scratch)).output)
        #expect(!all.found.contains { $0.name == "failure" })
    }

    @Test func aLogThatCannotBeReadIsAnErrorOfItsOwn() throws {
        let scratch = try Scratch()
        let path = try written(scratch)
        let junit = Ran("check", "--format", "junit", path, "/nowhere.mcap")
        #expect(junit.status == 1)
        #expect(try elements(junit.output).found.contains { $0.name == "error" })
        let github = Ran("check", "--format", "github", path, "/nowhere.mcap")
        #expect(github.output.contains("::error title=arlog::/nowhere.mcap: can't open"))
        let sarif = try Ran("check", "--format", "sarif", path, "/nowhere.mcap").json()
        let log = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let told = try #require((log["invocations"] as? [[String: Any]])?.first)
        #expect(told["executionSuccessful"] as? Bool == false)
    }

    // MARK: A stranger's texts

    @Test func hostileTexts() throws {
        let scratch = try Scratch()
        let path = try written(scratch, Self.hostile)
        let xml = Ran("check", "--format", "junit", path).output
        let failure = try #require(try elements(xml).found.first { $0.name == "failure" })
        #expect(failure.attributes["message"]?.contains("<b a=\"x\">&'%0A") == true)
        let sarif = Ran("check", "--format", "sarif", path)
        _ = try sarif.json()
        for output in [xml, sarif.output, Ran("check", "--format", "github", path).output] {
            #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0xFFFE })
        }
    }

    @Test func github() throws {
        let scratch = try Scratch()
        for source in ["a", Self.hostile] {
            let run = Ran("check", "--format", "github", try written(scratch, source))
            #expect(run.status == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines.map { $0.prefix(9) } == ["::error t", "::warning", "::notice "])
            for line in lines {
                // One command a line: properties, then text, in which nothing but escapes has a percent sign.
                let match = try #require(line.wholeMatch(of: /::(error|warning|notice) ([^:]*)::(.*)/))
                for property in match.2.split(separator: ",") { #expect(property.contains("=")) }
                #expect(match.2.contains("file=") && match.2.contains("a b%2Cc.ndjson"))
                for part in match.3.split(separator: "%").dropFirst() {
                    #expect(part.hasPrefix("25") || part.hasPrefix("0A"))
                }
            }
            #expect(lines[0].contains("title=double-run at 100 ms,"))
            #expect(lines[1].contains("%0Acaused by double-run at #2"))
        }
        #expect(CheckGitHub.property("a:b,c%\r") == "a%3Ab%2Cc%25\\r")
        #expect(CheckGitHub.data(["a:b,c%\nd", "e"]) == "a:b,c%25\\nd%0Ae")
    }
}
