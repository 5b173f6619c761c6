import EventLog
import TestSupport
import Testing

/// Payloads as other writers may leave them: foreign order, unknown fields and values, cut ones.
@Suite struct EventPrinterTests {
    private func printed(_ kind: EventKind, _ payload: [UInt8]) -> (
        line: String?, leftOut: Int, malformed: Int
    ) {
        // Room for a record's prefix, as in a batch.
        let bytes = [UInt8](repeating: 0, count: 31) + payload
        return bytes.withUnsafeBytes { bytes in
            var printer = EventPrinter(labels: LabelTable(), start: 0)
            var buffer = ByteBuffer()
            let event = LoggedEvent(
                header: EventHeader(
                    number: 1, kind: kind, device: 0, time: 0,
                    payload: TextRange(offset: 31, count: payload.count)), content: BatchContent(bytes))
            let isPrinted = printer.append(event, to: &buffer)
            let line = String(decoding: buffer.array, as: UTF8.self)
            #expect(isPrinted != line.isEmpty)
            let fields = line.split(separator: "\"event\":", maxSplits: 1).last.map(String.init)
            return (isPrinted ? fields : nil, printer.leftOutCount, printer.malformedCount)
        }
    }

    private let id: [UInt8] = [16] + (0..<16).map { UInt8($0) }
    private let idText = "00010203-0405-0607-0809-0A0B0C0D0E0F"

    @Test func foreignOrderAndUnknownFields() {
        // isTracked, an unknown field, the anchor, isTracked again.
        let result = printed(.anchorUpdated, [0x28, 1, 0xF8, 0x07, 5, 0x12] + id + [0x28, 0])
        #expect(result.line == "\"anchor.updated\",\"anchor\":\"\(idText)\",\"isTracked\":false}\n")
        #expect(result.leftOut == 0)
    }

    @Test func unknownValuesAreLeftOutAndCounted() {
        // An interruption for reason 99; run options 1 and 77, packed and not.
        #expect(printed(.sessionInterruptionBegan, [0x10, 99]).line == "\"session.interruptionBegan\"}\n")
        #expect(printed(.sessionInterruptionBegan, [0x10, 99]).leftOut == 1)
        let run = printed(.sessionRun, [0x1A, 2, 2, 60, 0x18, 1, 0x18, 0xCD, 1])
        #expect(run.line == "\"session.run\",\"options\":[\"resetTracking\",\"removeExistingAnchors\"]}\n")
        #expect(run.leftOut == 2)
        // A required one leaves nothing to go by.
        #expect(printed(.cameraTrackingStateChanged, [0x10, 99]).line == nil)
    }

    @Test func numbersThatJSONLacksAreLeftOut() {
        let nan = [0x11] + withUnsafeBytes(of: Double.nan.bitPattern.littleEndian) { Array($0) }
        let result = printed(.frameStats, nan)
        #expect(result.line == "\"frame.stats\"}\n" || result.malformed == 0)
        let place = [0x12] + id + [0x1A, 12] + [UInt8](repeating: 0xFF, count: 12)
        #expect(printed(.anchorUpdated, place).line == "\"anchor.updated\",\"anchor\":\"\(idText)\"}\n")
    }

    @Test func requiredTextAndCountsHaveDefaults() {
        #expect(printed(.logGap, []).line == "\"log.gap\",\"lost\":0}\n")
        #expect(printed(.logMarker, []).line == "\"log.marker\",\"text\":\"\"}\n")
        #expect(printed(.recoveryOffered, []).line == nil)
    }

    @Test func repeatedKeysOfAMapCountOnce() {
        let entries: [UInt8] = [
            0x1A, 6, 0x0A, 1, 0x61, 0x12, 1, 0x31, 0x1A, 3, 0x0A, 1, 0x62, 0x1A, 6, 0x0A, 1, 0x61,
        ]
        let result = printed(.custom, [0x12, 1, 0x6E] + entries + [0x12, 1, 0x32])
        #expect(result.line == #""custom","name":"n","fields":{"a":"2","b":""}}"# + "\n")
    }

    @Test func theExplicitMainSessionIsNone() {
        let main = EntityID("main").bytes
        #expect(printed(.sessionPause, [0x0A, 16] + main).line == "\"session.pause\"}\n")
        #expect(printed(.sessionPause, [0x0A, 16] + main).leftOut == 0)
    }

    @Test(arguments: [
        [0x12], [0x12, 17], [0x12, 3, 1, 2, 3], [], [0x28, 1], [0x07], [0x00],
        [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    ])
    func malformedPayloadsAreCounted(payload: [UInt8]) {
        let result = printed(.anchorUpdated, payload)
        #expect(result.line == nil)
        #expect(result.malformed == 1)
    }

    @Test func anyPayloadPrintsWhatReadsBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededNumbers(seed: seed)
        for _ in 0..<3000 {
            let kind = try #require(EventKind.allCases.randomElement(using: &random))
            guard kind != .logLabel else { continue }
            let line = PayloadMaker(seed: random.next()).line(of: kind)
            var payload = try MemoryLog(ndjson: line.ndjson + "\n").facts[0].payload
            for _ in 0..<Int.random(in: 0...3, using: &random) where !payload.isEmpty {
                payload[Int.random(in: 0..<payload.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            guard let text = printed(kind, payload).line else { continue }
            let again = try MemoryLog(ndjson: "{\"t\":0,\"event\":" + text)
            #expect(again.headers.count == 1, "seed \(seed)")
        }
    }
}

extension PayloadMaker {
    fileprivate func line(of kind: EventKind) -> StoryLine {
        var maker = self
        return maker.line(0, KindDescriptor.of(kind), .some)
    }
}
