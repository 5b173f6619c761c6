/// A scanner together with the source that feeds it, for whoever goes through a file record by record.
///
/// It can go on at another place of a source that can seek, which is how reading resumes behind damage.
public struct SourceScanner<Source: ByteSource>: ~Copyable {
    public private(set) var source: Source
    private var scanner: RecordScanner
    /// Where the next bytes are read from; `nil` while the source is read in sequence.
    private var place: UInt64?
    private let limits: ReaderLimits
    private let wants: (Opcode) -> Bool

    /// A scanner of `source` from where it stands, which should be a file's first byte; `wants` as `RecordScanner` has
    /// it.
    public init(
        _ source: Source, limits: ReaderLimits = ReaderLimits(),
        wants: @escaping (Opcode) -> Bool = { _ in true }
    ) {
        self.source = source
        self.limits = limits
        self.wants = wants
        scanner = RecordScanner(limits: limits, wants: wants)
    }

    /// CRC and first byte of the section that the record last handed out is in, as `RecordScanner` has them.
    public var sectionCRC: CRC32 { scanner.sectionCRC }
    public var sectionStart: UInt64 { scanner.sectionStart }
    /// File offset of the next byte to be looked at.
    public var offset: UInt64 { scanner.offset }

    /// The next record, or what else there is to say; never `needMore`. What was handed out before is then invalid.
    public mutating func next() throws(ContainerError) -> RecordScanner.Step {
        while true {
            let step = try scanner.next()
            guard case .needMore = step else { return step }
            do {
                try fill()
            } catch {
                throw .io(error)
            }
        }
    }

    /// Widens the message last handed out to those that follow it, as `RecordScanner` does.
    mutating func extendMessageRun() -> UnsafeRawBufferPointer { unsafe scanner.extendMessageRun() }

    /// Lets `sectionCRC` be.
    mutating func stopCRC() { scanner.stopCRC() }

    /// Goes on with the record that begins at `offset`. Sections have no CRC any more.
    public mutating func resume(at offset: UInt64) { resume(at: offset, length: nil) }

    /// Goes on with a chunk that proved itself.
    mutating func resume(at found: ChunkFinder.Found) { resume(at: found.offset, length: found.length) }

    private mutating func resume(at offset: UInt64, length: UInt64?) {
        scanner = RecordScanner(limits: limits, resumingAt: offset, length: length, wants: wants)
        place = offset
    }

    private mutating func fill() throws(IOError) {
        // Not a closure over self: the scanner is being changed while the source is read.
        var source = source
        let place = place
        let count = unsafe try scanner.fill { (target) throws(IOError) -> Int in
            guard let place else { return unsafe try source.read(into: target) }
            return unsafe try source.read(at: place, into: target)
        }
        self.source = source
        if let place { self.place = place + UInt64(count) }
        if count == 0 { scanner.finish() }
    }
}
