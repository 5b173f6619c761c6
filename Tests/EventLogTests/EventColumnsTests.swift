import EventLog
import TestSupport
import Testing

/// Events in columns: what has one, what goes into the rest, and what fits nowhere.
@Suite struct EventColumnsTests {
    private static func read(
        _ names: [String], _ line: String
    ) throws -> (values: [EventColumns.Value?], rest: String, leftOut: Int) {
        let log = try MemoryLog(ndjson: line)
        var columns = EventColumns(names, labels: log.labels)
        let event = try #require(Array(log.events).last)
        let isRead = columns.read(event)
        #expect(isRead)
        return (columns.values, columns.rest, columns.leftOutCount)
    }

    @Test func oneValueOfEachShape() throws {
        let (values, rest, _) = try Self.read(
            ["session", "anchor", "key", "isTracked", "position", "orientation", "origin", "bytes"],
            #"{"t":0,"event":"anchor.added","session":"S","anchor":"A1","kind":"plane","key":"chair","name":"x","origin":"app","position":[1,-2.5,0],"orientation":[0,0,0,1],"isTracked":false}"#
        )
        #expect(
            values == [
                .id("S"), .id("A1"), .text("chair"), .bool(false), .floats([1, -2.5, 0]),
                .floats([0, 0, 0, 1]), .text("app"), nil,
            ])
        #expect(rest == #"{"kind":"plane","name":"x"}"#)
    }

    @Test func whatIsNotGivenIsNil() throws {
        let (values, rest, _) = try Self.read(
            ["session", "position", "kind"], #"{"t":0,"event":"anchor.added","anchor":"A1"}"#)
        #expect(values == [nil, nil, nil] && rest == #"{"anchor":"A1"}"#)
    }

    @Test func listsAndMessagesStayInTheRest() throws {
        let (values, rest, _) = try Self.read(
            ["configuration", "options", "source"],
            #"{"t":0,"event":"session.run","configuration":{"kind":"worldTracking"},"options":["resetTracking"],"source":"b"}"#
        )
        #expect(values == [nil, nil, .text("b")])
        #expect(rest == #"{"configuration":{"kind":"worldTracking"},"options":["resetTracking"]}"#)
    }

    @Test(arguments: PayloadMaker.Fill.allCases)
    func withoutColumnsTheRestIsTheWholeEvent(fill: PayloadMaker.Fill) throws {
        for descriptor in KindDescriptor.all where descriptor.kind != .logLabel {
            var maker = PayloadMaker(seed: UInt64(descriptor.kind.rawValue))
            let log = try MemoryLog(ndjson: maker.line(0, descriptor, fill).ndjson)
            var columns = EventColumns([], labels: log.labels)
            let event = try #require(log.events.first)
            let isRead = columns.read(event)
            #expect(isRead)
            let fields = columns.rest.dropFirst().dropLast()
            let line = log.printed().split(separator: "\n").last ?? ""
            #expect(
                line.hasSuffix("\"\(descriptor.kind.name)\"" + (fields.isEmpty ? "" : ",") + fields + "}"))
        }
    }

    @Test(arguments: PayloadMaker.Fill.allCases)
    func columnsAndRestTogetherAreTheEvent(fill: PayloadMaker.Fill) throws {
        for descriptor in KindDescriptor.all where descriptor.kind != .logLabel {
            var maker = PayloadMaker(seed: UInt64(descriptor.kind.rawValue))
            let log = try MemoryLog(ndjson: maker.line(0, descriptor, fill).ndjson)
            let event = try #require(log.events.first)
            var whole = EventColumns([], labels: log.labels)
            var split = EventColumns(descriptor.message.fields.map(\.name), labels: log.labels)
            let areRead = (whole.read(event), split.read(event))
            #expect(areRead == (true, true))
            // What has a column is not in the rest, and the other way round.
            for (field, value) in zip(descriptor.message.fields, split.values) {
                let key = "\"\(field.name)\":"
                if value != nil { #expect(whole.rest.contains(key) && !split.rest.hasPrefix("{" + key)) }
            }
            #expect(split.leftOutCount == 0 && split.malformedCount == 0)
        }
    }

    @Test(arguments: [[0x12], [0x12, 17], [], [0x07], [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]])
    func malformedPayloadsAreCounted(payload: [UInt8]) {
        #expect(Self.read(.anchorUpdated, payload) == nil)
    }

    @Test func aPlaceThatIsNoneIsLeftOut() {
        let id: [UInt8] = [0x12, 16] + (0..<16).map { UInt8($0) }
        let place: [UInt8] = [0x1A, 12, 0, 0, 0xC0, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(Self.read(.anchorUpdated, id + place)?.values == [nil])
    }

    /// The position, and how many values were left out; `nil` where the event is malformed.
    private static func read(
        _ kind: EventKind, _ payload: [UInt8]
    ) -> (values: [EventColumns.Value?], leftOut: Int)? {
        // Room for a record's prefix, as in a batch.
        let bytes = [UInt8](repeating: 0, count: 31) + payload
        return bytes.withUnsafeBytes { bytes in
            var columns = EventColumns(["position"], labels: LabelTable())
            let header = EventHeader(
                number: 1, kind: kind, device: 0, time: 0,
                payload: TextRange(offset: 31, count: payload.count))
            let isRead = columns.read(LoggedEvent(header: header, content: BatchContent(bytes)))
            #expect(columns.malformedCount == (isRead ? 0 : 1))
            return isRead ? (columns.values, columns.leftOutCount) : nil
        }
    }
}
