import EventLog
import Projections

/// The report of many sessions: logs are judged on several threads, and what each comes to is added up in their order.
struct FleetCommand {
    let job: ReportJob
    let format: ReportCommand.Format
    let out: String
    let force: Bool
    let pages: SessionPages?
    let threads: Int

    /// What came of one log.
    private struct Done: Sendable {
        var summary = LogSummary()
        var status = ExitStatus.done
        /// What was to be said on the way.
        var said = ""
        /// Why the whole work can't go on.
        var fatal: CommandError?
    }

    func run(_ inputs: ReportInputs, _ console: Console) throws(CommandError) -> ExitStatus {
        // A name that is taken is told before the work, not after it.
        let file = try open()
        var fleet = LogSummary()
        var statuses: [ExitStatus] = []
        for path in inputs.summaries {
            do throws(CommandError) {
                let summary = try read(path)
                fleet.add(job.isShared ? summary.shared : summary)
                statuses.append(summary.troubled > 0 ? .lossy : .done)
            } catch {
                guard inputs.summaries.count + inputs.logs.count > 1 else { throw error }
                console.fail(error)
                fleet.add(unread(path, error))
                statuses.append(.failed)
            }
        }
        try judge(inputs.logs, into: &fleet, &statuses, console)
        let status = ExitStatus.combined(statuses, finding: inputs.status)
        guard status != .failed else { return status }
        let learned = job.sieve.baseline.map { fleet.learn($0) } ?? 0
        let report = FleetReport(
            summary: fleet, isShared: job.isShared, hasBaseline: job.sieve.baseline != nil, learned: learned,
            pages: pages.map { PageLinks(pages: $0, from: out, console.currentDirectory()) })
        try deliver(render(report), file, console)
        return status
    }

    // MARK: Logs

    private func judge(
        _ logs: [LogFile], into fleet: inout LogSummary, _ statuses: inout [ExitStatus], _ console: Console
    ) throws(CommandError) {
        let progress = Progress("reporting on \(logs.count) logs", of: UInt64(logs.count), on: console)
        let (isQuiet, isColored) = (console.isQuiet, console.errors.isColored)
        var fatal: CommandError?
        Workers.run(logs.count, threads: threads) { number in
            judge(logs[number], number + 1, .forWork(isQuiet: isQuiet, isColored: isColored))
        } take: { number, done in
            console.tell(done.said)
            fatal = done.fatal
            guard fatal == nil else { return false }
            fleet.add(done.summary)
            statuses.append(done.status)
            progress.advance(to: UInt64(number + 1))
            return true
        }
        progress.finish()
        if let fatal { throw fatal }
    }

    private func judge(_ file: LogFile, _ number: Int, _ console: Console) -> Done {
        var done = Done()
        do throws(CommandError) {
            let report = try job.report(
                on: file, "reporting on", scope: pages == nil ? .sums : .whole, console)
            done.summary = LogSummary(of: report.judged, page: pages == nil ? nil : number)
            if report.result.hasLoss { done.status = .lossy }
            do throws(CommandError) {
                try pages?.write(ReportPage(report: report).bytes(), number)
            } catch {
                done.fatal = error
            }
        } catch {
            console.fail(error)
            done.summary = unread(file.path, error)
            done.status = .failed
        }
        done.said = console.errors.captured
        return done
    }

    private func unread(_ path: String, _ error: CommandError) -> LogSummary {
        let summary = LogSummary(unread: OpenLog.name(of: path), reason: error.what)
        return job.isShared ? summary.shared : summary
    }

    // MARK: Summaries

    /// No summary that arlog wrote is larger.
    private static let largestSummary = 64 << 20

    private func read(_ path: String) throws(CommandError) -> LogSummary {
        let text: [UInt8]
        do throws(IOError) {
            text = try SmallFile.bytes(of: path, atMost: Self.largestSummary)
        } catch {
            throw CommandError(error)
        }
        do throws(ConfigurationError) {
            return try LogSummary(text)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    // MARK: The report

    private func open() throws(CommandError) -> OutputFile? {
        guard out != "-" else { return nil }
        do throws(IOError) {
            return try OutputFile(path: out, force: force)
        } catch {
            throw CommandError(error)
        }
    }

    private func deliver(
        _ bytes: borrowing ByteBuffer, _ file: OutputFile?, _ console: Console
    ) throws(CommandError) {
        guard let file else {
            unsafe console.output.write(bytes.bytes)
            return
        }
        do throws(IOError) {
            unsafe try file.write(bytes.bytes)
            try file.commit()
        } catch {
            throw CommandError(error)
        }
    }

    private func render(_ report: FleetReport) -> ByteBuffer {
        switch format {
        case .html: return FleetPage(report: report).bytes()
        case .json, .summary:
            var json = JSONWriter()
            if format == .json {
                FleetJSON(report: report).write(to: &json)
            } else {
                report.summary.write(to: &json)
            }
            json.newline()
            return json.finish()
        case .markdown:
            var text = ByteBuffer()
            FleetMarkdown(report: report).write(to: &text)
            return text
        }
    }
}
