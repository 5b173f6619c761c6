import Foundation
import TestSupport
import Testing

@testable import arlog

@Suite struct ReplayAgainstTests {
    private static let faulty = Samples.folder + "/placement-double-run.mcap"
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func whereTheReferenceDecidesOtherwiseIsTold() {
        let ran = Ran("replay", Self.faulty, "--against", "reference")
        #expect(ran.status == 0 && ran.errors.isEmpty)
        let lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0].hasSuffix(": 1 of 6 decisions otherwise"))
        #expect(lines[3].hasPrefix("  after          20.450     #76  session.interruptionEnded"))
        #expect(lines[4].hasPrefix("  the app        20.750     #79  session.run "))
        #expect(lines[5] == "  reference                   –")
        #expect(lines[7] == "gone with the reference" && lines[8] == "  error  double-run")
    }

    @Test func whatTheReferenceDoesHasNoNumber() {
        let ran = Ran("replay", Samples.folder + "/onboarding-wand-twice.mcap", "--against", "session")
        #expect(
            ran.output.contains(
                "\n  reference      17.600          state.rejected machine=onboarding from=loadingAR to=done")
        )
    }

    @Test func aHealthyLogIsTheSame() throws {
        let log = scratch.path + "/a.ndjson"
        try """
        {"t":0,"event":"log.opened","device":"A"}
        {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
        {"t":1,"event":"camera.trackingStateChanged","state":"normal"}
        {"t":2,"event":"anchor.added","anchor":"A1","key":"chair"}
        {"t":2.1,"event":"node.attached","node":"N1","anchor":"A1","key":"chair"}
        {"t":5,"event":"log.closed"}

        """.write(toFile: log, atomically: true, encoding: .utf8)
        let ran = Ran("replay", log, "--against", "reference")
        #expect(ran.status == 0)
        #expect(ran.output.hasSuffix(": 2 decisions, all the same\n"))
    }

    @Test func aReferenceMayBeNamed() {
        let ran = Ran("replay", Self.faulty, "--against", "object-tracking")
        #expect(ran.status == 0 && ran.output.contains("for an app that tracks objects"))
    }

    @Test func aDamagedLogIsReplayedAsFarAsItGoes() throws {
        let bytes = try #require(FileManager.default.contents(atPath: Self.faulty))
        let cut = scratch.path + "/cut.mcap"
        #expect(FileManager.default.createFile(atPath: cut, contents: bytes.prefix(bytes.count / 2)))
        let ran = Ran("replay", cut, "--against", "reference")
        #expect(ran.status == 3)
        #expect(ran.output.contains("against the reference") || ran.errors.contains("no events"))
    }

    @Test func aStrangersTextsAreInert() throws {
        let log = scratch.path + "/b.ndjson"
        try """
        {"t":0,"event":"log.opened","device":"A"}
        {"t":0.1,"event":"session.run","source":"\\u001b[31m\\u202e"}
        {"t":0.2,"event":"session.run","source":"\\u001b[31m\\u202e\\u0007"}
        {"t":5,"event":"log.closed"}

        """.write(toFile: log, atomically: true, encoding: .utf8)
        let ran = Ran("replay", log, "--against", "reference")
        #expect(ran.output.contains("1 of 2 decisions otherwise"))
        #expect(!ran.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
    }

    @Test func wrongUse() {
        let none = Ran("replay", Self.faulty, "--against", "refernce")
        #expect(none.status == 64 && none.errors.contains("reference"))
        for option in ["--speed=2", "--from=1", "--to=2", "--until=double-run", "--step"] {
            #expect(Ran("replay", Self.faulty, "--against", "reference", option).status == 64)
        }
        #expect(Ran("replay", "-", "--against", "reference").status == 64)
    }

    /// What the replay's own events are called in a finding: by the recording's numbers, where they are in it.
    @Test func findingsHaveTheRecordingsNumbers() throws {
        // A node on nothing that anybody told, which the reference keeps, too; a decision of the app's that it does not
        // make stands before.
        let log = try scratch.write(
            "a.ndjson",
            """
            {"t":0,"event":"log.opened","device":"A"}
            {"t":0.5,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":0.6,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":1,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":5,"event":"device.thermalStateChanged","state":"critical"}
            {"t":60,"event":"log.closed"}

            """)
        let checked = Ran("check", log, "--json")
        let ran = Ran("replay", log, "--against", "session")
        #expect(ran.output.contains("1 of ") && ran.output.contains("gone with the reference"))
        let told = try #require(ran.output.firstRange(of: "found with it, too"))
        #expect(ran.output[told.upperBound...].contains("(#5)"), "\(ran.output)")
        #expect(checked.output.contains("(#5)"))
    }

    /// What waits for ARKit's answer when the log ends was not refused; what would change nothing was, long before.
    @Test(arguments: [("resetTracking", 0.4, true), ("", 0.4, true), ("", 5, false)])
    func whatStillWaitsAtTheEndIsSaid(option: String, end: Double, isSaid: Bool) throws {
        let options = option.isEmpty ? "" : "\"\(option)\""
        let log = try scratch.write(
            "log.ndjson",
            """
            {"t":0,"event":"log.opened","device":"A"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":0.3,"event":"session.run","configuration":{"kind":"worldTracking"},"options":[\(options)]}
            {"t":\(end),"event":"log.closed","reason":"normal"}

            """)
        let ran = Ran("replay", "--against", "reference", log)
        #expect(ran.output.contains("1 of 2 decisions otherwise"))
        let waited = "– (the log ends 100 ms later, and it waited for something)"
        #expect(ran.output.contains(waited) == isSaid, "\(ran.output)")
    }
}
