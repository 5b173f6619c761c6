import EventLog

/// The file that an export becomes, written in large pieces; it appears under its name only when it is whole.
final class ExportFile {
    /// What was not written yet. `flush` takes it from here.
    var bytes = ByteBuffer(capacity: 1 << 17)
    let path: String
    private let file: OutputFile

    /// Bytes that gather before they are written.
    private static let limit = 1 << 16

    /// - Throws: where `path` exists and `force` is not set, or can't be created.
    init(path: String, force: Bool) throws(CommandError) {
        self.path = path
        do throws(IOError) {
            file = try OutputFile(path: path, force: force)
        } catch {
            throw CommandError(error)
        }
    }

    /// The file itself, for what writes to it in its own way.
    var output: OutputFile { file }

    /// Writes what has gathered, if it is enough.
    func flush() throws(CommandError) {
        if bytes.count >= Self.limit { try writeAll() }
    }

    /// Writes what is left, and gives the file its name.
    func commit() throws(CommandError) {
        try writeAll()
        do throws(IOError) {
            try file.commit()
        } catch {
            throw CommandError(error)
        }
    }

    private func writeAll() throws(CommandError) {
        do throws(IOError) {
            unsafe try file.write(bytes.bytes)
        } catch {
            throw CommandError(error)
        }
        bytes.removeAll(keepingUpTo: 1 << 20)
    }
}
