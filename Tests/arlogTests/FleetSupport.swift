import TestSupport

/// Made-up sessions of two versions of an app, every one of them different.
enum MadeFleet {
    /// A session: each third runs twice at once, each fifth reaches normal late, some are cut.
    static func story(_ number: Int, version: String? = nil, model: String? = nil) -> Story {
        let version = version ?? (number % 2 == 0 ? "2.9" : "2.10")
        return Story {
            event(
                0, "log.opened",
                [
                    "device": .text("phone-\(number)"), "app": "Shop", "appVersion": .text(version),
                    "deviceModel": .text(model ?? "iPhone1\(number % 4),1"),
                    "os": .text("iOS 26.\(number % 2)"),
                ])
            run(1, source: "start")
            if number % 3 == 0 {
                run(1.1, options: ["removeExistingAnchors"], source: version == "2.9" ? "old" : "new")
            }
            tracking(number % 5 == 0 ? 9 : 2 + Double(number % 7) / 10, "normal")
            mapping(12, "mapped")
            anchorAdded(13, "anchor-\(number)", key: "chair", at: [1, 2, 3])
            stats(14, fps: 55 + Double(number % 6))
            for second in 15..<(20 + number % 30) { stats(Double(second), fps: 60) }
            if number % 7 != 6 { closed(60 + Double(number)) }
        }
    }

    /// Writes them into a folder; told by their first bytes, they may be NDJSON under a log's name.
    static func write(_ scratch: Scratch, _ count: Int, folder: String = "") throws {
        for number in 0..<count {
            let digits = String(number)
            let name = String(repeating: "0", count: 4 - digits.utf8.count) + digits + ".mcap"
            try scratch.write(folder + name, story(number).ndjson)
        }
    }
}
