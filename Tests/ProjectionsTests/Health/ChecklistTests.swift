import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct ChecklistTests {
    private func point(_ point: ChecklistPoint.Point, _ story: Story) throws -> String {
        let found = try #require(try story.health().point(point))
        return "\(found.state.rawValue) \(found.events)"
    }

    @Test func noneWhereNobodyCollaborates() throws {
        #expect(
            try Story {
                opened(); run(1); closed(9)
            }.health().checklist.isEmpty)
        #expect(
            try Story {
                opened(); run(1, collaboration: true); closed(9)
            }.health().checklist.count == 10)
    }

    @Test func nothingHappenedIsNotExercised() throws {
        let health = try Story {
            together(); closed(9)
        }.health()
        #expect(health.checklist.map(\.point) == ChecklistPoint.Point.allCases)
        #expect(
            health.checklist.allSatisfy { $0.state == .notExercised && !$0.note.isEmpty && $0.events.isEmpty }
        )
    }

    @Test func fallback() throws {
        let probe = Story.given {
            opened(); probed(1, isSupported: false)
        }
        #expect(
            try point(
                .fallback,
                probe.when {
                    fallbackShown(2); closed(9)
                }) == "passed [2, 3]")
        #expect(
            try point(
                .fallback,
                probe.when {
                    run(2, collaboration: true); tracking(9, "normal"); closed(10)
                }
            )
            .hasPrefix("failed"))
        #expect(
            try point(
                .fallback,
                Story {
                    opened(); probed(1, isSupported: true); closed(9)
                }) == "notExercised []")
    }

    @Test func exportRefused() throws {
        let scanning = Story.given {
            together(); mapping(3, "limited"); mapRequested(4)
        }
        #expect(
            try point(
                .exportRefused,
                scanning.when {
                    mapDeferred(4.1); closed(9)
                }) == "passed [5, 7]")
        #expect(
            try point(
                .exportRefused,
                scanning.when {
                    tracking(7, "normal"); closed(9)
                }
            ).hasPrefix("failed"))
        #expect(
            try point(
                .exportRefused,
                Story {
                    together(); mapping(3, "mapped"); mapDeferred(4); closed(9)
                })
                == "notExercised []")
    }

    @Test func mapPruned() throws {
        func story(_ captured: Int64, _ saved: Int64) -> Story {
            Story {
                together()
                event(3, "worldMap.captured", ["map": "M", "bytes": .integer(captured)])
                event(4, "worldMap.saved", ["map": "M", "bytes": .integer(saved)])
                closed(9)
            }
        }
        #expect(try point(.mapPruned, story(5_000_000, 3_000_000)) == "passed [5, 6]")
        #expect(try point(.mapPruned, story(5_000_000, 5_000_000)) == "notExercised []")
        #expect(try point(.mapPruned, story(3_000_000, 2_000_000)) == "notExercised []")
        #expect(try point(.mapPruned, story(12_000_000, 12_000_000)).hasPrefix("failed"))
    }

    /// What is a big map, a long queue, a long interruption, the rules' limits say.
    @Test func limitsAreThoseInForce() throws {
        func state(
            _ point: ChecklistPoint.Point, _ name: String, _ value: Double, _ story: Story
        ) throws -> ChecklistPoint.State? {
            var settings = Settings()
            try settings.set(name, to: value)
            return try story.health(settings: settings).point(point)?.state
        }
        let pruned = Story {
            together()
            event(3, "worldMap.captured", ["map": "M", "bytes": 3_000_000])
            event(4, "worldMap.saved", ["map": "M", "bytes": 2_000_000])
            closed(9)
        }
        #expect(try state(.mapPruned, "mapSize.info", 3, pruned) == .passed)
        #expect(try state(.mapPruned, "mapSize.info", 3.1, pruned) == .notExercised)
        let dropped = Story {
            together()
            event(
                3, "collaboration.dataDropped",
                ["packet": "P", "reason": "throttled", "priority": "optional", "queueDepth": 9])
            closed(9)
        }
        #expect(try state(.backpressure, "queue.limit", 8, dropped) == .passed)
        #expect(try state(.backpressure, "queue.limit", 9, dropped) == .notExercised)
        let failing = Story {
            together()
            for index in 0..<3 { decodeFailed(3 + Double(index) / 10) }
            handshakeStarted(5)
            closed(20)
        }
        #expect(try state(.handshakeRenewed, "decode.streak", 3, failing) == .passed)
        #expect(try state(.handshakeRenewed, "decode.streak", 4, failing) == .notExercised)
        #expect(try state(.handshakeRenewed, "decode.streak", 1e300, failing) == .notExercised)
    }

    @Test func handshakeRenewed() throws {
        let failing = Story.given {
            together()
            for index in 0..<5 { decodeFailed(3 + Double(index) / 10) }
        }
        #expect(
            try point(
                .handshakeRenewed,
                failing.when {
                    handshakeStarted(5); closed(20)
                }) == "passed [9, 10]")
        #expect(
            try point(
                .handshakeRenewed,
                failing.when {
                    tracking(15, "normal"); closed(20)
                }
            ).hasPrefix("failed"))
        #expect(
            try point(
                .handshakeRenewed,
                Story {
                    together(); decodeFailed(3); closed(9)
                }) == "notExercised []")
    }

    @Test func tablesCleared() throws {
        let cleared = Story {
            together()
            event(5, "scene.tablesCleared", ["tables": ["anchorNodes"]])
            run(5.2, options: ["resetTracking", "removeExistingAnchors"], collaboration: true)
            closed(9)
        }
        #expect(try point(.tablesCleared, cleared) == "passed [5, 6]")
        let apart = Story {
            together()
            event(5, "scene.tablesCleared", ["tables": ["remoteAnchors"]])
            run(7, options: ["resetTracking"], collaboration: true)
            closed(9)
        }
        #expect(try point(.tablesCleared, apart) == "notExercised []")
    }

    @Test func lightSync() throws {
        func story(_ length: Double, _ extent: String) -> Story {
            Story {
                together()
                interrupted(5, "call")
                resumed(5 + length)
                syncRequested(6 + length, "B", extent)
                tracking(30 + length, "normal")
                closed(40 + length)
            }
        }
        #expect(try point(.lightSync, story(31, "light")) == "passed [5, 6, 7]")
        #expect(try point(.lightSync, story(30, "light")) == "notExercised []")
        let missed = Story {
            together()
            interrupted(5, "call")
            resumed(40)
            tracking(60, "normal")
            closed(70)
        }
        #expect(try point(.lightSync, missed).hasPrefix("failed"))
    }

    @Test func drift() throws {
        func story(_ end: Double, _ x: Double) -> Story {
            Story {
                together()
                anchorAdded(3, "A", "anchor", at: [0, 0, 0])
                anchorUpdated(24, "A", at: [0, 0, 0])
                anchorUpdated(100, "A", at: [.number(x), 0, 0])
                tracking(end, "normal")
                closed(end + 1)
            }
        }
        #expect(try point(.drift, story(640, 0.01)) == "passed [5, 9]")
        #expect(try point(.drift, story(300, 0.01)) == "notExercised []")
        #expect(try point(.drift, story(640, 0.5)).hasPrefix("failed"))
    }

    @Test func backpressure() throws {
        #expect(
            try point(
                .backpressure,
                Story {
                    together(); dropped(3, "optional", "backpressure"); closed(9)
                })
                == "passed [5]")
        #expect(
            try point(
                .backpressure,
                Story {
                    together(); dropped(3, "optional", "throttled"); closed(9)
                })
                == "notExercised []")
        let pressed = Story {
            together()
            for index in 0..<4 { sent(3 + Double(index), queue: 8) }
            closed(9)
        }
        #expect(try point(.backpressure, pressed).hasPrefix("failed"))
    }

    @Test func networkLoss() throws {
        let lost = Story.given {
            together()
            changed(2.5, "collaboration", "scanning", to: "syncing")
            peer(5, "B", "notConnected")
            changed(5, "collaboration", "syncing", to: "idle")
        }
        let back = lost.when {
            peer(8, "B", "connected")
            changed(8, "collaboration", "idle", to: "scanning")
            changed(9, "collaboration", "scanning", to: "syncing")
            closed(20)
        }
        #expect(try point(.networkLoss, back) == "passed [6, 8, 10]")
        #expect(try point(.networkLoss, lost.when { closed(20) }) == "notExercised []")
    }

    @Test func misalignmentTakesBothLogs() throws {
        #expect(
            try point(
                .misalignment,
                Story {
                    together(); closed(9)
                }) == "notExercised []")
    }
}
