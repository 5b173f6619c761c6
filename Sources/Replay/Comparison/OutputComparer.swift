internal import EventLog

/// Lays the outputs of a recording and of a replay beside each other.
struct OutputComparer {
    private let recording: EventStore
    private let replay: ReplayResult
    private let tolerance: ReplayTolerance
    private var matcher: OutputMatcher

    private(set) var found: [Divergence] = []
    private(set) var count = 0
    private(set) var matched = 0

    /// How many divergences of the present owner are among them.
    private var kept = 0

    /// Whose outputs are compared by themselves.
    private struct Owner: Hashable {
        let device: UInt16
        let session: EntityID?
    }

    /// Places of outputs in the recording and in the new log.
    private struct Outputs {
        var recorded: [Int] = []
        var replayed: [Int] = []
    }

    /// How far ahead it is looked where the two meet again, and after so many divergences of one owner.
    private static let window = 32
    private static let shortWindow = 2
    private static let patience = 100
    /// How many inputs are shown before a divergence.
    private static let inputCount = 5
    /// How many events before it are looked at for them.
    private static let inputReach = 10_000

    init(_ recording: EventStore, _ replay: ReplayResult, _ tolerance: ReplayTolerance) {
        self.recording = recording
        self.replay = replay
        self.tolerance = tolerance
        matcher = OutputMatcher(recording, tolerance)
    }

    mutating func run() {
        var owners: [Owner] = []
        var outputs: [Owner: Outputs] = [:]
        func add(_ place: Int, of store: EventStore, _ list: WritableKeyPath<Outputs, [Int]>) {
            let event = store.event(store.headers[place])
            guard event.kind.isReplayOutput else { return }
            let owner = Owner(device: event.header.device, session: event.session)
            if outputs[owner] == nil { owners.append(owner) }
            outputs[owner, default: Outputs()][keyPath: list].append(place)
        }
        for place in 0..<recordedEnd { add(place, of: recording, \.recorded) }
        for place in replay.log.headers.indices { add(place, of: replay.log, \.replayed) }
        for owner in owners {
            kept = 0
            compare(outputs[owner] ?? Outputs(), of: owner)
            if found.count > 4 * ReplayComparison.limit { keepFirst() }
        }
        keepFirst()
    }

    /// How far the recording was replayed: to its end, or to the first event that was not taken over any more.
    private var recordedEnd: Int {
        if replay.isComplete { return recording.headers.count }
        let rest = recording.headers.indices[replay.takenPlaces...]
        return rest.first { !recording.headers[$0].kind.isReplayOutput } ?? rest.endIndex
    }

    private func recorded(_ place: Int) -> LoggedEvent { recording.event(recording.headers[place]) }
    private func replayed(_ place: Int) -> LoggedEvent { replay.log.event(replay.log.headers[place]) }

    private mutating func compare(_ outputs: Outputs, of owner: Owner) {
        let (left, right) = (outputs.recorded[...], outputs.replayed[...])
        var (i, j, partings) = (0, 0, 0)
        while i < left.count, j < right.count {
            let (one, other) = (recorded(left[i]), replayed(right[j]))
            if matcher.difference(one, other) == nil {
                matcher.learn(one, other)
                if isInTime(one, other) { matched += 1 } else { note(.time, left[i], right[j], owner) }
                (i, j) = (i + 1, j + 1)
                continue
            }
            partings += 1
            let window = partings > Self.patience ? Self.shortWindow : Self.window
            let (a, b) = meeting(left[i...].prefix(window + 1), right[j...].prefix(window + 1))
            for step in 0..<max(a, b) {
                note(step < a ? left[i + step] : nil, step < b ? right[j + step] : nil, owner)
            }
            (i, j) = (i + a, j + b)
        }
        for place in left[min(i, left.count)...] { note(place, nil, owner) }
        for place in right[min(j, right.count)...] { note(nil, place, owner) }
    }

    /// How many outputs of each side come before the two meet again, the fewest together; one of each where they do not
    /// within what is given.
    private func meeting(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> (Int, Int) {
        for sum in stride(from: 1, to: left.count + right.count - 1, by: 1) {
            for a in max(0, sum - right.count + 1)...min(sum, left.count - 1) {
                let (place, other) = (left[left.startIndex + a], right[right.startIndex + sum - a])
                if matcher.difference(recorded(place), replayed(other)) == nil { return (a, sum - a) }
            }
        }
        return (1, 1)
    }

    private func isInTime(_ one: LoggedEvent, _ other: LoggedEvent) -> Bool {
        guard let tolerance = tolerance.time else { return true }
        let apart = max(one.time, other.time) - min(one.time, other.time)
        return apart <= tolerance.wholeNanoseconds
    }

    // MARK: Divergences

    /// Keeps the first ones, in the order of time.
    private mutating func keepFirst() {
        found.sort {
            ($0.time, $0.recorded ?? .max, $0.replayed ?? 0) < (
                $1.time, $1.recorded ?? .max, $1.replayed ?? 0
            )
        }
        found.removeLast(max(0, found.count - ReplayComparison.limit))
    }

    private mutating func note(_ left: Int?, _ right: Int?, _ owner: Owner) {
        guard let left, let right else {
            return note(left == nil ? .unexpected : .missing, left, right, owner)
        }
        switch matcher.difference(recorded(left), replayed(right)) {
        case .field(let name): note(.field(name), left, right, owner)
        // Two that are the same lie here only where others between them are not.
        case .kind, nil: note(.otherKind, left, right, owner)
        }
    }

    private mutating func note(_ what: Divergence.Difference, _ left: Int?, _ right: Int?, _ owner: Owner) {
        count += 1
        guard kept < ReplayComparison.limit else { return }
        kept += 1
        let (one, other) = (left.map { recorded($0) }, right.map { replayed($0) })
        found.append(
            Divergence(
                difference: what, recorded: one?.number, replayed: other?.number,
                time: one?.time ?? other?.time ?? 0, session: owner.session, device: Int(owner.device),
                inputs: inputs(left, right, owner.device)))
    }

    /// The last inputs of the device before it: as the handler saw them where it did something.
    private func inputs(_ left: Int?, _ right: Int?, _ device: UInt16) -> [UInt32] {
        var found: [UInt32] = []
        let store = right == nil ? recording : replay.log
        var place = (right ?? left ?? 0) - 1
        let end = place - Self.inputReach
        while place >= 0, place > end, found.count < Self.inputCount {
            let header = store.headers[place]
            if header.kind.isReplayInput, header.device == device {
                found.append(right == nil ? header.number : replay.recordedNumbers[place])
            }
            place -= 1
        }
        return found.reversed()
    }
}

extension LoggedEvent {
    /// Whose ARSession it is about; `nil` for the main one and where none is named.
    fileprivate var session: EntityID? {
        guard KindDescriptor.of(kind).hasSession, let bytes = content.payload(of: header)?.restBytes,
            let field = PayloadField.all(in: bytes).first, field.number == 1
        else { return nil }
        return EntityID(bytes: Array(bytes[field.value]))
    }
}
