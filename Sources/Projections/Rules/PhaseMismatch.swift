import EventLog

/// The app's phase says one thing, ARKit's anchors another.
///
/// A machine of a session is held against that session's object anchors, one of the device against all of its sessions',
/// on the time of the session that object anchors were told of last. That none is tracked is a fact only where a run or
/// an object anchor was told since the log began, or since events were lost.
final class PhaseMismatch: Rule, DescribedRule {
    static let delay = LimitAbout(
        "phaseMismatch.delay", 2, unit: "s", "how long the phase and the anchors may disagree")

    static let about = RuleAbout(
        id: "phase-mismatch", severity: .warning,
        summary: "objectTracking says detected while no object is tracked, or lost while one is.",
        why: """
            The screen promises what is not there. Mostly the phase is set in didAdd and didRemove alone, while ARKit \
            tells by isTracked in didUpdate that an object was lost and found again.
            """,
        example: """
            {"t":3.8,"event":"anchor.added","anchor":"O1","kind":"object","isTracked":true}
            {"t":3.9,"event":"state.changed","machine":"objectTracking","from":"running","to":"detected"}
            {"t":7.1,"event":"anchor.updated","anchor":"O1","isTracked":false}
            {"t":9.2,"event":"frame.stats","fps":60}
            """,
        advice: "Derive the phase from isTracked in didUpdate, with a short grace, in one place.",
        quiet: ["a grace of less than 2 s", "a log in which no object anchor was ever told"],
        limits: [delay], needs: [.anchor, .state])

    /// The object anchors of a session that live.
    private struct Objects {
        /// Whether each is tracked, by its record.
        var isTracked: [Int: Bool] = [:]
        var trackedCount = 0
        /// Where that changed last.
        var changed = Mark.start
        /// There were more than are kept: what is tracked is not known.
        var isOverfull = false

        mutating func set(_ index: Int, _ value: Bool?, at mark: Mark) {
            let before = isTracked[index]
            guard before != value else { return }
            if before == nil, isTracked.count == PhaseMismatch.objectLimit { return isOverfull = true }
            isTracked[index] = value
            trackedCount += (value == true ? 1 : 0) - (before == true ? 1 : 0)
            changed = mark
        }
    }

    /// A machine that says detected or lost.
    private final class Claim {
        let machine: Machine
        let session: SessionState?
        let device: Int
        let deadlines: Deadlines
        @exclusivity(unchecked) @safe var isDetected: Bool
        @exclusivity(unchecked) @safe var entered: Mark
        /// The clock on which the disagreement is timed; `nil` while both agree.
        @exclusivity(unchecked) @safe var clock: Int?

        init(
            _ machine: Machine, of session: SessionState?, device: Int, _ deadlines: Deadlines,
            isDetected: Bool, entered: Mark
        ) {
            self.machine = machine
            self.session = session
            self.device = device
            self.deadlines = deadlines
            self.isDetected = isDetected
            self.entered = entered
        }
    }

    private static let objectLimit = 1000
    private lazy var span = settings.nanoseconds(of: Self.delay)

    @exclusivity(unchecked) @safe private var objects = Few<Objects>()
    /// Sessions of which an object anchor was ever told.
    private var tracking: Set<Int> = []
    /// By their machines' serials.
    @exclusivity(unchecked) @safe private var claims = Few<Claim>()
    @exclusivity(unchecked) @safe private var deadlines = Few<Deadlines>()
    /// What was found, until the log ends.
    @exclusivity(unchecked) @safe private var found: [UInt64: (subject: Subject, session: SessionState?)] =
        [:]
    @exclusivity(unchecked) @safe private var names: (machine: Symbol, detected: Symbol, lost: Symbol)?

    override var interests: [EventKind] {
        [.sessionRun, .anchorAdded, .anchorRemoved, .stateChanged, .stateMachineDeclared]
    }
    override var watchesAnchors: Bool { true }

    override func prepare(_ world: World) {
        let symbols = world.symbols
        names = (symbols.symbol("objectTracking"), symbols.symbol("detected"), symbols.symbol("lost"))
    }

    // MARK: What ARKit tells

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .ran(let change):
            if change.run.removesAnchors, let known = objects[session.serial] {
                objects[session.serial] = Objects(changed: known.trackedCount > 0 ? step.mark : known.changed)
            }
        case .anchorAdded(let index):
            guard session.anchors[index].kind == .object else { return }
            session.anchors[index].watchers |= watchBit
            tracking.insert(session.serial)
            objects[session.serial, default: Objects()]
                .set(index, session.anchors[index].isTracked, at: step.mark)
        case .anchorRemoved(let index):
            let wasKnown = objects.change(session.serial) {
                guard $0.isTracked[index] != nil else { return false }
                $0.set(index, nil, at: step.mark)
                return true
            }
            guard wasKnown == true else { return }
        default: return follow(step, session, world)
        }
        compare(world.devices[step.device], world)
    }

    override func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {
        let isTracked = session.anchors[anchor].isTracked
        guard let known = objects[session.serial]?.isTracked[anchor] else {
            // From before events were lost.
            session.anchors[anchor].watchers &= ~watchBit
            return
        }
        guard known != isTracked else { return }
        objects[session.serial]?.set(anchor, isTracked, at: world.now)
        compare(session.device, world)
    }

    // MARK: What the app says

    override func handle(_ step: Step, _ world: World) { follow(step, nil, world) }

    private func follow(_ step: Step, _ session: SessionState?, _ world: World) {
        guard let names else { return }
        switch step.change {
        case .machine(let change) where change.name == names.machine:
            follow(change.machine, detected: names.detected, lost: names.lost, step, session, world)
        case .declared(let machine) where machine.name == "objectTracking":
            follow(machine.object, detected: names.detected, lost: names.lost, step, session, world)
        default: return
        }
    }

    private func follow(
        _ machine: Machine, detected: Symbol, lost: Symbol, _ step: Step, _ session: SessionState?,
        _ world: World
    ) {
        let device = world.devices[step.device]
        let says = machine.isForeign ? nil : machine.state
        if machine.isForeign, let known = found.removeValue(forKey: machine.serial) {
            world.sink.retract(rule: index, subject: known.subject)
        }
        guard says == detected || says == lost else {
            if let claim = claims.removeValue(forKey: key(machine)) { callOff(claim, device) }
            return
        }
        let isDetected = says == detected
        if let claim = claims[key(machine)] {
            if claim.isDetected == isDetected { return }
            callOff(claim, device)
            claim.isDetected = isDetected
            claim.entered = step.mark
            compare(claim, device, world)
        } else {
            let claim = Claim(
                machine, of: session, device: step.device,
                deadlines.value(step.device, default: Deadlines()), isDetected: isDetected,
                entered: step.mark)
            claims[key(machine)] = claim
            compare(claim, device, world)
        }
    }

    private func key(_ machine: Machine) -> Int { Int(truncatingIfNeeded: machine.serial) }

    // MARK: Both together

    private func compare(_ device: DeviceState, _ world: World) {
        guard !claims.isEmpty else { return }
        for claim in claims.all where claim.device == device.index { compare(claim, device, world) }
    }

    private func compare(_ claim: Claim, _ device: DeviceState, _ world: World) {
        let disagrees = disagrees(claim, device)
        guard disagrees != (claim.clock != nil) else { return }
        guard disagrees else { return callOff(claim, device) }
        let clock = judge(claim, device)?.clock ?? Timers.deviceClock
        claim.clock = clock
        begin(
            key(claim.machine), in: claim.deadlines, delay: span, clock: clock, device, world)
    }

    private func callOff(_ claim: Claim, _ device: DeviceState) {
        guard let clock = claim.clock else { return }
        claim.clock = nil
        claim.deadlines.cancel(key(claim.machine), clock: clock)
    }

    private func scope(_ claim: Claim, _ device: DeviceState) -> [SessionState] {
        claim.session.map { [$0] } ?? device.sessions
    }

    private func disagrees(_ claim: Claim, _ device: DeviceState) -> Bool {
        var (isTracked, isKnown) = (false, false)
        for session in scope(claim, device) {
            let told = objects.change(session.serial) { ($0.isOverfull, $0.trackedCount) }
            if told?.0 == true { return false }
            if let told, told.1 > 0 { isTracked = true }
            if told != nil || session.runs.knownSince != nil { isKnown = true }
        }
        return claim.isDetected ? !isTracked && isKnown : isTracked
    }

    /// The session whose time counts: the one whose object anchors changed last, else the one that ran last.
    private func judge(_ claim: Claim, _ device: DeviceState) -> SessionState? {
        scope(claim, device).max { left, right in
            func order(_ session: SessionState) -> (UInt32, UInt32) {
                (objects[session.serial]?.changed.number ?? 0, session.runs.last?.mark.number ?? 0)
            }
            return order(left) < order(right)
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        timerFired(token, at: reading, clock: session.clock, session.device, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        timerFired(token, at: reading, clock: Timers.deviceClock, device, world)
    }

    private func timerFired(
        _ token: Int, at reading: UInt64, clock: Int, _ device: DeviceState, _ world: World
    ) {
        guard let set = deadlines[device.index] else { return }
        let isDue = isDue(token, in: set, at: reading, clock: clock, device)
        if isDue, let claim = claims[token], claim.clock == clock { report(claim, device, world) }
    }

    private func report(_ claim: Claim, _ device: DeviceState, _ world: World) {
        let serial = claim.machine.serial
        let subject = Subject(claim.session, device: claim.device, [serial])
        found[serial] = (subject, claim.session)
        let changes = scope(claim, device).compactMap { objects[$0.serial]?.changed }
        let changed = changes.max() ?? .start
        report(
            world, subject, at: world.now,
            events: [claim.entered.number, world.now.number] + (changed > .start ? [changed.number] : []),
            limit: Self.delay,
            identity: [.machine(claim.machine.name), .state(claim.isDetected ? "detected" : "lost")]
        ) {
            let since = changed > .start ? " since \(world.seconds(changed)) (#\(changed.number))" : ""
            return "Machine objectTracking\(claim.session.map { world.of($0) } ?? "") says "
                + "\(claim.isDetected ? "detected" : "lost") since \(world.seconds(claim.entered)) "
                + "(#\(claim.entered.number)), but "
                + (claim.isDetected ? "no object anchor is tracked" : "an object anchor is tracked")
                + "\(since), still \(world.at(world.now)); \(Self.delay.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        deadlines[device.index] = nil
        for claim in claims.all where claim.device == device.index {
            claims.removeValue(forKey: key(claim.machine))
        }
        for session in device.sessions { objects[session.serial] = nil }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        gap(device, world)
        for (serial, known) in found where known.subject.device == device.index {
            found[serial] = nil
            let sessions = known.session.map { [$0] } ?? device.sessions
            if !sessions.contains(where: { tracking.contains($0.serial) }) {
                world.sink.retract(rule: index, subject: known.subject)
            }
        }
        for session in device.sessions { tracking.remove(session.serial) }
    }
}
