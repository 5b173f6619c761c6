/// Cuts a source into lines, holding no more than one of them and a read's worth of the next.
struct LineReader: ~Copyable {
    /// One line, valid until the next is asked for.
    @safe
    struct Line {
        /// The line without its end; empty where it is too long.
        let text: UnsafeRawBufferPointer
        /// False for a last line without a newline.
        let isComplete: Bool
        /// Whether the line is over the limit and was skipped.
        let isTooLong: Bool
    }

    private var buffer = ByteBuffer(capacity: LineReader.readSize)
    /// Where the next line begins in the buffer.
    private var start = 0
    /// How far the buffer was searched for a newline.
    private var searched = 0
    private var isSkipping = false
    private var hasEnded = false
    private let limit: Int
    /// The number of the line given last, from 1.
    private(set) var number = 0

    static let readSize = 256 << 10

    init(limit: Int) { self.limit = limit }

    /// The next line, valid until the next call; `nil` at the end. `read` fills a piece of memory from the source.
    mutating func next(
        _ read: (UnsafeMutableRawBufferPointer) throws(IOError) -> Int
    ) throws(IOError) -> Line? {
        while true {
            if let end = newline() {
                let line = unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[start..<end])
                start = end + 1
                searched = start
                if let line = unsafe finish(line, isComplete: true) { return line }
                continue
            }
            searched = buffer.count
            if buffer.count - start > limit {
                isSkipping = true
                buffer.removeAll(keepingUpTo: 4 * Self.readSize)
                start = 0
                searched = 0
            }
            if hasEnded {
                let line = unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[start...])
                start = buffer.count
                searched = start
                if unsafe line.isEmpty && !isSkipping { return nil }
                return unsafe finish(line, isComplete: false)
            }
            unsafe try fill(read)
        }
    }

    /// Counts the line; `nil` where there is nothing in it to be told.
    private mutating func finish(_ line: UnsafeRawBufferPointer, isComplete: Bool) -> Line? {
        number += 1
        if isSkipping || line.count > limit {
            isSkipping = false
            return unsafe Line(
                text: UnsafeRawBufferPointer(start: nil, count: 0), isComplete: isComplete, isTooLong: true)
        }
        var line = unsafe line
        if let last = unsafe line.last, last == UInt8(ascii: "\r") {
            unsafe line = UnsafeRawBufferPointer(rebasing: line.dropLast())
        }
        if number == 1, unsafe line.starts(with: [0xEF, 0xBB, 0xBF]) {
            unsafe line = UnsafeRawBufferPointer(rebasing: line.dropFirst(3))
        }
        guard let first = unsafe line.first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }),
            first != UInt8(ascii: "#")
        else { return nil }
        return unsafe Line(text: line, isComplete: isComplete, isTooLong: false)
    }

    private func newline() -> Int? {
        unsafe ByteSearch.first(UInt8(ascii: "\n"), in: buffer.bytes, from: searched)
    }

    private mutating func fill(
        _ read: (UnsafeMutableRawBufferPointer) throws(IOError) -> Int
    ) throws(IOError) {
        if start > 0 {
            buffer.removeFirst(start)
            searched -= start
            start = 0
        }
        let count = unsafe try buffer.append(room: Self.readSize) {
            (room: UnsafeMutableRawBufferPointer) throws(IOError) -> Int? in unsafe try read(room)
        }
        hasEnded = (count ?? 0) == 0
    }
}
