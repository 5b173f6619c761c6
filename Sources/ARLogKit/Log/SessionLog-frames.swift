internal import EventLog
internal import Synchronization

extension SessionLog {
    /// What a frame is to be asked for, beyond what every frame is.
    struct Wishes {
        var pose = false
        var figures = false
    }

    /// A frame came. What is asked for costs ARKit a copy, so it is asked for only now and then.
    func frame(timestamp: Double, mapping: MappingStatus, _ frame: FrameRing.Slot) -> Wishes {
        let now = clock()
        return state.withLock { state in
            state.frames.take(timestamp, interval: state.interval)
            state.ring.put(frame)
            state.run.hasFrames = true
            if mapping != state.mapping {
                state.mapping = mapping
                recorder.append(
                    Event.FrameWorldMappingStatusChanged {
                        $0.session = session
                        $0.status = mapping
                    })
            }
            var wishes = Wishes()
            if cameraStep < .max, now >= state.cameraDue {
                wishes.pose = true
                state.cameraDue = Self.following(state.cameraDue, cameraStep, now)
            }
            if now >= state.figuresDue {
                wishes.figures = true
                state.figuresDue = now + 1_000_000_000
            }
            return wishes
        }
    }

    /// When the next of a row is due that has `step` nanoseconds between two: on its grid, so that frames which come a
    /// little late do not add up, unless it was missed altogether.
    static func following(_ due: UInt64, _ step: UInt64, _ now: UInt64) -> UInt64 {
        let next = due.addingReportingOverflow(step)
        if !next.overflow, next.partialValue > now { return next.partialValue }
        let late = now.addingReportingOverflow(step)
        return late.overflow ? .max : late.partialValue
    }

    func cameraPose(_ pose: Pose) {
        guard pose.position != nil || pose.orientation != nil else { return }
        recorder.append(
            Event.CameraPose {
                $0.session = session
                $0.position = pose.position
                $0.orientation = pose.orientation
            })
    }

    /// How bright it is (exposure offset in EV) and how much there is to see.
    func figures(featurePoints: Int?, exposureOffset: Double) {
        state.withLock {
            $0.frames.featurePoints = featurePoints.map { UInt64($0) }
            $0.frames.exposureOffset = exposureOffset.isFinite ? exposureOffset : nil
        }
    }

    /// Looks what the last second brought. To be called once a second.
    func tick() {
        let now = clock()
        state.withLock { state in
            let seconds = Double(now &- state.lastTick) / 1e9
            if seconds > 0 {
                state.lastTick = now
                if state.frames.count > 0 || (knowsRuns && state.run.expectsFrames) {
                    append(state.frames, retained: state.ring.retained, seconds: seconds)
                }
                state.frames.restart()
            }
            state.anchors.forEachPending(now: now) { entry in
                writePose(&entry, isTracked: nil, now: now)
            }
        }
    }

    private func append(_ frames: FrameTally, retained: UInt64, seconds: Double) {
        recorder.append(
            Event.FrameStats {
                $0.session = session
                $0.fps = (Double(frames.count) / seconds * 100).rounded() / 100
                $0.dropped = frames.dropped
                $0.retained = retained
                $0.featurePoints = frames.featurePoints
                $0.exposureOffset = frames.exposureOffset
            })
    }
}
