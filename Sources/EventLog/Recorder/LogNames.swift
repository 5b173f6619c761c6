/// What the files of a recording are called: `NAME-TIME-NUMBER.mcap`, its later segments with `-2`, `-3` behind that,
/// and two journals beside the one that is being written.
struct LogNames: Sendable {
    let folder: String
    /// What all files of this recorder begin with.
    let prefix: String
    /// The first segment's name without its ending.
    let base: String

    /// The names of a recording that began at `start`, nanoseconds since 1970.
    init(folder: String, name: String, start: UInt64, recording: EntityID) {
        // No name leads out of the folder.
        let safe = name.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." ? $0 : "_" }
        let digits = Timestamp.text(start).filter { $0.isNumber || $0 == "T" }.prefix(15)
        prefix = Self.shortened(safe) + "-"
        base = prefix + digits + "Z-" + recording.uuidText.prefix(8)
        self.folder = folder.isEmpty ? "." : folder
    }

    /// As much of a name as leaves room for the rest: file systems count bytes, and end at 255.
    private static func shortened(_ name: [Character]) -> String {
        var short = ""
        for character in name {
            guard short.utf8.count + String(character).utf8.count <= 100 else { break }
            short.append(character)
        }
        return short
    }

    /// The name of a segment's file.
    func log(_ segment: UInt64) -> String { segment <= 1 ? base + ".mcap" : "\(base)-\(segment).mcap" }

    func path(_ name: String) -> String { folder + "/" + name }

    /// Puts what is called so on the disk: the folder, and its own name in the one above it.
    func sync(_ system: RecorderSystem) throws(IOError) {
        for folder in [folder, Self.folder(of: folder)] {
            do throws(Platform.Failure) {
                try system.syncFolder(folder)
            } catch {
                throw IOError(path: folder, operation: .sync, code: error.code)
            }
        }
    }

    static let journalEndings = [".journal", ".journal2"]

    /// The paths of the journals of the log at `path`.
    static func journals(of path: String) -> [String] { journalEndings.map { path + $0 } }

    /// The paths that the two segments before the one at `path` have, as far as its name tells.
    static func segmentsBefore(_ path: String) -> [String] {
        guard path.hasSuffix(".mcap"), let dash = path.lastIndex(of: "-") else { return [] }
        let number = UInt64(path[path.index(after: dash)...].dropLast(5)) ?? 0
        let earlier = number > 2 ? [number - 1, number - 2] : number == 2 ? [1] : []
        return earlier.map { path[..<dash] + ($0 == 1 ? "" : "-\($0)") + ".mcap" }
    }

    /// The last part of a path.
    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The folder of a path.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Where a log of this recorder's name stands among the others, in the order of time; `nil` for other files.
    func age(of name: String) -> (start: String, segment: UInt64)? {
        guard let parts = Self.parts(of: name), parts.prefix == prefix else { return nil }
        return (parts.start, parts.segment)
    }

    /// Whether a recorder, of whatever name, calls a log so.
    static func isLog(_ name: String) -> Bool { parts(of: name) != nil }

    /// The log's name within a journal's, where that is a recorder's; `nil` for other files.
    static func log(ofJournal name: String) -> String? {
        guard let ending = journalEndings.first(where: { name.hasSuffix(".mcap" + $0) }) else { return nil }
        let log = String(name.dropLast(ending.count))
        return isLog(log) ? log : nil
    }

    /// What a recorder put together into the name of a log; `nil` for names that no recorder gives.
    private static func parts(of name: String) -> (prefix: String, start: String, segment: UInt64)? {
        guard name.hasSuffix(".mcap") else { return nil }
        var parts = name.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
        var segment: UInt64 = 1
        if let last = parts.last, let number = UInt64(last), number >= 2, String(number) == last,
            parts.count > 3, isTime(parts[parts.count - 3])
        {
            segment = number
            parts.removeLast()
        }
        guard parts.count >= 3, let number = parts.popLast(), let time = parts.popLast(), isTime(time),
            number.utf8.count == 8, number.allSatisfy({ $0.isHexDigit && !$0.isLowercase })
        else { return nil }
        return (parts.joined(separator: "-") + "-", time + "-" + number, segment)
    }

    /// Whether it is a time as names have it, such as `20260718T093012Z`.
    private static func isTime(_ text: Substring) -> Bool {
        guard text.utf8.count == 16 else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            switch place {
            case 8: byte == UInt8(ascii: "T")
            case 15: byte == UInt8(ascii: "Z")
            default: byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            }
        }
    }
}
