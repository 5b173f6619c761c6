#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that is ours alone as long as this lives: read, cut, written on behind its end, and removed under one claim.
///
/// Whoever records claims its files, too, from making them until it ends or dies; so what is read here is what the last
/// one to write it left, and nobody adds to it any more.
public final class ContinuedFile: ByteSource, ByteSink {
    public let path: String
    private let descriptor: Int32
    private let system: RecorderSystem
    private var position: UInt64 = 0

    /// Opens the regular file at `path`; `nil` where another process holds it, such as one that is writing it. Who
    /// `isPatient` asks for half a second whether it is free.
    public convenience init?(path: String, isPatient: Bool = true) throws(IOError) {
        try self.init(path: path, patience: isPatient ? .long : .none, system: RecorderSystem())
    }

    /// The same, or a new file at `path`, where there must be none.
    init?(
        path: String, isNew: Bool = false, patience: ClaimPatience, system: RecorderSystem
    ) throws(IOError) {
        let claimed: Int32?
        do throws(Platform.Failure) {
            claimed = try Self.claimed(path, isNew: isNew, patience, system)
        } catch {
            let operation: IOError.Operation = isNew ? .create : error == .notSeekable ? .open : .change
            throw IOError(path: path, operation: operation, code: error.code)
        }
        guard let claimed else { return nil }
        descriptor = claimed
        self.path = path
        self.system = system
    }

    /// A descriptor of the file, claimed.
    ///
    /// A lock that is taken is asked for again, as far as there is patience. A file that lost its name before it was
    /// claimed is not ours either: its events are somewhere else by now.
    private static func claimed(
        _ path: String, isNew: Bool, _ patience: ClaimPatience, _ system: RecorderSystem
    ) throws(Platform.Failure) -> Int32? {
        repeat {
            let opened = isNew ? try system.create(path) : try Platform.openToChange(path)
            do throws(Platform.Failure) {
                guard try Platform.status(of: opened).kind == .regular else { throw .notSeekable }
                if system.claim(opened), Platform.isNamed(opened, path) { return opened }
            } catch {
                Platform.closeFile(opened)
                throw error
            }
            Platform.closeFile(opened)
        } while patience.wait()
        return nil
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
            try system.sync(descriptor)
        } catch {
            throw IOError(path: path, operation: .sync, code: error.code)
        }
    }

    /// Takes the file's name away, unless another file has it by now.
    func remove() {
        if Platform.isNamed(descriptor, path) { system.remove(path) }
    }
}

/// How long claims that somebody else has are asked for again, all that are asked for with it together.
///
/// A lock may be held though nobody uses the file. A process that is being started holds those of its parent until it begins
/// its own program. One that was killed and waited for still holds its own for as long as somebody looks into its memory,
/// as `ps` does for its arguments: 2.5 ms in 1 of 20 tries (Linux 6, three threads reading `/proc/PID/cmdline`).
final class ClaimPatience {
    private let pause: useconds_t
    private var left: Int

    /// - Parameter pause: in microseconds.
    private init(_ left: Int, of pause: useconds_t) {
        self.left = left
        self.pause = pause
    }

    /// For what need not be had now.
    static var none: ClaimPatience { ClaimPatience(0, of: 0) }
    /// For what is only found: 20 ms.
    static var short: ClaimPatience { ClaimPatience(10, of: 2000) }
    /// For what the user asks for: half a second.
    static var long: ClaimPatience { ClaimPatience(50, of: 10_000) }

    /// Waits a moment; `false`, at once, where there is no patience left.
    func wait() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        usleep(pause)
        return true
    }
}
