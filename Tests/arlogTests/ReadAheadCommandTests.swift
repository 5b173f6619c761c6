import Foundation
import TestSupport
import Testing

@testable import arlog

/// However many threads read and judge a log, the answer is the same.
@Suite struct ReadAheadCommandTests {
    private static let answers: [[String]] = [
        ["check"], ["check", "--json"], ["report", "--json", "-o", "-"],
        ["report", "--format", "markdown", "-o", "-"],
    ]

    private func expectSame(_ words: [String], _ path: String, _ comment: String) {
        let alone = Ran(words + ["--threads", "1", path])
        let two = Ran(words + ["--threads", "2", path])
        #expect(alone.status == two.status, "\(comment)")
        #expect(difference(alone.output, two.output) == nil, "\(comment)")
        #expect(alone.errors == two.errors, "\(comment)")
    }

    @Test(arguments: answers)
    func samples(words: [String]) throws {
        for name in Samples.names {
            for ending in ["mcap", "ndjson"] {
                expectSame(words, "\(Samples.folder)/\(name).\(ending)", "\(words) \(name).\(ending)")
            }
        }
    }

    @Test(arguments: answers)
    func damagedOnes(words: [String]) throws {
        let scratch = try Scratch()
        for name in Samples.names {
            var bytes = Array(try Samples.bytes("\(name).mcap"))
            for place in stride(from: 100, to: bytes.count, by: 1009) { bytes[place] ^= 0x21 }
            expectSame(words, try scratch.write("\(name).mcap", bytes), "\(words) damaged \(name)")
            bytes = Array(try Samples.bytes("\(name).mcap").prefix(bytes.count * 2 / 3))
            expectSame(words, try scratch.write("cut-\(name).mcap", bytes), "\(words) cut \(name)")
        }
    }

    @Test func whatIsNoLogIsRefusedTheSame() throws {
        let scratch = try Scratch()
        expectSame(["check"], try scratch.write("empty.mcap", ""), "empty")
        expectSame(["check"], try scratch.write("text.mcap", "no log"), "text")
        expectSame(["check"], scratch.path + "/none.mcap", "none")
    }
}
