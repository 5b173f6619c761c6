public import EventLog

/// Takes out of a log's findings what the configuration ignores and what a baseline knows, and counts it.
public struct Sieve: Sendable {
    public let ignores: [IgnoreEntry]
    public let baseline: Baseline?

    public init(ignores: [IgnoreEntry] = [], baseline: Baseline? = nil) {
        self.ignores = ignores
        self.baseline = baseline
    }

    /// What is left, and what is not.
    public struct Result {
        /// To be reported; causes are counted anew.
        public var findings: [Finding]
        public var folded: [FoldedFindings]
        /// How many findings each entry of `ignores` took out, by its place; those that took out none are missing.
        public var ignored: [Int: Int] = [:]
        /// How many the baseline knew.
        public var known = 0
        /// Everything that is not ignored: what a new baseline holds.
        public var unignored: [Finding]
    }

    /// Sifts a log's findings; `device` gives the id of a device by its index.
    public func sift(
        _ findings: [Finding], folded: [FoldedFindings], device: (Int) -> EntityID?
    ) -> Result {
        var result = Result(findings: [], folded: [], unignored: [])
        var isKept = findings.map { _ in true }
        for (index, finding) in findings.enumerated() {
            guard let entry = ignores.firstIndex(where: { $0.covers(finding, device) }) else { continue }
            isKept[index] = false
            result.ignored[entry, default: 0] += 1
        }
        result.unignored = Self.keep(findings, isKept)
        if let baseline {
            for (index, finding) in findings.enumerated() where isKept[index] && baseline.knows(finding) {
                isKept[index] = false
                result.known += 1
            }
        }
        result.findings = Self.keep(findings, isKept)
        for fold in folded {
            if let entry = ignores.firstIndex(where: { $0.rule == fold.rule && $0.isWholeRule }) {
                result.ignored[entry, default: 0] += fold.count
            } else if isKnown(fold, among: findings, isKept) {
                result.known += fold.count
            } else {
                result.folded.append(fold)
            }
        }
        return result
    }

    /// Findings that were only counted have no fingerprints: they are known where all the kept ones of the rule are,
    /// which are many and no milder.
    private func isKnown(_ fold: FoldedFindings, among findings: [Finding], _ isKept: [Bool]) -> Bool {
        guard baseline != nil else { return false }
        let places = findings.indices.filter { findings[$0].rule == fold.rule }
        return !places.isEmpty && places.allSatisfy { !isKept[$0] }
    }

    /// The findings that are kept. Where a cause is not, its own cause stands in for it.
    private static func keep(_ findings: [Finding], _ isKept: [Bool]) -> [Finding] {
        var places: [Int?] = []
        var kept: [Finding] = []
        for index in findings.indices {
            places.append(isKept[index] ? kept.count : nil)
            if isKept[index] { kept.append(findings[index]) }
        }
        for index in kept.indices {
            var cause = kept[index].causedBy
            while let place = cause, places[place] == nil { cause = findings[place].causedBy }
            kept[index].causedBy = cause.flatMap { places[$0] }
        }
        return kept
    }
}

extension IgnoreEntry {
    /// Whether a finding is one of those meant.
    func covers(_ finding: Finding, _ device: (Int) -> EntityID?) -> Bool {
        guard rule == finding.rule, parts.allSatisfy({ finding.identity.contains($0) }) else { return false }
        if let session {
            let wanted = session == "main" ? SessionName.main : .other(EntityID(session))
            guard finding.session == wanted else { return false }
        }
        if let wanted = self.device {
            guard device(finding.device) == EntityID(wanted) else { return false }
        }
        return fingerprint.map { $0 == finding.fingerprint } ?? true
    }
}
