internal import EventLog

/// Content that hangs on the camera, and the onboarding that it belongs to: phases, and a choice.
///
/// It is there while the user wants it: not before the choice, once, and gone when it is declined.
final class CameraContent {
    /// The choice that wants it, as the vocabulary's `onboardingChoice` has it.
    private static let wanted = "summonWand"

    /// Things that hang on a camera; more are no onboarding's, and each choice would show and hide them all.
    private static let mostThings = 64

    /// The ways from phase to phase; into the first one from anywhere.
    private static let phases = [
        ["loadingAR", "onboarding"], ["onboarding", "done"], ["done", "onboarding"],
    ]

    private let options: SessionReference.Options
    private let cares: ReferenceCares
    private var phase: String?
    private var choice: String?
    /// What was shown, in the order in which it came first, and where each key and node is in it.
    private var known: [Event.NodeAttached] = []
    private var placeOfKey: [String: Int] = [:]
    private var nodes: Set<EntityID> = []

    init(_ options: SessionReference.Options, _ cares: ReferenceCares) {
        self.options = options
        self.cares = cares
        phase = options.onboardingPhase
        choice = options.onboardingChoice
    }

    /// Whether the app has an onboarding at all, and whether the content is wanted.
    private var isWanted: Bool {
        if let choice { return choice == Self.wanted }
        return phase.map { $0 == "done" } ?? true
    }

    func attach(_ asked: Event.NodeAttached, _ content: SceneContent, _ replay: ReplayContext) {
        let isThing = (asked.role ?? .content) == .content && asked.key != nil
        if isThing, cares.contains(.choice), !isWanted { return }
        if isThing, placeOfKey[asked.key ?? ""] == nil, known.count >= Self.mostThings { return }
        if isThing {
            nodes.insert(asked.node)
            if let place = placeOfKey[asked.key ?? ""] {
                known[place].node = asked.node
            } else {
                placeOfKey[asked.key ?? ""] = known.count
                known.append(asked)
            }
        }
        content.attach(asked, replay)
    }

    /// Whether the app shows and hides this node for reasons of its own; where there is a choice, that decides.
    func leavesToApp(_ node: EntityID) -> Bool { choice == nil || !nodes.contains(node) }

    /// The user or the app goes on: `false` where the machine is none of an onboarding's.
    func changed(
        _ asked: Event.StateChanged, _ content: SceneContent?, _ replay: ReplayContext
    ) -> Bool {
        switch asked.machine {
        case "onboarding":
            guard asked.to != phase else { return true }
            let isEdge = asked.to == "loadingAR" || Self.phases.contains([phase ?? "", asked.to])
            guard isEdge || !cares.contains(.steps) else { return refuse(asked, from: phase, replay) }
            tell(asked, from: phase, replay)
            phase = asked.to
        case "onboardingChoice":
            guard asked.to != choice else { return true }
            let isOver = choice == Self.wanted
            tell(asked, from: choice, replay)
            choice = asked.to
            guard let content, cares.contains(.choice) else { return true }
            if isOver { dismiss(content, replay) } else if asked.to == Self.wanted { summon(content, replay) }
        default: return false
        }
        return true
    }

    /// A phase that does not follow on the one before; `true`, since the machine is an onboarding's.
    private func refuse(_ asked: Event.StateChanged, from state: String?, _ replay: ReplayContext) -> Bool {
        replay.emit(
            Event.StateRejected {
                $0.session = asked.session
                $0.machine = asked.machine
                $0.from = state ?? asked.from
                $0.to = asked.to
                $0.cause = "not from here"
            })
        return true
    }

    private func tell(_ asked: Event.StateChanged, from state: String?, _ replay: ReplayContext) {
        var changed = asked
        changed.from = state ?? asked.from
        replay.emit(changed)
    }

    private func dismiss(_ content: SceneContent, _ replay: ReplayContext) {
        for node in known {
            if options.hidesCameraContent {
                content.setVisibility(node.node, false, replay)
            } else {
                content.detach(node.node, replay)
            }
        }
    }

    private func summon(_ content: SceneContent, _ replay: ReplayContext) {
        for index in known.indices {
            if options.hidesCameraContent {
                content.setVisibility(known[index].node, true, replay)
            } else {
                known[index].node = replay.makeID("node")
                content.attach(known[index], replay)
            }
        }
    }
}
