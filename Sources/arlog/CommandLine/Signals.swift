import EventLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What happens when somebody asks the program to end.
enum Signals {
    /// Removes results that are not whole before a signal ends the program, as it does all the same then. Signals that
    /// are ignored, as under `nohup`, stay so.
    ///
    /// A thread waits for them, since hardly anything may be done inside of a signal's handler.
    static func removeUnfinishedFilesBeforeTheEnd() {
        var signals = Self.asked
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = unsafe pthread_create(
            &thread, nil,
            { _ in
                Signals.wait()
                return nil
            }, nil)
        // Without a thread to wait for them, they end the program as ever.
        if code != 0 { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    }

    /// Those that a terminal, a user or the system sends, and that are not ignored.
    private static let asked: sigset_t = {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number, SIG_DFL)
            if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                _ = signal(number, SIG_IGN)
            } else {
                unsafe sigaddset(&signals, number)
            }
        }
        return signals
    }()

    private static func wait() {
        var signals = asked
        var number: Int32 = 0
        guard unsafe sigwait(&signals, &number) == 0 else { return }
        OutputFile.removeUnfinished()
        Keyboard.leavePicture()
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        _ = kill(getpid(), number)
    }
}
