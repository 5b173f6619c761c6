/// Finds the records of an MCAP file in bytes fed from outside; does no input itself.
///
/// Bytes go into a window that holds the record at hand and little more. Nothing here trusts a length: one over the
/// limit is passed over without being held, one beyond the end of the file makes the record torn.
public struct RecordScanner: ~Copyable {
    public enum Step {
        case record(ScannedRecord)
        /// A record's content was passed over: of a kind nobody wants, or too long to hold (`isTooLong`).
        case skipped(opcode: Opcode, length: UInt64, offset: UInt64, isTooLong: Bool)
        /// Another file begins where one ended.
        case fileStart(offset: UInt64)
        /// More bytes are needed: `fill` or `feed`, or `finish()` where there are none.
        case needMore
        case end(ScanEnd)
    }

    private enum State {
        case start, records, afterFooter, afterFile
        case zeros(from: UInt64)
        case skipping(left: UInt64, opcode: Opcode, length: UInt64, offset: UInt64, isTooLong: Bool)
        case ended(ScanEnd)
    }

    private let limits: ReaderLimits
    private var takesCRC = true
    private let wants: (Opcode) -> Bool
    private var window = ByteBuffer()
    /// Bytes of the window that were handed out already.
    private var position = 0
    /// File offset of the window's first byte.
    private var windowOffset: UInt64 = 0
    /// Where in the window the record last handed out begins.
    private var recordStart = 0
    private var state = State.start
    /// Bytes that the record at hand lacks, as it says.
    private var missing = 0
    /// The length of the next record's content, where it is known better than the record says it.
    private var knownLength: UInt64?
    private var isFinished = false
    private var isClosed = false
    /// The last bytes that were passed over, the newest in the highest place.
    private var passedTail: UInt64 = 0

    /// CRC of everything in this section of the file before the record last handed out.
    ///
    /// Sections: from the file's first byte to DataEnd, and from behind it to the Footer.
    public private(set) var sectionCRC = CRC32()
    private var runningCRC = CRC32()
    /// File offset of the section's first byte.
    public private(set) var sectionStart: UInt64 = 0

    /// A scanner at a file's first byte that hands out the content of the records that `wants` names, and always
    /// DataEnd and Footer. The others are passed over without being held.
    public init(
        limits: ReaderLimits = ReaderLimits(),
        wants: @escaping (Opcode) -> Bool = { _ in true }
    ) {
        self.limits = limits
        self.wants = { wants($0) || $0 == .dataEnd || $0 == .footer }
    }

    /// A scanner that begins with the record at `offset` of a file, for going on behind damage; `length` is that of its
    /// content, where the record itself has it wrong.
    init(
        limits: ReaderLimits, resumingAt offset: UInt64, length: UInt64? = nil,
        wants: @escaping (Opcode) -> Bool
    ) {
        self.init(limits: limits, wants: wants)
        takesCRC = false
        knownLength = length
        windowOffset = offset
        sectionStart = offset
        state = .records
    }

    /// File offset of the next byte to be looked at.
    public var offset: UInt64 { windowOffset + UInt64(position) }

    /// Gives bytes; what `next()` handed out before is no longer valid.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        dropPassed()
        unsafe window.append(bytes)
    }

    /// Lets `body` put bytes into the window and say how many; what `next()` handed out is no longer valid.
    @discardableResult
    public mutating func fill<E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) -> Int {
        dropPassed()
        // As far as the record at hand goes, so that little of the next has to be moved; but the window grows with
        // what arrived, not with what a record claims.
        let room = max(limits.readSize, min(missing, window.count))
        return unsafe try window.append(room: room) { (target) throws(E) -> Int? in unsafe try body(target) }
            ?? 0
    }

    /// Lets `sectionCRC` be, for whoever needs it no longer.
    public mutating func stopCRC() { takesCRC = false }

    /// Says that no more bytes will come.
    public mutating func finish() { isFinished = true }

    /// The next record, or what else there is to say. Throws only where the bytes are no MCAP file at all.
    public mutating func next() throws(ContainerError) -> Step {
        while true {
            switch state {
            case .start:
                guard available >= MCAP.magic.count || isFinished else { return .needMore }
                guard isMagicNext else { throw .notMCAP(found: unsafe Array(ahead.prefix(MCAP.magic.count))) }
                pass(MCAP.magic.count)
                sectionCRC = runningCRC
                state = .records
            case .records:
                if let step = nextRecord() { return step }
            case .skipping(let left, let opcode, let length, let offset, let isTooLong):
                let count = Int(min(left, UInt64(available)))
                pass(count)
                let rest = left - UInt64(count)
                if rest == 0 {
                    state = .records
                    return .skipped(opcode: opcode, length: length, offset: offset, isTooLong: isTooLong)
                }
                state = .skipping(
                    left: rest, opcode: opcode, length: length, offset: offset, isTooLong: isTooLong)
                guard isFinished else { return .needMore }
                // No writer that was merely cut off leaves a length that is beyond everything.
                if isTooLong && wants(opcode) { end(.unreadable, at: offset) } else { endTorn(at: offset) }
            case .afterFooter:
                guard available >= MCAP.magic.count || isFinished else { return .needMore }
                isClosed = isMagicNext
                if isClosed {
                    pass(MCAP.magic.count)
                    state = .afterFile
                } else {
                    end(available == 0 || available < MCAP.magic.count ? .torn : .trailingBytes)
                }
            case .afterFile:
                guard available >= MCAP.magic.count || isFinished else { return .needMore }
                if available == 0 {
                    end(.complete)
                } else if isMagicNext {
                    return startFile()
                } else if unsafe ahead[0] == 0 {
                    state = .zeros(from: offset)
                } else {
                    end(.trailingBytes)
                }
            case .zeros(let start):
                if let step = passZeros(from: start) { return step }
            case .ended(let end):
                return .end(end)
            }
        }
    }

    /// Widens the message last handed out to all whole messages that follow it in the window, as far as `runSize`.
    ///
    /// The bytes stand as in the file, each message with opcode and length.
    public mutating func extendMessageRun() -> UnsafeRawBufferPointer {
        var walker = unsafe RecordWalker(ahead)
        var count = 0
        while position - recordStart + count < limits.runSize, let record = walker.next(),
            record.opcode == .message
        {
            count = walker.offset
        }
        pass(count)
        return unsafe UnsafeRawBufferPointer(rebasing: window.bytes[recordStart..<position])
    }
}

extension RecordScanner {
    private var available: Int { window.count - position }
    private var ahead: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: window.bytes[position...])
    }

    private var isMagicNext: Bool { unsafe ahead.starts(with: MCAP.magic) }

    /// `nil` where the state has changed and must be looked at again.
    private mutating func nextRecord() -> Step? {
        let cursor = unsafe ByteCursor(ahead)
        guard let code = cursor.peek(UInt8.self) else {
            if !isFinished { return .needMore }
            end(.notClosed)
            return nil
        }
        if code == 0 {
            state = .zeros(from: offset)
            return nil
        }
        if code == MCAP.magic[0] {
            guard available >= MCAP.magic.count || isFinished else { return .needMore }
            if isMagicNext {
                // At the very end it closes a file that lost its footer; elsewhere it begins the next.
                guard available > MCAP.magic.count || isFinished else { return .needMore }
                if available > MCAP.magic.count { return startFile() }
                pass(MCAP.magic.count)
                end(.notClosed)
                return nil
            }
        }
        guard let length = knownLength ?? cursor.peek(UInt64.self, at: 1) else {
            if !isFinished { return .needMore }
            endTorn(at: offset)
            return nil
        }
        let opcode = Opcode(rawValue: code)
        let isTooLong = length > UInt64(limits.recordSize)
        if isTooLong || !wants(opcode) {
            state = .skipping(
                left: length, opcode: opcode, length: length, offset: offset, isTooLong: isTooLong)
            startRecord()
            pass(MCAP.prefixSize)
            return nil
        }
        let size = MCAP.prefixSize + Int(length)
        guard available >= size else {
            missing = size - available
            if !isFinished { return .needMore }
            endTorn(at: offset)
            return nil
        }
        return .record(handOut(opcode, size: size))
    }

    private mutating func handOut(_ opcode: Opcode, size: Int) -> ScannedRecord {
        let place = offset
        missing = 0
        startRecord()
        pass(size)
        let whole = unsafe UnsafeRawBufferPointer(rebasing: window.bytes[recordStart..<position])
        if opcode == .dataEnd {
            runningCRC = CRC32()
            sectionStart = offset
        } else if opcode == .footer {
            state = .afterFooter
        }
        return unsafe ScannedRecord(opcode: opcode, whole: whole, offset: place)
    }

    private mutating func startRecord() {
        recordStart = position
        knownLength = nil
        sectionCRC = runningCRC
    }

    private mutating func startFile() -> Step {
        let place = offset
        runningCRC = CRC32()
        takesCRC = true
        sectionStart = place
        isClosed = false
        pass(MCAP.magic.count)
        state = .records
        return .fileStart(offset: place)
    }

    private mutating func passZeros(from start: UInt64) -> Step? {
        let count = unsafe ahead.firstIndex { $0 != 0 } ?? available
        pass(count)
        if available == 0 {
            if !isFinished { return .needMore }
            end(.zeros, at: start)
        } else if available < MCAP.magic.count && !isFinished {
            return .needMore
        } else if isMagicNext {
            return startFile()
        } else {
            // What follows the zeros may well be a record: reading goes on from the first of them.
            if isClosed { end(.trailingBytes) } else { end(.unreadable, at: start) }
        }
        return nil
    }

    private mutating func pass(_ count: Int) {
        let passed = unsafe UnsafeRawBufferPointer(rebasing: window.bytes[position..<position + count])
        if takesCRC { unsafe runningCRC.update(passed) }
        var tail = unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: passed.suffix(8)))
        while let byte = tail.read(UInt8.self) { passedTail = passedTail >> 8 | UInt64(byte) << 56 }
        position += count
    }

    private mutating func dropPassed() {
        window.removeFirst(position)
        windowOffset += UInt64(position)
        position = 0
        recordStart = 0
    }

    private mutating func end(_ reason: ScanEnd.Reason, at place: UInt64? = nil) {
        state = .ended(ScanEnd(reason: reason, offset: place ?? offset, isClosed: isClosed))
    }

    /// Tells a record that was cut off from one whose wrong length swallows what follows: there, another chunk begins
    /// further on, or the file ends as a closed one does.
    private mutating func endTorn(at place: UInt64) {
        let swallowsChunk = unsafe ChunkSignature.firstChunk(in: ahead, from: 1) != nil
        pass(available)
        let isClosedBehind = passedTail == 0x0A0D_3050_4143_4D89
        end(swallowsChunk || isClosedBehind ? .unreadable : .torn, at: place)
    }
}
