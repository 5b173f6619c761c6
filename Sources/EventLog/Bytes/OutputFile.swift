internal import Synchronization

/// A result that appears under its name only when it is whole.
///
/// Bytes go to a temporary file beside the target, readable for its owner only; `commit()` gives it the name.
/// What is not committed is removed with the last reference. `-` and existing devices or pipes are written
/// directly, since there is nothing to rename.
public final class OutputFile: ByteSink {
    public let path: String
    private let descriptor: Int32
    /// Where the bytes lie until `commit`, for who writes there in another way; `nil` where they go straight to the target.
    public let temporaryPath: String?
    private let replacesExisting: Bool
    private var isOpen = true

    /// Begins a result for `path`, or for standard output where that is `-`.
    ///
    /// An existing file is refused unless `force` is set; a directory always.
    public init(path: String, force: Bool = false) throws(IOError) {
        self.path = path
        replacesExisting = force
        do {
            (descriptor, temporaryPath) = try Self.open(path, force: force)
        } catch {
            throw IOError(path: path, operation: .create, code: error.code)
        }
    }

    deinit {
        guard isOpen else { return }
        close()
        guard let temporaryPath else { return }
        Platform.removeFile(temporaryPath)
        Self.unfinished.withLock { _ = $0.remove(temporaryPath) }
    }

    /// The temporary files that were not committed yet.
    private static let unfinished = Mutex<Set<String>>([])

    /// Removes the temporary files of all results that were not committed yet, and never will be: for a program that is
    /// about to end.
    public static func removeUnfinished() {
        unfinished.withLock { paths in
            for path in paths { Platform.removeFile(path) }
            paths.removeAll()
        }
    }

    /// Whether bytes go to a terminal, where a log is of no use.
    public var isTerminal: Bool { Platform.isTerminal(descriptor) }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        do {
            unsafe try Platform.writeAll(descriptor, bytes)
        } catch {
            throw IOError(path: path, operation: .write, code: error.code)
        }
    }

    /// Gives the result its name. With `isDurable`, it is on the disk first, and its name is when this returns.
    ///
    /// Without `force`, a file that appeared under the name meanwhile is kept, and this throws.
    public func commit(isDurable: Bool = false) throws(IOError) {
        try commit(isDurable: isDurable, syncFolder: Platform.syncFolder)
    }

    func commit(
        isDurable: Bool, syncFolder: (String) throws(Platform.Failure) -> Void
    ) throws(IOError) {
        guard isOpen else { return }
        guard let temporaryPath else { return close() }
        if isDurable {
            do {
                try Platform.sync(descriptor)
            } catch {
                throw IOError(path: path, operation: .sync, code: error.code)
            }
        }
        do {
            try Self.move(temporaryPath, to: path, force: replacesExisting)
        } catch {
            throw IOError(path: path, operation: .rename, code: error.code)
        }
        Self.unfinished.withLock { _ = $0.remove(temporaryPath) }
        close()
        guard isDurable else { return }
        do throws(Platform.Failure) {
            try syncFolder(LogNames.folder(of: path))
        } catch {
            throw IOError(path: path, operation: .sync, code: error.code)
        }
    }

    /// What was written so far, to be read again before it gets its name; `nil` where it went to a pipe or device.
    public func written() throws(IOError) -> WrittenBytes? {
        guard temporaryPath != nil, isOpen else { return nil }
        do {
            return WrittenBytes(file: self, size: try Platform.status(of: descriptor).size)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }

    fileprivate func read(
        at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(IOError) -> Int {
        do {
            return unsafe try Platform.readAll(descriptor, at: offset, into: buffer)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }

    private func close() {
        isOpen = false
        if descriptor > 2 { Platform.closeFile(descriptor) }
    }

    private static func open(
        _ path: String, force: Bool
    ) throws(Platform.Failure) -> (descriptor: Int32, temporaryPath: String?) {
        if path == "-" { return (1, nil) }
        if let status = try Platform.status(ofPath: path) {
            switch status.kind {
            case .directory: throw .isDirectory
            case .other: return (try Platform.openToWrite(path), nil)
            case .regular: if !force { throw .exists }
            }
        }
        while true {
            let number = counter.add(1, ordering: .relaxed).newValue
            let temporary = "\(path).part-\(Platform.processNumber)-\(number)"
            do throws(Platform.Failure) {
                // Nobody who removes what is unfinished may come between the two.
                let descriptor = try unfinished.withLock { (paths) throws(Platform.Failure) in
                    let descriptor = try Platform.create(temporary)
                    paths.insert(temporary)
                    return descriptor
                }
                return (descriptor, temporary)
            } catch .exists {
                continue
            }
        }
    }

    private static let counter = Atomic<Int>(0)

    private static func move(_ from: String, to target: String, force: Bool) throws(Platform.Failure) {
        if force { return try Platform.moveFile(from, to: target) }
        do {
            // A link never replaces, so that of two writers only one gets the name.
            try Platform.linkFile(from, to: target)
            Platform.removeFile(from)
        } catch {
            if error.code == Platform.Failure.exists.code { throw error }
            // Some file systems have no links.
            if try Platform.status(ofPath: target) != nil { throw .exists }
            try Platform.moveFile(from, to: target)
        }
    }
}

/// A result that has no name yet, read again from its beginning.
public struct WrittenBytes: ByteSource {
    fileprivate let file: OutputFile
    public let size: UInt64?
    private var position: UInt64 = 0

    fileprivate init(file: OutputFile, size: UInt64) {
        self.file = file
        self.size = size
    }

    public var isSeekable: Bool { true }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try file.read(at: position, into: buffer)
        position += UInt64(count)
        return count
    }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        unsafe try file.read(at: offset, into: buffer)
    }
}
