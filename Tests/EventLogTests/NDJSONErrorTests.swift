import EventLog
import TestSupport
import Testing

/// What import says of a line that is no event: line, event, field, and a cure.
@Suite struct NDJSONErrorTests {
    @Test(
        arguments: [
            (
                #"{"t":0,"event":"anchor.aded","anchor":"A"}"#,
                #"line 3, column 16: anchor.aded: there is no such event; did you mean "anchor.added"?"#
            ),
            (
                #"{"t":0,"event":"my.thing"}"#,
                #"line 3, column 16: my.thing: there is no such event"#
            ),
            (
                #"{"t":0,"event":"anchor.added","anchor":"A","isTraked":true}"#,
                #"line 3, column 44: anchor.added, field "isTraked": there is no such field; did you mean "isTracked"?"#
            ),
            (
                #"{"t":0,"event":"anchor.removed","anchor":"A","colour":1}"#,
                #"line 3, column 46: anchor.removed, field "colour": there is no such field; leave it out"#
            ),
            (
                #"{"t":0,"event":"log.marker","text":"x","session":"other"}"#,
                #"line 3, column 40: log.marker, field "session": there is no such field; leave it out"#
            ),
            (
                #"{"t":0,"event":"anchor.removed"}"#,
                #"line 3: anchor.removed, field "anchor": the event needs this field; add it"#
            ),
            (
                #"{"t":0,"event":"recovery.offered"}"#,
                #"line 3: recovery.offered, field "choices": the event needs this field; add it"#
            ),
            (
                #"{"t":0,"event":"recovery.offered","choices":[]}"#,
                #"line 3, column 45: recovery.offered, field "choices": the event needs this field; add it"#
            ),
            (
                #"{"t":0,"event":"state.machineDeclared","machine":"m","initial":"a","transitions":[]}"#,
                #"line 3, column 82: state.machineDeclared, field "transitions": the event needs this field; add it"#
            ),
            (
                #"{"t":0,"event":"session.run","configuration":{"name":"x"}}"#,
                #"line 3, column 46: session.run, field "configuration.kind": the event needs this field; add it"#
            ),
            (
                #"{"t":0,"event":"session.run","configuration":{"kind":"worldTracking","planes":1}}"#,
                #"line 3, column 70: session.run, field "configuration.planes": there is no such field; leave it out"#
            ),
            (
                #"{"t":0,"event":"anchor.removed","anchor":null}"#,
                #"line 3, column 42: anchor.removed, field "anchor": needs a label or UUID in quotes, not null"#
            ),
            (
                #"{"t":0,"event":"anchor.added","anchor":"A","isTracked":"yes"}"#,
                #"line 3, column 56: anchor.added, field "isTracked": needs true or false, not a string"#
            ),
            (
                #"{"t":0,"event":"anchor.added","anchor":"A","position":[0,1]}"#,
                #"line 3, column 55: anchor.added, field "position": needs 3 numbers, not 2"#
            ),
            (
                #"{"t":0,"event":"anchor.added","anchor":"A","position":[0,"1",2]}"#,
                #"line 3, column 58: anchor.added, field "position": needs numbers, not a string"#
            ),
            (
                #"{"t":0,"event":"anchor.added","anchor":"A","position":[0,1e39,2]}"#,
                #"line 3, column 58: anchor.added, field "position": out of range; needs 32-bit floats"#
            ),
            (
                #"{"t":0,"event":"device.stats","battery":1.01}"#,
                #"line 3, column 41: device.stats, field "battery": out of range; needs 0 to 1"#
            ),
            (
                #"{"t":0,"event":"log.gap","lost":-1}"#,
                #"line 3, column 33: log.gap, field "lost": out of range; needs a whole number, 0 or more"#
            ),
            (
                #"{"t":0,"event":"log.gap","lost":1.5}"#,
                #"line 3, column 33: log.gap, field "lost": out of range; needs a whole number, 0 or more"#
            ),
            (
                #"{"t":0,"event":"session.failed","code":9223372036854775808}"#,
                #"line 3, column 40: session.failed, field "code": out of range; needs a whole number of 64 bits"#
            ),
            (
                #"{"t":0,"event":"frame.stats","fps":1e999}"#,
                #"line 3, column 36: frame.stats, field "fps": out of range; needs a 64-bit float"#
            ),
            (
                #"{"t":0,"event":"camera.trackingStateChanged","state":"limitd"}"#,
                #"line 3, column 54: camera.trackingStateChanged, field "state": "limitd" is none of its values; did you mean "limited"?"#
            ),
            (
                #"{"t":0,"event":"peer.roleAssigned","peer":"B","role":"boss"}"#,
                #"line 3, column 54: peer.roleAssigned, field "role": "boss" is none of its values; use host, guest, peer"#
            ),
            (
                #"{"t":0,"event":"session.run","options":["resetTracking","x\u001b"]}"#,
                #"line 3, column 57: session.run, field "options": "x\u{1B}" is none of its values; use resetTracking, removeExistingAnchors, stopTrackedRaycasts, resetSceneReconstruction"#
            ),
            (
                #"{"t":0,"event":"anchor.removed","anchor":""}"#,
                #"line 3, column 42: anchor.removed, field "anchor": an id has 1 to 64 bytes, not 0"#
            ),
            (
                #"{"t":0,"event":"anchor.removed","anchor":"0123456789012345678901234567890123456789012345678901234567890123ü"}"#,
                #"line 3, column 42: anchor.removed, field "anchor": an id has 1 to 64 bytes, not 66"#
            ),
            (
                #"{"t":0,"event":"anchor.removed","anchor":"A","\u0061nchor":"A"}"#,
                #"line 3, column 46: anchor.removed, field "anchor": the key stands twice in one object; leave one out"#
            ),
            (
                #"{"t":0,"event":"session.run","configuration":{"kind":"worldTracking","kind":"worldTracking"}}"#,
                #"line 3, column 70: session.run, field "configuration.kind": the key stands twice in one object; leave one out"#
            ),
            (
                #"{"t":0,"event":"custom","name":"n","fields":{"a":"1","a":"1"}}"#,
                #"line 3, column 54: custom, field "fields.a": the key stands twice in one object; leave one out"#
            ),
            (
                #"{"t":0,"event":"custom","name":"n","fields":{"a":1}}"#,
                #"line 3, column 50: custom, field "fields.a": needs strings, not a number"#
            ),
            (#"{"t":0}"#, #"line 3: there is no "event"; every line needs the event's name"#),
            (
                #"{"t":0,"event":7}"#,
                #"line 3, column 16: field "event": needs the event's name in quotes, not a number"#
            ),
            (
                #"{"event":"session.pause"}"#,
                #"line 3: session.pause: there is neither "t" nor "time"; every event needs one"#
            ),
            (
                #"{"t":"0","event":"session.pause"}"#,
                #"line 3, column 6: session.pause, field "t": needs a number of seconds, not a string"#
            ),
            (
                #"{"t":0.1234567891,"event":"session.pause"}"#,
                #"line 3, column 6: session.pause, field "t": more than 9 decimals; round to nanoseconds"#
            ),
            (
                #"{"t":1e12,"event":"session.pause"}"#,
                #"line 3, column 6: session.pause, field "t": out of range; needs seconds within 292 years"#
            ),
            (
                #"{"time":"2026-02-30T00:00:00Z","event":"session.pause"}"#,
                #"line 3, column 9: session.pause, field "time": no such date"#
            ),
            (
                #"{"time":7,"event":"session.pause"}"#,
                #"line 3, column 9: session.pause, field "time": needs an RFC 3339 time in quotes, not a number"#
            ),
            (
                #"{"t":0,"at":"2026-02-28T00:00:00Z","event":"session.pause"}"#,
                #"line 3, column 13: session.pause, field "at": needs a number of seconds, not a string"#
            ),
            (
                #"{"time":"2026-02-28T00:00:00Z","at":0,"event":"session.pause"}"#,
                #"line 3, column 37: session.pause, field "at": needs an RFC 3339 time in quotes, not a number"#
            ),
            (
                #"{"time":"1970-01-01T00:00:00Z","event":"session.pause"}"#,
                #"line 3: session.pause: outside of 1970 to 2554"#
            ),
            (
                #"{"t":0,"seq":0,"event":"session.pause"}"#,
                #"line 3, column 14: session.pause, field "seq": out of range; needs a whole number from 1 to 4294967295"#
            ),
            (
                #"{"t":0,"event":"session.pause",}"#,
                #"line 3, column 32: not a JSON object: expected a key in quotes, found '}'"#
            ),
            ("[1]", #"line 3, column 1: not a JSON object: expected an object, found '['"#),
            ("hello", #"line 3, column 1: not a JSON object: expected an object, found 'h'"#),
            (
                #"{"t":0,"event":"session.pause"} x"#,
                #"line 3, column 33: not a JSON object: expected nothing more, found 'x'"#
            ),
            (
                #"{"t":00,"event":"session.pause"}"#,
                #"line 3, column 7: not a JSON object: expected a comma or }, found '0'"#
            ),
            (
                #"{"event":"log.label","id":"A"}"#,
                #"line 3: log.label, field "label": the event needs this field; add it"#
            ),
        ])
    func says(line: String, message: String) {
        let ndjson = "# two lines before\n\n" + line + "\n"
        do {
            _ = try MemoryLog(ndjson: ndjson)
            Issue.record("no error, expected \(message)")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func numbersMustRise() {
        let ndjson = """
            {"t":0,"seq":2,"event":"session.pause"}
            {"t":0,"seq":2,"event":"session.pause"}

            """
        let expected = NDJSONError(
            line: 2, event: "session.pause", field: "seq", problem: .sequence(previous: 2))
        #expect(throws: EventSourceError.line(expected)) { try MemoryLog(ndjson: ndjson) }
        #expect("\(expected)".hasSuffix("numbers must rise; the one before is 2"))
    }

    @Test func invalidUTF8IsToldWithItsPlace() {
        var ndjson = Array(#"{"t":0,"event":"log.marker","text":"ab"}"#.utf8) + [0x0A]
        ndjson[37] = 0xFF
        #expect(throws: EventSourceError.self) { try MemoryLog(ndjson: ndjson) }
        do {
            _ = try MemoryLog(ndjson: ndjson)
        } catch {
            #expect(
                "\(error)" == "line 1, column 38: not a JSON object: expected valid UTF-8, found byte 0xFF")
        }
    }

    @Test func lenientReadingLeavesOutAndSkips() throws {
        let ndjson = """
            {"t":0,"event":"log.opened","device":"A","colour":"red","segment":-1}
            this is no JSON
            {"t":1,"event":"my.thing"}
            {"t":1,"event":"anchor.removed"}
            {"t":2,"event":"anchor.added","anchor":"A1","kind":"cube","position":[1,2],"key":"k","at":"x"}
            {"t":2,"event":"session.run","configuration":{"kind":"cube"},"options":["resetTracking"]}
            {"t":2,"event":"session.run","configuration":{"kind":"worldTracking","name":3,"x":1},"options":["x"]}
            {"t":3,"t":3,"event":"session.pause"}
            {"t":4,"event":"session.pause"}

            """
        let log = try MemoryLog(ndjson: ndjson, NDJSONOptions(isLenient: true))
        #expect(log.facts.map(\.number) == [1, 5, 6, 7, 9])
        #expect(log.report.skippedLines == 4)
        #expect(log.report.leftOutFields == 9)
        #expect(log.report.hasLoss)
        #expect(log.report.faults.map(\.line) == [1, 1, 2, 3, 4, 5, 5, 5, 6, 7, 7, 7, 8])
        #expect(
            difference(
                log.printed(),
                """
                {"t":0,"time":"2000-01-01T00:00:00.000000000Z","seq":1,"event":"log.opened","device":"A"}
                {"t":2,"seq":5,"event":"anchor.added","anchor":"A1","key":"k"}
                {"t":2,"seq":6,"event":"session.run","options":["resetTracking"]}
                {"t":2,"seq":7,"event":"session.run","configuration":{"kind":"worldTracking"}}
                {"t":4,"seq":9,"event":"session.pause"}

                """) == nil)
    }

    @Test func keepUnknownKeepsEventsAsCustom() throws {
        let ndjson = """
            {"t":0,"time":"2026-07-18T09:30:12.5Z","event":"my.thing","n":1.50,"text":"a\\nb","list":[1, {"x":null}],"session":"s"}
            {"t":1,"event":"session.pause"}

            """
        let log = try MemoryLog(ndjson: ndjson, NDJSONOptions(keepsUnknown: true))
        #expect(
            difference(
                log.printed(),
                #"""
                {"t":0,"time":"2026-07-18T09:30:12.500000000Z","seq":1,"event":"custom","name":"my.thing","fields":{"list":"[1, {\"x\":null}]","n":"1.50","session":"s","text":"a\nb"}}
                {"t":1,"seq":2,"event":"session.pause"}

                """#) == nil)
        // A known event is held to its fields all the same.
        #expect(throws: EventSourceError.self) {
            try MemoryLog(
                ndjson: #"{"t":0,"event":"session.pause","x":1}"# + "\n", NDJSONOptions(keepsUnknown: true))
        }
    }
}
