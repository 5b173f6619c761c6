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

    public init() {}

    public func schema(of channel: MCAP.Channel) -> MCAP.Schema? { schemas[channel.schemaID] }

    @discardableResult
    public mutating func register(_ schema: MCAP.Schema) -> Outcome {
        let previous = schemas[schema.id]
        if previous == schema { return .repeated }
        schemas[schema.id] = schema
        generation += 1
        return previous == nil ? .new : .conflicting
    }

    @discardableResult
    public mutating func register(_ channel: MCAP.Channel) -> Outcome {
        let previous = channels[channel.id]
        if previous == channel { return .repeated }
        channels[channel.id] = channel
        generation += 1
        return previous == nil ? .new : .conflicting
    }

    /// Forgets everything, where a second file begins.
    public mutating func removeAll() {
        schemas = [:]
        channels = [:]
        generation += 1
    }

    /// Registers the Schema or Channel in `content` and adds what is wrong with it to `log`.
    ///
    /// `offset` is the file offset of the record, or of the chunk it is in. Other records do nothing.
    public mutating func register(
        _ opcode: Opcode, content: ByteCursor, offset: UInt64, log: inout IssueLog
    ) {
        var content = content
        do throws(ContainerError) {
            switch opcode {
            case .schema:
                let schema = try MCAP.Schema(parsing: &content)
                note(register(schema), of: "schema \(schema.id)", at: offset, schema.hasRepairedText, &log)
            case .channel:
                let channel = try MCAP.Channel(parsing: &content)
                note(
                    register(channel), of: "channel \(channel.id)", at: offset, channel.hasRepairedText, &log)
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
