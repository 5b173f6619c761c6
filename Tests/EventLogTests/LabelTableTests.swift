import EventLog
import Testing

@Suite struct LabelTableTests {
    @Test func spellingsAndGivenNames() {
        let labels = LabelTable()
        let id = EntityID(low: 1, high: 2)
        #expect(labels.text(of: "A1") == EntityID("A1").uuidText)
        labels.learn("A1", for: "A1")
        labels.learn("Alice's chair", for: "A1")
        labels.learn("Bob", for: id)
        #expect(labels.text(of: "A1") == "A1")
        #expect(labels.name(of: "A1") == "Alice's chair")
        #expect(labels.text(of: id) == id.uuidText)
        #expect(labels.name(of: id) == "Bob")
        labels.learn("Bobby", for: id)
        #expect(labels.name(of: id) == "Bobby")
    }

    @Test func whatCannotStandForAnIDIsAName() {
        let labels = LabelTable()
        let long = String(repeating: "x", count: 65)
        labels.learn(long, for: EntityID(hashing: long))
        #expect(labels.text(of: EntityID(hashing: long)) == EntityID(hashing: long).uuidText)
        let uuid = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
        labels.learn(uuid, for: EntityID(hashing: uuid))
        #expect(labels.text(of: EntityID(hashing: uuid)) == EntityID(hashing: uuid).uuidText)
        labels.learn(uuid, for: EntityID(uuid))
        #expect(labels.text(of: EntityID(uuid)) == uuid.uppercased())
    }

    @Test func memoryIsBounded() {
        let labels = LabelTable(entryLimit: 100)
        for number in 0..<150 { labels.learn("L\(number)", for: EntityID("L\(number)")) }
        #expect(!labels.hasForgotten)
        #expect(labels.text(of: "L0") == "L0")
        for number in 150..<1000 {
            labels.learn("L\(number)", for: EntityID("L\(number)"))
            // What is used stays.
            #expect(labels.text(of: "L0") == "L0")
        }
        #expect(labels.hasForgotten)
        #expect(labels.text(of: "L1") == EntityID("L1").uuidText)
        #expect(labels.text(of: "L999") == "L999")
    }

    @Test func longNamesCountMore() {
        let labels = LabelTable(byteLimit: 1000)
        for number in 0..<10 {
            labels.learn(
                String(repeating: "x", count: 900) + "\(number)", for: EntityID(low: UInt64(number), high: 0))
        }
        #expect(labels.hasForgotten)
        #expect(labels.name(of: EntityID(low: 0, high: 0)).utf8.count == 36)
        #expect(labels.name(of: EntityID(low: 9, high: 0)).utf8.count == 901)
    }
}
