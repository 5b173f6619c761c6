/// Several files as one row of bytes, as if they had been glued together: readers take each for a further file.
///
/// Few of them are open at a time, however many there are.
public final class GluedSource: ByteSource {
    private struct Part {
        let path: String
        let start: UInt64
        let size: UInt64
    }

    private let parts: [Part]
    private var position: UInt64 = 0
    /// Those that were read last, the last first.
    private var open: [(part: Int, file: InputFile)] = []
    private static let openLimit = 4

    /// The regular files at `paths`, in this order, as large as they are now.
    public init(paths: [String]) throws(IOError) {
        var parts: [Part] = []
        var start: UInt64 = 0
        for path in paths {
            let file = try InputFile(path: path)
            guard let size = file.size else {
                throw IOError(path: path, operation: .seek, code: Platform.Failure.notSeekable.code)
            }
            parts.append(Part(path: path, start: start, size: size))
            start &+= size
        }
        self.parts = parts
    }

    /// Where each file behind the first begins.
    public var fileStarts: [UInt64] { parts.dropFirst().map(\.start) }

    public var isSeekable: Bool { true }
    public var size: UInt64? { parts.last.map { $0.start + $0.size } ?? 0 }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try read(at: position, into: buffer)
        position += UInt64(count)
        return count
    }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        var filled = 0
        for (number, part) in parts.enumerated() {
            let place = offset &+ UInt64(filled)
            guard filled < buffer.count, place >= part.start, place - part.start < part.size else { continue }
            let room = min(UInt64(buffer.count - filled), part.size - (place - part.start))
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + Int(room)])
            let count = unsafe try file(number).read(at: place - part.start, into: rest)
            filled += count
            // One that became shorter meanwhile ends it all.
            if count < Int(room) { break }
        }
        return filled
    }

    private func file(_ number: Int) throws(IOError) -> InputFile {
        if let known = open.firstIndex(where: { $0.part == number }) {
            if known > 0 { open.swapAt(0, known) }
        } else {
            if open.count >= Self.openLimit { open.removeLast() }
            open.insert((number, try InputFile(path: parts[number].path)), at: 0)
        }
        return open[0].file
    }
}
