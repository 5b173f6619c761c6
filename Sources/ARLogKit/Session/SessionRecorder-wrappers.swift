#if ARSESSION
    public import ARKit
    public import EventLog
    internal import Foundation

    // Level 1. Each of these tells the log what it does, and does it. Where the app gives no `source`, it is the calling
    // function and file. Once the session is gone, nothing is done and nothing told.
    extension SessionRecorder {
        /// Runs the session.
        ///
        /// The log has it before ARKit does, so that a call which ends the app is in it; only where collaboration is on,
        /// it is told right afterwards, since the session's identifier, which peers need, may change with the call.
        public func run(
            _ configuration: ARConfiguration, options: ARSession.RunOptions = [], purpose: RunPurpose? = nil,
            requestedMode: TrackingMode? = nil, source: String? = nil, function: StaticString = #function,
            file: StaticString = #fileID
        ) {
            guard let session = proxy.session else { return }
            var run = Event.SessionRun()
            run.session = log.session
            run.configuration = Event.Configuration(configuration)
            run.options = EnumSet(options)
            run.source = callSite(source, function, file)
            run.purpose = purpose
            run.requestedMode = requestedMode
            let isAfter = run.configuration?.isCollaborationEnabled == true
            log.willRun(
                framesPerSecond: configuration.videoFormat.framesPerSecond,
                dropsAnchors: options.contains(.removeExistingAnchors),
                map: configuration.startingMap?.anchorIDs)
            if !isAfter { recorder.append(run) }
            session.run(configuration, options: options)
            guard isAfter else { return }
            run.identifier = EntityID(session.identifier)
            recorder.append(run)
        }

        /// Tells that the app begins its own reset; the `run` that belongs to it follows.
        public func resetBegan(
            source: String? = nil, function: StaticString = #function, file: StaticString = #fileID
        ) {
            recorder.append(
                Event.SessionReset {
                    $0.session = log.session
                    $0.source = callSite(source, function, file)
                })
        }

        /// Pauses the session.
        public func pause(
            source: String? = nil, function: StaticString = #function, file: StaticString = #fileID
        ) {
            guard let session = proxy.session else { return }
            log.willPause()
            recorder.append(
                Event.SessionPause {
                    $0.session = log.session
                    $0.source = callSite(source, function, file)
                })
            session.pause()
        }

        /// Adds an anchor; `key` is the app's own identity for what it shows, a catalog id say.
        public func add(_ anchor: ARAnchor, key: String? = nil) {
            guard let session = proxy.session else { return }
            log.addRequested(
                EntityID(anchor.identifier), anchor.recordedKind, name: anchor.name, key: key, anchor.pose)
            session.add(anchor: anchor)
        }

        /// Removes an anchor.
        public func remove(_ anchor: ARAnchor) {
            guard let session = proxy.session else { return }
            log.removeRequested(EntityID(anchor.identifier))
            session.remove(anchor: anchor)
        }

        /// Asks for the world map. What comes of it is told, and goes to `completion` unchanged, on ARKit's queue.
        public func getCurrentWorldMap(
            source: String? = nil, function: StaticString = #function, file: StaticString = #fileID,
            completion: @escaping @Sendable (ARWorldMap?, (any Error)?) -> Void
        ) {
            guard let session = proxy.session else { return }
            recorder.append(
                Event.WorldMapRequested {
                    $0.session = log.session
                    $0.source = callSite(source, function, file)
                })
            session.getCurrentWorldMap { [log] map, error in
                log.captured(map, error)
                completion(map, error)
            }
        }

        // MARK: What the user sees while ARKit looks for its place

        /// The app tells the user what to do while the session relocalizes.
        public func recoveryStatusShown(_ text: String) {
            recorder.append(
                Event.RecoveryStatusShown {
                    $0.session = log.session
                    $0.text = Text.cut(text)
                })
        }

        public func recoveryOffered(_ choices: EnumSet<RecoveryChoice>) {
            recorder.append(
                Event.RecoveryOffered {
                    $0.session = log.session
                    $0.choices = choices
                })
        }

        public func recoveryChosen(_ choice: RecoveryChoice) {
            recorder.append(
                Event.RecoveryChosen {
                    $0.session = log.session
                    $0.choice = choice
                })
        }

        public func recoveryCancelled() {
            recorder.append(Event.RecoveryCancelled { $0.session = log.session })
        }
    }
#endif
