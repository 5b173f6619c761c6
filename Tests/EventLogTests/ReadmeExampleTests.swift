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

/// The README's example is this code, and it works.
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

    @Test func isTheReadmes() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let readme = try String(contentsOfFile: TestFiles.package + "/README.md", encoding: .utf8)
        let parts = source.components(separatedBy: "// README begins\n")
        let code = try #require(parts.dropFirst().first?.components(separatedBy: "// README ends").first)
        #expect(readme.contains("```swift\nimport EventLog\n\n" + code + "```\n"))
    }
}
