internal import EventLog

extension SessionReference {
    /// What is different from one app to the next, and what was asked of the recorded one.
    public struct Options: Sendable {
        /// Whose map it is, and how devices come together, as `log.opened` says.
        var role: Role?
        var style: CollaborationProtocol?
        /// Where the collaboration stood at first; `nil` where the log does not tell its states.
        var collaborationState: CollaborationFlow.State?
        /// The session that the machine's states name; `nil` where they are the device's own.
        var machineSession: EntityID?
        /// The session that collaborates; `nil` for the main one.
        var collaborationSession: EntityID?
        /// The session that has content on the camera.
        var contentSession: EntityID?
        /// Whether a host exports before anybody is there.
        var exportsAlone = false
        /// Optional packets that went reliably, as an app may have it.
        var reliablePackets: Set<EntityID> = []
        /// Whether collaboration is switched on by a run that changes nothing else.
        var enablesLate = false
        /// Whether the log tells when tables are emptied.
        var tellsTables = false
        /// Anchors whose content is loaded when they come: it is shown when it is there.
        var loadingAnchors: Set<EntityID> = []
        /// How many packets waited when this one came: the network is the recorded one.
        var queueDepths: [EntityID: UInt64] = [:]
        /// By map: whether the user agreed that it is sent, where that is told.
        var consents: [EntityID: Bool] = [:]
        /// Who pauses when the view goes.
        var pauseSource: String?
        /// What the screen says while the room is looked for, and after how long.
        var statusText: String?
        var statusDelay: Duration?
        /// Where the onboarding and its choice stood at first; `nil` where the app has none.
        var onboardingPhase: String?
        var onboardingChoice: String?
        /// Whether content on the camera is hidden and not taken away.
        var hidesCameraContent = false
        var requests = RecordedRequests()

        var tellsCollaboration: Bool { collaborationState != nil }
        var isPeerToPeer: Bool { style == .peerToPeer || role == .peer }
        var isHost: Bool { !isPeerToPeer && role != .guest }

        /// The options by which the app of a recording seems to have worked.
        public init(of recording: EventStore) {
            var survey = ReferenceSurvey()
            for header in recording.headers { survey.take(recording.event(header)) }
            self = survey.options
            requests = RecordedRequests(recording) { survey.isRequest($0) }
        }

        init() {}
    }
}
