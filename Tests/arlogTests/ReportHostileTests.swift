import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// A stranger's texts in every field of every kind: inert in each form of the report.
@Suite struct ReportHostileTests {
    static let nasty =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;<!--]]>\u{1B}[31m\u{202E}\u{2028}\u{2066}\u{0}|\n# h\r\n"
        + "[x](javascript:alert(3)) @all #1 `` ` =HYPERLINK(1) \\u003C {{7*7}} ${x} \u{FEFF}"

    /// A line of every kind with every text set to `text`, and every id made from it.
    private static func lines(_ text: String) -> [StoryLine] {
        var numbers = SeededNumbers(seed: 7)
        func value(_ field: FieldDescriptor) -> StoryValue {
            switch field.type {
            case .identity: .text(String(decoding: "\(field.name)<b>\(text)".utf8.prefix(60), as: UTF8.self))
            case .text: .text(text)
            case .bool: .bool(false)
            case .count, .integer: .integer(5_000_000)
            case .number: .number(0.5)
            case .vector3: [1, 2, 3]
            case .quaternion: [0, 0, 0, 1]
            case .choice(let set): .text(set.values.randomElement(using: &numbers) ?? "")
            case .choices(let set): .list(set.values.prefix(2).map { .text($0) })
            case .texts: [.text(text)]
            case .textMap: .object([(text, .text(text))])
            case .message(let message): .object(message.fields.map { ($0.name, value($0)) })
            }
        }
        var lines: [StoryLine] = []
        for round in 0..<3 {
            for (index, descriptor) in KindDescriptor.all.enumerated() where descriptor.kind != .logLabel {
                let t = 1 + Double(round * KindDescriptor.all.count + index) * 0.7
                let fields = descriptor.message.fields.map { ($0.name, StoryValue?.some(value($0))) }
                lines.append(StoryLine(t, descriptor.kind.name, fields))
            }
        }
        return lines
    }

    static func written(_ scratch: Scratch, _ text: String) throws -> String {
        try scratch.write("hostile.ndjson", lines(text).map { $0.ndjson + "\n" }.joined())
    }

    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    @Test(arguments: [false, true])
    func inertEverywhere(isShared: Bool) throws {
        let scratch = try Scratch()
        let path = try Self.written(scratch, Self.nasty)
        let share = isShared ? ["--share"] : []
        let html = Ran(["report", path] + share).output
        #expect(html.components(separatedBy: "<script").count == 3)
        #expect(html.components(separatedBy: "</script>").count == 3)
        #expect(!html.contains("<img") && !html.contains("<b>") && !html.contains("<!--"))
        #expect(!html.unicodeScalars.contains(where: Self.isHarmful))
        let markdown = Ran(["report", path, "--format", "markdown"] + share).output
        #expect(
            !markdown.contains("<script") && !markdown.contains("<b>") && !markdown.contains("](javascript"))
        #expect(!markdown.contains("@all") && !markdown.unicodeScalars.contains(where: Self.isHarmful))
        // A text never begins a line.
        #expect(!markdown.contains("\n# h"))
        let json = Ran(["report", path, "--json"] + share)
        _ = try json.json()
        #expect(!json.output.unicodeScalars.contains(where: Self.isHarmful))
        #expect(Ran(["report", path, "--json"] + share).output == json.output)
    }

    @Test func veryLongNames() throws {
        let scratch = try Scratch()
        let path = try Self.written(scratch, String(repeating: "<ä", count: 1 << 14))
        for format in ["html", "json", "markdown"] {
            let run = Ran("report", path, "--format", format)
            // One whole such text has 48 kB, and the log has hundreds.
            #expect(
                run.status == 0 && run.output.utf8.count < 1_000_000, "\(format): \(run.output.utf8.count)")
        }
    }

    // MARK: Sharing

    /// Every text and id that is private, by the declarations, with a mark of its own.
    static func secrets(_ scratch: Scratch) throws -> String {
        func value(_ field: FieldDescriptor, _ kind: EventKind) -> StoryValue {
            switch field.type {
            case .identity: .text("Label-\(field.name)")
            case .text: .text(field.note.isPrivate ? "Secret-\(kind.name)-\(field.name)" : "told")
            case .bool: .bool(false)
            case .count, .integer: .integer(5_000_000)
            case .number: .number(0.5)
            case .vector3: [7.123, 0.457, -3.891]
            case .quaternion: [0.183, 0.365, 0.548, 0.73]
            case .choice(let set): .text(set.values[0])
            case .choices(let set): .list(set.values.prefix(2).map { .text($0) })
            case .texts: ["told"]
            case .textMap: .object([("Secret-key", "Secret-value")])
            case .message(let message): .object(message.fields.map { ($0.name, value($0, kind)) })
            }
        }
        var lines: [StoryLine] = []
        for round in 0..<8 {
            for (index, descriptor) in KindDescriptor.all.enumerated() where descriptor.kind != .logLabel {
                let t = 1 + Double(round * KindDescriptor.all.count + index) * 0.7
                var fields = descriptor.message.fields.map {
                    ($0.name, StoryValue?.some(value($0, descriptor.kind)))
                }
                // A name stands in where there is no key, and each round has a room of its own.
                if round > 3 { fields.removeAll { $0.0 == "key" } }
                fields = fields.map { name, told in
                    name == "room" ? (name, .text("Secret-room-\(round)")) : (name, told)
                }
                if descriptor.kind == .logOpened, round > 0 { continue }
                lines.append(StoryLine(t, descriptor.kind.name, fields))
            }
        }
        lines.append(StoryLine(#"{"t":900,"event":"log.label","id":"Label-anchor","label":"Label-given"}"#))
        return try scratch.write("Secret-folder.ndjson", lines.map { $0.ndjson + "\n" }.joined())
    }

    @Test func whatIsSharedHasNothingPrivate() throws {
        let scratch = try Scratch()
        let path = try Self.secrets(scratch)
        let forms = [
            ["report", path], ["report", path, "--json"], ["report", path, "--format", "markdown"],
            ["check", path, "--json", "--fail-on", "never"],
        ]
        for form in forms {
            let open = Ran(form).output
            #expect(open.contains("Label-"), "\(form)")
            let shared = Ran(form + ["--share"])
            #expect(shared.status == 0, "\(shared.errors)")
            let text = shared.output.replacing("Secret-folder.ndjson", with: "")
            for word in ["Secret", "Label-", "7.123", "3.891", "0.457", scratch.path] {
                let found = text.range(of: word).map { String(text[$0.lowerBound...].prefix(80)) }
                #expect(found == nil, "\(form[2...]): \(found ?? "")")
            }
        }
    }

    @Test func whatIsFoundIsTheSame() throws {
        let path = Samples.folder + "/collaboration-duplicate-speaker.mcap"
        func findings(_ more: String...) throws -> [[String: Any]] {
            let logs = try Ran(["check", "--json", path] + more).json()["logs"] as? [[String: Any]]
            return try #require(logs?.first?["findings"] as? [[String: Any]])
        }
        let (open, shared) = (try findings(), try findings("--share"))
        #expect(open.count == shared.count)
        for (left, right) in zip(open, shared) {
            for key in ["rule", "severity", "t", "events", "fingerprint", "causedBy", "count"] {
                #expect(NSArray(object: left[key] ?? "") == NSArray(object: right[key] ?? ""), "\(key)")
            }
        }
        let text = try #require(shared.last?["message"] as? String)
        #expect(!text.contains("speaker-1-model") && text.contains("id-"))
        #expect(Ran("check", "--share", path).status == 64)
    }
}
