/// The schemas and channels of a log that have been seen so far.
public struct DefinitionTable: Sendable {
    /// What came of registering a definition.
    public enum Outcome: Equatable, Sendable {
        case new
        /// The same was there already.
        case repeated
        /// Another was there under this number; the newer one counts from here.
        case conflicting
    }

    public private(set) var schemas: [UInt16: MCAP.Schema] = [:]
    public private(set) var channels: [UInt16: MCAP.Channel] = [:]
    /// Grows whenever something new is registered, so that what was derived from the table can be kept till then.
    public private(set) var generation = 0
    /// Bytes of all that was registered from records, replaced or not, and what they may be.
    private var size = 0
    private let sizeLimit: Int
    /// What the log's header promises of its definitions. Where one of a kind's number contradicts that, the kind's own
    /// is registered in its place.
    private(set) var convention = KindConvention.none

    /// An empty table that takes up to `sizeLimit` bytes of records.
    public init(sizeLimit: Int = ReaderLimits().definitionSize) { self.sizeLimit = sizeLimit }

    public func schema(of channel: MCAP.Channel) -> MCAP.Schema? { schemas[channel.schemaID] }

    /// Takes from a file's header what its definitions must be; one that is found among the data says nothing new.
    mutating func expect(_ header: MCAP.Header) {
        if convention == .none { convention = KindConvention(header) }
    }

    @discardableResult
    public mutating func register(_ schema: MCAP.Schema) -> Outcome {
        let previous = schemas[schema.id]
        if previous?.agrees(with: schema) == true { return .repeated }
        schemas[schema.id] = schema
        generation += 1
        return previous == nil ? .new : .conflicting
    }

    @discardableResult
    public mutating func register(_ channel: MCAP.Channel) -> Outcome {
        let previous = channels[channel.id]
        if previous?.agrees(with: channel) == true { return .repeated }
        channels[channel.id] = channel
        generation += 1
        return previous == nil ? .new : .conflicting
    }

    /// What a Schema or Channel record is called here.
    enum Name: CustomStringConvertible {
        case schema(UInt16), channel(UInt16)

        var description: String {
            switch self {
            case .schema(let id): "schema \(id)"
            case .channel(let id): "channel \(id)"
            }
        }
    }

    /// The number of a Schema or Channel record under which something else is registered here; `nil` where it says the
    /// same, or nothing is.
    func contradiction(of record: ScannedRecord) -> Name? {
        var content = record.content
        if record.opcode == .schema, let schema = try? MCAP.Schema(parsing: &content) {
            return schemas[schema.id].flatMap { $0.agrees(with: schema) ? nil : .schema(schema.id) }
        }
        guard record.opcode == .channel, let channel = try? MCAP.Channel(parsing: &content) else {
            return nil
        }
        return channels[channel.id].flatMap { $0.agrees(with: channel) ? nil : .channel(channel.id) }
    }

    /// Registers what `other` has under this name.
    mutating func take(_ name: Name, from other: DefinitionTable) {
        switch name {
        case .schema(let id): if let schema = other.schemas[id] { register(schema) }
        case .channel(let id): if let channel = other.channels[id] { register(channel) }
        }
    }

    /// Takes over what `other` has and this has not.
    mutating func fillGaps(from other: DefinitionTable) {
        schemas.merge(other.schemas) { own, _ in own }
        channels.merge(other.channels) { own, _ in own }
        generation += 1
    }

    /// Forgets everything, where a second file begins.
    public mutating func removeAll() {
        schemas = [:]
        channels = [:]
        size = 0
        convention = .none
        generation += 1
    }

    /// Registers the Schema or Channel in `content` and adds what is wrong with it to `log`.
    ///
    /// `offset` is the file offset of the record, or of the chunk it is in. Other records do nothing.
    public mutating func register(
        _ opcode: Opcode, content: ByteCursor, offset: UInt64, log: inout IssueLog
    ) {
        guard opcode == .schema || opcode == .channel else { return }
        var content = content
        guard hasRoom(for: opcode, content) else {
            let message = "\(opcode) of \(content.remaining) bytes is over the limit for definitions"
            return log.add(LogIssue(.definition, at: offset, message))
        }
        let generationBefore = generation
        let sizeOfRecord = content.remaining
        defer { if generation != generationBefore { size += sizeOfRecord } }
        do throws(ContainerError) {
            switch opcode {
            case .schema:
                var schema = try MCAP.Schema(parsing: &content)
                guard schema.id != 0 else {
                    return log.addOnce(.schemaZero, at: offset, "a schema has the number 0 and is left out")
                }
                if let problem = convention.problem(with: schema) {
                    log.add(LogIssue(.definition, at: offset, problem))
                    schema = convention.kind(numbered: schema.id)?.definition.schema ?? schema
                }
                let outcome = register(schema)
                note(outcome, of: "schema \(schema.id)", at: offset, schema.hasRepairedText, &log)
            case .channel:
                var channel = try MCAP.Channel(parsing: &content)
                if let problem = convention.problem(with: channel, schemas[channel.schemaID]) {
                    log.add(LogIssue(.definition, at: offset, problem))
                    channel = convention.kind(numbered: channel.id)?.definition.channel ?? channel
                }
                // Not among the arguments, for which the table would be held twice and copied.
                let outcome = register(channel)
                note(outcome, of: "channel \(channel.id)", at: offset, channel.hasRepairedText, &log)
            default: return
            }
            if !content.isAtEnd {
                log.addOnce(
                    .unknownRecord, at: offset,
                    "\(opcode) has \(content.remaining) bytes more than its fields")
            }
        } catch {
            log.add(LogIssue(.record, at: offset, error.description))
        }
    }

    /// A definition takes up to four times its record's size in memory, and a few bytes can decompress to many.
    private func hasRoom(for opcode: Opcode, _ content: ByteCursor) -> Bool {
        let id = content.peek(UInt16.self) ?? 0
        let isKnown = opcode == .schema ? schemas[id] != nil : channels[id] != nil
        // What is known is most likely repeated; if it is not, that counts against the next.
        let room = isKnown && size <= sizeLimit ? sizeLimit : sizeLimit - size
        return content.remaining <= room
    }

    private func note(
        _ outcome: Outcome, of what: String, at offset: UInt64, _ isRepaired: Bool, _ log: inout IssueLog
    ) {
        if isRepaired && outcome != .repeated {
            log.addOnce(.invalidUTF8, at: offset, "\(what) has text that is not UTF-8")
        }
        if outcome == .conflicting {
            log.add(LogIssue(.definition, at: offset, "\(what) is defined twice and differently"))
        }
    }
}

extension MCAP.Schema {
    /// Whether both say the same; in one of them, text that was not UTF-8 may have been repaired when it was written.
    func agrees(with other: MCAP.Schema) -> Bool {
        var other = other
        other.hasRepairedText = hasRepairedText
        return self == other
    }
}

extension MCAP.Channel {
    /// As of schemas.
    func agrees(with other: MCAP.Channel) -> Bool {
        var other = other
        other.hasRepairedText = hasRepairedText
        return self == other
    }
}
