/// What only the whole of an NDJSON file tells: a look through it before it is read.
///
/// It ends as soon as everything is known, which for most files is after two lines.
struct NDJSONSurvey {
    /// Whether every event has a number; else they are counted.
    private(set) var keepsNumbers = false
    /// The moment of `t` = 0 as the first line with a `time` has it, nanoseconds since 1970.
    private(set) var base: UInt64?
    /// Whether every event names its device, as in a merged log.
    private(set) var isMerged = false

    private var numbersKnown = false
    private var devicesKnown = false
    private var lastNumber: UInt32 = 0
    private var rises = true

    init(of source: ReplayableSource, options: NDJSONOptions, lineSize: Int) throws(IOError) {
        var lines = LineReader(limit: lineSize)
        // What is wrong with a line is not the survey's business.
        let tolerant = NDJSONOptions(
            isLenient: true, keepsUnknown: true, start: options.start, faultLimit: 0)
        var decoder = NDJSONLineDecoder(tolerant, labels: LabelTable(entryLimit: 16))
        var eventCount = 0
        while !(numbersKnown && devicesKnown && base != nil) {
            let line = unsafe try lines.next { (room) throws(IOError) in unsafe try source.read(into: room) }
            guard let line else { break }
            let isWanted = unsafe !numbersKnown || !devicesKnown || mentionsTime(line.text)
            guard isWanted, !line.isTooLong,
                let event = unsafe try? decoder.decodeEnvelope(line.text, number: lines.number),
                event.kind != .logLabel
            else { continue }
            eventCount += 1
            look(at: event)
        }
        // Numbers that don't rise are an error to a strict reader, and mean nothing to a lenient one.
        if !numbersKnown { keepsNumbers = eventCount > 0 && (rises || !options.isLenient) }
    }

    private mutating func look(at event: NDJSONLine) {
        if let number = event.number {
            rises = rises && number > lastNumber
            lastNumber = number
        } else {
            numbersKnown = true
        }
        if event.kind != .logOpened {
            isMerged = isMerged || (!devicesKnown && event.device != nil)
            devicesKnown = true
        }
        if base == nil, event.time != nil { base = try? NDJSONClock(start: 0).firstBase(event) }
    }

    /// Whether the key `time` may stand in the line.
    private func mentionsTime(_ line: UnsafeRawBufferPointer) -> Bool {
        // An m is rarer than a quote.
        var from = 0
        while let found = unsafe ByteSearch.first(UInt8(ascii: "m"), in: line, from: from) {
            let key = unsafe ByteCursor(line).peek(UInt32.self, at: found - 3)
            if key == 0x6D69_7422, unsafe line[(found + 1)...].starts(with: [0x65, 0x22]) { return true }
            from = found + 1
        }
        return false
    }
}
