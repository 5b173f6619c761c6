internal import EventLog

/// What was asked of an app's session logic, as far as its log tells: a tap or a button is in a log only where the app
/// records it, and what was tapped for hardly ever is. What the app then did is there, so that is taken for the request.
///
/// A reference decides anew whether and how it is done: a second run that nobody needs was asked for as much as the first.
struct RecordedRequests {
    struct Request {
        /// What the recorded app did.
        let output: ReplayInput
        /// The number of the input that came last before it, on its device; 0 for none.
        let after: UInt32
    }

    /// By device, in the order of the log.
    private(set) var ofDevice: [EntityID?: [Request]] = [:]
    private var lastInput: [EntityID?: UInt32] = [:]

    init() {}

    /// The outputs of a recording that `isRequest` says are asked for.
    init(_ recording: EventStore, where isRequest: (LoggedEvent) -> Bool) {
        guard let start = recording.headers.first?.time else { return }
        for header in recording.headers {
            let device = recording.device(of: header)
            let event = recording.event(header)
            switch header.kind.replayRole {
            case .input: lastInput[device] = header.number
            case .output where isRequest(event):
                let time = Duration(nanoseconds: max(header.time, start) - start)
                let output = ReplayInput(event, time: time, device: device)
                ofDevice[device, default: []].append(
                    Request(output: output, after: lastInput[device] ?? 0))
            case .output, .neither: break
            }
        }
    }
}

/// Asks what was asked, each behind the input that came before it in the recording, and not before its time.
final class RequestFeed {
    private let requests: [RecordedRequests.Request]
    private let ask: (ReplayInput, ReplayContext) throws -> Void
    private var next = 0
    private var lastInput: UInt32 = 0
    private var timer: ReplayTimer?

    init(
        _ requests: [RecordedRequests.Request], _ ask: @escaping (ReplayInput, ReplayContext) throws -> Void
    ) {
        self.requests = requests
        self.ask = ask
    }

    /// Goes on behind an input; 0 stands for the app's start.
    func goOn(behind input: UInt32, _ replay: ReplayContext) {
        lastInput = max(lastInput, input)
        wait(replay)
    }

    private func wait(_ replay: ReplayContext) {
        guard timer?.isPending != true, next < requests.count, requests[next].after <= lastInput else {
            return
        }
        let delay = max(.zero, requests[next].output.time - replay.now)
        timer = replay.after(delay) { [unowned self] in
            next += 1
            try ask(requests[next - 1].output, replay)
            wait(replay)
        }
    }
}
