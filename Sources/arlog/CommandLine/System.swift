#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The few calls into the system that talking to a terminal takes, without Foundation.
enum System {
    /// Lets a write to a closed pipe fail instead of ending the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The columns of the terminal behind `descriptor`; `nil` where it is none or does not say.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The rows of the terminal behind `descriptor`; `nil` where it is none or does not say.
    static func rows(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    /// Lets at least so many nanoseconds go by.
    static func wait(_ nanoseconds: UInt64) {
        var time = timespec()
        time.tv_sec = .init(clamping: nanoseconds / 1_000_000_000)
        time.tv_nsec = .init(nanoseconds % 1_000_000_000)
        _ = unsafe nanosleep(&time, nil)
    }

    /// Whether two names are names of one file that is there.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(path, &first) == 0, unsafe stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// The folder the program was started in; `nil` where it is gone or may not be read.
    static func currentDirectory() -> String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    static var tooLarge: Int32 { EFBIG }

    /// Whether a file lies there that is neither a folder nor a pipe, which might never end.
    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether anything has that name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes a folder for its owner only, whose parent must be there; one that exists will do. The error number where that
    /// fails.
    static func makeFolder(_ path: String) -> Int32? {
        if unsafe mkdir(path, 0o700) == 0 { return nil }
        let code = errno
        return code == EEXIST && isFolder(path) ? nil : code
    }

    /// The cores that work can be spread over.
    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Nanoseconds of a clock that never goes back.
    static func monotonicNanoseconds() -> UInt64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Writes all bytes; the error number where that fails (`EPIPE`: nobody reads any more).
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            #if canImport(Darwin)
                let count = unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
            #elseif canImport(Musl)
                let count = unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
            #else
                let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count >= 0 {
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&request, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    static var brokenPipe: Int32 { EPIPE }
}
