import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// Logs as traces for Perfetto: what stands in them, by Foundation's reading of the JSON.
@Suite struct ExportPerfettoTests {
    /// A trace, by the rules of the *Trace Event Format*.
    private struct Trace {
        let events: [[String: Any]]
        let about: [String: Any]
        private var lanes: [Int: String] = [:]

        init(_ text: String) throws {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            events = try #require(json["traceEvents"] as? [[String: Any]])
            about = try #require(json["otherData"] as? [String: Any])
            for event in events where event["name"] as? String == "thread_name" {
                let arguments = try #require(event["args"] as? [String: Any])
                lanes[try #require(event["tid"] as? Int)] = arguments["name"] as? String
            }
        }

        func lane(_ event: [String: Any]) -> String { (event["tid"] as? Int).flatMap { lanes[$0] } ?? "" }

        /// The slices of a lane in order of time: `name from-to`, in seconds.
        func slices(_ lane: String) -> [String] {
            events.filter { $0["ph"] as? String == "X" && self.lane($0) == lane }
                .sorted { seconds($0["ts"]) < seconds($1["ts"]) }
                .map {
                    let (from, duration) = (seconds($0["ts"]), seconds($0["dur"]))
                    return "\($0["name"] ?? "") \(text(from))-\(text(from + duration))"
                }
        }

        /// A counter's values in order of time: `seconds: value`.
        func counter(_ name: String, _ series: String = "value") -> [String] {
            events.filter { $0["ph"] as? String == "C" && $0["name"] as? String == name }
                .sorted { seconds($0["ts"]) < seconds($1["ts"]) }
                .map { event in
                    let value = ((event["args"] as? [String: Any])?[series] as? NSNumber)?.doubleValue
                    return "\(text(seconds(event["ts"]))): \(text(value ?? .nan))"
                }
        }

        private func seconds(_ microseconds: Any?) -> Double {
            ((microseconds as? NSNumber)?.doubleValue ?? .nan) / 1e6
        }

        private func text(_ number: Double) -> String {
            number == number.rounded()
                ? "\(Int(number))" : String(format: "%.3f", number).replacing(/0+$/, with: "")
        }

        /// Whether every event has what its phase asks for, no two slices of a lane overlap, and every lane has a name.
        func check() {
            var ends: [Int: Double] = [:]
            let slices = events.filter { $0["ph"] as? String == "X" }
            for event in slices.sorted(by: { seconds($0["ts"]) < seconds($1["ts"]) }) {
                guard let tid = event["tid"] as? Int else {
                    Issue.record("no lane: \(event)")
                    continue
                }
                let (from, duration) = (seconds(event["ts"]), seconds(event["dur"]))
                #expect(from >= 0 && duration >= 0 && from >= ends[tid, default: 0] - 1e-9, "\(event)")
                ends[tid] = from + duration
            }
            for event in events {
                #expect(event["pid"] is Int && event["name"] is String, "\(event)")
                switch event["ph"] as? String {
                case "X", "i": #expect(!lane(event).isEmpty && event["cat"] is String, "\(event)")
                case "C":
                    let values = (event["args"] as? [String: Any])?.values
                    #expect(values?.allSatisfy { $0 is NSNumber } == true, "\(event)")
                case "M": #expect(event["args"] is [String: Any], "\(event)")
                default: Issue.record("unknown phase: \(event)")
                }
            }
        }
    }

    /// The trace of a log, as text.
    private static func export(_ path: String, _ options: [String] = []) throws -> String {
        let scratch = try Scratch()
        let out = scratch.path + "/out.json"
        let run = Ran(["export", path, "--to", "perfetto", "-o", out] + options)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try scratch.mode("out.json") == 0o600)
        return String(decoding: try TestFiles.bytes(at: out), as: UTF8.self)
    }

    private static func trace(_ story: Story) throws -> Trace {
        let scratch = try Scratch()
        let trace = try Trace(try export(try scratch.write("in.ndjson", story.ndjson)))
        trace.check()
        return trace
    }

    @Test func statesAreSlices() throws {
        let trace = try Self.trace(
            Story {
                opened(device: "phone")
                TestSupport.run(1, source: "start-button")
                tracking(1.5, "limited", "initializing")
                tracking(3, "normal")
                mapping(3.5, "extending")
                changed(4, "onboarding", "loadingAR", to: "onboarding")
                viewAppeared(4.5, "ARView")
                interrupted(5, "call")
                resumed(6)
                changed(7, "onboarding", "onboarding", to: "done")
                viewDisappeared(7.5, "ARView")
                TestSupport.run(8, options: ["resetTracking"])
                paused(9)
                closed(10)
            })
        #expect(trace.slices("tracking") == ["limited.initializing 1.5-3", "normal 3-10"])
        #expect(trace.slices("mapping") == ["extending 3.5-10"])
        #expect(
            trace.slices("session") == [
                "running 1-5", "interrupted 5-6", "running 6-9", "paused 9-10",
            ])
        #expect(trace.slices("interruption") == ["call 5-6"])
        #expect(trace.slices("run") == ["worldTracking 1-8", "worldTracking 8-9"])
        #expect(trace.slices("visit") == ["visit 1 1-8", "visit 2 8-9"])
        #expect(trace.slices("onboarding") == ["onboarding 4-7", "done 7-10"])
        #expect(trace.slices("view ARView") == ["ARView 4.5-7.5"])
        let run = try #require(trace.events.first { $0["name"] as? String == "worldTracking" })
        let arguments = try #require(run["args"] as? [String: Any])
        #expect(arguments["source"] as? String == "start-button" && arguments["event"] as? Int == 2)
        let process = try #require(trace.events.first { $0["name"] as? String == "process_name" })
        #expect((process["args"] as? [String: Any])?["name"] as? String == "phone")
    }

    /// A view that comes back makes a visit of the run that was called while it was away, and none of one that is over.
    @Test func visitsThatAreKnownLater() throws {
        let trace = try Self.trace(
            Story {
                opened()
                viewAppeared(0.5)
                TestSupport.run(1)
                viewDisappeared(3)
                TestSupport.run(4)
                viewAppeared(5)
                paused(6)
                viewDisappeared(7)
                viewAppeared(8)
                closed(9)
            })
        #expect(trace.slices("visit") == ["visit 1 1-4", "visit 2 4-6"])
    }

    @Test func whatHappensAgainAndAgainIsCounted() throws {
        let trace = try Self.trace(
            Story {
                opened()
                TestSupport.run(0.5)
                stats(1, fps: 60)
                stats(2, fps: 60)
                stats(3, fps: 29.5)
                memory(3, megabytes: 200)
                anchorAdded(3.1, "A")
                anchorAdded(3.2, "B")
                sent(4.1, bytes: 100, queue: 3, packet: "P1")
                sent(4.9, bytes: 50, queue: 4, packet: "P2")
                received(5, "P3")
                dropped(8.5, "optional", "backpressure", packet: "P4")
                TestSupport.run(9, options: ["removeExistingAnchors"])
            })
        #expect(trace.counter("frames a second") == ["1: 60", "3: 29.5"])
        #expect(trace.counter("memory, bytes") == ["3: 200000000"])
        #expect(trace.counter("anchors") == ["0.5: 0", "3.1: 1", "3.2: 2", "9: 0"])
        #expect(trace.counter("packets a second", "sent") == ["4: 2", "5: 0", "6: 0", "8: 0"])
        #expect(trace.counter("packets a second", "received") == ["4: 0", "5: 1", "6: 0", "8: 0"])
        #expect(trace.counter("packets a second", "dropped") == ["4: 0", "5: 0", "6: 0", "8: 1"])
        #expect(trace.counter("bytes a second", "sent") == ["4: 150", "5: 0", "6: 0", "8: 0"])
        #expect(trace.counter("packets waiting") == ["4.1: 3", "4.9: 4"])
    }

    @Test(arguments: Samples.names) func everyFindingIsThere(sample: String) throws {
        let path = Samples.folder + "/\(sample).mcap"
        let text = try Self.export(path)
        let trace = try Trace(text)
        trace.check()
        let logs = try Ran("check", path, "--json", "--fail-on", "never").json()["logs"] as? [[String: Any]]
        let findings = try #require(logs?.first?["findings"] as? [[String: Any]])
        let shown = trace.events.filter { $0["ph"] as? String == "i" && trace.lane($0) == "findings" }
        #expect(shown.map { $0["name"] as? String } == findings.map { $0["rule"] as? String })
        for (event, finding) in zip(shown, findings) {
            let arguments = try #require(event["args"] as? [String: Any])
            #expect(arguments["message"] as? String == finding["message"] as? String)
            #expect(arguments["events"] as? [Int] == finding["events"] as? [Int])
            let (ts, t) = (event["ts"] as? NSNumber, finding["t"] as? NSNumber)
            #expect(abs((ts?.doubleValue ?? 0) - (t?.doubleValue ?? -1) * 1e6) < 0.001)
        }
        #expect(try Self.export(path) == text)
    }

    @Test func sessionsAndDevicesHaveTheirOwnLanes() throws {
        let trace = try Self.trace(
            Story {
                opened(device: "A")
                TestSupport.run(1).with("device", "A")
                TestSupport.run(2).of(session: "second").with("device", "A")
                TestSupport.run(3).with("device", "B")
                closed(5).with("device", "A")
            })
        #expect(trace.slices("session (second)") == ["running 2-5"])
        let runs = trace.events.filter { $0["name"] as? String == "running" }
        #expect(Set(runs.compactMap { $0["pid"] as? Int }).count == 2)
        #expect(Set(runs.compactMap { $0["tid"] as? Int }).count == 3)
    }

    @Test func nothingIsKnownAcrossAGapOrANewRecording() throws {
        let trace = try Self.trace(
            Story {
                opened(device: "A")
                TestSupport.run(1)
                tracking(2, "normal")
                gap(4)
                tracking(5, "normal")
                stats(6, fps: 60)
                event(7, "log.opened", ["device": "A", "recording": "other"])
                tracking(8, "limited")
                closed(9)
            })
        #expect(trace.slices("tracking") == ["normal 2-4", "normal 5-6", "limited 8-9"])
        #expect(trace.slices("run") == ["worldTracking 1-4"])
    }

    @Test func aLogOfNothing() throws {
        let trace = try Self.trace(Story { line("# nothing") })
        #expect(trace.events.isEmpty && trace.about["start"] == nil)
    }

    @Test(arguments: [false, true]) func hostileTextsStayTexts(isShared: Bool) throws {
        let scratch = try Scratch()
        let path = try ReportHostileTests.written(scratch, ReportHostileTests.nasty)
        let text = try Self.export(path, isShared ? ["--share"] : [])
        try Trace(text).check()
        #expect(!text.unicodeScalars.contains(where: ReportHostileTests.isHarmful))
    }

    /// A name may be cut, and 48 kB of it, hundreds of times, is.
    @Test func veryLongNames() throws {
        let scratch = try Scratch()
        let text = try Self.export(
            try ReportHostileTests.written(scratch, String(repeating: "<ä", count: 1 << 14)))
        try Trace(text).check()
        #expect(text.utf8.count < 3_000_000, "\(text.utf8.count)")
    }

    @Test func whatIsSharedHasNothingPrivate() throws {
        let scratch = try Scratch()
        let path = try ReportHostileTests.secrets(scratch)
        let open = try Self.export(path)
        #expect(open.contains("Label-"))
        let shared = try Self.export(path, ["--share"])
        for word in ["Secret", "Label-", "7.123", "3.891", "0.457", scratch.path] {
            #expect(!shared.contains(word), "\(word)")
        }
        try Trace(shared).check()
    }

    @Test func moreLanesThanAreKeptAreCounted() throws {
        var text = ""
        for index in 0..<2500 {
            text += #"{"t":\#(index),"event":"view.appeared","view":"v\#(index)"}"# + "\n"
        }
        let scratch = try Scratch()
        let trace = try Trace(try Self.export(try scratch.write("in.ndjson", text)))
        trace.check()
        #expect((trace.about["statesOnLanesLeftOut"] as? Int ?? 0) >= 500)
    }

    @Test func aPartIsRefused() {
        let run = Ran(
            "export", Samples.folder + "/placement.mcap", "--to", "perfetto", "-o", "x", "--from", "2")
        #expect(run.status == 64 && run.errors.contains("tells what follows from the whole log"))
    }
}
