/// A file or standard input, opened for reading and closed with its last reference.
///
/// One thread reads in sequence; `read(at:into:)` moves nothing and may be called from any.
public final class InputFile: ByteSource, Sendable {
    public let path: String
    /// A regular file at its beginning; pipes, devices and terminals are read in sequence only.
    public let isSeekable: Bool
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens the file at `path`, or standard input for `-`. A directory is refused.
    public convenience init(path: String) throws(IOError) {
        if path == "-" {
            try self.init(path: path, descriptor: 0, isOwned: false)
            return
        }
        let descriptor: Int32
        do {
            descriptor = try Platform.openToRead(path)
        } catch {
            throw IOError(path: path, operation: .open, code: error.code)
        }
        try self.init(path: path, descriptor: descriptor, isOwned: true)
    }

    /// Opens the regular file at `path`; `nil` where there is none. What else has that name is not waited for.
    convenience init?(regularFile path: String) throws(IOError) {
        let descriptor: Int32?
        do {
            descriptor = try Platform.openFileToRead(path)
        } catch {
            throw IOError(path: path, operation: .open, code: error.code)
        }
        guard let descriptor else { return nil }
        try self.init(path: path, descriptor: descriptor, isOwned: true)
    }

    private init(path: String, descriptor: Int32, isOwned: Bool) throws(IOError) {
        self.path = path
        self.descriptor = descriptor
        self.isOwned = isOwned
        do throws(Platform.Failure) {
            let status = try Platform.status(of: descriptor)
            if status.kind == .directory { throw .isDirectory }
            isSeekable = status.kind == .regular && Platform.position(of: descriptor) == 0
        } catch {
            if isOwned { Platform.closeFile(descriptor) }
            throw IOError(path: path, operation: .open, code: error.code)
        }
    }

    deinit {
        if isOwned { Platform.closeFile(descriptor) }
    }

    /// The size now, in bytes; a log that is being written grows.
    public var size: UInt64? {
        guard isSeekable, let status = try? Platform.status(of: descriptor) else { return nil }
        return status.size
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        do {
            return unsafe try Platform.readSome(descriptor, into: buffer)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }

    public func read(
        at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(IOError) -> Int {
        guard isSeekable else {
            throw IOError(path: path, operation: .seek, code: Platform.Failure.notSeekable.code)
        }
        do {
            return unsafe try Platform.readAll(descriptor, at: offset, into: buffer)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }
}
