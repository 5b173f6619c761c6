import Foundation

/// What the label of a case in `../shared/cases` says of it.
public struct CaseLabels: Decodable {
    public struct Must: Decodable {
        public let rule: String
        public let severity: String?
        public let event: UInt32?
    }

    public let must: [Must]
    public let mustNot: [String]
    public let quiet: Bool

    public init(_ name: String) throws {
        let bytes = try TestFiles.bytes(shared: "cases/\(name).expect.json")
        self = try JSONDecoder().decode(CaseLabels.self, from: Data(bytes))
    }

    /// The rules whose findings must be there.
    public var rules: Set<String> { Set(must.map(\.rule)) }

    /// The cases there are, in order; none where the folder is missing.
    public static func names() -> [String] {
        guard TestFiles.shared != nil else { return [] }
        return TestFiles.shared("cases", ending: ".ndjson").map { file in
            String(file.dropFirst("cases/".count).dropLast(".ndjson".count))
        }
    }
}
