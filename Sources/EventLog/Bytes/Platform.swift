#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The few system calls that files need, with their error as a value.
///
/// This file and `Platform-recording` are the ones that know the C library, so that its differences between systems
/// stay here.
enum Platform {
    /// A failed call's error number.
    struct Failure: Error, Equatable {
        let code: Int32
        static let exists = Failure(code: EEXIST)
        static let isDirectory = Failure(code: EISDIR)
        static let notSeekable = Failure(code: ESPIPE)
        static let notFound = Failure(code: ENOENT)
        static let notPermitted = Failure(code: EACCES)
        static let noSpace = Failure(code: ENOSPC)
        static let interrupted = Failure(code: EINTR)
    }

    /// What a file is, as far as reading and writing it differ.
    enum Kind { case regular, directory, other }

    struct Status {
        var kind: Kind
        var size: UInt64
    }

    static func text(of code: Int32) -> String {
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }

    static func openToRead(_ path: String) throws(Failure) -> Int32 {
        try retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    }

    /// Opens what already exists and is no regular file, such as a device or a pipe.
    static func openToWrite(_ path: String) throws(Failure) -> Int32 {
        try retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) }
    }

    /// Makes a file that did not exist, readable for its owner only.
    static func create(_ path: String) throws(Failure) -> Int32 {
        try retrying { unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    }

    static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

    static func status(of descriptor: Int32) throws(Failure) -> Status {
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw Failure(code: errno) }
        return Status(info)
    }

    /// The same by name, `nil` where nothing has that name.
    static func status(ofPath path: String) throws(Failure) -> Status? {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw Failure(code: code)
        }
        return Status(info)
    }

    /// The path without symbolic links; `nil` where there is nothing.
    static func realPath(_ path: String) -> String? {
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(validatingCString: found)
    }

    /// Reads at the file's own position; 0 at its end.
    static func readSome(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        return try retrying { unsafe read(descriptor, base, min(buffer.count, largestCall)) }
    }

    static func readSome(
        _ descriptor: Int32, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        guard let place = off_t(exactly: offset) else { return 0 }
        return try retrying { unsafe pread(descriptor, base, min(buffer.count, largestCall), place) }
    }

    static func writeSome(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
        return try retrying { unsafe write(descriptor, base, min(bytes.count, largestCall)) }
    }

    /// Fills the buffer from `offset` on; less only where the file ends.
    static func readAll(
        _ descriptor: Int32, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> Int {
        var filled = 0
        while filled < buffer.count {
            let (place, overflow) = offset.addingReportingOverflow(UInt64(filled))
            if overflow { break }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = unsafe try readSome(descriptor, at: place, into: rest)
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Writes all of `bytes` at the file's own position.
    static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = unsafe bytes
        while rest.count > 0 {
            let count = unsafe try writeSome(descriptor, rest)
            // A device that takes nothing and reports nothing is full.
            guard count > 0 else { throw .noSpace }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Where the next read happens; `nil` where the file has no positions.
    static func position(of descriptor: Int32) -> UInt64? {
        UInt64(exactly: lseek(descriptor, 0, SEEK_CUR))
    }

    static func sync(_ descriptor: Int32) throws(Failure) {
        _ = try retrying { fsync(descriptor) }
    }

    static func moveFile(_ from: String, to target: String) throws(Failure) {
        _ = try retrying { unsafe rename(from, target) }
    }

    /// Gives the file a second name, which must be free.
    static func linkFile(_ from: String, to target: String) throws(Failure) {
        _ = try retrying { unsafe link(from, target) }
    }

    static func removeFile(_ path: String) { _ = unsafe unlink(path) }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static var processNumber: Int32 { getpid() }

    /// Some systems refuse a single call of 2 GiB or more.
    static let largestCall = 1 << 30

    /// Repeats a call that a signal interrupted.
    static func retrying<T: SignedInteger>(_ call: () -> T) throws(Failure) -> T {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw Failure(code: code) }
        }
    }
}

extension Platform.Status {
    fileprivate init(_ info: stat) {
        switch info.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        size = UInt64(max(0, info.st_size))
    }
}
