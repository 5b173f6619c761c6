#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

// The system calls that recording needs beside those for reading and writing files.
extension Platform {
    /// Nanoseconds since 1970.
    static var wallClock: UInt64 { clock(CLOCK_REALTIME) }

    /// Nanoseconds of a clock that nobody sets.
    static var steadyClock: UInt64 { clock(CLOCK_MONOTONIC) }

    /// The same, counting on while the device sleeps, which `steadyClock` does not everywhere.
    static var continuousClock: UInt64 {
        #if canImport(Darwin)
            // What mach_continuous_time counts, in nanoseconds; CLOCK_MONOTONIC follows corrections of the wall clock.
            clock(CLOCK_MONOTONIC_RAW)
        #else
            clock(CLOCK_BOOTTIME)
        #endif
    }

    private static func clock(_ id: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(id, &time)
        return UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, time.tv_nsec))
    }

    /// Opens an existing file to read and change it. A pipe is opened without waiting for its other end.
    static func openToChange(_ path: String) throws(Failure) -> Int32 {
        try retrying { unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    }

    /// Opens the regular file at `path` to read it; `nil` where there is none. Nothing else that may have its name, such
    /// as a pipe, makes it wait.
    static func openFileToRead(_ path: String) throws(Failure) -> Int32? {
        guard try status(ofPath: path)?.kind == .regular else { return nil }
        let descriptor: Int32
        do throws(Failure) {
            descriptor = try retrying { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        } catch .notFound {
            return nil
        }
        if let kind = try? status(of: descriptor).kind, kind == .regular { return descriptor }
        closeFile(descriptor)
        return nil
    }

    static func writeSome(
        _ descriptor: Int32, at offset: UInt64, _ bytes: UnsafeRawBufferPointer
    ) throws(Failure) -> Int {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return 0 }
        guard let place = off_t(exactly: offset) else { throw Failure(code: EFBIG) }
        return try retrying { unsafe pwrite(descriptor, base, min(bytes.count, largestCall), place) }
    }

    static func truncate(_ descriptor: Int32, to size: UInt64) throws(Failure) {
        guard let size = off_t(exactly: size) else { throw Failure(code: EFBIG) }
        _ = try retrying { ftruncate(descriptor, size) }
    }

    /// Puts a file's bytes on the disk, as far as the system can be made to.
    static func syncData(_ descriptor: Int32) throws(Failure) {
        #if canImport(Darwin)
            // fsync only hands the bytes to the drive.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
            try sync(descriptor)
        #else
            _ = try retrying { fdatasync(descriptor) }
        #endif
    }

    /// Puts a folder's names on the disk. A folder that can't be opened, or whose file system knows no such thing, is
    /// left to the system.
    static func syncFolder(_ path: String) throws(Failure) {
        guard let descriptor = try? openToRead(path) else { return }
        defer { closeFile(descriptor) }
        do throws(Failure) {
            try sync(descriptor)
        } catch {
            if error.code != EINVAL && error.code != ENOTSUP && error.code != EROFS { throw error }
        }
    }

    /// Gives a new file its bytes on the disk, so that none of them can be lacking when the file is mapped.
    static func reserve(_ descriptor: Int32, _ size: Int) throws(Failure) {
        #if canImport(Darwin)
            var wanted = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: off_t(size), fst_bytesalloc: 0)
            guard unsafe fcntl(descriptor, F_PREALLOCATE, &wanted) >= 0 else { throw Failure(code: errno) }
            try truncate(descriptor, to: UInt64(size))
        #else
            while true {
                let code = posix_fallocate(descriptor, 0, off_t(size))
                if code == 0 { return }
                if code != EINTR { throw Failure(code: code) }
            }
        #endif
    }

    /// The file's first `size` bytes as memory that the system keeps when the process dies.
    static func map(_ descriptor: Int32, _ size: Int) throws(Failure) -> UnsafeMutableRawBufferPointer {
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let address = unsafe address, UInt(bitPattern: address) != .max else {
            throw Failure(code: errno)
        }
        return unsafe UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    static func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        guard let base = memory.baseAddress else { return }
        _ = unsafe munmap(base, memory.count)
    }

    /// Hands what was changed in mapped memory to the file.
    static func syncMapping(_ memory: UnsafeMutableRawBufferPointer) throws(Failure) {
        guard let base = memory.baseAddress else { return }
        _ = try retrying { unsafe msync(base, memory.count, MS_SYNC) }
    }

    /// Claims the file until its descriptor is closed, which the death of the process does, too; `false` where
    /// somebody else has it. A file system without claims has only one user.
    static func claim(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// Whether `path` names the file that is open, and not another one by now, or none.
    static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    /// How many names the file has; 0 once it was removed.
    static func nameCount(of descriptor: Int32) throws(Failure) -> Int {
        var info = stat()
        guard unsafe fstat(descriptor, &info) == 0 else { throw Failure(code: errno) }
        return Int(info.st_nlink)
    }

    /// Makes the folder, whose parent must be there; one that exists will do.
    static func makeFolder(_ path: String) throws(Failure) {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw Failure(code: errno) }
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw Failure(code: errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Lets the file be written while the device is locked.
    static func keepWritableWhenLocked(_ descriptor: Int32) {
        #if os(iOS) || os(visionOS)
            // Class C: readable from the first unlock on.
            _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3)
        #endif
    }
}
