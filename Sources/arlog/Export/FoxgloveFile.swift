import EventLog

/// The log that a Foxglove export writes: the events as they are, and beside them messages of Foxglove's.
final class FoxgloveFile {
    /// What stands beside the events.
    enum Topic: Hashable {
        case transforms, scene, log
        /// The anchors of one session, counted from 1 on.
        case poses(Int)

        fileprivate var name: String {
            switch self {
            case .transforms: "/tf"
            case .scene: "/scene"
            case .log: "/log"
            case .poses(let place): place == 1 ? "/anchors/poses" : "/anchors/poses/\(place)"
            }
        }

        fileprivate var message: FoxgloveMessage {
            switch self {
            case .transforms: .named("FrameTransforms")
            case .scene: .named("SceneUpdate")
            case .log: .named("Log")
            case .poses: .named("PosesInFrame")
            }
        }

        fileprivate var number: UInt16 {
            let first = EventWriter<OutputFile>.firstOtherChannel
            return switch self {
            case .transforms: first
            case .scene: first + 1
            case .log: first + 2
            case .poses(let place): first + 3 + UInt16(clamping: min(place, Topic.sessions) - 1)
            }
        }

        /// Sessions whose anchors have a topic of their own; further ones share the last.
        static let sessions = 16
    }

    private var writer: EventWriter<OutputFile>
    private let path: String
    private var definitions: [Topic: (channel: MCAP.Channel, schema: MCAP.Schema)] = [:]
    /// The time of the last message, nanoseconds since 1970.
    private(set) var lastTime: UInt64 = 0

    /// - Parameter labels: what the ids of the events are called.
    init(_ file: OutputFile, labels: LabelTable) throws(CommandError) {
        path = file.path
        do throws(ContainerError) {
            writer = try EventWriter(file, labels: labels)
        } catch {
            throw CommandError(error, in: file.path)
        }
    }

    /// Appends an event as it is. `devices` are those of a merged log so far.
    func append(_ event: LoggedEvent, devices: [EntityID], at time: UInt64) throws(CommandError) {
        writer.devices = devices
        var header = event.header
        header.time = max(time, lastTime)
        lastTime = header.time
        do throws(ContainerError) {
            try writer.append(LoggedEvent(header: header, content: event.content))
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// Appends a message of Foxglove's, not before the last one.
    func append(_ message: borrowing ByteBuffer, on topic: Topic, at time: UInt64) throws(CommandError) {
        let (channel, schema) = definition(of: topic)
        lastTime = max(time, lastTime)
        do throws(ContainerError) {
            try writer.append(message: message, on: channel, schema, time: lastTime)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    /// Writes the rest of the log.
    func close() throws(CommandError) {
        do throws(ContainerError) {
            try writer.close()
        } catch {
            throw CommandError(error, in: path)
        }
    }

    private func definition(of topic: Topic) -> (channel: MCAP.Channel, schema: MCAP.Schema) {
        if let known = definitions[topic] { return known }
        let schema: MCAP.Schema
        if case .poses(let place) = topic, place > 1 {
            schema = definition(of: .poses(1)).schema
        } else {
            schema = MCAP.Schema(
                id: topic.number, name: topic.message.fullName, encoding: "protobuf",
                data: topic.message.fileDescriptorSet)
        }
        let channel = MCAP.Channel(
            id: topic.number, schemaID: schema.id, topic: topic.name, messageEncoding: "protobuf",
            metadata: [])
        definitions[topic] = (channel, schema)
        return (channel, schema)
    }
}
