import EventLog

/// Numbers that are the same for the same seed.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Makes lines of any kind from its declaration alone, so that no field is listed in a test.
public struct PayloadMaker {
    public enum Fill: Sendable, CaseIterable {
        /// Every field.
        case all
        /// Only the required ones.
        case required
        /// Each optional one or not, by chance.
        case some
    }

    private var random: SeededNumbers

    public init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    /// A line of this kind at `t` seconds, its fields in any order.
    public mutating func line(_ t: Double, _ descriptor: KindDescriptor, _ fill: Fill) -> StoryLine {
        StoryLine(t, descriptor.kind.name, fields(of: descriptor.message, fill).shuffled(using: &random))
    }

    private mutating func fields(of message: MessageDescriptor, _ fill: Fill) -> [(String, StoryValue?)] {
        var made: [(String, StoryValue?)] = []
        for field in message.fields {
            let isWanted =
                switch fill {
                case .all: true
                case .required: false
                case .some: Bool.random(using: &random)
                }
            guard field.isRequired || isWanted else { continue }
            made.append((field.name, value(of: field, fill)))
        }
        return made
    }

    private mutating func value(of field: FieldDescriptor, _ fill: Fill) -> StoryValue {
        switch field.type {
        case .identity: return .text(id())
        case .text: return .text(text())
        case .bool: return .bool(Bool.random(using: &random))
        case .count: return .integer([0, 1, 127, 128, 1 << 40].randomElement(using: &random) ?? 0)
        case .integer: return .integer([0, -1, 102, .min, .max].randomElement(using: &random) ?? 0)
        case .number:
            let bound = field.note.upperBound
            return .number(Double.random(in: (bound == nil ? -1e6 : 0)...(bound ?? 1e6), using: &random))
        case .vector3: return floats(3)
        case .quaternion: return floats(4)
        case .choice(let set): return .text(set.values.randomElement(using: &random) ?? "")
        case .choices(let set):
            let count = Int.random(in: (field.isRequired ? 1 : 0)...set.values.count, using: &random)
            return .list(set.values.shuffled(using: &random).prefix(count).map { .text($0) })
        case .texts:
            let count = Int.random(in: (field.isRequired ? 1 : 0)...3, using: &random)
            return .list((0..<count).map { _ in .text(text()) })
        case .textMap: return .object([("b", .text(text())), ("a", .text(text()))])
        case .message(let message): return .object(fields(of: message, fill).map { ($0.0, $0.1 ?? .null) })
        }
    }

    private mutating func id() -> String {
        switch Int.random(in: 0...3, using: &random) {
        case 0: "main"
        case 1: EntityID(low: random.next(), high: random.next()).uuidText
        case 2: "ü \"" + String(repeating: "x", count: Int.random(in: 0...59, using: &random))
        default: "A\(Int.random(in: 0...99, using: &random))"
        }
    }

    private mutating func text() -> String {
        [
            "", "chair", "two words", "a\"b\\c/d", "line\nbreak\t\u{0}\u{7F}", "größe 椅子 🪑\u{202E}x", "null",
            String(repeating: "long ", count: 100),
        ].randomElement(using: &random) ?? ""
    }

    private mutating func floats(_ count: Int) -> StoryValue {
        .list(
            (0..<count).map { _ in
                let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
                return .number(Double(float.isFinite ? float : -0.0))
            })
    }
}
