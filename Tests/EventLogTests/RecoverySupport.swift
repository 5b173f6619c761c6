import TestSupport
import Testing

@testable import EventLog

/// A recovery in memory: what was kept, and what is told of it.
struct Recovered {
    let recovery: Recovery
    let bytes: [UInt8]
    let reading: Reading

    init(_ bytes: [UInt8], keepsSuspect: Bool = false) throws {
        let sink = MemorySink()
        var recoverer = try LogRecoverer(MemorySource(bytes), into: sink, keepsSuspect: keepsSuspect)
        recovery = try recoverer.run()
        self.bytes = sink.array
        reading = try Reading(self.bytes)
    }

    /// Every new file is sound, whatever the old one was.
    var isSound: Bool {
        get throws {
            let found = try WholeLog.verify(bytes)
            return !found.issues.isDamaged && found.isClosed
                && found.messageCount == recovery.messages + UInt64(recovery.gaps)
        }
    }

    /// Topic, number, times and data of each message, whatever numbers the channels have.
    var contents: [String] { reading.contents }
}

extension Reading {
    var contents: [String] {
        messages.map { message in
            let topic = definitions.channels[message.header.channelID]?.topic ?? "?"
            return
                "\(topic) \(message.header.sequence) \(message.header.logTime) \(message.header.publishTime) "
                + message.data.map(String.init).joined(separator: ",")
        }
    }
}

/// A log of the profile with numbered events in several chunks.
enum Numbered {
    static func log(
        _ count: Int, perChunk size: Int = 2000, compression: WriterOptions.Compression = .lz4
    ) throws -> [UInt8] {
        let lines = (0..<count).map {
            #"{"t":\#(Double($0) / 10),"event":"anchor.removed","session":"main","anchor":"A\#($0 % 50)"}"#
        }
        return try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n").mcap(
            chunkSize: size, compression: compression)
    }

    static func gaps(_ bytes: [UInt8]) throws -> [(number: UInt32, lost: UInt64)] {
        let log = try MemoryLog(mcap: bytes)
        return log.events.compactMap { event in
            event.decode(StoredEvent.LogGap.self).flatMap {
                event.kind == .logGap ? (event.number, $0.lost) : nil
            }
        }
    }
}

extension Recovered {
    /// Labels that were kept; they are messages, but no events.
    var labels: UInt64 {
        let channel = EventKind.logLabel.rawValue
        return UInt64(reading.messages.count { $0.header.channelID == channel })
    }
}
