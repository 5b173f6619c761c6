internal import EventLog
internal import Synchronization

extension SessionLog {
    /// The app is about to run the session; `map` are the anchors of the map it starts from.
    func willRun(framesPerSecond: Int, dropsAnchors: Bool, map: Set<EntityID>?) {
        state.withLock { state in
            state.run.isRunning = true
            state.run.isInterrupted = false
            state.run.hasFrames = false
            if framesPerSecond > 0 { state.interval = 1 / Double(framesPerSecond) }
            if dropsAnchors { state.anchors.removeAll() }
            if let map { state.origins.begin(withMap: map) }
        }
    }

    func willPause() {
        state.withLock { $0.run.isRunning = false }
    }

    /// The app left the foreground, or came back.
    func wentToBackground(_ isInBackground: Bool) {
        state.withLock { $0.run.isInBackground = isInBackground }
    }
}
