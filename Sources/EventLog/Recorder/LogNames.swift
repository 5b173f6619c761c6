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
        guard name.hasPrefix(prefix), name.hasSuffix(".mcap") else { return nil }
        let parts = name.dropFirst(prefix.count).dropLast(5).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].count == 16, parts[1].count == 8 else {
            return nil
        }
        if parts.count == 2 { return (parts[0] + "-" + parts[1], 1) }
        return UInt64(parts[2]).map { (parts[0] + "-" + parts[1], $0) }
    }

    /// What the journal at `path` holds; `nil` where there is none or it holds nothing.
    static func read(_ path: String) -> JournalContent? {
        guard let file = try? InputFile(path: path), let size = file.size, size <= UInt64(Journal.largest)
        else { return nil }
        var bytes = ByteBuffer(capacity: Int(size))
        let count = try? unsafe bytes.append(room: Int(size)) { (target) throws(IOError) in
            unsafe try file.read(at: 0, into: target)
        }
        return count == nil ? nil : unsafe JournalContent(bytes.bytes)
    }
}
