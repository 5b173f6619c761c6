/// Turns lines of NDJSON into payloads in their wire form.
///
/// Everything about fields comes from their declarations. A line with a fault throws; in lenient mode an optional
/// field with one is left out instead, and told in `leftOut`.
public struct NDJSONLineDecoder {
    let options: NDJSONOptions
    /// Learns the labels that the lines use.
    let labels: LabelTable
    let ids: LabelCache
    /// The faults of the optional fields left out of the line decoded last, as far as they are listed.
    public private(set) var leftOut: [NDJSONError] = []
    /// How many fields those were, listed or not.
    public private(set) var leftOutCount = 0
    /// Whether lenient reading still lists faults; where it does not, none is looked into more than needed.
    public var listsFaults = true

    private var scan = LineScan()
    /// The entry of each field of the event, by the field's place; -1 where it is not given.
    private var slots: [Int] = []
    private var envelope = [Int](repeating: -1, count: EnvelopeKey.allCases.count)
    private var unknownKeys: [Int] = []
    private var lineNumber = 0
    private var kind: EventKind?
    private var unknownEvent: String?

    public init(_ options: NDJSONOptions = NDJSONOptions(), labels: LabelTable) {
        self.options = options
        self.labels = labels
        ids = LabelCache(labels)
    }

    /// Appends the payload of the event that `line` holds to `payload` and returns the rest of it.
    ///
    /// On an error `payload` is as it was. `number` is the line's in its file, for errors. A `log.label` names an id
    /// and appends nothing.
    public mutating func decode(
        _ line: UnsafeRawBufferPointer, number: Int, into payload: inout ByteBuffer
    ) throws(NDJSONError) -> NDJSONLine {
        let mark = payload.count
        do throws(NDJSONError) {
            let json = unsafe try begin(line, number: number)
            guard let kind else { return try keepUnknown(json, into: &payload) }
            let plan = FieldPlan.of(kind)
            assign(plan, json)
            if kind == .logLabel {
                try encodeFields(of: plan, json, into: &payload)
                learnLabel(payload, from: mark)
                payload.truncate(to: mark)
                return NDJSONLine(kind: kind)
            }
            let result = try readEnvelope(kind, json)
            try encodeFields(of: plan, json, into: &payload)
            return result
        } catch {
            payload.truncate(to: mark)
            throw error
        }
    }

    /// Reads only what stands around the payload, of a line whose payload may be anything: for the survey of a file.
    mutating func decodeEnvelope(
        _ line: UnsafeRawBufferPointer, number: Int
    ) throws(NDJSONError) -> NDJSONLine {
        let json = unsafe try begin(line, number: number)
        assign(kind.map(FieldPlan.of) ?? FieldPlan.unknown, json)
        return try readEnvelope(kind ?? .custom, json)
    }

    // MARK: Keys

    /// Checks the grammar, and finds the event's name.
    private mutating func begin(
        _ line: UnsafeRawBufferPointer, number: Int
    ) throws(NDJSONError) -> JSONScanner {
        leftOut.removeAll(keepingCapacity: true)
        leftOutCount = 0
        lineNumber = number
        kind = nil
        unknownEvent = nil
        var json = unsafe JSONScanner(line)
        do throws(JSONError) {
            try scan.scan(&json)
            if !scan.hasTooManyKeys { try json.finish() }
        } catch {
            throw failure(.json(error), at: error.column - 1)
        }
        if scan.hasTooManyKeys {
            throw failure(.tooManyKeys(limit: LineScan.keyLimit), at: json.position)
        }
        try readKind(json)
        try refuseRepeatedKeys(scan, json, in: nil)
        return json
    }

    private mutating func readKind(_ json: JSONScanner) throws(NDJSONError) {
        let found = scan.entries.first { entry in
            unsafe scan.withKey(entry, in: json) { unsafe $0.elementsEqual("event".utf8) }
        }
        guard let found else { throw failure(.noEvent) }
        guard found.kind == .string else {
            throw failure(
                .wrongType(expected: "the event's name in quotes", found: found.kind), at: found.start,
                field: "event")
        }
        if let place = unsafe json.withText(found, { unsafe FieldPlan.kinds.place(of: $0) }) {
            kind = EventKind(rawValue: UInt16(place + 1))
            return
        }
        let name = json.text(found)
        unknownEvent = name
        guard !options.keepsUnknown else { return }
        let nearest = nearest(name) { KindDescriptor.all.map(\.kind.name) }
        throw failure(.unknownEvent(nearest: nearest), at: found.start)
    }

    func refuseRepeatedKeys(
        _ scan: LineScan, _ json: JSONScanner, in outer: String?
    ) throws(NDJSONError) {
        guard let repeated = scan.repeatedEntry(in: json) else { return }
        let key = scan.keyText(repeated, in: json)
        throw failure(.repeatedKey, at: repeated.keyStart - 1, field: outer.map { $0 + "." + key } ?? key)
    }

    /// Notes which entry is which field's.
    private mutating func assign(_ plan: FieldPlan, _ json: JSONScanner) {
        slots.removeAll(keepingCapacity: true)
        for _ in plan.briefs { slots.append(-1) }
        for place in envelope.indices { envelope[place] = -1 }
        unknownKeys.removeAll(keepingCapacity: true)
        for (index, entry) in scan.entries.enumerated() {
            switch unsafe scan.withKey(entry, in: json, { unsafe plan.key($0) }) {
            case .field(let place): slots[place] = index
            case .envelope(let key): envelope[key.rawValue] = index
            case nil: unknownKeys.append(index)
            }
        }
    }

    /// The entry of a key of the envelope; `nil` where it is not given.
    func entry(_ key: EnvelopeKey) -> LineScan.Entry? {
        let index = envelope[key.rawValue]
        return index < 0 ? nil : scan.entries[index]
    }

    // MARK: Payload

    private mutating func encodeFields(
        of plan: FieldPlan, _ json: JSONScanner, into payload: inout ByteBuffer
    ) throws(NDJSONError) {
        for index in unknownKeys {
            try refuseUnknown(scan.entries[index], of: scan, plan, json, in: nil)
        }
        for (place, index) in slots.enumerated() {
            if index >= 0 {
                try encodeField(place, of: plan, scan.entries[index], json, in: nil, into: &payload)
            } else if plan.briefs[place].isRequired {
                throw failure(.missingField, field: plan.fields[place].name)
            }
        }
    }

    /// An unknown event as `custom`: its name, and each field's text; JSON text where it is no string.
    private mutating func keepUnknown(
        _ json: JSONScanner, into payload: inout ByteBuffer
    ) throws(NDJSONError) -> NDJSONLine {
        assign(.unknown, json)
        let line = try readEnvelope(.custom, json)
        let custom = Event.Custom { custom in
            custom.name = unknownEvent ?? ""
            for index in unknownKeys {
                let entry = scan.entries[index]
                custom.fields[scan.keyText(entry, in: json)] = json.text(entry)
            }
        }
        payload.append(custom)
        return line
    }

    /// Learns what a `log.label` says from its payload, which `buffer` has from `start` on.
    private func learnLabel(_ buffer: borrowing ByteBuffer, from start: Int) {
        guard let cursor = unsafe ByteCursor(buffer.bytes, from: start, count: buffer.count - start),
            let label = WireDecoder.decode(StoredEvent.LogLabel.self, from: cursor)
        else { return }
        let text = unsafe BatchContent(buffer.bytes).string(label.label)
        labels.learn(text, for: label.id)
    }

    // MARK: Faults

    /// Leaves out what the error is about where that is allowed; else throws it.
    mutating func tolerate(_ error: NDJSONError) throws(NDJSONError) {
        guard options.isLenient else { throw error }
        leftOutCount += 1
        if isListing { leftOut.append(error) }
    }

    /// Whether the next fault of this line will be told to anybody.
    private var isListing: Bool {
        !options.isLenient || (listsFaults && leftOut.count < options.faultLimit)
    }

    /// The name that may have been meant, where somebody will be told.
    func nearest(_ name: String, among names: () -> [String]) -> String? {
        isListing ? NearestName.of(name, among: names()) : nil
    }

    func failure(
        _ problem: NDJSONError.Problem, at offset: Int? = nil, field: String? = nil
    ) -> NDJSONError {
        NDJSONError(
            line: lineNumber, column: offset.map { $0 + 1 }, event: unknownEvent ?? kind?.name, field: field,
            problem: problem)
    }
}
