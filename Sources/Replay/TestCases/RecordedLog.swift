public import EventLog

/// A recording told in code: what `arlog testcase` writes, and what a test writes by hand.
///
///     let log = RecordedLog(labels: ["chair"])
///     log.at(0, Event.ViewAppeared.self) { $0.view = "RoomView" }
///     log.at(1.5, Event.AnchorAdded.self) {
///         $0.anchor = "chair"
///         $0.kind = .plane
///     }
///     let replay = ReplayPlayer().replay(log.store) { Placement() }
///
/// Events are numbered from 1. Nothing is printed or refused: what a recording can't hold is left out of it.
public final class RecordedLog {
    /// The events so far.
    public let store: EventStore
    /// Where the times count from, nanoseconds since 1970.
    public let start: UInt64
    private var last: UInt64 = 0
    private var scratch = ByteBuffer()

    /// 2000-01-01T00:00:00Z, nanoseconds since 1970: where a log begins whose time is not told.
    public static let defaultStart: UInt64 = 946_684_800_000_000_000

    /// - Parameter labels: the labels that ids are made from, so that findings can name them.
    public init(start: UInt64 = defaultStart, labels: [String] = []) {
        self.start = start
        store = EventStore(labels: LabelTable())
        for label in labels { store.labels.learn(label, for: EntityID(label)) }
    }

    /// Names an id for people.
    public func label(_ id: EntityID, _ label: String) { store.labels.learn(label, for: id) }

    /// Puts in an event so many seconds from the start, to the nanosecond: exactly for what is written with up to 9
    /// decimals and lies within 20 days. One before the last counts as at its time.
    ///
    /// - Parameter device: whose event it is, in a log of several devices.
    public func at<P: EventPayload>(
        _ seconds: Double, on device: EntityID? = nil, _ kind: P.Type, _ fill: (inout P) -> Void = { _ in }
    ) where P.Storage == Owned {
        at(nanoseconds: Self.nanoseconds(seconds), on: device, kind, fill)
    }

    /// The same with whole nanoseconds.
    public func at<P: EventPayload>(
        nanoseconds: UInt64, on device: EntityID? = nil, _ kind: P.Type,
        _ fill: (inout P) -> Void = { _ in }
    ) where P.Storage == Owned {
        guard store.hasRoom, store.headers.count < Int(UInt32.max) else { return }
        let (time, overflow) = start.addingReportingOverflow(nanoseconds)
        last = max(last, overflow ? .max : time)
        scratch.removeAll(keepingUpTo: 1 << 20)
        scratch.append(P(fill))
        store.append(
            P.kind, number: UInt32(store.headers.count + 1), time: last, device: place(of: device),
            payload: scratch.array)
    }

    /// The nearest whole number of nanoseconds; 0 for what is below or no number, and no more than fit.
    static func nanoseconds(_ seconds: Double) -> UInt64 {
        // Not `rounded()`, a call into libm that users of the library would have to link.
        let nearest = seconds * 1e9 + 0.5
        guard nearest >= 0 else { return 0 }
        return nearest < 0x1p64 ? UInt64(nearest) : .max
    }

    private func place(of device: EntityID?) -> UInt16 {
        guard let device, device != .null else { return 0 }
        if let known = store.devices.firstIndex(of: device) { return UInt16(known) }
        guard store.devices.count <= Int(UInt16.max) else { return 0 }
        store.devices.append(device)
        return UInt16(store.devices.count - 1)
    }
}
