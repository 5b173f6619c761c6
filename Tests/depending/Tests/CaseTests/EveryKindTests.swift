import EventLog
import Replay
import Testing

/// Takes a payload in the form in which this library writes it.
private final class Encoding: PayloadTaker {
    private(set) var bytes: [UInt8] = []

    func take<P: EventPayload>(_ payload: P) where P.Storage == Owned {
        var buffer = ByteBuffer()
        buffer.append(payload)
        bytes = buffer.array
    }
}

/// A log with every kind and every field, as NDJSON and as the code that was made of it.
@Suite struct EveryKindTests {
    private struct Told: Equatable {
        let kind: EventKind
        let time: UInt64
        let device: EntityID
        let payload: [UInt8]
        let names: [String]
    }

    private func told(_ log: EventStore) -> [Told] {
        let start = log.headers.first?.time ?? 0
        return log.batch(log.headers).events.map { event in
            let encoding = Encoding()
            #expect(event.handOver(to: encoding))
            let names = event.identities.map { "\(log.labels.text(of: $0.id)) \(log.labels.name(of: $0.id))" }
            return Told(
                kind: event.kind, time: event.time - start, device: log.devices[Int(event.header.device)],
                payload: encoding.bytes, names: names)
        }
    }

    @Test func theCodeMakesTheSameEvents() throws {
        let file = String(#filePath.dropLast("Tests.swift".count)) + ".ndjson"
        let source = try EventSource(path: file)
        let log = EventStore(labels: source.labels)
        try #require(try log.append(source))
        let (lines, code) = (told(log), told(everyKind()))
        #expect(Set(lines.map(\.kind)).count == EventKind.allCases.count - 1)
        #expect(lines.count == code.count)
        for (line, made) in zip(lines, code) where line != made {
            Issue.record("\(line)\n\(made)")
            return
        }
    }
}
