import TestSupport
import Testing

@testable import Projections

struct MapRetentionTests {
    private let rule = "map-retention"

    private func rooms(_ range: ClosedRange<Int>) -> [StoryLine] {
        range.map { mapSaved(Double($0), "M\($0)", room: "room \($0)") }
    }

    @Test(.tags(.positive)) func sixRooms() throws {
        let finding = try Story { rooms(1...6) }.then().finds(rule, .info, events: [1, 2, 3, 4, 5, 6])
        #expect(finding?.message.contains("at 6 s") == false)
        #expect(finding?.message.contains("at 5 s (#6) maps of 6 rooms are kept") == true)
        #expect(
            finding?.message.contains("“room 1”, “room 2”, “room 3” and 3 more; default limit 5 rooms")
                == true)
        #expect(finding?.session == nil)
    }

    @Test(.tags(.limit)) func limits() throws {
        try Story { rooms(1...5) }.then().isQuiet(rule)
        try Story { rooms(1...3) }.then(["mapRetention.rooms": 2]).finds(rule, .info, events: [1, 2, 3])
        try Story { rooms(1...6) }.then(["mapRetention.rooms": 6]).isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func oneRoomAgainAndAgain() throws {
        try Story {
            rooms(1...5)
            for index in 6...20 { mapSaved(Double(index), "M\(index)", room: "room 1") }
            for index in 21...30 { mapSaved(Double(index), "M\(index)") }
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func deleted() throws {
        try Story {
            rooms(1...5)
            mapDeleted(5.5, "M2")
            rooms(6...6)
        }.then().isQuiet(rule)
        // The file of an earlier map was replaced by the next one's.
        try Story {
            rooms(1...5)
            mapSaved(5.1, "M9", room: "room 2")
            mapDeleted(5.5, "M2", room: "room 2")
            rooms(6...6)
        }.then().finds(rule, .info, events: [1, 3, 4, 5, 6, 8])
        try Story {
            rooms(1...5)
            mapDeleted(5.5, "M0")
            rooms(6...6)
        }.then().finds(rule, .info)
    }

    /// A map that is saved for another room is no longer the former room's.
    @Test(.tags(.lookAlike)) func movedToAnotherRoom() throws {
        try Story {
            rooms(1...5)
            mapSaved(5.5, "M5", room: "attic")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func oneFindingALog() throws {
        try Story { rooms(1...9) }.then().finds(rule, .info, events: [1, 2, 3, 4, 5, 6])
    }

    @Test(.tags(.twoSessions, .logEnd)) func overSessionsAndRecordings() throws {
        try Story {
            opened()
            rooms(1...4)
            mapSaved(5, "M5", room: "room 5").of(session: "other")
            opened(6)
            mapSaved(7, "M6", room: "room 6")
        }.then().finds(rule, .info, events: [2, 3, 4, 5, 6, 8])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            for index in 1...5 { mapSaved(Double(index), "M\(index)", room: "\(index)").told(by: "A") }
            mapSaved(6, "M6", room: "6").told(by: "B")
        }.then().isQuiet(rule)
    }

    /// What was lost may have been deletions.
    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            rooms(1...5)
            gap(5.5)
            rooms(6...6)
        }.then().isQuiet(rule)
    }
}
