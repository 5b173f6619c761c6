#if ARSESSION
    public import EventLog
    internal import Foundation

    // Level 4: the app's own states, its views, what its users do; and a few words that belong to no level.
    extension SessionRecorder {
        /// Tells the changes of a machine from now on; it belongs to this session where that has a name.
        public func record<State>(_ machine: LoggedState<State>) {
            machine.record(in: recorder, session: log.session)
        }

        /// A view came to the front. How much memory is used is told with it.
        public func viewAppeared(_ view: String) { app.viewAppeared(Text.cut(view)) }

        public func viewDisappeared(_ view: String) {
            recorder.append(Event.ViewDisappeared { $0.view = Text.cut(view) })
        }

        /// The user did something that explains what follows: a tap that places, a button that resets.
        public func userAction(_ name: String) {
            recorder.append(Event.UserAction { $0.name = Text.cut(name) })
        }

        public func referenceObjectLoaded(
            _ name: String, format: ReferenceObjectFormat? = nil, hasModel: Bool? = nil
        ) {
            recorder.append(
                Event.ReferenceObjectLoaded {
                    $0.session = log.session
                    $0.name = Text.cut(name)
                    $0.format = format
                    $0.hasModel = hasModel
                })
        }

        public func referenceObjectLoadFailed(_ name: String, _ error: any Error) {
            recorder.append(
                Event.ReferenceObjectLoadFailed {
                    $0.session = log.session
                    $0.name = Text.cut(name)
                    $0.text = ErrorFacts(error).text
                })
        }

        // MARK: Of no level

        /// Somebody else takes the camera: a picker, a video call.
        public func cameraClaimed(by owner: String) {
            recorder.append(Event.CameraClaimed { $0.owner = Text.cut(owner) })
        }

        public func cameraReleased(by owner: String) {
            recorder.append(Event.CameraReleased { $0.owner = Text.cut(owner) })
        }

        /// "The user pressed Report a problem", or a step of a test plan.
        public func marker(_ text: String) { recorder.append(Event.LogMarker { $0.text = Text.cut(text) }) }
    }
#endif
