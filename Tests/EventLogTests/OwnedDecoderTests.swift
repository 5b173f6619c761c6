import EventLog
import TestSupport
import Testing

@Suite struct OwnedDecoderTests {
    /// Events of this kind with fields by chance, all of them, and only those that are required.
    private func events(of kind: EventKind) throws -> MemoryLog {
        var maker = PayloadMaker(seed: UInt64(kind.rawValue))
        var lines = ""
        for step in 0..<12 {
            let fill = PayloadMaker.Fill.allCases[step % 3]
            lines += maker.line(Double(step), KindDescriptor.of(kind), fill).ndjson + "\n"
        }
        return try MemoryLog(ndjson: lines)
    }

    private func wire<P: EventPayload>(_ payload: P) -> [UInt8] where P.Storage == Owned {
        var buffer = ByteBuffer()
        buffer.append(payload)
        return buffer.array
    }

    /// Whether what is read is what was written, and damaged bytes are refused where reading in place refuses them.
    private func check<O: EventPayload, B: EventPayload>(_ owned: O.Type, _ inBatch: B.Type) throws
    where O.Storage == Owned, B.Storage == InBatch {
        let log = try events(of: O.kind)
        for (event, facts) in zip(log.events, log.facts) {
            let bytes = facts.payload
            #expect((event.decode(owned).map(wire) ?? []) == bytes, "event \(event.number)")
            let header = event.header
            // Long texts are alike all over.
            for place in bytes.indices where place < 96 || place % 16 == 0 {
                for change in [UInt8(1), 0x07, 0x80, 0xFF] {
                    var damaged = bytes
                    damaged[place] ^= change
                    #expect(
                        agree(damaged, header, owned, inBatch),
                        "event \(event.number), byte \(place) ^ \(change)")
                }
                #expect(
                    agree(Array(bytes[..<place]), header, owned, inBatch),
                    "event \(event.number) cut at \(place)")
            }
        }
        #expect(log.headers.count == 12)
    }

    private func agree<O: EventPayload, B: EventPayload>(
        _ bytes: [UInt8], _ header: EventHeader, _ owned: O.Type, _ inBatch: B.Type
    ) -> Bool where O.Storage == Owned, B.Storage == InBatch {
        var header = header
        header.payload = TextRange(offset: 0, count: bytes.count)
        return bytes.withUnsafeBytes {
            let event = LoggedEvent(header: header, content: BatchContent($0))
            return (event.decode(owned) == nil) == (event.decode(inBatch) == nil)
        }
    }

    @Test func readsWhatWasWrittenAndRefusesTheSame() throws {
        try check(Event.LogOpened.self, StoredEvent.LogOpened.self)
        try check(Event.Custom.self, StoredEvent.Custom.self)
        try check(Event.SessionRun.self, StoredEvent.SessionRun.self)
        try check(Event.SessionFailed.self, StoredEvent.SessionFailed.self)
        try check(Event.AnchorAdded.self, StoredEvent.AnchorAdded.self)
        try check(Event.FrameStats.self, StoredEvent.FrameStats.self)
        try check(Event.NodeVisibilityChanged.self, StoredEvent.NodeVisibilityChanged.self)
        try check(Event.RecoveryOffered.self, StoredEvent.RecoveryOffered.self)
        try check(Event.WorldMapVerified.self, StoredEvent.WorldMapVerified.self)
        try check(Event.StateMachineDeclared.self, StoredEvent.StateMachineDeclared.self)
    }

    @Test func anotherKindIsRefused() throws {
        let log = try Story { anchorAdded(1, "A") }.log()
        for event in log.events {
            #expect(event.decode(Event.AnchorAdded.self)?.anchor == "A")
            // Its bytes would do.
            #expect(event.decode(Event.AnchorRemoved.self) == nil)
        }
        #expect(log.headers.count == 1)
    }
}
