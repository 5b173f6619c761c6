import EventLog
import Projections

extension Check {
    /// What is found in a log, and all of it that is not ignored; or why it could not be read.
    typealias Outcome = Result<(CheckResult, unignored: [Finding]), CommandError>

    /// What came of one log. Sendable because it belongs to one thread at a time.
    private struct Done: @unchecked Sendable {
        let outcome: Outcome
        /// What was to be said on the way.
        let said: String
    }

    /// Judges logs, several at once where there are threads for it, and hands on what comes of each in their order.
    ///
    /// Threads that are left over read a log while it is judged.
    func each(_ logs: [LogFile], take: (Outcome) -> Void) {
        let progress = Progress("checking \(logs.count) logs", of: UInt64(logs.count), on: console)
        let (setup, limits, sieve, isShared, showsMachines) = (setup, limits, sieve, isShared, showsMachines)
        let (isQuiet, isColored) = (console.isQuiet, console.errors.isColored)
        let threadsForOne = max(1, threads / max(logs.count, 1))
        Workers.run(logs.count, threads: threads) { number in
            let console = Console.forWork(isQuiet: isQuiet, isColored: isColored)
            var check = Check(setup: setup, limits: limits, sieve: sieve, console: console)
            check.threads = threadsForOne
            check.isShared = isShared
            check.showsMachines = showsMachines
            do throws(CommandError) {
                let found = try check.log(logs[number], "checking")
                return Done(outcome: .success(found), said: console.errors.captured)
            } catch {
                console.fail(error)
                return Done(outcome: .failure(error), said: console.errors.captured)
            }
        } take: { number, done in
            console.tell(done.said)
            take(done.outcome)
            progress.advance(to: UInt64(number + 1))
            return true
        }
        progress.finish()
    }
}
