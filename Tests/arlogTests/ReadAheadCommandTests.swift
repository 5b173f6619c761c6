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

    private func expectSame(_ words: [String], _ path: String, _ comment: String, threads: Int = 2) {
        let alone = Ran(words + ["--threads", "1", path])
        let several = Ran(words + ["--threads", "\(threads)", path])
        #expect(alone.status == several.status, "\(comment)")
        #expect(difference(alone.output, several.output) == nil, "\(comment)")
        #expect(alone.errors == several.errors, "\(comment)")
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

    /// Logs of a folder are judged at once, and told in their order, those that can't be read among them.
    @Test(arguments: CheckCommand.Format.allCases, [2, 5, 200])
    func aFolder(format: CheckCommand.Format, threads: Int) throws {
        let scratch = try Scratch()
        for name in Samples.names {
            _ = try scratch.write("\(name).mcap", Samples.bytes("\(name).mcap"))
            _ = try scratch.write("cut-\(name).mcap", Array(try Samples.bytes("\(name).mcap").dropLast(999)))
        }
        for place in 0..<20 { _ = try scratch.write("b\(place).mcap", "no log") }
        let words = ["check", "--format", format.rawValue]
        expectSame(words, scratch.path, "\(words)", threads: threads)
        let checked = Ran(words + ["--threads", "\(threads)", scratch.path])
        let refused = checked.errors.split(separator: "\n").filter { $0.contains("not a log") }
        #expect(refused.count == 20 && refused == refused.sorted())
    }
}
