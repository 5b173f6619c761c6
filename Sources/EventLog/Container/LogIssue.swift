/// Something a file has that it should not have, or lacks.
public struct LogIssue: Equatable, Sendable {
    public enum Severity: String, Sendable {
        /// Everything that was written whole is there and certain.
        case notice
        /// Bytes are lost, or in doubt, or contradict each other.
        case damage
    }

    public enum Kind: String, Sendable, CaseIterable {
        // Notices
        case notClosed, tornRecord, noSummary, noCRC, invalidUTF8, unknownRecord, unusualFraming
        case secondFile, trailingZeros, trailingBytes, unusualCompression, schemaZero
        case outsideChunk, noIndex, timeZero, order, sequence, unchecked, journal
        // Damage
        case chunkCRC, chunkSize, chunkFrame, chunkLimit, chunkHeader, compression
        case dataCRC, summaryCRC, recordLength, record, definition, unreadable, index
        case attachment, statistics, summary

        public var severity: Severity {
            switch self {
            case .notClosed, .tornRecord, .noSummary, .noCRC, .invalidUTF8, .unknownRecord, .unusualFraming,
                .secondFile, .trailingZeros, .trailingBytes, .unusualCompression, .schemaZero,
                .outsideChunk, .noIndex, .timeZero, .order, .sequence, .unchecked, .journal:
                .notice
            default: .damage
            }
        }
    }

    public let kind: Kind
    /// File offset of the record it is about.
    public let offset: UInt64
    /// One sentence without a file's own control characters.
    public let message: String

    public var severity: Severity { kind.severity }

    public init(_ kind: Kind, at offset: UInt64, _ message: String) {
        self.kind = kind
        self.offset = offset
        self.message = message
    }
}

/// The issues of one file: a list with a limit, and counts without.
public struct IssueLog: Sendable {
    /// In the order they were found.
    public private(set) var issues: [LogIssue] = []
    /// All that were found, listed or not.
    public private(set) var damageCount = 0
    public private(set) var noticeCount = 0
    /// The first damage, whether it is listed or not.
    public private(set) var firstDamage: LogIssue?
    private let limit: Int
    /// The first of each kind, whatever the limit: what a log is must not depend on how much of it is told.
    private var firsts: [LogIssue.Kind: LogIssue] = [:]
    private var noted: Set<LogIssue.Kind> = []

    public init(limit: Int = 1000) { self.limit = limit }

    public var isDamaged: Bool { damageCount > 0 }

    /// What the issues come to.
    public enum Verdict: String, Sendable {
        case intact
        /// Notices only.
        case readable
        case damaged
    }

    public var verdict: Verdict {
        if damageCount > 0 { return .damaged }
        return noticeCount > 0 ? .readable : .intact
    }

    public var notices: [LogIssue] { issues.filter { $0.severity == .notice } }
    public var damage: [LogIssue] { issues.filter { $0.severity == .damage } }

    /// The first issue of a kind, whether it is listed or not.
    public func first(_ kind: LogIssue.Kind) -> LogIssue? { firsts[kind] }

    public mutating func add(_ issue: LogIssue) {
        keepFirst(issue)
        switch issue.severity {
        case .damage: damageCount += 1
        case .notice: noticeCount += 1
        }
        // Notices may not crowd out damage.
        let share = issue.severity == .notice ? limit / 2 : limit
        if issues.count < share { issues.append(issue) }
    }

    private mutating func keepFirst(_ issue: LogIssue) {
        if firsts[issue.kind] == nil { firsts[issue.kind] = issue }
        if firstDamage == nil, issue.severity == .damage { firstDamage = issue }
    }

    /// Adds all of another file's.
    mutating func add(_ other: IssueLog) {
        if let damage = other.firstDamage { keepFirst(damage) }
        for kind in LogIssue.Kind.allCases {
            if let first = other.firsts[kind] { keepFirst(first) }
        }
        let (damage, notices) = (damageCount + other.damageCount, noticeCount + other.noticeCount)
        for issue in other.issues { add(issue) }
        (damageCount, noticeCount) = (damage, notices)
    }

    /// Lists only the first of its kind, for what a file has in every chunk; all are counted.
    public mutating func addOnce(
        _ kind: LogIssue.Kind, at offset: UInt64, _ message: @autoclosure () -> String
    ) {
        guard noted.insert(kind).inserted else {
            noticeCount += kind.severity == .notice ? 1 : 0
            damageCount += kind.severity == .damage ? 1 : 0
            return
        }
        add(LogIssue(kind, at: offset, message()))
    }
}
