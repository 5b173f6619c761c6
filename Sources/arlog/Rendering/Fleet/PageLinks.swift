/// Where the pages of sessions lie, seen from the report.
struct PageLinks {
    private let pages: SessionPages
    /// From the report's folder to that of the pages, each name of it fit for an address.
    private let way: String

    /// - Parameter out: the report's file; `-` lies in the current folder.
    init(pages: SessionPages, from out: String, _ current: String?) {
        self.pages = pages
        let home = Self.parts(current ?? "/", from: [])
        let here = out == "-" ? home : Array(Self.parts(out, from: home).dropLast())
        let there = Self.parts(pages.folder, from: home)
        let shared = zip(here, there).prefix { $0 == $1 }.count
        let names = here.dropFirst(shared).map { _ in ".." } + there.dropFirst(shared)
        way = names.map { Self.escaped($0) + "/" }.joined()
    }

    /// The address of a session's page, relative to the report.
    func address(of page: Int) -> String { way + pages.name(page) }

    /// The folders of a path from the root, without `.` and `..`.
    private static func parts(_ path: String, from home: [String]) -> [String] {
        var parts = path.hasPrefix("/") ? [] : home
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts
    }

    private static func escaped(_ name: String) -> String {
        if name == ".." { return name }
        var escaped = ""
        for byte in name.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                escaped.append(character)
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
            }
        }
        return escaped
    }
}
