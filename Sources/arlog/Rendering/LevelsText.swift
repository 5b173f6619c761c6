import EventLog
import Projections

/// What an app records at which level of recording, and which rules that lets judge: a table, a page of the manual, JSON.
struct LevelsText {
    let console: Console

    func write(_ format: RulesCommand.Format) {
        switch format {
        case .text: writeTable()
        case .markdown: writePage()
        case .json: writeJSON()
        }
    }

    /// The rules that can be judged from this level on and not below.
    private func rules(_ level: RecordingLevel) -> [RuleAbout] {
        Catalogue.about.filter { $0.level == level }
    }

    private func writeTable() {
        var table = Table(columns: [.left, .left, .right, .left])
        for level in RecordingLevel.allCases {
            let rules = rules(level)
            let ids = rules.map(\.id).joined(separator: ", ")
            table.add(["\(level.rawValue)", level.title, "+\(rules.count)", ids])
        }
        console.output.write(table.text(width: console.tableWidth))
    }

    private func writePage() {
        console.line("# The levels of recording\n")
        console.line("Made by `arlog rules --levels --format markdown`.\n")
        console.line(
            "An app tells its log as much as it likes: each level takes a few more lines of code and lets more rules "
                + "be judged. A level is worth it only if all of the app keeps it, since its log then says that what is "
                + "not in it did not happen (`log.opened.records`). Levels 1 to 4 can be taken alone, too; a rule that "
                + "needs several says so.\n")
        console.line("| level | what the app does | rules | with those below |\n|---|---|---|---|")
        var sum = 0
        for level in RecordingLevel.allCases {
            sum += rules(level).count
            let name = "[\(level.rawValue) \(level.title)](#level-\(level.rawValue))"
            console.line(
                "| \(name) | \(level.about) | \(rules(level).count) | \(sum) of \(Catalogue.about.count) |")
        }
        for level in RecordingLevel.allCases { writeSection(level) }
    }

    private func writeSection(_ level: RecordingLevel) {
        console.line("\n## Level \(level.rawValue)\n")
        console.line("\(level.about)\n\n```swift\n\(level.code)\n```\n")
        console.line("**Writes** \(level.addedKinds.map { "`\($0.name)`" }.joined(separator: ", ")).\n")
        let families = level.addedFamilies.elements.map { "`\($0.name)`" }.joined(separator: ", ")
        console.line("**Names in** `log.opened.records`: \(families).\n")
        console.line("| rule that can be judged from here on | severity | is about |\n|---|---|---|")
        for rule in rules(level) {
            let severity = RulesCommand.severity(rule)
            console.line("| [`\(rule.id)`](rules.md#\(rule.id)) | \(severity) | \(rule.summary) |")
        }
    }

    private func writeJSON() {
        var json = JSONWriter(style: .pretty)
        json.beginObject()
        json.key("levels")
        json.beginArray()
        for level in RecordingLevel.allCases {
            json.beginObject()
            json.field("level", UInt64(level.rawValue))
            json.field("title", level.title)
            json.field("about", level.about)
            json.field("code", level.code)
            json.field("kinds", level.addedKinds.map(\.name))
            json.field("families", level.addedFamilies.elements.map(\.name))
            json.field("rules", rules(level).map(\.id))
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }
}

extension RecordingLevel {
    fileprivate var title: String {
        switch self {
        case .oneLine: "one line"
        case .wrappers: "wrappers"
        case .nodes: "nodes"
        case .network: "network"
        case .ownState: "own state"
        }
    }

    fileprivate var about: String {
        switch self {
        case .oneLine:
            "One line before the first run: what ARKit tells the session's delegate, and the system tells the app."
        case .wrappers:
            "The recorder's methods instead of the session's; the world maps that are kept, and the words the user is "
                + "shown while ARKit looks for its place."
        case .nodes: "What hangs in the scene, from when to when, and what is loaded for it."
        case .network: "Who is there, and what becomes of each packet."
        case .ownState: "The app's own state machines, its views, what its users do, what it tracks."
        }
    }

    /// As it stands in Examples/Levels, which is compiled.
    var code: String {
        switch self {
        case .oneLine:
            "recorder = SessionRecorder(session)"
        case .wrappers:
            """
            recorder.run(configuration)
            recorder.add(anchor, key: "chair")
            recorder.remove(anchor)
            recorder.pause()
            """
        case .nodes:
            """
            recorder.node(node, attachedTo: .anchor(anchor), key: "chair")
            recorder.nodeDetached(node)
            """
        case .network:
            """
            recorder.peer("Ben", .connected)
            if let packet = recorder.packet(data) { recorder.sent(packet, to: "Ben", isReliable: true) }
            if let packet = recorder.received(bytes, from: "Ben") { recorder.update(with: packet) }
            """
        case .ownState:
            """
            @LoggedState("objectTracking") var phase = Phase.idle
            recorder.record($phase)
            phase = .loading
            recorder.viewAppeared("scanner")
            recorder.userAction("start")
            """
        }
    }
}
