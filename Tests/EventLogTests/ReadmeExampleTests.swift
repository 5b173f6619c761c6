import EventLog
import Foundation
import TestSupport
import Testing

// README begins
func writeLog(to path: String) throws {
    let labels = LabelTable()
    let (phone, chair): (EntityID, EntityID) = ("iphone-sam", "chair")
    for (id, label) in [(phone, "iphone-sam"), (chair, "chair")] { labels.learn(label, for: id) }
    let file = try OutputFile(path: path)
    var writer = try EventWriter(file, labels: labels)
    let start: UInt64 = 1_784_367_012_000_000_000  // nanoseconds since 1970
    try writer.append(Event.LogOpened { $0.device = phone }, number: 1, time: start)
    let added = Event.AnchorAdded {
        $0.anchor = chair
        $0.kind = .anchor
        $0.position = Vector3(0, 0, -1)
    }
    try writer.append(added, number: 2, time: start + 500_000_000)
    try writer.append(Event.LogClosed { $0.reason = .normal }, number: 3, time: start + 1_000_000_000)
    try writer.close()
    try file.commit()
}
// README ends

// README begins
func startRecording(in folder: URL) -> Recorder {
    Recorder(folder: folder.path, RecorderOptions(device: "Anna's phone"))
}

func record(added identifier: UUID, named name: String?, in recorder: Recorder) {
    let anchor = EntityID(identifier.uuidString)
    if let name { recorder.label(anchor, name) }
    recorder.append(Event.AnchorAdded { $0.anchor = anchor })
}

func stopRecording(_ recorder: Recorder) {
    recorder.close()
}
// README ends

/// The README's examples are this code, and it works.
@Suite struct ReadmeExampleTests {
    @Test func writesALog() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mcap").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try writeLog(to: path)
        let log = try MemoryLog(mcap: TestFiles.bytes(at: path))
        #expect(
            log.printed() == """
                {"t":0,"time":"2026-07-18T09:30:12.000000000Z","seq":1,"event":"log.opened","device":"iphone-sam"}
                {"t":0.5,"seq":2,"event":"anchor.added","anchor":"chair","kind":"anchor","position":[0,0,-1]}
                {"t":1,"seq":3,"event":"log.closed","reason":"normal"}

                """)
    }

    @Test func records() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (sofa, other) = (UUID(), UUID())
        let recorder = startRecording(in: folder)
        record(added: sofa, named: "sofa", in: recorder)
        record(added: other, named: nil, in: recorder)
        stopRecording(recorder)
        let log = try MemoryLog(mcap: TestFiles.bytes(at: try #require(recorder.status.path)))
        let added = log.printed().split(separator: "\n").filter { $0.contains(#""event":"anchor.added""#) }
        try #require(added.count == 2)
        #expect(added[0].contains(#""anchor":"\#(sofa.uuidString)""#))
        #expect(added[1].contains(#""anchor":"\#(other.uuidString)""#))
        #expect(log.labels.name(of: EntityID(sofa.uuidString)) == "sofa")
    }

    @Test func isTheReadmes() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let readme = try String(contentsOfFile: TestFiles.package + "/README.md", encoding: .utf8)
        let parts = source.components(separatedBy: "// README begins\n")
        let examples = parts.dropFirst().compactMap { $0.components(separatedBy: "// README ends").first }
        #expect(examples.count == 2)
        for (code, imports) in zip(examples, ["import EventLog\n", "import EventLog\nimport Foundation\n"]) {
            #expect(readme.contains("```swift\n" + imports + "\n" + code + "```\n"))
        }
    }
}
