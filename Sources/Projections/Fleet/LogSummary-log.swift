import EventLog

/// One log as it was judged, ready to be summed up.
public struct JudgedLog: Sendable {
    /// What it is called: its path, without the folder where that is shared.
    public let path: String
    public let verdict: HealthVerdict
    /// What is to be reported, and what a baseline knows.
    public let findings: [Finding]
    public let known: [Finding]
    public let folded: [FoldedFindings]
    /// How many findings a baseline knows, with those that were only counted.
    public let knownCount: Int
    public let notJudged: [String]
    public let events: Int
    public let health: SessionHealth
    /// What of it could not be read, in half a sentence; `nil` where everything was.
    public let loss: String?
    /// Whether its texts may be shared.
    public let isShared: Bool

    public init(
        path: String, verdict: HealthVerdict, findings: [Finding], known: [Finding], folded: [FoldedFindings],
        knownCount: Int, notJudged: [String], events: Int, health: SessionHealth, loss: String?,
        isShared: Bool
    ) {
        self.path = path
        self.verdict = verdict
        self.findings = findings
        self.known = known
        self.folded = folded
        self.knownCount = knownCount
        self.notJudged = notJudged
        self.events = events
        self.health = health
        self.loss = loss
        self.isShared = isShared
    }
}

extension LogSummary {
    /// The summary of one log. `page` is the number of its own page, where one is made.
    public init(of log: JudgedLog, page: Int? = nil) {
        self.init()
        let entry = SessionEntry(log, page: page)
        total = VersionTally(tally: SessionTally(entry), measures: Measures(of: log.health))
        var version = total
        version.app = entry.app
        versions.add(version, to: entry.version ?? Self.untold)
        devices.add(total.tally, to: entry.deviceModel ?? Self.untold)
        systems.add(total.tally, to: entry.system ?? Self.untold)
        for rule in Set(log.notJudged) { notJudged.add(Amount(1), to: rule) }
        sessions.insert(entry)
        if let loss = log.loss { troubles.insert(Trouble(.damaged, path: log.path, reason: loss)) }
        if let start = log.health.first?.time {
            first = start
            last = max(start, log.health.last.time)
        }
        hasPrivateTexts = !log.isShared
        addFaults(log, entry)
    }

    private mutating func addFaults(_ log: JudgedLog, _ entry: SessionEntry) {
        var found: [String: Fault] = [:]
        for (findings, part) in [(log.findings, \Fault.new), (log.known, \Fault.known)] {
            for finding in findings {
                let fingerprint = finding.fingerprint
                var fault = found[fingerprint] ?? Fault()
                fault.rule = finding.rule
                fault[keyPath: part].logs = Amount(1)
                fault[keyPath: part].add(UInt64(max(1, finding.count)), finding.severity)
                let example = Fault.Example(
                    message: ShortText.cut(finding.message, to: ShortText.message),
                    severity: finding.severity, time: finding.mark.time)
                if fault.example.map({ example.isBefore($0) }) ?? true { fault.example = example }
                found[fingerprint] = fault
            }
        }
        for (fingerprint, var fault) in found {
            fault.devices.add(Amount(1), to: entry.deviceModel ?? Self.untold)
            fault.versions.add(Amount(1), to: entry.version ?? Self.untold)
            faults.add(fault, to: fingerprint)
        }
        for fold in log.folded {
            var fault = Fault()
            fault.new.logs = Amount(1)
            fault.new.add(UInt64(max(0, fold.count)), fold.severity)
            faults.addToOthers(fault)
        }
    }
}

extension SessionEntry {
    init(_ log: JudgedLog, page: Int?) {
        path = ShortText.cut(log.path, to: ShortText.path)
        level = log.verdict.level
        func count(_ severity: Severity) -> UInt64 { UInt64(max(0, log.verdict.counts[severity] ?? 0)) }
        (errors, warnings, remarks) = (count(.error), count(.warning), count(.info))
        known = UInt64(max(0, log.knownCount))
        start = log.health.first?.time ?? 0
        duration = log.health.duration
        events = UInt64(max(0, log.events))
        hasLoss = log.loss != nil
        let recording = log.health.recordings.first
        deviceModel = ShortText.name(recording?.deviceModel)
        system = ShortText.name(recording?.system)
        app = ShortText.name(recording?.app)
        appVersion = ShortText.name(recording?.appVersion)
        ending = log.health.recordings.last?.ending.map { ending in
            switch ending {
            case .closed: .closed
            case .cut(let isInBackground): isInBackground ? .cutInBackground : .cut
            }
        }
        let worst = log.findings.map(\.severity).max()
        rule = log.findings.first { $0.severity == worst }?.rule
        self.page = page
    }

    /// `App 1.2`; `nil` where neither is told.
    public var version: String? {
        let parts = [app, appVersion].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : ShortText.cut(parts.joined(separator: " "), to: ShortText.name)
    }
}

extension SessionTally {
    /// One session.
    init(_ entry: SessionEntry) {
        self.init()
        switch entry.level {
        case .healthy: healthy = Amount(1)
        case .warning: warning = Amount(1)
        case .error: error = Amount(1)
        case .unknown: unknown = Amount(1)
        }
        errors = Amount(entry.errors)
        warnings = Amount(entry.warnings)
        remarks = Amount(entry.remarks)
        known = Amount(entry.known)
        switch entry.ending {
        case .closed: closed = Amount(1)
        case .cut: cut = Amount(1)
        case .cutInBackground: cutInBackground = Amount(1)
        case nil: break
        }
        lossy = Amount(entry.hasLoss ? 1 : 0)
        events = Amount(entry.events)
    }
}

extension VersionTally {
    init(tally: SessionTally, measures: Measures) {
        self.tally = tally
        self.measures = measures
    }
}
