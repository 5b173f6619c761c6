internal import EventLog

/// Whether two outputs are the same decision.
struct OutputMatcher {
    /// Texts that tell people of a decision, and are none themselves.
    private static let words: Set<String> = ["source", "cause", "text", "reason"]

    private let tolerance: ReplayTolerance
    private var ids: MadeIDs

    init(_ recording: EventStore, _ tolerance: ReplayTolerance) {
        self.tolerance = tolerance
        ids = MadeIDs(recording)
    }

    /// What tells two outputs apart.
    enum Difference: Equatable {
        case kind
        case field(String)
    }

    /// What tells the two apart first; `nil` where they are the same decision.
    ///
    /// What was told on one side only is unknown on the other, and tells nothing. What a node hangs on and lists are told in
    /// full, and what a configuration leaves out is off.
    func difference(_ recorded: LoggedEvent, _ replayed: LoggedEvent) -> Difference? {
        guard recorded.kind == replayed.kind else { return .kind }
        let (left, right) = (recorded.payloadBytes, replayed.payloadBytes)
        if left == right { return nil }
        let message = KindDescriptor.of(recorded.kind).message
        guard let pair = Pair(left, right) else { return .field("payload") }
        return difference(message, pair, isNested: false).map { .field($0) }
    }

    /// Learns from two outputs that are the same which ids stand for each other.
    mutating func learn(_ recorded: LoggedEvent, _ replayed: LoggedEvent) {
        guard let pair = Pair(recorded.payloadBytes, replayed.payloadBytes) else { return }
        for field in KindDescriptor.of(recorded.kind).message.fields {
            guard case .identity = field.type, let left = pair.left(field.number).last,
                let right = pair.right(field.number).last, let recordedID = EntityID(bytes: left),
                let replayedID = EntityID(bytes: right)
            else { continue }
            ids.pair(recordedID, replayedID)
        }
    }

    // MARK: Fields

    /// Two payloads, and where their fields lie.
    private struct Pair {
        let bytes: (left: [UInt8], right: [UInt8])
        let fields: (left: [PayloadField], right: [PayloadField])

        /// `nil` where one of them can't be read.
        init?(_ left: [UInt8], _ right: [UInt8]) {
            bytes = (left, right)
            fields = (PayloadField.all(in: left), PayloadField.all(in: right))
            guard (fields.left.last?.whole.upperBound ?? 0) == left.count,
                (fields.right.last?.whole.upperBound ?? 0) == right.count
            else { return nil }
        }

        func left(_ number: Int) -> [[UInt8]] {
            fields.left.filter { $0.number == number }.map { Array(bytes.left[$0.value]) }
        }

        func right(_ number: Int) -> [[UInt8]] {
            fields.right.filter { $0.number == number }.map { Array(bytes.right[$0.value]) }
        }
    }

    private func difference(_ message: MessageDescriptor, _ pair: Pair, isNested: Bool) -> String? {
        for field in message.fields where field.name != "session" {
            let (left, right) = (pair.left(field.number), pair.right(field.number))
            if case .message(let inner) = field.type {
                guard let one = left.last, let other = right.last else { continue }
                guard let within = Pair(one, other) else { return field.name }
                if let name = difference(inner, within, isNested: true) { return "\(field.name).\(name)" }
            } else if !isSame(field, left, right, isNested: isNested) {
                return field.name
            }
        }
        return nil
    }

    /// Whether a field's values on both sides say the same.
    private func isSame(
        _ field: FieldDescriptor, _ left: [[UInt8]], _ right: [[UInt8]], isNested: Bool
    ) -> Bool {
        switch field.type {
        case .identity:
            guard let one = left.last, let other = right.last else {
                // A node on no anchor stands elsewhere, and a configuration without a map begins anew.
                let isTold = isNested || field.name == "anchor" || field.name == "parent"
                return left.isEmpty && right.isEmpty || !isTold
            }
            guard let recorded = EntityID(bytes: one), let replayed = EntityID(bytes: other) else {
                return one == other
            }
            return ids.match(recorded, replayed)
        case .vector3:
            guard let one = floats(left, 3), let other = floats(right, 3) else { return true }
            let squares = zip(one, other).map { ($0 - $1) * ($0 - $1) }
            return one == other || squares.reduce(0, +).squareRoot() <= tolerance.position
        case .quaternion:
            guard let one = floats(left, 4), let other = floats(right, 4) else { return true }
            // Both signs are the same orientation.
            let apart = zip(one, other).map { abs($0 - $1) }.max() ?? 0
            let mirrored = zip(one, other).map { abs($0 + $1) }.max() ?? 0
            return one == other || min(apart, mirrored) <= tolerance.orientation
        case .choices:
            // Packed or one by one, each is a byte.
            return Set(left.joined()) == Set(right.joined())
        case .text where tolerance.anyWords && Self.words.contains(field.name): return true
        case .texts, .textMap, .message: return left == right
        case .bool, .choice, .integer, .number, .count, .text:
            if let off = off(field, isNested: isNested) {
                return left.last ?? off == right.last ?? off
            }
            return left.isEmpty || right.isEmpty || left.last == right.last
        }
    }

    /// What a field that is left out says; `nil` where it leaves it unknown.
    private func off(_ field: FieldDescriptor, isNested: Bool) -> [UInt8]? {
        switch field.type {
        case .bool where isNested, .count where isNested: [0]
        case .choice(let values) where isNested:
            values.number(of: "none").map { [UInt8(truncatingIfNeeded: $0)] }
        case .choice(let values) where field.name == "role":
            values.number(of: "content").map { [UInt8(truncatingIfNeeded: $0)] }
        default: nil
        }
    }

    /// So many 32-bit floats; `nil` where the field is not given or is none.
    private func floats(_ values: [[UInt8]], _ count: Int) -> [Double]? {
        guard let bytes = values.last, bytes.count == 4 * count else { return nil }
        return (0..<count).map { index in
            let bits = (0..<4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
            return Double(Float(bitPattern: bits))
        }
    }
}

extension LoggedEvent {
    fileprivate var payloadBytes: [UInt8] { content.payload(of: header)?.restBytes ?? [] }
}
