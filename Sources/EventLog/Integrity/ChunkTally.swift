/// What the messages of one chunk come to, channel by channel, small enough to be kept until its MessageIndexes come.
///
/// An index lists every message by time and place. Instead of the list itself, sums over hashes of its entries are
/// kept: they are the same for the same entries in any order.
struct ChunkTally {
    private struct Share {
        let channel: UInt16
        var count: UInt64 = 0
        var times: UInt64 = 0
        var entries: UInt64 = 0
        var isIndexed = false
    }

    private var shares: [Share] = []
    /// The place of each channel in `shares`, by its number; -1 for those without messages.
    private var places: [Int32] = []
    /// Whether the chunk's messages were read, so that there is something to compare with.
    private(set) var isKnown = false
    /// MessageIndex records that came for the chunk.
    private(set) var indexCount = 0

    /// Begins with another chunk, whose messages are known or not.
    mutating func begin(isKnown: Bool) {
        if places.isEmpty { places = Array(repeating: -1, count: 1 << 16) }
        for share in shares { places[Int(share.channel)] = -1 }
        shares.removeAll(keepingCapacity: true)
        indexCount = 0
        self.isKnown = isKnown
    }

    /// Begins with a chunk of these records.
    mutating func begin(with records: UnsafeRawBufferPointer) {
        begin(isKnown: true)
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            var content = record.content
            guard record.opcode == .message, let message = MCAP.MessageHeader(parsing: &content) else {
                continue
            }
            add(message.channelID, time: message.logTime, offset: record.offset)
        }
    }

    /// Messages of a channel in the chunk.
    func count(of channel: UInt16) -> UInt64 {
        let place = places.isEmpty ? -1 : Int(places[Int(channel)])
        return place < 0 ? 0 : shares[place].count
    }

    var hasMessages: Bool { !shares.isEmpty }

    /// Whether all channels with messages have an index.
    var isComplete: Bool { shares.allSatisfy(\.isIndexed) }

    @inline(__always)
    mutating func add(_ channel: UInt16, time: UInt64, offset: Int) {
        var place = Int(places[Int(channel)])
        if place < 0 {
            place = shares.count
            places[Int(channel)] = Int32(place)
            shares.append(Share(channel: channel))
        }
        shares[place].count += 1
        shares[place].times &+= Digest.of(time)
        shares[place].entries &+= Digest.of(time, UInt64(offset))
    }

    /// What is wrong with a MessageIndex of this chunk; `nil` where it is right.
    mutating func check(_ content: inout ByteCursor) throws(ContainerError) -> String? {
        var fields = FieldReader(content, of: .messageIndex)
        let channel: UInt16 = try fields.integer("channel_id")
        var entries = try fields.slice("records", lengthAs: UInt32.self)
        content = fields.cursor
        var found = Share(channel: channel)
        while let time = entries.read(UInt64.self), let offset = entries.read(UInt64.self) {
            found.count += 1
            found.times &+= Digest.of(time)
            found.entries &+= Digest.of(time, offset)
        }
        guard entries.isAtEnd else { throw .cut(record: .messageIndex, field: "records", offset: 0) }
        indexCount += 1
        guard isKnown else { return nil }
        let place = Int(places[Int(channel)])
        guard place >= 0 else {
            return found.count == 0
                ? nil : "the MessageIndex of channel \(channel) lists messages that the chunk has not"
        }
        guard !shares[place].isIndexed else { return "channel \(channel) has two MessageIndexes" }
        shares[place].isIndexed = true
        let share = shares[place]
        guard found.count == share.count else {
            return
                "the MessageIndex of channel \(channel) lists \(found.count) messages, the chunk has \(share.count)"
        }
        guard found.times == share.times else {
            return "the MessageIndex of channel \(channel) has other times than its messages"
        }
        guard found.entries == share.entries else {
            return "the MessageIndex of channel \(channel) names other places than its messages have"
        }
        return nil
    }
}

/// Hashes whose sum stands for a set of numbers. They find mistakes; they keep out nobody.
enum Digest {
    static func of(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    static func of(_ first: UInt64, _ second: UInt64) -> UInt64 { of(of(first) ^ second) }

    static func of(_ text: String) -> UInt64 { text.utf8.reduce(of(1)) { of($0, UInt64($1)) } }
}
