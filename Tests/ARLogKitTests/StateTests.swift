import EventLog
import Foundation
import TestSupport
import Testing

@testable import ARLogKit

/// The app's own machines, views and users.
@MainActor @Suite struct StateTests {
    private enum Phase: Equatable, Sendable {
        case idle
        case loading
        case running
        case failed(String)
    }

    @MainActor private final class Model {
        @LoggedState("objectTracking") var phase = Phase.idle
    }

    @Test func changesAreTold() throws {
        let stage = Stage(.states)
        let model = Model()
        model.phase = .loading
        try stage.log.record(model.$phase)
        model.phase = .running
        model.phase = .running
        model.$phase.enter(.running, cause: "again")
        model.$phase.enter(.failed("no such model"), cause: "load")
        model.$phase.reject(.running, cause: "no model")
        #expect(model.phase == .failed("no such model"))
        let log = try stage.end()
        #expect(
            log.lines("state.changed") == [
                "\"machine\":\"objectTracking\",\"from\":\"loading\",\"to\":\"running\"",
                "\"machine\":\"objectTracking\",\"from\":\"running\",\"to\":\"running\",\"cause\":\"again\"",
                "\"machine\":\"objectTracking\",\"from\":\"running\",\"to\":\"failed\",\"cause\":\"load\"",
            ])
        #expect(
            log.lines("state.rejected") == [
                "\"machine\":\"objectTracking\",\"from\":\"failed\",\"to\":\"running\",\"cause\":\"no model\""
            ])
    }

    @Test func aMachineOfItsOwnIsDeclaredAndJudged() throws {
        let stage = Stage(.states)
        let door = LoggedState(
            wrappedValue: "shut", "door", transitions: ["shut>open", "open>shut"])
        try stage.log.record(door)
        door.wrappedValue = "open"
        door.wrappedValue = "melted"
        let log = try stage.end()
        #expect(
            log.lines("state.machineDeclared") == [
                "\"machine\":\"door\",\"initial\":\"shut\",\"transitions\":[\"shut>open\",\"open>shut\"]"
            ])
        #expect(log.findings().found.contains("illegal-transition error"))
    }

    @Test func changesOfManyThreadsAreOneTrace() async throws {
        let stage = Stage(.states)
        let state = LoggedState(wrappedValue: 0, "number")
        try stage.log.record(state)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...200 { group.addTask { state.enter(number) } }
        }
        let log = try stage.end()
        #expect(log.lines("state.changed").count == 200)
        // Each goes on from where the one before went.
        #expect(!log.findings().found.contains { $0.hasPrefix("broken-trace") })
    }

    @Test func viewsUsersAndObjects() throws {
        let stage = Stage(.states)
        let log = try stage.log
        log.viewAppeared("RoomView")
        log.viewDisappeared("RoomView")
        log.userAction("place")
        log.referenceObjectLoaded("lamp", format: .referenceobject, hasModel: true)
        log.referenceObjectLoadFailed("chair", CocoaError(.fileReadCorruptFile))
        log.cameraClaimed(by: "picker")
        log.cameraReleased(by: "picker")
        log.marker("Report a problem")
        let read = try stage.end()
        #expect(read.lines("view.appeared") == ["\"view\":\"RoomView\""])
        #expect(read.lines("device.stats").count == 1)
        #expect(read.lines("view.disappeared") == ["\"view\":\"RoomView\""])
        #expect(read.lines("user.action") == ["\"name\":\"place\""])
        #expect(
            read.lines("referenceObject.loaded") == [
                "\"name\":\"lamp\",\"format\":\"referenceobject\",\"hasModel\":true"
            ])
        #expect(
            read.lines("referenceObject.loadFailed").map { $0.hasPrefix("\"name\":\"chair\",\"text\":") } == [
                true
            ])
        #expect(read.lines("camera.claimed") == ["\"owner\":\"picker\""])
        #expect(read.lines("camera.released") == ["\"owner\":\"picker\""])
        #expect(read.lines("log.marker") == ["\"text\":\"Report a problem\""])
    }
}
