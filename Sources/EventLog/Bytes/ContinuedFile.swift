#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// An existing file that is read, cut, and written on behind its end, by one process at a time.
public final class ContinuedFile: ByteSource, ByteSink {
    public let path: String
    private let descriptor: Int32
    private var position: UInt64 = 0

    /// Opens the regular file at `path`; `nil` where another process holds it, such as one that is writing it.
    ///
    /// `isNew` lets it be made where there is none; who `isPatient` asks for half a second whether it is free.
    public init?(path: String, isNew: Bool = false, isPatient: Bool = true) throws(IOError) {
        self.path = path
        let opened: Int32
        do throws(Platform.Failure) {
            opened =
                if isNew, try Platform.status(ofPath: path) == nil {
                    try Platform.create(path)
                } else {
                    try Platform.openToChange(path)
                }
        } catch {
            throw IOError(path: path, operation: .change, code: error.code)
        }
        descriptor = opened
        let kind = (try? Platform.status(of: opened))?.kind
        guard kind == .regular else { throw IOError(path: path, operation: .open, code: ESPIPE) }
        guard Self.claims(opened, attempts: isPatient ? 50 : 1) else { return nil }
    }

    /// Whether the file is ours alone.
    ///
    /// A process that is being started holds its parent's locks until it begins its own program; so a lock that is
    /// taken is asked for again for a moment.
    private static func claims(_ descriptor: Int32, attempts: Int) -> Bool {
        for attempt in 0..<attempts {
            if attempt > 0 { usleep(10_000) }
            if Platform.claim(descriptor) { return true }
        }
        return false
    }

    deinit { Platform.closeFile(descriptor) }

    public var isSeekable: Bool { true }
    public var size: UInt64? { (try? Platform.status(of: descriptor))?.size }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try read(at: position, into: buffer)
        position += UInt64(count)
        return count
    }

    /// Goes back to the first byte.
    public func rewind() { position = 0 }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        do {
            return unsafe try Platform.readAll(descriptor, at: offset, into: buffer)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }

    /// Leaves the first `size` bytes, and lets writing go on there.
    public func cut(to size: UInt64) throws(IOError) {
        do throws(Platform.Failure) {
            try Platform.truncate(descriptor, to: size)
            _ = try Platform.retrying { lseek(descriptor, off_t(size), SEEK_SET) }
        } catch {
            throw IOError(path: path, operation: .write, code: error.code)
        }
    }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        do {
            unsafe try Platform.writeAll(descriptor, bytes)
        } catch {
            throw IOError(path: path, operation: .write, code: error.code)
        }
    }

    /// Waits until all is on the disk.
    public func sync() throws(IOError) {
        do {
            try Platform.sync(descriptor)
        } catch {
            throw IOError(path: path, operation: .sync, code: error.code)
        }
    }
}
