import EventLog
import TestSupport
import Testing

@testable import Projections

struct MachineTests {
    private func machine(_ name: String, in world: World) throws -> Machine {
        try #require(world.devices.first?.machines[world.symbols.symbol(name)])
    }

    @Test func whereItStands() throws {
        let world = try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "onboarding", to: "done")
        }.world()
        let machine = try machine("onboarding", in: world)
        #expect(world.symbols.text(machine.state) == "done" && machine.entered.number == 2)
        #expect(machine.path.map { world.symbols.text($0) } == ["loadingAR", "onboarding", "done"])
        #expect(machine.isJudged && !machine.isDeclared && !machine.isForeign)
    }

    @Test func thePathIsShort() throws {
        let world = try Story {
            for index in 0..<20 { changed(Double(index), "m", "s\(index)", to: "s\(index + 1)") }
        }.world()
        #expect(try machine("m", in: world).path.map { world.symbols.text($0) } == (13...20).map { "s\($0)" })
        #expect(try !machine("m", in: world).isJudged)
    }

    @Test func declared() throws {
        let world = try Story {
            machineDeclared(1, "door", initial: "shut", ["shut>open", "bad", "a>b>c", ">x", "x>", "*>gone"])
        }.world()
        let machine = try machine("door", in: world)
        #expect(world.symbols.text(machine.state) == "shut" && machine.entered.number == 1)
        let definition = try #require(machine.definition)
        #expect(definition.states == ["shut", "open", "gone"] && definition.initial == "shut")
        #expect(definition.allows(from: "open", to: "gone") && definition.allows(from: "open", to: "open"))
        #expect(!definition.allows(from: "open", to: "shut"))
        #expect(definition.successors(of: "shut") == ["open", "gone"])
    }

    @Test func builtInWays() throws {
        func ways(_ role: Role?, _ name: CollaborationProtocol?) -> [String] {
            MachineDefinition.builtIn("collaboration", role: role, collaborationProtocol: name)?
                .successors(of: "idle") ?? []
        }
        #expect(ways(nil, nil) == ["scanning"])
        #expect(ways(.host, .hostGuest) == ["scanning"])
        #expect(ways(.guest, .hostGuest) == ["scanning", "waiting"])
        #expect(ways(.peer, .peerToPeer) == ["scanning", "syncing"])
        #expect(ways(.guest, .peerToPeer) == ["scanning", "waiting", "syncing"])
        #expect(MachineDefinition.builtIn("mine", role: .guest, collaborationProtocol: nil) == nil)
        #expect(MachineDefinition.builtIn("session", role: .guest, collaborationProtocol: nil) == nil)
    }

    @Test func foreign() throws {
        let world = try Story { changed(1, "collaboration", "off", to: "idle") }.world()
        #expect(try machine("collaboration", in: world).isForeign)
        let declared = try Story {
            changed(1, "collaboration", "off", to: "idle")
            machineDeclared(2, "collaboration", initial: "off", ["off>idle"])
            changed(3, "collaboration", "off", to: "elsewhere")
        }.world()
        #expect(try !machine("collaboration", in: declared).isForeign)
        #expect(try machine("collaboration", in: declared).isJudged)
    }

    @Test func forgottenAtAGap() throws {
        let world = try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(1, "onboarding", "loadingAR", to: "onboarding").of(session: "one")
            gap(2)
        }.world()
        #expect(try machine("onboarding", in: world).state == nil)
        #expect(try machine("onboarding", in: world).path.isEmpty)
        let one = try #require(world.session("one"))
        #expect(one.machines[world.symbols.symbol("onboarding")]?.state == nil)
    }

    @Test func ofASessionOrOfTheDevice() throws {
        let world = try Story {
            changed(1, "m", "a", to: "b")
            changed(2, "m", "a", to: "c").of(session: "one")
            changed(3, "m", "a", to: "d").of(session: "main")
        }.world()
        let name = world.symbols.symbol("m")
        #expect(world.symbols.text(try machine("m", in: world).state) != "c")
        #expect(world.symbols.text(world.session("one")?.machines[name]?.state) == "c")
    }

    @Test func atMostAThousand() throws {
        let world = try Story {
            for index in 0..<1010 { changed(1, "m\(index)", "a", to: "b") }
        }.world()
        #expect(world.devices.first?.machines.byName.count == 1000)
        #expect(world.devices.first?.machines.left == 10)
    }

    // MARK: What follows from ARKit's own events

    @Test func sessionPhases() throws {
        let told: [(StoryLine, String)] = [
            (run(1), "running"), (interrupted(2), "interrupted"), (run(3), "interrupted"),
            (resumed(4), "running"), (paused(5), "paused"), (interrupted(6), "interrupted"),
            (resumed(7), "interrupted"), (run(8), "running"), (failed(9), "failed"), (run(10), "running"),
        ]
        for count in 1...told.count {
            let world = try Story { told.prefix(count).map(\.0) }.world()
            #expect(world.symbols.text(world.session()?.phase.state) == told[count - 1].1, "after \(count)")
        }
    }

    @Test func away() throws {
        let told: [(StoryLine, Bool)] = [
            (run(1), false), (app(2, "inactive"), true), (app(3, "background"), true),
            (app(4, "active"), false), (interrupted(5), true), (paused(6), true), (resumed(7), true),
            (run(8), false), (failed(9), true), (run(10), false), (app(11, "terminated"), true),
        ]
        for count in 1...told.count {
            let world = try Story { told.prefix(count).map(\.0) }.world()
            #expect(world.session()?.isAway == told[count - 1].1, "after \(count)")
        }
    }

    @Test func trackingAndMapping() throws {
        let world = try Story {
            tracking(1, "limited", "relocalizing")
            mapping(2, "extending")
        }.world()
        #expect(world.symbols.text(world.session()?.tracking.state) == "limited.relocalizing")
        #expect(world.symbols.text(world.session()?.mapping.state) == "extending")
        let plain = try Story { tracking(1, "limited") }.world()
        #expect(plain.symbols.text(plain.session()?.tracking.state) == "limited")
    }
}
