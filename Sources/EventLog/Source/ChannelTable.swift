/// What the channels of a log carry, as its definitions say.
///
/// A channel is looked up when its first message comes, and again after definitions changed: so that a log with very
/// many of them costs no more than it has messages.
struct ChannelTable {
    struct Channel {
        /// `nil` where the messages are no events.
        var kind: EventKind?
        /// Which device of a merged log.
        var device: UInt16 = 0
        /// The place of its topic in `strangers`; -1 where it carries events or was never defined.
        var stranger: Int32 = -1
        /// The generation of the definitions that say so.
        var generation = -1
    }

    private var channels: [Channel] = []
    /// The topics that carry no events, with their messages' count.
    private(set) var strangers: [(topic: String, count: Int)] = []
    private var strangerPlaces: [String: Int32] = [:]
    /// The devices of a merged log, from index 1 on.
    private(set) var devices: [EntityID] = [.null]
    private var deviceIndexes: [EntityID: UInt16] = [:]
    /// Messages on channels that were never defined.
    private(set) var undefinedCount = 0

    /// What the channel carries; `nil` where it must be looked up in this generation of the definitions.
    @inline(__always)
    func known(_ number: UInt16, in generation: Int) -> Channel? {
        guard Int(number) < channels.count, channels[Int(number)].generation == generation else { return nil }
        return channels[Int(number)]
    }

    /// Looks up what the channel carries. `isOurs` says that the log is one of the profile.
    @inline(never)
    mutating func resolve(
        _ number: UInt16, _ definitions: DefinitionTable, isOurs: Bool
    ) -> Channel {
        while channels.count <= Int(number) { channels.append(Channel()) }
        var channel = Channel(generation: definitions.generation)
        if let definition = definitions.channels[number] {
            channel.kind = kind(of: definition, definitions)
            if channel.kind == nil {
                channel.stranger = stranger(definition.topic)
            } else if let device = definition.metadata.first(where: { $0.key == "device" })?.value {
                channel.device = index(of: device)
            }
        } else if isOurs, definitions.convention != .names {
            // A kind has the same number in every log of ours, so that a lost definition loses nothing.
            channel.kind = EventKind(rawValue: number)
        }
        channels[Int(number)] = channel
        return channel
    }

    private static let kinds = Dictionary(
        uniqueKeysWithValues: KindDescriptor.all.map { ($0.schemaName, $0.kind) })
    private static let topics = Dictionary(
        uniqueKeysWithValues: KindDescriptor.all.map { ($0.topic, $0.kind) })

    /// The kind whose events have this topic.
    static func kind(ofTopic topic: String) -> EventKind? { topics[topic] }

    /// The kind whose events have the schema of this name.
    static func kind(ofSchema name: String) -> EventKind? { kinds[name] }

    private func kind(of channel: MCAP.Channel, _ definitions: DefinitionTable) -> EventKind? {
        guard channel.messageEncoding == "protobuf" else { return nil }
        guard let schema = definitions.schema(of: channel) else {
            // The schema is lost, the topic says the same.
            return channel.schemaID == 0 ? nil : Self.topics[channel.topic]
        }
        return schema.encoding == "protobuf" ? Self.kinds[schema.name] : nil
    }

    private mutating func index(of device: String) -> UInt16 {
        let id = EntityID(device)
        if let known = deviceIndexes[id] { return known }
        // One more than can be told apart belongs to nobody in particular.
        guard devices.count <= EventHeader.deviceLimit else { return 0 }
        devices.append(id)
        deviceIndexes[id] = UInt16(devices.count - 1)
        return UInt16(devices.count - 1)
    }

    private mutating func stranger(_ topic: String) -> Int32 {
        if let known = strangerPlaces[topic] { return known }
        guard strangers.count < Self.strangerLimit else { return Int32(Self.strangerLimit - 1) }
        strangers.append((topic, 0))
        strangerPlaces[topic] = Int32(strangers.count - 1)
        return Int32(strangers.count - 1)
    }

    /// Topics that are told apart; messages of those beyond are counted with the last.
    private static let strangerLimit = 1000

    /// Counts a message that is no event.
    mutating func countStranger(_ channel: Channel) {
        if channel.stranger >= 0 {
            strangers[Int(channel.stranger)].count += 1
        } else {
            undefinedCount += 1
        }
    }

    /// The numbers of the channels that carry one of `kinds`, or that nobody knows.
    mutating func numbers(
        carrying kinds: Set<EventKind>, _ definitions: DefinitionTable, isOurs: Bool
    ) -> Set<UInt16> {
        Set(
            definitions.channels.keys.filter { number in
                resolve(number, definitions, isOurs: isOurs).kind.map { kinds.contains($0) } ?? false
            })
    }
}
