import ARKit
import CoreMedia
import Foundation
import Testing

@testable import ARLogKit

/// The app's delegate is told everything, unchanged, whether it is recorded or not.
@MainActor @Suite struct ForwardingTests {
    /// One call of each kind.
    private func tellAll(_ session: ARSession) -> Bool {
        session.play(ARFrame(timestamp: 1))
        let anchor = ARAnchor(transform: place(0, 0, 0))
        session.play(added: [anchor])
        session.play(updated: [anchor])
        session.play(removed: [anchor])
        session.play(ARCamera())
        session.play(ARGeoTrackingStatus())
        session.play(ARSession.CollaborationData(Data([1]), priority: .critical))
        session.play(CMSampleBuffer())
        session.playInterruption()
        session.playInterruptionEnd()
        session.play(ARError(.sensorFailed))
        return session.playRelocalization()
    }

    private let all = [
        "frame", "added", "updated", "removed", "tracking", "geo", "packet", "audio", "interrupted",
        "interruptionEnded", "failed", "relocalize",
    ]

    @Test(arguments: [true, false]) func everythingGoesOn(answer: Bool) throws {
        let stage = Stage(hasDelegate: false)
        stage.app.relocalizes = answer
        stage.app.hasAudio = true
        try stage.log.delegate = stage.app
        #expect(tellAll(stage.session) == answer)
        #expect(stage.app.told == all)
        let log = try stage.end()
        #expect(log.lines("session.relocalizationAsked") == ["\"answer\":\(answer)"])
    }

    @Test func objectsAreTheSame() throws {
        let stage = Stage()
        let frame = ARFrame(timestamp: 1)
        let anchors = [ARAnchor(transform: place(1, 2, 3)), ARPlaneAnchor(transform: place(0, 0, 0))]
        stage.session.play(frame)
        stage.session.play(added: anchors)
        #expect(stage.app.lastFrame === frame)
        #expect(stage.app.anchors == anchors)
    }

    @Test func whatTheAppLacksStaysUnimplemented() throws {
        let stage = Stage()
        #expect(stage.session.delegate?.implements(.shouldAttemptRelocalization) == false)
        #expect(stage.session.delegate?.implements(.didOutputAudioSampleBuffer) == false)
        #expect(tellAll(stage.session) == false)
        #expect(stage.app.told == all.filter { $0 != "audio" && $0 != "relocalize" })
        // Nobody was asked, so nobody answered.
        #expect(try stage.end().lines("session.relocalizationAsked").isEmpty)
    }

    /// What the app's delegate does not have is recorded, and not called there.
    @Test(arguments: ARDelegateMethod.allCases) func onlyItsOwnMethodsAreCalled(method: ARDelegateMethod) {
        let stage = Stage(hasDelegate: false)
        stage.app.lacks = [method]
        stage.app.hasAudio = method != .didOutputAudioSampleBuffer
        stage.app.relocalizes = method == .shouldAttemptRelocalization ? nil : true
        stage.session.delegate = stage.app
        let recorder = SessionRecorder(stage.session, levels: [], stage.options())
        _ = tellAll(stage.session)
        #expect(stage.app.told.count == all.count - 1)
        withExtendedLifetime(recorder) {}
    }

    @Test func aDelegateThatComesLaterBringsItsMethods() throws {
        let stage = Stage(hasDelegate: false)
        #expect(stage.session.playRelocalization() == false)
        stage.app.relocalizes = true
        try stage.log.delegate = stage.app
        #expect(stage.session.playRelocalization())
        try stage.log.delegate = nil
        #expect(stage.session.playRelocalization() == false)
        #expect(try stage.end().lines("session.relocalizationAsked") == ["\"answer\":true"])
    }
}
