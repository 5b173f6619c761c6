import TestSupport
import Testing

@testable import Projections

struct StateStuckTests {
    private let rule = "state-stuck"

    /// The states that are meant to pass, with the way into them, their limit in seconds, and what they wait for.
    private static let states = [
        ("collaboration", "scanning", "exporting", 30.0, "worldMap.captured"),
        ("collaboration", "exporting", "waiting", 30, "collaboration.handshakeCompleted"),
        ("objectTracking", "idle", "loading", 30, "referenceObject.loaded"),
        ("onboarding", "onboarding", "loadingAR", 20, "camera.trackingStateChanged to normal"),
    ]

    @Test(.tags(.positive), arguments: states)
    func stuck(_ machine: String, _ from: String, _ state: String, _ limit: Double, _ awaits: String) throws {
        let verdict = try Story {
            opened()
            changed(4, machine, from, to: state)
            samples(5, 50, fps: 60)
            closed(60)
        }.then()
        let now = UInt32(limit) + 2
        let finding = verdict.finds(rule, .warning, events: [2, now])
        #expect(
            finding?.message
                == "Machine \(machine) is in \(state) since 4 s (#2) and still at \(Int(limit) + 4) s (#\(now)): it waits "
                + "for \(awaits); default limit \(Int(limit)) s (stateStuck.\(machine).\(state)).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: states)
    func limit(_ machine: String, _ from: String, _ state: String, _ limit: Double, _: String) throws {
        func story(_ stay: Double) -> Story {
            Story {
                changed(4, machine, from, to: state)
                changed(4 + stay, machine, state, to: machine == "collaboration" ? "idle" : from)
                closed(100)
            }
        }
        try story(limit - 0.0001).then().isQuiet(rule)
        try story(limit).then().finds(rule, .warning, events: [1, 2])
        try story(limit + 1).then().finds(rule, .warning, events: [1, 2])
        let name = "stateStuck.\(machine).\(state)"
        try story(limit).then([name: limit + 0.1]).isQuiet(rule)
        let finding = try story(5).then([name: 5]).finds(rule, events: [1, 2])
        #expect(finding?.limit == UsedLimit(name: name, value: 5, unit: "s"))
    }

    @Test(.tags(.positive)) func eachVisit() throws {
        try Story {
            changed(0, "objectTracking", "idle", to: "loading")
            changed(40, "objectTracking", "loading", to: "failed")
            changed(41, "objectTracking", "failed", to: "loading")
            frame(80)
            closed(100)
        }.then().finds(rule, each: [[1, 2], [3, 4]])
    }

    /// From a state to itself goes on with the visit; stuck it is found once.
    @Test(.tags(.positive)) func fromAStateToItself() throws {
        try Story {
            changed(0, "objectTracking", "idle", to: "loading")
            changed(20, "objectTracking", "loading", to: "loading")
            frame(30)
            changed(40, "objectTracking", "loading", to: "loading")
            closed(100)
        }.then().finds(rule, .warning, events: [1, 3])
    }

    @Test(.tags(.positive)) func declared() throws {
        try Story {
            machineDeclared(1, "onboarding", initial: "loadingAR", ["loadingAR>card", "card>loadingAR"])
            frame(21)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2])
        try Story {
            machineDeclared(1, "onboarding", initial: "loadingAR", ["loadingAR>card", "card>loadingAR"])
            changed(5, "onboarding", "loadingAR", to: "card")
            closed(60)
        }.then().isQuiet()
    }

    // MARK: Waiting for a peer

    private func waiting(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given { changed(1, "collaboration", "exporting", to: "waiting") }.when(lines)
            .when { closed(100) }
    }

    @Test(.tags(.positive)) func withAPeer() throws {
        let finding = try waiting {
            peer(5, "P", "connecting")
            peer(10, "P", "connected")
            samples(11, 50, fps: 60)
        }.then().finds(rule, .warning, events: [1, 3, 33])
        #expect(finding?.message.contains("since 1 s") == false)
        #expect(finding?.message.contains("with a peer connected since 9 s (#3)") == true)
    }

    @Test(.tags(.positive)) func thePeerWasThereBefore() throws {
        try Story {
            peer(0, "P", "connected")
            changed(1, "collaboration", "exporting", to: "waiting")
            frame(31)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3])
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        try waiting { peer(2, "P", "connecting") }.then().isQuiet(rule)
        try Story {
            peer(0, "P", "connected")
            peer(0.5, "P", "notConnected")
            changed(1, "collaboration", "exporting", to: "waiting")
            closed(60)
        }.then().isQuiet(rule)
        try waiting {
            peer(2, "P", "connected")
            peer(31.9, "P", "notConnected")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func aPeerThatComesAndGoes() throws {
        try waiting {
            for visit in 0..<4 {
                peer(2 + Double(visit) * 25, "P", "connected")
                peer(25 + Double(visit) * 25, "P", "notConnected")
            }
        }.then().isQuiet(rule)
        // Of two one stays: somebody is there all the time.
        try waiting {
            peer(2, "P", "connected")
            peer(10, "Q", "connected")
            peer(12, "P", "notConnected")
            frame(32)
        }.then().finds(rule, .warning, events: [1, 2, 5])
    }

    /// Exporting needs nobody.
    @Test(.tags(.positive)) func exportingWithoutAPeer() throws {
        try Story {
            peer(0, "P", "notConnected")
            changed(1, "collaboration", "scanning", to: "exporting")
            frame(31)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3])
    }

    /// A state of the app's own is watched where the user says how long it may take, and only then.
    @Test(.tags(.positive, .limit)) func ownStates() throws {
        func story(declared transitions: [String]) -> Story {
            Story {
                transitions.isEmpty
                    ? [] : [machineDeclared(0, "checkout", initial: "cart", transitions)]
                changed(1, "checkout", "cart", to: "paying")
                frame(5.9)
                changed(6, "checkout", "paying", to: "cart")
                changed(7, "checkout", "cart", to: "paying")
                changed(11.9, "checkout", "paying", to: "cart")
                closed(60)
            }
        }
        try story(declared: []).then().isQuiet()
        let limit = ["stateStuck.checkout.paying": 5.0]
        let finding = try story(declared: []).then(limit).finds(rule, .warning, events: [1, 3])
        #expect(
            finding?.message
                == "Machine checkout is in paying since 0 s (#1) and still at 5 s (#3): it waits for state.changed; limit "
                + "5 s (stateStuck.checkout.paying).")
        let declared = try story(declared: ["cart>paying", "paying>cart", "paying>done"]).then(limit)
        #expect(
            declared.finds(rule, .warning, events: [2, 4])?.message.contains(
                "it waits for state.changed to cart and done; limit 5 s") == true)
        try story(declared: []).then(["stateStuck.checkout.paying": 5.1]).isQuiet()
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func otherStates() throws {
        try Story {
            changed(0, "collaboration", "idle", to: "scanning")
            changed(0, "objectTracking", "loading", to: "running")
            changed(0, "onboarding", "loadingAR", to: "onboarding")
            changed(0, "mine", "idle", to: "loading")
            changed(0, "onboarding", "loadingAR", to: "onboarding").of(session: "s")
            closed(100)
        }.then().isQuiet()
    }

    /// A built-in name with states of the app's own is another machine, also where that is known only later.
    @Test(.tags(.lookAlike)) func anotherMachineOfThatName() throws {
        try Story {
            changed(0, "objectTracking", "warm", to: "loading")
            closed(100)
        }.then().isQuiet(rule)
        try Story {
            changed(0, "objectTracking", "idle", to: "loading")
            frame(50)
            changed(60, "objectTracking", "loading", to: "warm")
            changed(61, "objectTracking", "warm", to: "loading")
            closed(100)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAway() throws {
        for phase in ["background", "inactive"] {
            try Story {
                changed(0, "onboarding", "done", to: "loadingAR")
                app(10, phase)
                frame(60)
                app(90, "active")
                changed(99.9, "onboarding", "loadingAR", to: "onboarding")
                closed(200)
            }.then().isQuiet(rule)
        }
        try Story {
            changed(0, "onboarding", "done", to: "loadingAR")
            app(10, "background")
            app(90, "active")
            frame(100)
            closed(200)
        }.then().finds(rule, .warning, events: [1, 4])
    }

    /// The collaboration machine's time is that of the session that ran with collaboration, a session's machine's its own,
    /// and the device's other machines have the app's.
    @Test(.tags(.lookAlike), arguments: [("collaboration", "exporting"), ("objectTracking", "loading")])
    func whoseTime(_ machine: String, _ state: String) throws {
        func story(_ session: String?) -> Story {
            let change = changed(2, machine, "idle", to: state)
            return Story {
                run(1, collaboration: true).of(session: "s")
                session.map { [change.of(session: $0)] } ?? [change]
                interrupted(10, "camera").of(session: "s")
                frame(90)
                resumed(95).of(session: "s")
                closed(116.9)
            }
        }
        try story("s").then().isQuiet(rule)
        try story("other").then().finds(rule, .warning, events: [2, 4])
        if machine == "collaboration" {
            try story(nil).then().isQuiet(rule)
        } else {
            try story(nil).then().finds(rule, .warning, events: [2, 4])
        }
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        func story(_ end: Double) -> Story {
            Story {
                changed(0, "objectTracking", "idle", to: "loading")
                frame(end)
            }
        }
        try story(29.9).then().isQuiet()
        try story(30).then().finds(rule, .warning, events: [1, 2])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            changed(0, "objectTracking", "idle", to: "loading").of(session: "one")
            changed(1, "objectTracking", "idle", to: "loading").of(session: "two")
            changed(20, "objectTracking", "loading", to: "running").of(session: "one")
            frame(31)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4], session: "two")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            changed(0, "collaboration", "exporting", to: "waiting").with("device", "A")
            peer(1, "P", "notConnected").with("device", "A")
            changed(2, "collaboration", "exporting", to: "waiting").with("device", "B")
            peer(3, "P", "connected").with("device", "B")
            frame(50).with("device", "A")
            frame(51).with("device", "B")
        }.then().finds(rule, .warning, events: [3, 4, 6])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            changed(0, "objectTracking", "idle", to: "loading")
            gap(29)
            frame(31)
            closed(100)
        }.then().isQuiet(rule)
        // Who is connected is not known behind it either.
        try Story {
            peer(0, "P", "connected")
            gap(1)
            changed(2, "collaboration", "exporting", to: "waiting")
            closed(100)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            changed(1, "objectTracking", "idle", to: "loading")
            opened(20)
            closed(100)
        }.then().isQuiet(rule)
    }
}
