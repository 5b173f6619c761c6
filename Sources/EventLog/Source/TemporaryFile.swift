#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file without a name, readable for nobody else, that is gone with its last reference.
final class TemporaryFile {
    private let descriptor: Int32
    private let path: String
    private(set) var size: UInt64 = 0

    /// Makes the file in `TMPDIR`, or else in `/tmp`.
    init() throws(IOError) {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var random = SystemRandomNumberGenerator()
        path = folder + "/arlog-" + String(random.next() as UInt64, radix: 36)
        do throws(Platform.Failure) {
            descriptor = try Platform.create(path)
        } catch {
            throw IOError(path: path, operation: .create, code: error.code)
        }
        Platform.removeFile(path)
    }

    deinit { Platform.closeFile(descriptor) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        do {
            unsafe try Platform.writeAll(descriptor, bytes)
        } catch {
            throw IOError(path: path, operation: .write, code: error.code)
        }
        size += UInt64(bytes.count)
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        do {
            return unsafe try Platform.readAll(descriptor, at: offset, into: buffer)
        } catch {
            throw IOError(path: path, operation: .read, code: error.code)
        }
    }
}
