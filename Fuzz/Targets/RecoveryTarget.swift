import EventLog

/// What is recovered, sealed or compacted is sound, and holds no message that was not good before.
enum RecoveryTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let source = try Reading(MemorySource(bytes)), let found = try verification(of: bytes) else {
            return
        }
        let (out, recovery) = try recover(bytes)
        let kept = try sound(out, recovery)
        if !recovery.hasLoss {
            try require(
                kept.map(\.data) == source.messages.map(\.data)
                    && kept.map(\.sequence) == source.messages.map(\.sequence),
                "nothing is said to be lost, and yet \(kept.count) of \(source.messages.count) messages")
        }
        try checkNoBadBytes(bytes, kept)
        // There is nothing to be recovered of what was.
        let (_, second) = try recover(out)
        try require(!second.hasLoss, "recovered again, it loses \(second.losses)")
        try require(
            second.messages == recovery.messages + UInt64(recovery.gaps), "recovered again, it has others")
        let (suspect, told) = try recover(bytes, keepsSuspect: true)
        _ = try sound(suspect, told)
        if found.verdict != .damaged { try compact(bytes, found) }
        try seal(bytes, source, found)
    }

    private static func recover(_ bytes: [UInt8], keepsSuspect: Bool = false) throws -> ([UInt8], Recovery) {
        let sink = MemorySink()
        var recoverer = try LogRecoverer(
            MemorySource(bytes), into: sink, keepsSuspect: keepsSuspect, limits: .standard)
        let recovery = try recoverer.run()
        return (sink.array, recovery)
    }

    /// The messages of what was recovered, those aside that tell of gaps.
    private static func sound(_ out: [UInt8], _ recovery: Recovery) throws -> [SeenMessage] {
        let found = try verification(of: out)
        try require(found?.issues.isDamaged == false, "the new file is \(found?.issues.damage ?? [])")
        try require(found?.isClosed == true, "the new file is not closed")
        guard let reading = try Reading(MemorySource(out)) else { return [] }
        let count = recovery.messages + UInt64(recovery.gaps)
        try require(
            reading.messages.count == count, "\(reading.messages.count) messages instead of \(count)")
        return recovery.gaps > 0 ? reading.messages.filter { $0.topic != "/log/gap" } : reading.messages
    }

    /// What stands in a chunk that does not match its checksum, and nowhere else, must not come out as if it were good.
    private static func checkNoBadBytes(_ bytes: [UInt8], _ kept: [SeenMessage]) throws {
        let bad = try BadChunks(in: bytes)
        for message in kept {
            try require(
                !bad.holdAlone(message), "message \(message.sequence) of a bad chunk came out as a good one")
        }
    }

    private static func compact(_ bytes: [UInt8], _ found: Verification) throws {
        guard !found.issues.notices.contains(where: { $0.kind == .secondFile || $0.kind == .tornRecord })
        else {
            return
        }
        let sink = MemorySink()
        var compactor = LogCompactor<MemorySource, MemorySink>(
            MemorySource(bytes), chunkSize: 256, limits: .standard)
        let result = try compactor.run(into: sink)
        let copy = try verification(of: sink.array)
        try require(copy?.issues.isDamaged == false, "the copy is \(copy?.issues.damage ?? [])")
        try require(
            copy?.eventCount == found.eventCount
                && (copy?.messageCount ?? 0) + result.droppedLabels == found.messageCount,
            "\(copy?.messageCount ?? 0) messages in the copy of \(found.messageCount)")
    }

    /// Sealing works on a file: one of this process, in memory where the system has it.
    private static func seal(_ bytes: [UInt8], _ source: Reading, _ found: Verification) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("log.mcap", bytes)
        do {
            let finished = try LogSealer.seal(path, limits: .standard)
            let sealed = try folder.bytes("log.mcap")
            if finished.wasClosed {
                try require(sealed == bytes, "a closed log was changed")
                return
            }
            let again = try verification(of: sealed)
            try require(again?.issues.isDamaged == false && again?.isClosed == true, "sealed, it is damaged")
            let kept = try Reading(MemorySource(sealed))?.messages ?? []
            try require(kept == source.messages, "sealed, it has other messages")
            try require(
                try LogSealer.seal(path, limits: .standard).wasClosed,
                "sealed, it can be sealed again")
            try require(try folder.bytes("log.mcap") == sealed, "sealing a sealed log changed it")
        } catch let error as SealError {
            try require(try folder.bytes("log.mcap") == bytes, "refused (\(error)), and changed")
        }
    }
}
