/// How the definitions of a log must go together, as far as its header promises that.
///
/// Schema and Channel records have no checksum of their own. But each kind has one topic and one schema name, and in every
/// log of ours one number: a definition that was changed contradicts the table of kinds.
enum KindConvention: Sendable {
    /// Somebody else's log.
    case none
    /// Our profile as another program wrote it anew: topics, schema names and encodings belong together, the numbers are
    /// that program's.
    case names
    /// A log of ours, in which the numbers of kinds are theirs, too, and every chunk has a CRC.
    case numbers

    init(_ header: MCAP.Header) {
        guard header.profile == "arlog" else {
            self = .none
            return
        }
        // `arlog 1.2.3`: tools that copy a log name themselves.
        let version = header.library.utf8.dropFirst(6).first ?? 0
        let isOurs = header.library.hasPrefix("arlog ") && (0x30...0x39).contains(version)
        self = isOurs ? .numbers : .names
    }

    /// The kind that has this number in every log of ours.
    func kind(numbered number: UInt16) -> EventKind? {
        self == .numbers ? EventKind(rawValue: number) : nil
    }

    /// Whether the number is kept for kinds that this version does not know. Those behind are for further definitions of
    /// a kind, as each device of a merged log has its own.
    private func isStray(_ number: UInt16) -> Bool {
        self == .numbers && EventKind(rawValue: number) == nil && number < 1024
    }

    /// What contradicts the table of kinds in a schema; `nil` where nothing does.
    func problem(with schema: MCAP.Schema) -> String? {
        guard self != .none else { return nil }
        let named = ChannelTable.kind(ofSchema: schema.name)
        if let kind = kind(numbered: schema.id), named != kind {
            return "schema \(schema.id) is not that of \(kind.name), whose number it has"
        }
        guard let named else { return nil }
        if isStray(schema.id) { return "schema \(schema.id), of \(named.name), has another's number" }
        guard schema.encoding != "protobuf" else { return nil }
        return "schema \(schema.id), of \(named.name), is said not to be protobuf"
    }

    /// The same of a channel whose schema is `schema`, where that is known.
    func problem(with channel: MCAP.Channel, _ schema: MCAP.Schema?) -> String? {
        guard self != .none else { return nil }
        let byTopic = ChannelTable.kind(ofTopic: channel.topic)
        let bySchema = schema.flatMap { ChannelTable.kind(ofSchema: $0.name) }
        if let kind = kind(numbered: channel.id) {
            if byTopic == kind, bySchema == kind, channel.messageEncoding == "protobuf" { return nil }
            return "channel \(channel.id) is not that of \(kind.name), whose number it has"
        }
        guard let kind = byTopic ?? bySchema else { return nil }
        if isStray(channel.id) { return "channel \(channel.id), of \(kind.name), has another's number" }
        // Somebody else may have given a topic of his own.
        let isOtherTopic = self == .names && byTopic == nil
        let isTogether = schema == nil ? channel.schemaID != 0 : isOtherTopic || byTopic == bySchema
        if isTogether, channel.messageEncoding == "protobuf" { return nil }
        return "topic, schema and encoding of channel \(channel.id), of \(kind.name), do not belong together"
    }
}
