import EventLog

/// What a fleet report needs of one log, or of many: a summary of many is the same as of one, and adding is associative and
/// commutative, so that any engine that maps and reduces can put a fleet together.
///
///     var fleet = LogSummary()
///     for log in logs { fleet.add(LogSummary(of: log)) }
///
/// Its size is bounded whatever the number of logs: see `NamedSums`, `FirstOnes` and `Histogram`. Nothing in it tells
/// whether a log was added twice.
public struct LogSummary: Summable {
    /// Of all sessions.
    public internal(set) var total = VersionTally()
    /// By `App 1.2`, by device model, by the system's version.
    public internal(set) var versions = NamedSums<VersionTally>(limit: 200)
    public internal(set) var devices = NamedSums<SessionTally>(limit: 500)
    public internal(set) var systems = NamedSums<SessionTally>(limit: 200)
    /// By fingerprint. Findings that logs only counted have none and are among the others.
    public internal(set) var faults = NamedSums<Fault>(limit: 1000)
    /// In how many logs a rule could not judge.
    public internal(set) var notJudged = NamedSums<Amount>(limit: 300)
    /// The worst sessions.
    public internal(set) var sessions = FirstOnes<SessionEntry>(limit: 100)
    /// Logs with which something was wrong, by name.
    public internal(set) var troubles = FirstOnes<Trouble>(limit: 100)
    /// How many logs could not be read at all; they are no sessions.
    public internal(set) var unread = Amount()
    /// The first and the last event of all, nanoseconds since 1970; `nil` of none.
    public internal(set) var first: UInt64?
    public internal(set) var last: UInt64?
    /// Whether it has texts that sharing leaves out.
    public internal(set) var hasPrivateTexts = false

    /// What a version, a device model or a system is called that a log does not tell.
    public static let untold = "not told"

    public init() {}

    public mutating func add(_ other: LogSummary) {
        total.add(other.total)
        versions.add(other.versions)
        devices.add(other.devices)
        systems.add(other.systems)
        faults.add(other.faults)
        notJudged.add(other.notJudged)
        sessions.add(other.sessions)
        troubles.add(other.troubles)
        unread.add(other.unread)
        first = [first, other.first].compactMap(\.self).min()
        last = [last, other.last].compactMap(\.self).max()
        hasPrivateTexts = hasPrivateTexts || other.hasPrivateTexts
    }

    /// A log that could not be read.
    public init(unread path: String, reason: String) {
        unread = Amount(1)
        troubles.insert(Trouble(.unread, path: path, reason: reason))
        hasPrivateTexts = true
    }

    /// How many logs could not be read wholly, or not at all.
    public var troubled: UInt64 { sum(unread.value, total.tally.lossy.value) }

    // MARK: Afterwards

    /// The same without what sharing leaves out: what was found in words, and the folders. Where there is no such text,
    /// nothing changes.
    public var shared: LogSummary {
        guard hasPrivateTexts else { return self }
        var shared = self
        shared.hasPrivateTexts = false
        shared.faults.change { _, fault in fault.example = nil }
        shared.sessions = sessions.map { entry in
            var entry = entry
            entry.path = Self.lastPart(of: entry.path)
            return entry
        }
        shared.troubles = troubles.map { trouble in
            Trouble(trouble.kind, path: Self.lastPart(of: trouble.path), reason: "")
        }
        return shared
    }

    /// Takes the faults that a baseline knows for known, where they were counted as new; returns how many. The verdicts on
    /// sessions stay as they were.
    @discardableResult
    public mutating func learn(_ baseline: Baseline) -> Int {
        var count = 0
        faults.change { fingerprint, fault in
            guard let severity = baseline.severity(of: fingerprint), fault.new.severity != nil else { return }
            fault.learn(upTo: severity)
            if fault.new.severity == nil { count += 1 }
        }
        return count
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
