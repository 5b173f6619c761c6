/// The numbers that schemas and channels get in the new file: their own, unless two definitions claimed the same.
struct RecoveredDefinitions {
    /// A channel with its schema, whatever their numbers.
    private struct Meaning: Hashable {
        let topic: String
        let encoding: String
        let metadata: [MCAP.Entry<String, String>]
        let schema: SchemaMeaning?
        /// Its own number where its text had to be repaired: others may look the same then.
        let repaired: UInt16?
    }

    private struct SchemaMeaning: Hashable {
        let name: String
        let encoding: String
        let data: [UInt8]
    }

    /// What must be written before the channel's first message.
    struct New {
        let schema: MCAP.Schema?
        let channel: MCAP.Channel
    }

    private var channels: [Meaning: UInt16] = [:]
    private var takenChannels: Set<UInt16> = []
    /// From here on numbers are looked for; those below are the kinds'.
    private var nextChannel: UInt16 = 1024
    private var nextSchema: UInt16 = 1024
    private var schemas: [SchemaMeaning: UInt16] = [:]
    private var takenSchemas: Set<UInt16> = []
    /// The new number of each old one, as of a generation of the old definitions.
    private var numbers: [UInt16: (new: UInt16, generation: Int)] = [:]
    /// Old numbers that have messages but no definition.
    private(set) var undefined: Set<UInt16> = []

    /// The new number of a channel, and what to write where it is used for the first time.
    mutating func number(
        of channel: UInt16, _ definitions: DefinitionTable, isOurs: Bool
    ) throws(ContainerError) -> (number: UInt16, new: New?) {
        if let known = numbers[channel], known.generation == definitions.generation {
            return (known.new, nil)
        }
        let (definition, schema) = definition(of: channel, definitions, isOurs: isOurs)
        let schemaMeaning = schema.map {
            SchemaMeaning(name: $0.name, encoding: $0.encoding, data: $0.data)
        }
        let meaning = Meaning(
            topic: definition.topic, encoding: definition.messageEncoding, metadata: definition.metadata,
            schema: schemaMeaning, repaired: definition.hasRepairedText ? channel : nil)
        if let known = channels[meaning] {
            numbers[channel] = (known, definitions.generation)
            return (known, nil)
        }
        var newSchema: MCAP.Schema?
        var schemaID: UInt16 = 0
        if let schema, let schemaMeaning {
            if let known = schemas[schemaMeaning] {
                schemaID = known
            } else {
                let kind = isOurs ? ChannelTable.kind(ofSchema: schema.name) : nil
                schemaID = try Self.free(schema.id, of: kind, isOurs, &takenSchemas, &nextSchema)
                schemas[schemaMeaning] = schemaID
                newSchema = schema
                newSchema?.id = schemaID
            }
        }
        var newChannel = definition
        let isPlain = isOurs && definition.metadata.isEmpty
        let kind = isPlain ? ChannelTable.kind(ofTopic: definition.topic) : nil
        newChannel.id = try Self.free(channel, of: kind, isOurs, &takenChannels, &nextChannel)
        newChannel.schemaID = schemaID
        channels[meaning] = newChannel.id
        numbers[channel] = (newChannel.id, definitions.generation)
        return (newChannel.id, New(schema: newSchema, channel: newChannel))
    }

    /// Forgets the old numbers, where another file begins.
    mutating func beginFile() { numbers.removeAll() }

    /// What the old file says of the channel, or what can be said in its place.
    private mutating func definition(
        of channel: UInt16, _ definitions: DefinitionTable, isOurs: Bool
    ) -> (MCAP.Channel, MCAP.Schema?) {
        if let known = definitions.channels[channel] {
            if isOurs, let mended = Self.mended(known, definitions.schema(of: known)) { return mended }
            // Number 0 means no schema, whatever was defined under it.
            guard known.schemaID != 0 else { return (known, nil) }
            // Where the schema is lost, the topic says which it was.
            let schema = definitions.schema(of: known)
            return (
                known,
                schema ?? (isOurs ? ChannelTable.kind(ofTopic: known.topic).map { Self.own($0).1 } : nil)
            )
        }
        // A kind has the same number in every log that we wrote.
        if isOurs, definitions.convention != .names, let kind = EventKind(rawValue: channel) {
            return Self.own(kind)
        }
        undefined.insert(channel)
        return (
            MCAP.Channel(
                id: channel, schemaID: 0, topic: "recovered/channel-\(channel)", messageEncoding: ""), nil
        )
    }

    /// A channel of a kind as it must be, where topic, schema and encoding do not belong together: what it is read as.
    private static func mended(
        _ channel: MCAP.Channel, _ schema: MCAP.Schema?
    ) -> (MCAP.Channel, MCAP.Schema?)? {
        // As under a number that is no kind's, since the new one is not given yet.
        var (channel, schema) = (channel, schema)
        channel.id = .max
        schema?.id = .max
        let isSound = KindConvention.numbers.problem(with: channel, schema) == nil
        if isSound, schema.map({ KindConvention.numbers.problem(with: $0) == nil }) ?? true { return nil }
        let bySchema = schema.flatMap { ChannelTable.kind(ofSchema: $0.name) }
        guard let kind = bySchema ?? ChannelTable.kind(ofTopic: channel.topic) else { return nil }
        var (mended, own) = Self.own(kind)
        mended.metadata = channel.metadata
        return (mended, own)
    }

    /// The profile's own definition of a kind.
    static func own(_ kind: EventKind) -> (MCAP.Channel, MCAP.Schema) {
        let descriptor = KindDescriptor.of(kind)
        return (
            MCAP.Channel(
                id: kind.rawValue, schemaID: kind.rawValue, topic: descriptor.topic,
                messageEncoding: "protobuf"),
            MCAP.Schema(
                id: kind.rawValue, name: descriptor.schemaName, encoding: "protobuf",
                data: descriptor.fileDescriptorSet)
        )
    }

    /// The wanted number, or else the next that nobody has. In a log of ours the numbers of kinds are theirs alone.
    private static func free(
        _ number: UInt16, of kind: EventKind?, _ isOurs: Bool, _ taken: inout Set<UInt16>,
        _ next: inout UInt16
    ) throws(ContainerError) -> UInt16 {
        let wanted = kind?.rawValue ?? number
        let isFit = !isOurs || kind != nil || EventKind(rawValue: wanted) == nil
        if isFit, taken.insert(wanted).inserted { return wanted }
        // Only files glued together can define more than there are numbers.
        guard taken.count < Int(UInt16.max) else {
            throw .limit(
                what: "definitions", offset: 0, limit: UInt64(UInt16.max), actual: UInt64(taken.count) + 1)
        }
        while !taken.insert(next).inserted { next = next == .max ? 1 : next + 1 }
        return next
    }
}
