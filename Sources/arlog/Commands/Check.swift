import EventLog
import Projections

/// Judges logs by what is in force.
struct Check {
    let setup: CheckSetup
    let limits: ReaderLimits
    let sieve: Sieve
    let console: Console
    /// Threads at most: with a second one a log is read while it is judged.
    var threads = 1
    /// Whether what is private is withheld.
    var isShared = false
    /// Whether the states of the machines are shown.
    var showsMachines = false

    /// What is found in a log, and all of it that is not ignored, for a baseline.
    func log(_ file: LogFile, _ title: String) throws(CommandError) -> (CheckResult, unignored: [Finding]) {
        let (result, unignored, _) = try analyse(file, title, collector: nil)
        return (result, unignored)
    }

    /// What is found in a log, with what else a report shows.
    func health(
        of file: LogFile, _ title: String, scope: HealthCollector.Scope
    ) throws(CommandError) -> (
        CheckResult, SessionHealth, unignored: [Finding]
    ) {
        let collector = HealthCollector(settings: setup.settings, scope: scope)
        let (result, unignored, analysis) = try analyse(file, title, collector: collector)
        let health = collector.finish(analysis, findings: result.findings)
        // What was thinned is shown whole near the findings, which are known by now.
        let isThinned = health.leftOut.isAny || result.events > EventTimes.limit
        guard scope == .whole, isThinned, !result.findings.isEmpty, file.path != "-" else {
            return (result, health, unignored)
        }
        let detail = Detail(around: result.findings)
        let closer = HealthCollector(settings: setup.settings, scope: scope, detail: detail)
        let quiet = Check(
            setup: setup, limits: limits, sieve: sieve,
            console: .forWork(isQuiet: true, isColored: false), threads: threads, isShared: isShared)
        let (_, _, again) = try quiet.analyse(file, "looking closer at", collector: closer)
        return (result, closer.finish(again, findings: result.findings), unignored)
    }

    private func analyse(
        _ file: LogFile, _ title: String, collector: HealthCollector?
    ) throws(CommandError) -> (CheckResult, unignored: [Finding], Analysis) {
        let log = try OpenLog(file, title, console, limits: limits, isAhead: threads > 1)
        let names = Names(log.labels, isShared: isShared)
        let analysis = Analysis(settings: setup.settings)
        analysis.name(isShared: isShared) { names.name(of: $0) }
        if let collector { analysis.collect(with: collector) }
        let history = showsMachines ? MachineHistory(of: analysis) : nil
        try read(log, analysis)
        try log.requireEvents()
        let world = analysis.world
        let found = analysis.finish()
        let sifted = sieve.sift(found, folded: analysis.folded) { index in
            world.devices.indices.contains(index) ? world.devices[index].id : nil
        }
        let rules = Catalogue.about.filter { setup.isOn($0.id) }
        let isEmpty = world.eventCount == 0
        var result = CheckResult(
            file: file, device: names.personal(world.devices.first?.id.map { names.text(of: $0) }),
            events: world.eventCount, start: log.start,
            duration: world.now.time - min(world.now.time, log.start), rules: rules,
            findings: sifted.findings,
            // A log that says nothing lets no rule judge.
            notJudged: isEmpty ? rules.map { ($0.id, "no events in this log") } : analysis.notJudged,
            notRecorded: isEmpty ? [] : analysis.notRecorded,
            folded: sifted.folded,
            ignored: sifted.ignored.sorted { $0.key < $1.key }.map { (sieve.ignores[$0.key], $0.value) },
            known: sifted.known, hasGaps: world.gaps > 0,
            loss: log.finish(.done, world, console) == .lossy ? log.lossText : nil,
            names: names, devices: log.devices.count > 2 ? log.devices.map { names.text(ofDevice: $0) } : [])
        // They are drawn beside what was found; of many logs only those would wait in memory for that.
        if let history, !result.findings.isEmpty {
            (result.machines, result.strayEntries) = (history.lines, history.leftOut)
        }
        return (result, sifted.unignored, analysis)
    }

    /// Feeds the rules. Where the file is damaged nothing is concluded across what was lost: it lies before the batch in
    /// which the damage shows, or in it.
    private func read(_ log: OpenLog, _ analysis: Analysis) throws(CommandError) {
        var damage = 0
        while let batch = try log.next() {
            let found = log.damageCount
            if found > damage { analysis.eventsAreMissing() }
            analysis.take(batch)
            if found > damage { analysis.eventsAreMissing() }
            damage = found
        }
    }
}
