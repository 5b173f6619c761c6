import EventLog

/// What a finding is about: repeats on one subject are one finding.
public struct Subject: Hashable, Sendable {
    let device: Int
    let session: SessionName?
    let parts: [UInt64]

    /// A subject named by ids, symbols or numbers.
    init(_ session: SessionState?, device: Int? = nil, _ parts: [UInt64]) {
        self.device = device ?? session?.device.index ?? 0
        self.session = session.map { SessionName($0.id) }
        self.parts = parts
    }
}

/// Where rules put what they found, until the recording ends and it is final.
///
/// Repeats on a subject are counted in its finding; its severity is the highest seen, and its events and message
/// are those of the first at that severity. At most `limit` subjects of one rule are kept; further ones are
/// counted in `folded`, because a log in which everything is wrong must not fill the memory.
public final class FindingSink {
    /// Subjects kept of one rule.
    public static let limit = 1000

    private struct Key: Hashable {
        let rule: Int
        let subject: Subject
    }

    /// What may still change, of each device's recording.
    private var open: [Int: [Key: Finding]] = [:]
    /// What was found in recordings that are over.
    private var final: [Key: [Finding]] = [:]
    private var kept: [Int: Int] = [:]
    /// How many of a rule were beyond the limit, by device.
    private var folded: [Int: [Fold: Int]] = [:]

    /// Findings that were counted and not kept.
    struct Fold: Hashable {
        let rule: Int
        let severity: Severity
    }

    /// All that were counted and not kept, with how many they are.
    var allFolded: [Fold: Int] {
        folded.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }

    /// Whether further subjects of the rule are only counted, so that it need not look far for them.
    func isFull(_ rule: Int) -> Bool { kept[rule, default: 0] >= Self.limit }

    /// Reports one occurrence. `events` are sorted and each kept once; the last must be the deciding one.
    func report(
        rule: Int, about: RuleAbout, subject: Subject, severity: Severity, at mark: Mark, events: [UInt32],
        limit: UsedLimit?, advice: String?, identity: () -> [FindingPart] = { [] }, message: () -> String
    ) {
        let key = Key(rule: rule, subject: subject)
        let device = subject.device
        if open[device]?[key] != nil {
            open[device]?[key]?.count += 1
            raise(rule: rule, subject: subject, to: severity, at: mark, events: events, message: message)
            return
        }
        guard kept[rule, default: 0] < Self.limit || makeRoom(rule, for: severity) else {
            folded[device, default: [:]][Fold(rule: rule, severity: severity), default: 0] += 1
            return
        }
        kept[rule, default: 0] += 1
        mildest[rule] = min(mildest[rule] ?? severity, severity)
        open[device, default: [:]][key] = Finding(
            rule: about.id, severity: severity, session: subject.session, device: device, mark: mark,
            events: Self.ascending(events), count: 1, message: message(), advice: advice ?? about.advice,
            limit: limit, identity: identity())
    }

    /// Counts the latest of the rule's milder findings instead of keeping it, so that the worst are kept.
    private func makeRoom(_ rule: Int, for severity: Severity) -> Bool {
        guard severity > .info, let mildest = mildest[rule], mildest < severity else { return false }
        let milder = open.values.flatMap { $0 }.filter { $0.key.rule == rule && $0.value.severity < severity }
        guard let last = milder.max(by: { Self.isBefore($0.value, $1.value) }) else {
            self.mildest[rule] = severity
            return false
        }
        open[last.key.subject.device]?[last.key] = nil
        kept[rule, default: 1] -= 1
        let fold = Fold(rule: rule, severity: last.value.severity)
        folded[last.key.subject.device, default: [:]][fold, default: 0] += 1
        return true
    }

    /// No finding kept of a rule is milder.
    private var mildest: [Int: Severity] = [:]

    /// Makes an occurrence that was reported before worse, without counting it again.
    func raise(
        rule: Int, subject: Subject, to severity: Severity, at mark: Mark, events: [UInt32],
        message: () -> String
    ) {
        let key = Key(rule: rule, subject: subject)
        guard var known = open[subject.device]?[key], severity > known.severity else { return }
        known.severity = severity
        known.mark = mark
        known.events = Self.ascending(events)
        known.message = message()
        open[subject.device]?[key] = known
    }

    /// Takes a finding back: what it rested on proved to be otherwise.
    func retract(rule: Int, subject: Subject) {
        let key = Key(rule: rule, subject: subject)
        if open[subject.device]?.removeValue(forKey: key) != nil { kept[rule, default: 1] -= 1 }
    }

    /// Takes back what was found in a recording that is over: a later one proved it to be otherwise.
    func retractSettled(rule: Int, subject: Subject) {
        let key = Key(rule: rule, subject: subject)
        if final[key]?.popLast() != nil { kept[rule, default: 1] -= 1 }
    }

    /// A recording of the device is over: what was found in it stands, where the rule could be judged.
    func settle(_ device: Int, isJudged: (Int) -> Bool) {
        folded[device] = folded[device]?.filter { isJudged($0.key.rule) }
        for (key, finding) in open.removeValue(forKey: device) ?? [:] {
            if isJudged(key.rule) {
                final[key, default: []].append(finding)
            } else {
                kept[key.rule, default: 1] -= 1
            }
        }
    }

    /// All findings in the order of the events at which they became true, then by rule and evidence.
    public var sorted: [Finding] {
        (final.values.flatMap { $0 } + open.values.flatMap(\.values)).sorted(by: Self.isBefore)
    }

    /// Tells any two findings apart that output does: they come out of tables that have another order in each process.
    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.mark != right.mark { return left.mark < right.mark }
        if left.rule != right.rule { return left.rule < right.rule }
        if left.device != right.device { return left.device < right.device }
        if left.events != right.events { return left.events.lexicographicallyPrecedes(right.events) }
        return left.message < right.message
    }

    private static func ascending(_ events: [UInt32]) -> [UInt32] { Array(Set(events)).sorted() }
}
