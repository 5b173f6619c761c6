import CSQLite
import Foundation
import TestSupport
import Testing

@testable import arlog

/// What an export wrote.
struct Exported {
    let scratch: Scratch
    let path: String
    let status: Int32
    let errors: String

    /// Exports a log, or a story.
    init(_ log: String, to format: String, _ options: String...) throws {
        scratch = try Scratch()
        path = scratch.path + "/out"
        let run = Ran(["export", log, "--to", format, "-o", path] + options)
        (status, errors) = (run.status, run.errors)
    }

    init(_ story: Story, to format: String, _ options: String...) throws {
        scratch = try Scratch()
        path = scratch.path + "/out"
        let log = try scratch.write("in.ndjson", story.ndjson)
        let run = Ran(["export", log, "--to", format, "-o", path] + options)
        (status, errors) = (run.status, run.errors)
    }

    var text: String { get throws { String(decoding: try TestFiles.bytes(at: path), as: UTF8.self) } }

    /// The rows of the CSV, read strictly: CRLF behind each, quotes only around whole fields and doubled inside.
    var csv: [[String]] {
        get throws {
            var rows: [[String]] = [[]]
            var rest = Array(try text.utf8)[...]
            while !rest.isEmpty {
                var field: [UInt8] = []
                if rest.first == UInt8(ascii: "\"") {
                    repeat {
                        if !field.isEmpty { field.append(rest[rest.startIndex]) }
                        rest.removeFirst()
                        let part = rest.prefix { $0 != UInt8(ascii: "\"") }
                        field += field.isEmpty ? [0] + part : part
                        rest = rest.dropFirst(part.count + 1)
                    } while rest.first == UInt8(ascii: "\"")
                    field.removeFirst()
                } else {
                    field += rest.prefix { !",\r\n\"".utf8.contains($0) }
                    rest = rest.dropFirst(field.count)
                }
                rows[rows.count - 1].append(String(decoding: field, as: UTF8.self))
                if rest.first == UInt8(ascii: ",") {
                    rest.removeFirst()
                } else {
                    try #require(rest.starts(with: "\r\n".utf8))
                    rest = rest.dropFirst(2)
                    rows.append([])
                }
            }
            #expect(rows.last == [])
            return rows.dropLast()
        }
    }

    /// What a query of the database gives, columns with `|` between; fails where SQLite refuses it.
    func rows(_ query: String) throws -> [String] {
        var database: OpaquePointer?
        #expect(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        defer { sqlite3_close(database) }
        var statement: OpaquePointer?
        let prepared = sqlite3_prepare_v2(database, query, -1, &statement, nil)
        try #require(prepared == SQLITE_OK, "\(query): \(String(cString: sqlite3_errmsg(database)))")
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while true {
            let result = sqlite3_step(statement)
            guard result == SQLITE_ROW else {
                #expect(result == SQLITE_DONE, "\(query)")
                return rows
            }
            let values = (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
            }
            rows.append(values.joined(separator: "|"))
        }
    }
}

/// A session in which each kind of thing comes and goes.
enum ExportedStory {
    static let all = Story {
        opened(device: "A")
        run(1, source: "start-button")
        tracking(2, "limited", "initializing")
        tracking(2.5, "normal")
        anchorAdded(3, "A1", "plane", key: "floor", at: [0.5, -1.25, 0])
        anchorAdded(3.5, "A2", key: "chair", origin: "app", at: [1, 0, 0])
        nodeAttached(3.75, "N1", to: "A2", key: "chair", asset: "chair.usdz")
        anchorUpdated(4, "A1", at: [0.5, -1.5, 0])
        anchorRemoved(5, "A1")
        changed(5.5, "onboarding", "loadingAR", to: "onboarding", cause: "ready")
        changed(6, "onboarding", "onboarding", to: "loadingAR")
        changed(6.5, "onboarding", "loadingAR", to: "done", cause: "skipped")
        sent(7, to: "B", "critical", bytes: 1200, isReliable: true, queue: 3, packet: "P1")
        nodeDetached(7.5, "N1")
        anchorAdded(7.75, "A3", at: [2, 0, 0])
        run(8, options: ["resetTracking", "removeExistingAnchors"])
        anchorAdded(9, "A4")
        nodeAttached(9, "N2", to: "A4")
        closed(10)
    }
}
