import Testing

@testable import EventLog

struct EventKindTests {
    @Test func theIndexIsOneLessThanTheNumber() {
        #expect(EventKind.count == EventKind.allCases.count)
        for (place, kind) in EventKind.allCases.enumerated() {
            #expect(kind.index == place)
            #expect(kind.rawValue == UInt16(place + 1))
        }
    }

    @Test func everyKindHasItsDescriptorAtItsNumber() {
        #expect(KindDescriptor.all.count == EventKind.count)
        for kind in EventKind.allCases {
            let descriptor = KindDescriptor.of(kind)
            #expect(descriptor.kind == kind)
            #expect(KindDescriptor.named(kind.name)?.kind == kind)
            let words = kind.name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            #expect(descriptor.message.name == words.joined())
            #expect(descriptor.topic == "/" + kind.name.replacing(".", with: "/"))
        }
    }

    @Test func fieldNumbersRiseAndNamesDiffer() {
        func check(_ message: MessageDescriptor) {
            #expect(message.fields.map(\.number) == message.fields.map(\.number).sorted())
            #expect(Set(message.fields.map(\.number)).count == message.fields.count)
            #expect(Set(message.fields.map(\.name)).count == message.fields.count)
            for field in message.fields {
                if case .message(let inner) = field.type { check(inner) }
                // One bit of a mask for each field, and one byte for its tag.
                #expect((1...15).contains(field.number))
            }
        }
        for descriptor in KindDescriptor.all { check(descriptor.message) }
    }

    /// Which kinds carry `session`, as EVENTS.md lists them by how their names begin.
    @Test func theKindsThatCarryASessionAreThoseOfTheContract() {
        let beginnings = [
            "session", "camera.tracking", "camera.pose", "frame", "geo", "anchor", "node", "scene",
            "remoteAnchor", "asset", "worldMap", "recovery", "collaboration", "referenceObject", "state",
        ]
        for descriptor in KindDescriptor.all {
            let carries = beginnings.contains { descriptor.kind.name.hasPrefix($0) }
            #expect(descriptor.hasSession == carries, "\(descriptor.kind.name)")
        }
    }
}
