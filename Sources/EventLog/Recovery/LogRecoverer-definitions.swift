/// Definitions, which have no CRC of their own, held against what proves them.
extension LogRecoverer {
    /// Takes a definition that stands outside chunks, where no CRC of its own proves it.
    mutating func takeDefinition(_ record: ScannedRecord) throws(ContainerError) {
        if let index, index.isProven, let other = index.definitions.contradiction(of: record) {
            recovery.doubt("\(other) is not as the summary says, which its checksum proves")
            if try !isDataProven(index) {
                definitions.take(other, from: index.definitions)
                return
            }
        }
        // What is found among bytes that lead nowhere says nothing against what is known.
        if isInRow, definitions.contradiction(of: record) != nil { return }
        register(record.opcode, record.content, at: record.offset)
    }

    /// Registers a definition; what contradicts others, or the table of kinds, makes doubtful what it names.
    mutating func register(_ opcode: Opcode, _ content: ByteCursor, at offset: UInt64) {
        var log = IssueLog(limit: 1)
        definitions.register(opcode, content: content, offset: offset, log: &log)
        if let problem = log.firstDamage { recovery.doubt(problem.message) }
    }

    /// Whether the CRC of the data section, which a proven summary follows, matches: then what is in it was written so.
    private mutating func isDataProven(_ index: LogIndex) throws(ContainerError) -> Bool {
        if let isDataProven { return isDataProven }
        let found: Bool
        do throws(IOError) {
            found = try Self.hasDataCRC(scanner.source, before: index.summaryStart)
        } catch {
            throw .io(error)
        }
        isDataProven = found
        return found
    }

    private static func hasDataCRC(_ source: Source, before summary: UInt64) throws(IOError) -> Bool {
        let endSize = UInt64(MCAP.prefixSize + 4)
        guard summary > endSize else { return false }
        var crc = CRC32()
        var piece = ByteBuffer(capacity: 1 << 18)
        var place: UInt64 = 0
        while place < summary {
            let at = place
            let limit = summary - endSize
            let count = Int(min(1 << 18, (at < limit ? limit : summary) - at))
            piece.removeAll()
            let got = unsafe try piece.append(room: count) { (target) throws(IOError) in
                unsafe try source.read(at: at, into: target)
            }
            guard got == count else { return false }
            if at < limit { unsafe crc.update(piece.bytes) }
            place += UInt64(count)
        }
        var walker = unsafe RecordWalker(piece.bytes)
        guard let end = walker.next(), end.opcode == .dataEnd else { return false }
        var content = end.content
        let expected = try? MCAP.DataEnd(parsing: &content).dataSectionCRC
        return expected != 0 && expected == crc.value
    }
}
