/// Several files as one row of bytes, as if they had been glued together: readers take each for a further file.
public final class GluedSource: ByteSource {
    private let files: [(file: InputFile, start: UInt64, size: UInt64)]
    private var position: UInt64 = 0

    /// The regular files at `paths`, in this order, as large as they are now.
    public init(paths: [String]) throws(IOError) {
        var files: [(file: InputFile, start: UInt64, size: UInt64)] = []
        var start: UInt64 = 0
        for path in paths {
            let file = try InputFile(path: path)
            guard let size = file.size else {
                throw IOError(path: path, operation: .seek, code: Platform.Failure.notSeekable.code)
            }
            files.append((file, start, size))
            start &+= size
        }
        self.files = files
    }

    public var isSeekable: Bool { true }
    public var size: UInt64? { files.last.map { $0.start + $0.size } ?? 0 }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try read(at: position, into: buffer)
        position += UInt64(count)
        return count
    }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        var filled = 0
        for (file, start, size) in files {
            let place = offset &+ UInt64(filled)
            guard filled < buffer.count, place >= start, place - start < size else { continue }
            let room = min(UInt64(buffer.count - filled), size - (place - start))
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + Int(room)])
            let count = unsafe try file.read(at: place - start, into: rest)
            filled += count
            // One that became shorter meanwhile ends it all.
            if count < Int(room) { break }
        }
        return filled
    }
}
