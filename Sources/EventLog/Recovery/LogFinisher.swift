/// What finishing a log came to.
public struct FinishedLog: Equatable, Sendable {
    /// Whether there was nothing to do.
    public var wasClosed = false
    public var messageCount: UInt64 = 0
    /// Messages that were appended.
    public var appendedCount: UInt64 = 0
    /// Bytes that were cut off: a torn record, space that was never written, a summary that is made anew.
    public var cutBytes: UInt64 = 0
    public var isTorn = false
    public var rebuiltIndexes = 0
}

/// Why a log could not be finished.
public enum FinishError: Error, Equatable, Sendable {
    /// Another process is writing it.
    case inUse
    /// It is more than unclosed: what is wrong, and at which byte.
    case damaged(String, offset: UInt64)
    case container(ContainerError)
}

/// Finishes, in place, a log that was never closed: the longest valid prefix is kept, and indexes, summary and footer
/// come behind it.
///
/// It may die at any moment and be called again: what it cuts off first was torn, and what it wrote half is torn then.
public enum LogFinisher {
    /// Finishes the log at `path`, unless it is closed already. `records`, whole Schema, Channel and Message records
    /// that the log lacks, such as those of a journal, become its last chunk.
    public static func finish(
        path: String, appending records: [UInt8] = []
    ) throws(FinishError) -> FinishedLog {
        let opened: ContinuedFile?
        do {
            opened = try ContinuedFile(path: path)
        } catch {
            throw .container(.io(error))
        }
        guard let file = opened else { throw .inUse }
        let found = try check(file)
        if found.isClosed, records.isEmpty {
            return FinishedLog(wasClosed: true, messageCount: found.messageCount)
        }
        do throws(ContainerError) {
            file.rewind()
            let prefix = try UnclosedPrefix(file)
            var finished = try finish(file, prefix, appending: records)
            finished.isTorn = found.issues.notices.contains { $0.kind == .tornRecord }
            return finished
        } catch {
            throw .container(error)
        }
    }

    /// Only what is merely unclosed is finished; a fresh signature would hide everything else.
    private static func check(_ file: ContinuedFile) throws(FinishError) -> Verification {
        let found: Verification
        do throws(ContainerError) {
            var verifier = LogVerifier(file)
            found = try verifier.run()
        } catch {
            throw .container(error)
        }
        let refused = found.issues.issues.first {
            $0.severity == .damage || $0.kind == .secondFile || $0.kind == .trailingBytes
        }
        if let refused { throw .damaged(refused.message, offset: refused.offset) }
        return found
    }

    /// Writes what is lacking behind `prefix`, in one write.
    static func finish(
        _ file: ContinuedFile, _ prefix: UnclosedPrefix, appending records: [UInt8]
    ) throws(ContainerError) -> FinishedLog {
        var prefix = prefix
        let size = file.size ?? prefix.end
        var tail = ByteBuffer()
        tail.append(prefix.missing)
        var finished = FinishedLog(
            cutBytes: size - min(size, prefix.end), rebuiltIndexes: prefix.rebuiltIndexes)
        if !records.isEmpty {
            finished.appendedCount = try append(records, to: &tail, &prefix)
        }
        finished.messageCount = prefix.messageCount
        var crc = prefix.crc
        unsafe crc.update(tail.bytes)
        MCAP.DataEnd(dataSectionCRC: crc.value).encode(into: &tail)
        var summary = ByteBuffer()
        prefix.summary.encode(into: &summary, at: prefix.end + UInt64(tail.count), options: WriterOptions())
        unsafe tail.append(summary.bytes)
        do {
            try file.cut(to: prefix.end)
            unsafe try file.write(tail.bytes)
            try file.sync()
        } catch {
            throw .io(error)
        }
        return finished
    }

    private static func append(
        _ records: [UInt8], to tail: inout ByteBuffer, _ prefix: inout UnclosedPrefix
    ) throws(ContainerError) -> UInt64 {
        var assembler = try ChunkAssembler()
        var copy = ByteBuffer(capacity: records.count)
        copy.append(records)
        let content = unsafe try assembler.assemble(copy.bytes)
        try unsafe prefix.addDefinitions(in: copy.bytes)
        prefix.summary.add(content, at: prefix.end + UInt64(tail.count))
        unsafe tail.append(assembler.bytes)
        return content.messageCount
    }
}
