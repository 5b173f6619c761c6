#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files that operands name: each file itself, and every `.mcap` below a directory, links not followed.
enum LogFiles {
    /// In the order given; those of a directory by their paths.
    static func expand(_ operands: [String]) throws(CommandError) -> [String] {
        var files: [String] = []
        for operand in operands {
            guard operand != "-", kind(of: operand, followsLinks: true) == S_IFDIR else {
                files.append(operand)
                continue
            }
            let found = below(operand, depth: 0).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            guard !found.isEmpty else {
                throw CommandError(
                    "no .mcap file in this directory", in: operand,
                    advice: "name a log, or a directory with logs below it")
            }
            files += found
        }
        return files
    }

    /// The one file of a command that takes no more: the operand itself, or the only log below a directory.
    static func one(_ operand: String) throws(CommandError) -> String {
        let files = try expand([operand])
        guard files.count == 1 else {
            throw CommandError(
                "\(files.count) logs in this directory", in: operand, advice: "name one of them")
        }
        return files[0]
    }

    /// Deeper folders are not looked into: nobody nests logs so, and nothing may recurse without end.
    private static let deepest = 64

    private static func below(_ directory: String, depth: Int) -> [String] {
        guard depth < deepest, let listing = unsafe opendir(directory) else { return [] }
        defer { unsafe closedir(listing) }
        var files: [String] = []
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
            switch kind(of: path, followsLinks: false) {
            case S_IFDIR: files += below(path, depth: depth + 1)
            case S_IFREG where name.hasSuffix(".mcap"): files.append(path)
            default: break
            }
        }
        return files
    }

    private static func kind(of path: String, followsLinks: Bool) -> mode_t? {
        var status = stat()
        let result = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
        return result == 0 ? status.st_mode & S_IFMT : nil
    }
}
