import EventLog

/// Files that are read whole: configurations, baselines.
enum SmallFile {
    /// More is none of them.
    static let largest = 16 << 20

    /// All bytes of a file, or of standard input for `-`.
    static func bytes(of path: String, atMost limit: Int = largest) throws(IOError) -> [UInt8] {
        let file = try InputFile(path: path)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let result: Result<Int, IOError> = unsafe part.withUnsafeMutableBytes { buffer in
                Result { () throws(IOError) in unsafe try file.read(into: buffer) }
            }
            let count = try result.get()
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw IOError(path: path, operation: .read, code: System.tooLarge)
            }
            bytes += part[..<count]
        }
    }

    /// The first bytes of a file, so many at most; none where it can't be read.
    static func start(of path: String, _ count: Int) -> [UInt8] {
        guard let file = try? InputFile(path: path) else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes { buffer in unsafe try? file.read(into: buffer) }
        return Array(bytes.prefix(read ?? 0))
    }

    /// Writes a text under a name, at once or not at all; nothing is overwritten without `force`.
    static func write(_ json: consuming JSONWriter, to path: String, force: Bool) throws(IOError) {
        try write(json.finish(), to: path, force: force)
    }

    static func write(_ bytes: borrowing ByteBuffer, to path: String, force: Bool) throws(IOError) {
        let file = try OutputFile(path: path, force: force)
        unsafe try file.write(bytes.bytes)
        try file.commit()
    }
}
