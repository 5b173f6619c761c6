/// The clocks and file calls that recording depends on, so that a test can make each of them fail.
@safe
struct RecorderSystem: Sendable {
    typealias Failure = Platform.Failure

    /// Nanoseconds since 1970; may be set, forward or back, so it is asked only once.
    var now: @Sendable () -> UInt64 = { Platform.wallClock }
    /// Nanoseconds that nobody sets, those that the device sleeps included: for ages, and the times of events.
    var uptime: @Sendable () -> UInt64 = { Platform.continuousClock }
    /// Runs work on a thread of its own; `false` where there can be none.
    var startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool = { BackgroundThread.run($0) }
    /// Makes a file that did not exist.
    var create: @Sendable (String) throws(Failure) -> Int32 = { (path) throws(Failure) in
        try Platform.create(path)
    }
    /// Opens a file that was made here.
    var reopen: @Sendable (String) throws(Failure) -> Int32 = { (path) throws(Failure) in
        try Platform.openToChange(path)
    }
    /// Writes at an offset; may write less than it is given.
    var write: @Sendable (Int32, UnsafeRawBufferPointer, UInt64) throws(Failure) -> Int = {
        (descriptor, bytes, offset) throws(Failure) in
        unsafe try Platform.writeSome(descriptor, at: offset, bytes)
    }
    /// Puts a file's bytes on the disk.
    var sync: @Sendable (Int32) throws(Failure) -> Void = { (descriptor) throws(Failure) in
        try Platform.syncData(descriptor)
    }
    /// Gives a new file its bytes on the disk.
    var reserve: @Sendable (Int32, Int) throws(Failure) -> Void = { (descriptor, size) throws(Failure) in
        try Platform.reserve(descriptor, size)
    }
    /// Puts a folder's names on the disk.
    var syncFolder: @Sendable (String) throws(Failure) -> Void = { (path) throws(Failure) in
        try Platform.syncFolder(path)
    }
    /// Claims a file until its descriptor is closed; `false` where somebody else has it.
    var claim: @Sendable (Int32) -> Bool = { Platform.claim($0) }
    /// Gives a file another name, and takes that from the file that had it.
    var move: @Sendable (String, String) throws(Failure) -> Void = { (path, newPath) throws(Failure) in
        try Platform.moveFile(path, to: newPath)
    }
    /// Removes a name.
    var remove: @Sendable (String) -> Void = { Platform.removeFile($0) }
    /// How many names a file has; 0 once it was removed.
    var nameCount: @Sendable (Int32) throws(Failure) -> Int = { (descriptor) throws(Failure) in
        try Platform.nameCount(of: descriptor)
    }

    /// Writes all of `bytes`.
    func writeAll(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: UInt64
    ) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count: Int
            do throws(Failure) {
                count = unsafe try write(descriptor, rest, offset + UInt64(done))
            } catch .interrupted {
                continue
            }
            // A device that takes nothing and reports nothing is full.
            guard count > 0 else { throw .noSpace }
            done += count
        }
    }
}
