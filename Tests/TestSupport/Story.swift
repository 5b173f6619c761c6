import EventLog

/// A log told in a test, line by line.
///
///     let story = Story.given {
///         opened(device: "A")
///         run(0.1, source: "start-button")
///     }.when {
///         run(5, options: ["resetTracking"])
///         anchorAdded(6, "A1", key: "chair", at: [0, 0, -1])
///     }
///     let log = try story.log()
///     for event in log.batch.events { … }
///
/// Times are seconds from the log's beginning. An event's number is its line's, from 1.
public struct Story: Sendable {
    public private(set) var lines: [StoryLine]

    public init(@StoryBuilder _ lines: () -> [StoryLine]) { self.lines = lines() }

    /// How things stood.
    public static func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story { Story(lines) }

    /// What happened then.
    public func when(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        var story = self
        story.lines += lines()
        return story
    }

    /// The same story as NDJSON.
    public var ndjson: String { lines.map { $0.ndjson + "\n" }.joined() }

    /// The story's events, in memory.
    public func log(_ options: NDJSONOptions = NDJSONOptions()) throws -> MemoryLog {
        try MemoryLog(ndjson: ndjson, options)
    }
}

/// One line of a story.
public struct StoryLine: Sendable {
    public var ndjson: String

    /// A line as it stands, for what the other makers of lines can't say.
    public init(_ ndjson: String) { self.ndjson = ndjson }

    /// A line with an event; fields whose value is `nil` are left out.
    public init(_ t: Double, _ event: String, _ fields: [(String, StoryValue?)]) {
        var json = JSONWriter()
        json.beginObject()
        json.field("t", (t * 1e9).rounded() / 1e9)
        json.field("event", event)
        for case (let key, let value?) in fields {
            json.key(key)
            value.write(to: &json)
        }
        json.endObject()
        ndjson = String(decoding: json.finish().array, as: UTF8.self)
    }

    /// The same event with one more field.
    public func with(_ key: String, _ value: StoryValue) -> StoryLine {
        var json = JSONWriter()
        json.beginObject()
        json.key(key)
        value.write(to: &json)
        json.endObject()
        let field = String(decoding: json.finish().array, as: UTF8.self).dropFirst()
        return StoryLine(ndjson.dropLast() + "," + field)
    }

    /// The same event of another ARSession.
    public func of(session: String) -> StoryLine { with("session", .text(session)) }
}

@resultBuilder
public enum StoryBuilder {
    public static func buildExpression(_ line: StoryLine) -> [StoryLine] { [line] }
    public static func buildExpression(_ lines: [StoryLine]) -> [StoryLine] { lines }
    public static func buildBlock(_ parts: [StoryLine]...) -> [StoryLine] { parts.flatMap { $0 } }
    public static func buildArray(_ parts: [[StoryLine]]) -> [StoryLine] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [StoryLine]?) -> [StoryLine] { part ?? [] }
    public static func buildEither(first: [StoryLine]) -> [StoryLine] { first }
    public static func buildEither(second: [StoryLine]) -> [StoryLine] { second }
}
