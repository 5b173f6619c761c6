import EventLog

/// Walks every message header through the container's reader and decodes nothing.
func walk(_ path: String) throws {
    var reader = LogReader(try InputFile(path: path), checksSections: false)
    var count: UInt64 = 0
    var size = 0
    var sum: UInt64 = 0
    while let batch = try reader.nextBatch() {
        var records = batch.records
        while let record = records.next() {
            guard record.opcode == .message else {
                reader.define(record, in: batch)
                continue
            }
            var content = record.content
            guard let message = MCAP.MessageHeader(parsing: &content) else { continue }
            count += 1
            size += MCAP.prefixSize + MCAP.MessageHeader.size + content.remaining
            sum &+= message.logTime ^ UInt64(message.channelID)
        }
    }
    guard reader.issues.issues.isEmpty else { throw Unfit(description: "\(path): \(reader.issues.issues)") }
    print("\(count) messages of \(size) bytes, sum \(sum)")
}

/// Decodes every payload by its kind, as events give it to a projection.
func decode(_ path: String) throws {
    let source = try EventSource(path: path)
    var tally = Tally()
    while let batch = try source.nextBatch() {
        for header in batch.headers { tally.take(LoggedEvent(header: header, content: batch.content)) }
    }
    guard tally.refused == 0, !source.report.hasLoss else {
        throw Unfit(description: "\(path): \(tally.refused) events were not decoded")
    }
    print("\(tally.count) events, sum \(tally.sum)")
}

/// Counts decoded events, and adds up enough of each that decoding can't be left out.
private struct Tally {
    private(set) var count: UInt64 = 0
    private(set) var refused: UInt64 = 0
    private(set) var sum: UInt64 = 0

    mutating func take(_ event: LoggedEvent) {
        let value: UInt64?
        switch event.kind {
        case .anchorUpdated: value = event.decode(StoredEvent.AnchorUpdated.self)?.weight
        case .anchorAdded: value = event.decode(StoredEvent.AnchorAdded.self)?.weight
        case .anchorRemoved: value = event.decode(StoredEvent.AnchorRemoved.self)?.anchor.low
        case .nodeAttached: value = event.decode(StoredEvent.NodeAttached.self)?.weight
        case .nodeDetached: value = event.decode(StoredEvent.NodeDetached.self)?.node.low
        case .collaborationDataProduced:
            value = event.decode(StoredEvent.CollaborationDataProduced.self).map {
                $0.packet.low &+ UInt64($0.priority.rawValue) &+ ($0.bytes ?? 0)
            }
        case .collaborationDataReceived:
            value = event.decode(StoredEvent.CollaborationDataReceived.self).map {
                $0.packet.low &+ ($0.peer?.low ?? 0) &+ ($0.bytes ?? 0)
            }
        case .collaborationDataApplied:
            value = event.decode(StoredEvent.CollaborationDataApplied.self)?.packet.low
        case .cameraTrackingStateChanged:
            value = event.decode(StoredEvent.CameraTrackingStateChanged.self).map {
                UInt64($0.state.rawValue)
            }
        case .frameWorldMappingStatusChanged:
            value = event.decode(StoredEvent.FrameWorldMappingStatusChanged.self).map {
                UInt64($0.status.rawValue)
            }
        case .frameStats:
            value = event.decode(StoredEvent.FrameStats.self).map {
                ($0.featurePoints ?? 0) &+ ($0.fps?.bitPattern ?? 0)
            }
        case .stateChanged:
            value = event.decode(StoredEvent.StateChanged.self).map {
                UInt64($0.machine.count) &+ UInt64($0.from.offset) &+ UInt64($0.to.count)
            }
        case .sessionRun:
            value = event.decode(StoredEvent.SessionRun.self).map { UInt64($0.source?.count ?? 0) }
        case .sessionInterruptionBegan:
            value = event.decode(StoredEvent.SessionInterruptionBegan.self).map { _ in 1 }
        case .sessionInterruptionEnded:
            value = event.decode(StoredEvent.SessionInterruptionEnded.self).map { _ in 1 }
        case .logOpened: value = event.decode(StoredEvent.LogOpened.self)?.device.low
        case .logClosed: value = event.decode(StoredEvent.LogClosed.self).map { _ in 1 }
        default: value = nil
        }
        guard let value else {
            refused += 1
            return
        }
        count += 1
        sum &+= value
    }
}

extension Vocabulary<InBatch>.AnchorUpdated {
    fileprivate var weight: UInt64 {
        anchor.low &+ weigh(position, orientation) &+ (isTracked == true ? 1 : 0)
    }
}

extension Vocabulary<InBatch>.AnchorAdded {
    fileprivate var weight: UInt64 { anchor.low &+ weigh(position, orientation) }
}

extension Vocabulary<InBatch>.NodeAttached {
    fileprivate var weight: UInt64 { node.low &+ (anchor?.high ?? 0) &+ UInt64(key?.count ?? 0) }
}

private func weigh(_ position: Vector3?, _ orientation: Quaternion?) -> UInt64 {
    var sum: UInt64 = 0
    if let position { sum &+= UInt64((position.x + position.y + position.z).bitPattern) }
    if let orientation {
        sum &+= UInt64((orientation.x + orientation.y + orientation.z + orientation.w).bitPattern)
    }
    return sum
}
