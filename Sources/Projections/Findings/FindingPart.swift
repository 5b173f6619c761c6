import EventLog

/// One of the words by which a fault is the same fault in every log of an app: the machine, the key, the caller.
///
/// A rule names with `identity:` what tells its fault from others of the rule *in the app's code*: never an id, a time,
/// a count or a list whose length differs from log to log. Those would make a new fault of the same one.
///
///     report(world, subject, at: mark, events: events, identity: [.machine(machine.name), .from(from), .to(to)]) { … }
public struct FindingPart: Sendable {
    /// What the words may be about; also the keys by which the configuration's `ignore` chooses.
    public enum Name: String, CaseIterable, Sendable {
        case machine, state, from, to, source, key, asset, kind, origin, attachment, view, owner, name, cause
        case priority, method, provider, way
    }

    public let name: Name
    /// `nil` where the log did not say: unknown is a word of its own.
    public let text: String?
    /// Whether sharing leaves the text out: a name that people gave. The fingerprint is of it all the same, because it must
    /// be the same in every report.
    public let isPrivate: Bool

    public init(_ name: Name, _ text: String?, isPrivate: Bool = false) {
        self.name = name
        self.text = text
        self.isPrivate = isPrivate || name == .name
    }

    /// The same part as a fingerprint and a baseline have it: each UUID in its text is the word `UUID`.
    ///
    /// A UUID in a key or a path is made anew with each thing that is placed, or with each installation of the app (the
    /// folder of its container is named by one): it is no word of the app's code.
    var inEveryLog: FindingPart {
        FindingPart(name, text.map(Self.withoutUUIDs), isPrivate: isPrivate)
    }

    private static func withoutUUIDs(_ text: String) -> String {
        // Hyphens stand at fixed places in it: most texts have none.
        guard text.utf8.count >= 36, text.utf8.contains(UInt8(ascii: "-")) else { return text }
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let end = index + 36
            if end <= bytes.count, EntityID(uuid: String(decoding: bytes[index..<end], as: UTF8.self)) != nil
            {
                kept += Array("UUID".utf8)
                index = end
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// A state machine's name.
    public static func machine(_ text: String?) -> FindingPart { FindingPart(.machine, text) }
    /// A state: of the machine, or of the mapping.
    public static func state(_ text: String?) -> FindingPart { FindingPart(.state, text) }
    /// The ends of a transition.
    public static func from(_ text: String?) -> FindingPart { FindingPart(.from, text) }
    public static func to(_ text: String?) -> FindingPart { FindingPart(.to, text) }
    /// Who called; several are given in the order of their texts.
    public static func source(_ text: String?) -> FindingPart { FindingPart(.source, text) }
    /// The app's own identity for a content.
    public static func key(_ text: String?) -> FindingPart { FindingPart(.key, text) }
    /// The anchor's key or, in place of that, its name, which is private.
    static func key(_ key: String?, orName name: String?) -> FindingPart {
        FindingPart(.key, key ?? name, isPrivate: key == nil)
    }
    public static func asset(_ text: String?) -> FindingPart { FindingPart(.asset, text) }
    /// An anchor's or a configuration's kind.
    public static func kind(_ text: String?) -> FindingPart { FindingPart(.kind, text) }
    public static func origin(_ text: String?) -> FindingPart { FindingPart(.origin, text) }
    public static func attachment(_ text: String?) -> FindingPart { FindingPart(.attachment, text) }
    public static func view(_ text: String?) -> FindingPart { FindingPart(.view, text) }
    /// Another user of the camera.
    public static func owner(_ text: String?) -> FindingPart { FindingPart(.owner, text) }
    /// What something is called in the code: a reference object, a configuration, a user's action.
    public static func name(_ text: String?) -> FindingPart { FindingPart(.name, text) }
    /// The reason the log gives: of an interruption, of a packet that was dropped.
    public static func cause(_ text: String?) -> FindingPart { FindingPart(.cause, text) }
    public static func priority(_ text: String?) -> FindingPart { FindingPart(.priority, text) }
    public static func method(_ text: String?) -> FindingPart { FindingPart(.method, text) }
    public static func provider(_ text: String?) -> FindingPart { FindingPart(.provider, text) }
    /// In which of several ways the rule's condition came true.
    public static func way(_ text: String?) -> FindingPart { FindingPart(.way, text) }
}

extension FindingPart: Hashable {
    public static func == (left: FindingPart, right: FindingPart) -> Bool {
        left.name == right.name && left.text == right.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(text)
    }
}

extension [FindingPart] {
    /// The callers in the order of their texts, each once, those without a name as one.
    static func sources(_ texts: some Sequence<String?>) -> [FindingPart] {
        Set(texts).sorted { ($0 ?? "", $0 == nil ? 0 : 1) < ($1 ?? "", $1 == nil ? 0 : 1) }.map {
            .source($0)
        }
    }
}
