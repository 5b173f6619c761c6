public import EventLog

/// Events as Swift source that makes them again with `RecordedLog`.
///
/// Times are told from the first event on, numbers count from 1, and a thing's own time is the event's. An event whose
/// payload is malformed is left out.
public struct SwiftRecording {
    /// The statements, ending with `return log.store`.
    public let lines: [String]
    /// How many events they make.
    public let eventCount: Int

    /// - Parameter labels: what the ids of the events are called.
    public init(_ store: EventStore, labels: LabelTable? = nil, devices: [EntityID]? = nil) {
        let labels = labels ?? store.labels
        let devices = devices ?? store.devices
        let start = store.headers.first?.time ?? 0
        var (events, ids, count): ([String], OrderedIDs, Int) = ([], OrderedIDs(), 0)
        for event in store.batch(store.headers).events {
            guard let payload = SwiftPayload(event, labels: labels) else { continue }
            count += 1
            ids.add(payload.ids)
            var call = "log.at(\(Self.time(max(event.time, start) - start)), "
            let device = Int(event.header.device)
            if device > 0, devices.indices.contains(device) {
                ids.add([devices[device]])
                call += "on: \(SwiftLiteral.text(labels.text(of: devices[device]))), "
            }
            call += "Event.\(payload.type).self)"
            events += Self.statement(call, payload.lines, isApps: event.kind.isReplayOutput)
        }
        lines = Self.opening(ids.all, labels) + events + ["return log.store"]
        eventCount = count
    }

    private static func time(_ nanoseconds: UInt64) -> String {
        SwiftLiteral.seconds(nanoseconds) ?? "nanoseconds: \(nanoseconds)"
    }

    private static let width = 92

    private static func statement(_ call: String, _ fields: [String], isApps: Bool) -> [String] {
        let mark = isApps ? "  // the app" : ""
        guard let first = fields.first else { return [call + mark] }
        let short = "\(call) { \(first) }\(mark)"
        if fields.count == 1, short.utf8.count <= width { return [short] }
        return ["\(call) {\(mark)"] + fields.map { "    " + $0 } + ["}"]
    }

    /// The log with its labels, and the names that were given to ids.
    private static func opening(_ ids: [EntityID], _ labels: LabelTable) -> [String] {
        let spelled = ids.compactMap { labels.spelling(of: $0) }.map(SwiftLiteral.text)
        var lines = ["let log = RecordedLog()"]
        if !spelled.isEmpty {
            let short = "let log = RecordedLog(labels: [\(spelled.joined(separator: ", "))])"
            lines = short.utf8.count <= width ? [short] : ["let log = RecordedLog(labels: ["]
            if lines[0] != short { lines += rows(spelled).map { "    " + $0 } + ["])"] }
        }
        for id in ids {
            guard let name = labels.givenName(of: id) else { continue }
            lines.append(
                "log.label(\(SwiftLiteral.text(labels.text(of: id))), \(SwiftLiteral.text(name)))")
        }
        return lines
    }

    /// The items with commas behind them, as many on a line as fit.
    private static func rows(_ items: [String]) -> [String] {
        var rows: [String] = []
        for item in items {
            if let last = rows.last, last.utf8.count + item.utf8.count + 2 <= width {
                rows[rows.count - 1] += " \(item),"
            } else {
                rows.append("\(item),")
            }
        }
        return rows
    }
}

/// Ids in the order in which they come first.
private struct OrderedIDs {
    private(set) var all: [EntityID] = []
    private var seen: Set<EntityID> = []

    mutating func add(_ ids: [EntityID]) { for id in ids where seen.insert(id).inserted { all.append(id) } }
}
