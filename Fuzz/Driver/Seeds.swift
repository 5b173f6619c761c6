import EventLog
import Foundation
import FuzzTargets
import TestSupport

/// What the fuzzer begins with: small inputs that reach every part, made from the sample sessions and by hand.
enum Seeds {
    static func write(to folder: String, from logs: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: logs).filter {
            $0.hasSuffix(".ndjson")
        }
        for target in FuzzTarget.allCases {
            let place = folder + "/" + target.rawValue
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            for (name, bytes) in try seeds(of: target, names.sorted().map { logs + "/" + $0 }) {
                try Data(bytes).write(to: URL(filePath: place + "/" + name))
            }
        }
    }

    private static func seeds(of target: FuzzTarget, _ logs: [String]) throws -> [(String, [UInt8])] {
        switch target {
        case .container, .recovery: return try SmallFiles.all()
        case .journal: return try SmallFiles.withJournals()
        case .ndjson: return try pieces(of: logs).map { ($0, Array($1.utf8)) } + everyKind()
        case .decoding:
            return try everyKind().map { ($0, try EventScript.bytes(of: MemoryLog(ndjson: $1))) }
        case .rules:
            return try pieces(of: logs).map { name, text in
                (name, [0] + EventScript.bytes(of: try MemoryLog(ndjson: text)))
            }
        }
    }

    /// The first lines of each session, and each of its later thirds.
    private static func pieces(of logs: [String]) throws -> [(String, String)] {
        try logs.flatMap { path -> [(String, String)] in
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .filter { !$0.hasPrefix("#") }
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            return [0, 1, 2].map { part in
                let first = lines.count * part / 3
                let some = lines[first..<min(lines.count, first + 40)]
                return ("\(name)-\(part)", some.joined(separator: "\n") + "\n")
            }
        }
    }

    /// A few lines of each kind, with all fields and with few.
    private static func everyKind() throws -> [(String, [UInt8])] {
        var maker = PayloadMaker(seed: 1)
        return KindDescriptor.all.filter { $0.kind != .logLabel }.map { kind in
            let lines = [PayloadMaker.Fill.all, .required, .some].enumerated().map { index, fill in
                maker.line(Double(index), kind, fill).ndjson
            }
            return ("kind-\(kind.kind.name)", Array(lines.joined(separator: "\n").utf8) + [0x0A])
        }
    }
}
