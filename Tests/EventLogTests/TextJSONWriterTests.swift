import EventLog
import Testing

private func written(_ style: JSONWriter.Style = .compact, _ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter(style: style)
    body(&json)
    return String(decoding: json.finish().array, as: UTF8.self)
}

@Suite struct TextJSONWriterTests {
    private func sample(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("a", 1)
        json.field("left out", nil as String?)
        json.key("b")
        json.beginArray()
        json.beginObject()
        json.endObject()
        json.value("x")
        json.beginArray()
        json.endArray()
        json.endArray()
        json.field("c", [1.5, 2] as [Float])
        json.endObject()
    }

    @Test func putsCommasWhereTheyBelong() {
        #expect(written { sample(&$0) } == #"{"a":1,"b":[{},"x",[]],"c":[1.5,2]}"#)
    }

    @Test func laysOutPretty() {
        let expected = """
            {
              "a": 1,
              "b": [
                {},
                "x",
                []
              ],
              "c": [
                1.5,
                2
              ]
            }
            """
        #expect(written(.pretty) { sample(&$0) } == expected)
    }

    @Test(arguments: [
        ("plain ä€😀", "plain ä€😀"), ("\"\\/", #"\"\\/"#), ("\u{8}\u{C}\n\r\t", #"\b\f\n\r\t"#),
        ("\0\u{1B}[31m\u{7F}", #"\u0000\u001b[31m\u007f"#),
        ("\u{80}\u{9B}\u{9F}\u{A0}", "\\u0080\\u009b\\u009f\u{A0}"),
        ("\u{2028}\u{2029}", #"\u2028\u2029"#),
        ("a\u{202E}b\u{2066}\u{200F}\u{61C}", #"a\u202eb\u2066\u200f\u061c"#),
        ("", ""),
    ])
    func escapesWhatCouldAct(text: String, expected: String) throws {
        let json = written { $0.value(text) }
        #expect(json == "\"" + expected + "\"")
        try Array(json.utf8).withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes)
            let back = try scanner.readString()
            #expect(back == text)
        }
    }

    @Test(
        arguments: [
            (60, "60"), (0.1, "0.1"), (-0.0, "-0"), (1e14, "100000000000000"), (1e15, "1000000000000000"),
            (1e16, "1e+16"),
            (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (0.00001, "1e-05"), (.nan, "null"), (.infinity, "null"),
            (-.infinity, "null"),
            (123456.789, "123456.789"), (9_007_199_254_740_992, "9007199254740992"),
        ] as [(Double, String)])
    func printsDoublesShort(number: Double, expected: String) {
        #expect(written { $0.value(number) } == expected)
    }

    @Test func printsFloatsAsFloats() {
        #expect(written { $0.value(Float(0.1)) } == "0.1")
        #expect(written { $0.value(Float(16_777_216)) } == "16777216")
        #expect(written { $0.value(Float(-1.5)) } == "-1.5")
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (12_500_000_000, "12.5"), (-500_000_000, "-0.5"),
            (60_000_000_000, "60"), (Int64.max, "9223372036.854775807"), (Int64.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func printsSecondsExactly(nanoseconds: Int64, expected: String) throws {
        let text = written { $0.value(secondsOf: nanoseconds) }
        #expect(text == expected)
        #expect(try JSONNumber(text)?.asNanoseconds() == nanoseconds)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.001"), (1000, "1"), (1500, "1.5"), (12_345_060, "12345.06"),
            (.max, "18446744073709551.615"),
        ] as [(UInt64, String)])
    func printsMicrosecondsExactly(nanoseconds: UInt64, expected: String) {
        #expect(written { $0.value(microsecondsOf: nanoseconds) } == expected)
    }

    @Test func printsIntegersOfEveryWidth() {
        #expect(written { $0.value(UInt64.max) } == "18446744073709551615")
        #expect(written { $0.value(Int64.min) } == "-9223372036854775808")
        #expect(written { $0.value(Int8(-5)) } == "-5")
        #expect(written { $0.value(timeOf: 0) } == "\"1970-01-01T00:00:00.000000000Z\"")
    }

    @Test func randomStringsSurvive() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(state: seed)
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let limit: UInt32 = [0x80, 0x100, 0x3000, 0x11_0000][Int(random.next() % 4)]
                guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) else {
                    continue
                }
                text.unicodeScalars.append(scalar)
            }
            let json = written { $0.value(text) }
            #expect(!json.unicodeScalars.contains { $0.properties.generalCategory == .control })
            try Array(json.utf8).withUnsafeBytes { bytes in
                var scanner = JSONScanner(bytes)
                let back = try scanner.readString()
                #expect(Array(back.utf8) == Array(text.utf8), "seed \(seed)")
            }
        }
    }
}
