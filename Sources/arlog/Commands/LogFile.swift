import EventLog

/// A log as a command is given it: one file, or the segments of one recording.
struct LogFile {
    /// In the order of the segments.
    var paths: [String]
    /// Whether the numbers of each file go on from those of the one before.
    var isNumbered = true
    /// Segments between the first and the last that are not there.
    var missing: [ClosedRange<UInt64>] = []
    /// The first segment there is: earlier ones may have made room for later ones, or be lost.
    var firstSegment: UInt64 = 1

    init(_ path: String) { paths = [path] }

    /// What it is called where one name must do.
    var path: String { paths[0] }

    /// What people are told it is.
    var name: String {
        let first = OpenLog.name(of: path)
        guard paths.count > 1 else { return first }
        return "\(first) and \(paths.count - 1) more segment\(paths.count > 2 ? "s" : "")"
    }

    /// Puts segments of one recording together. A segment that is there twice, as when a log lies beside its recovered
    /// copy, begins another log.
    static func join(_ paths: [String]) -> [LogFile] {
        guard paths.count > 1 else { return paths.map { LogFile($0) } }
        var groups: [[(path: String, info: SegmentInfo?)]] = []
        var places: [EntityID: [Int]] = [:]
        for (path, info) in zip(paths, segments(paths)) {
            let known = info.flatMap { info in
                places[info.recording, default: []].first { place in
                    !groups[place].contains { $0.info?.segment == info.segment }
                }
            }
            if let known {
                groups[known].append((path, info))
            } else {
                if let info { places[info.recording, default: []].append(groups.count) }
                groups.append([(path, info)])
            }
        }
        return groups.map { group in
            let group = group.sorted { ($0.info?.segment ?? 0) < ($1.info?.segment ?? 0) }
            return LogFile(group.map(\.path), group.compactMap(\.info))
        }
    }

    /// Refuses an output that would take the log's own place, whatever `--force` says.
    func mustNotBe(_ out: String) throws(CommandError) {
        guard out != "-", paths.contains(where: { System.isSameFile($0, out) }) else { return }
        throw .usage("\(out) is the log itself", advice: "give another name with -o")
    }

    /// Whether nothing was written to this file of it yet, and there is only a journal.
    func isUnwritten(_ path: String) -> Bool {
        guard path != "-", !Journals(beside: path).contents.allSatisfy(\.isEmpty) else { return false }
        do {
            _ = try InputFile(path: path)
            return false
        } catch {
            return error.isAbsence
        }
    }

    /// What each file is by its first event; where that can't be read, by what a recorder called it.
    private static func segments(_ paths: [String]) -> [SegmentInfo?] {
        var infos: [SegmentInfo?] = []
        // Of many files this takes as long as a part of what comes then; of a few it is nothing.
        let threads = paths.count < 16 ? 1 : System.coreCount
        Workers.run(paths.count, threads: threads) { number in
            paths[number] == "-" ? nil : SegmentInfo(path: paths[number])
        } take: { _, info in
            infos.append(info)
            return true
        }
        var recordings: [String: EntityID] = [:]
        for (path, info) in zip(paths, infos) {
            if let info, let name = SegmentName(path: path) { recordings[name.base] = info.recording }
        }
        for (place, path) in paths.enumerated() where infos[place] == nil && path != "-" {
            guard let name = SegmentName(path: path) else { continue }
            infos[place] = SegmentInfo(named: name, of: recordings[name.base] ?? EntityID(name.base))
        }
        return infos
    }

    private init(_ paths: [String], _ segments: [SegmentInfo]) {
        self.paths = paths
        firstSegment = segments.first?.segment ?? 1
        let numbers = segments.compactMap(\.firstNumber)
        isNumbered = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
        for (before, after) in zip(segments, segments.dropFirst()) {
            if after.segment > before.segment + 1 { missing.append(before.segment + 1...after.segment - 1) }
        }
    }

    /// Its path, and its paths where they are several, without their folders where that is shared.
    func write(to json: inout JSONWriter, _ names: Names? = nil) {
        func told(_ path: String) -> String { names?.path(path) ?? path }
        json.field("path", told(path))
        if paths.count > 1 { json.field("paths", paths.map(told)) }
    }
}
