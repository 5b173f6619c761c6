import TestSupport
import Testing

@testable import Projections

/// A configuration file: what it can say, and every way to say it wrong, with its place.
struct ConfigurationTests {
    private func read(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration(Array(text.utf8))
    }

    private func settings(_ text: String) throws -> Settings {
        var settings = Settings()
        try read(text).apply(to: &settings)
        return settings
    }

    @Test func everything() throws {
        let text = """
            \u{FEFF}{
              "version": 1,
              "limits": {"doubleRun.window": 0.3, "stateStuck.checkout.paying": 5},
              "rules": {"run-storm": "off", "broken-trace": "info"},
              "machines": {"checkout": {"transitions": ["cart>paying", "*>cart"], "stuckAfter": {"cart": 600}}},
              "onboarding": {"summon": "takeIt"},
              "views": ["Camera", "Preview"],
              "ignore": [{"rule": "double-run", "source": ["a", "b"], "reason": "known"}]
            }
            """
        let configuration = try read(text)
        #expect(configuration.limits["doubleRun.window"]?.place == Configuration.Place(line: 3, column: 14))
        let settings = try settings(text)
        #expect(settings.value(of: DoubleRun.window) == 0.3 && settings.isSet(DoubleRun.window))
        #expect(settings.stuckTime(machine: "checkout", state: "paying") == 5)
        #expect(settings.stuckTime(machine: "checkout", state: "cart") == 600)
        #expect(settings.stuckTime(machine: "checkout", state: "done") == nil)
        #expect(settings.off == ["run-storm"] && settings.severities == ["broken-trace": .info])
        #expect(settings.machines["checkout"]?.allows(from: "paying", to: "cart") == true)
        #expect(settings.machines["checkout"]?.allows(from: "cart", to: "cart") == true)
        #expect(settings.machines["checkout"]?.allows(from: "paying", to: "paid") == false)
        #expect(settings.summonChoices == ["takeIt"] && settings.cameraViews == ["Camera", "Preview"])
        let ignore = try #require(configuration.ignores.first?.value)
        #expect(ignore.rule == "double-run" && ignore.parts == [.source("a"), .source("b")])
        #expect(ignore.reason == "known" && !ignore.isWholeRule)
    }

    @Test func nothing() throws {
        let settings = try settings("{}")
        #expect(settings.summonChoices == ["summonWand"] && settings.cameraViews.isEmpty)
        #expect(settings.limitsSet.isEmpty && settings.off.isEmpty && settings.machines.isEmpty)
    }

    /// Line, column, and the words.
    @Test(arguments: [
        ("", 1, 1, "not JSON: a value belongs here"),
        ("[]", 1, 1, "“the configuration” must be an object"),
        ("{\n  \"limts\": {}\n}", 2, 3, "there is no key “limts”"),
        ("{\"limits\": {\n\t\"doubleRun.windw\": 1}}", 2, 2, "there is no limit “doubleRun.windw”"),
        ("{\"limits\": {\"stateStuck.a\": 1}}", 1, 13, "there is no limit “stateStuck.a”"),
        ("{\"limits\": {\"stateStuck.a.\": 1}}", 1, 13, "there is no limit “stateStuck.a.”"),
        ("{\"limits\": {\"doubleRun.window\": \"1\"}}", 1, 33, "“doubleRun.window” must be a number"),
        ("{\"limits\": {\"doubleRun.window\": -1}}", 1, 33, "“doubleRun.window” must be 0 or more"),
        ("{\"limits\": {\"doubleRun.window\": 1e999}}", 1, 33, "“doubleRun.window” must be 0 or more"),
        (
            "{\"limits\": {\"runStorm.runs\": 3,\n \"runStorm.runs\": 3}}", 2, 2,
            "“runStorm.runs” is there twice"
        ),
        ("{\"version\": 2}", 1, 13, "“version” must be 1"),
        ("{\"rules\": {\"dubble-run\": \"off\"}}", 1, 12, "there is no rule “dubble-run”"),
        ("{\"rules\": {\"double-run\": \"of\"}}", 1, 26, "there is no severity “of”"),
        (
            "{\"rules\": {\"double-run\": false}}", 1, 26,
            "“double-run” must be one of off, info, warning, error"
        ),
        ("{\"machines\": {\"m\": {\"edges\": []}}}", 1, 21, "there is no key “edges”"),
        ("{\"machines\": {\"m\": {\"transitions\": []}}}", 1, 36, "“transitions” is empty"),
        ("{\"machines\": {\"m\": {\"transitions\": [\"a>b\", \"a\"]}}}", 1, 44, "“a” is not from>to"),
        (
            "{\"machines\": {\"m\": {\"transitions\": [\"a>*\"]}}}", 1, 37,
            "“a>*” leads to *, which may be the source only"
        ),
        (
            "{\"machines\": {\"é\": {\"transitions\": [\"a>b\"], \"stuckAfter\": {\"c\": 1}}}}", 1, 60,
            "there is no state of é “c”"
        ),
        (
            "{\"machines\": {\"onboarding\": {\"stuckAfter\": {\"loading\": 1}}}}", 1, 45,
            "there is no state of onboarding “loading”"
        ),
        ("{\"onboarding\": {\"dismiss\": \"a\"}}", 1, 17, "there is no key “dismiss”"),
        ("{\"views\": [\"\"]}", 1, 12, "“views” is empty"),
        ("{\"views\": 1}", 1, 11, "“views” must be a text"),
        ("{\"ignore\": [{\"rule\": \"run-storm\"}]}", 1, 13, "an entry of ignore needs “reason”"),
        ("{\"ignore\": [{\"reason\": \"x\"}]}", 1, 13, "an entry of ignore needs “rule”"),
        ("{\"ignore\": [{\"rule\": \"x\", \"reason\": \"x\"}]}", 1, 22, "there is no rule “x”"),
        ("{\"ignore\": [{\"machin\": \"x\"}]}", 1, 14, "there is no key “machin”"),
        ("{\"ignore\": [{\"fingerprint\": \"12\"}]}", 1, 29, "“fingerprint” must be 32 hexadecimal digits"),
        ("{} x", 1, 4, "not JSON: nothing more belongs here"),
        ("{\"views\": [\n\"a\"\n", 3, 1, "not JSON: a comma or ]"),
    ])
    func isRefused(text: String, line: Int, column: Int, words: String) {
        #expect {
            _ = try read(text)
        } throws: { error in
            guard let error = error as? ConfigurationError else { return false }
            #expect(error.place == Configuration.Place(line: line, column: column))
            #expect(error.description.hasPrefix(words), "\(error)")
            return true
        }
    }

    /// What is wrong is said in a line, however long the name in the file.
    @Test(arguments: [
        #"{"NAME":1}"#, #"{"rules":{"NAME":"off"}}"#, #"{"machines":{"m":{"transitions":["NAME"]}}}"#,
        #"{"machines":{"NAME":{"transitions":["a>b"],"stuckAfter":{"NAME":1}}}}"#,
        #"{"machines":{"NAME":{},"NAME":{}}}"#,
    ])
    func longNamesAreShortened(text: String) {
        let long = text.split(separator: "NAME", omittingEmptySubsequences: false)
            .joined(separator: String(repeating: "k", count: 70_000))
        #expect {
            _ = try read(long)
        } throws: { error in
            guard let description = (error as? ConfigurationError)?.description else { return false }
            return description.contains("kkk…") && description.utf8.count < 500
        }
    }

    /// Every beginning of a configuration is refused or read, and never traps.
    @Test func everyBeginning() {
        let text =
            #"{"limits":{"doubleRun.window":0.3},"machines":{"m":{"transitions":["a>b"],"stuckAfter":{"a":1}}}}"#
        for length in 0..<text.utf8.count {
            #expect(throws: ConfigurationError.self) { try Configuration(Array(text.utf8.prefix(length))) }
        }
        #expect(throws: Never.self) { try read(text) }
    }

    // MARK: In force

    private func verdict(_ settings: Settings, @StoryBuilder _ lines: () -> [StoryLine]) throws -> [Finding] {
        let analysis = Analysis(settings: settings)
        let log = try Story { lines() }.log()
        withExtendedLifetime(log) { analysis.take(log.batch) }
        return analysis.finish()
    }

    @Test func severitiesAndRulesThatAreOff() throws {
        let settings = try settings(#"{"rules":{"double-run":"info","run-storm":"off"}}"#)
        let found = try verdict(settings) {
            run(1, source: "a")
            run(1.1, options: ["removeExistingAnchors"], source: "b")
            run(1.2, source: "c")
            closed(60)
        }
        #expect(!found.isEmpty && found.allSatisfy { $0.rule == "double-run" && $0.severity == .info })
    }

    @Test func ownMachines() throws {
        let settings = try settings(
            #"{"machines":{"checkout":{"transitions":["cart>paying","paying>cart"]},"onboarding":{"transitions":["a>b"]}}}"#
        )
        let found = try verdict(settings) {
            changed(1, "checkout", "cart", to: "paying")
            changed(2, "checkout", "paying", to: "gone")
            changed(3, "onboarding", "loadingAR", to: "onboarding")
            changed(4, "onboarding", "onboarding", to: "done")
            closed(60)
        }
        // The first mention only tells where it stood; a state it does not have is no way.
        #expect(found.map(\.rule) == ["illegal-transition", "illegal-transition"])
        #expect(found.map { $0.mark.number } == [2, 4])
    }

    @Test func theLogsOwnDeclarationCounts() throws {
        let settings = try settings(#"{"machines":{"checkout":{"transitions":["cart>paying"]}}}"#)
        let found = try verdict(settings) {
            changed(1, "checkout", "cart", to: "paying")
            machineDeclared(2, "checkout", initial: "cart", ["cart>gone"])
            changed(3, "checkout", "cart", to: "gone")
            changed(4, "checkout", "gone", to: "paying")
            closed(60)
        }
        #expect(found.map { $0.mark.number } == [4])
    }
}
