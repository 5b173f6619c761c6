import Foundation
import TestSupport
import Testing

@Suite struct VerifyTests {
    @Test func everySampleIsIntact() throws {
        let logs = Samples.names.map { Samples.folder + "/" + $0 + ".mcap" }
        let run = Ran(["verify", "--json"] + logs)
        #expect(run.status == 0 && run.errors.isEmpty)
        let found = try #require(try run.json()["logs"] as? [[String: Any]])
        #expect(found.count == logs.count && !logs.isEmpty)
        for log in found {
            #expect(log["verdict"] as? String == "intact" && log["isIntact"] as? Bool == true)
            #expect(log["isClosed"] as? Bool == true && (log["events"] as? Int ?? 0) > 0)
            #expect((log["damage"] as? [Any])?.isEmpty == true && (log["notices"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func onlyDamageMakesExitStatusOne() throws {
        let scratch = try Scratch()
        var bytes = try Samples.bytes("placement.mcap")
        let torn = try scratch.write("torn.mcap", bytes.dropLast(40))
        #expect(Ran("verify", torn).status == 0)
        #expect(Ran("verify", torn).output.contains("torn.mcap: readable, 288 events\n"))
        bytes[bytes.count / 2] ^= 4
        let damaged = try scratch.write("damaged.mcap", bytes)
        let run = Ran("verify", damaged, "--json")
        #expect(run.status == 1)
        let log = try #require((try run.json()["logs"] as? [[String: Any]])?.first)
        #expect(log["verdict"] as? String == "damaged" && log["isIntact"] as? Bool == false)
        let damage = try #require((log["damage"] as? [[String: Any]])?.first)
        #expect(damage["offset"] is Int && damage["kind"] is String && damage["message"] is String)
        #expect(Ran("verify", torn, damaged).status == 1)
        #expect(Ran("verify", scratch.path + "/missing.mcap").status == 2)
        #expect(Ran("verify", scratch.path + "/missing.mcap", torn).status == 3)
    }
}
