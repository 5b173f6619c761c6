public import EventLog

// The form of a summary as JSON; docs/summary.md describes it.
extension LogSummary {
    /// The form's version: it rises with every change, since a field that a reader does not know would be lost in a sum.
    public static let version = 1

    /// Writes the summary, the same bytes for the same sums. Zeros are left out.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("arlogSummary", Self.version)
        json.field("hasPrivateTexts", hasPrivateTexts)
        json.field("first", timeOf: first)
        json.field("last", timeOf: last)
        json.sum("unread", unread)
        json.key("total")
        total.write(to: &json)
        versions.write("versions", to: &json) { $1.write(to: &$0) }
        devices.write("devices", to: &json) { $1.write(to: &$0) }
        systems.write("systems", to: &json) { $1.write(to: &$0) }
        faults.write("faults", to: &json) { $1.write(to: &$0) }
        notJudged.write("notJudged", to: &json) { $0.value($1.value) }
        json.key("sessions")
        json.beginArray()
        for entry in sessions.kept { entry.write(to: &json) }
        json.endArray()
        json.key("troubles")
        json.beginArray()
        for trouble in troubles.kept {
            json.beginObject()
            json.field("kind", trouble.kind.rawValue)
            json.field("path", trouble.path)
            json.field("reason", trouble.reason)
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func sum(_ name: String, _ amount: Amount) {
        if amount.value > 0 { field(name, amount.value) }
    }
}

extension NamedSums {
    /// `{"names":{…},"others":…}`
    fileprivate func write(
        _ key: String, to json: inout JSONWriter, _ value: (inout JSONWriter, Value) -> Void
    ) {
        json.key(key)
        json.beginObject()
        json.key("names")
        json.beginObject()
        for (name, sum) in sorted {
            json.key(name)
            value(&json, sum)
        }
        json.endObject()
        if others != Value() {
            json.key("others")
            value(&json, others)
        }
        json.endObject()
    }
}

extension SessionTally {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        for (name, path) in Self.fields { json.sum(name, self[keyPath: path]) }
        json.endObject()
    }
}

extension VersionTally {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("app", app)
        json.key("sessions")
        tally.write(to: &json)
        json.key("measures")
        json.beginObject()
        for measure in Measure.allCases where !measures[measure].isEmpty {
            json.key(measure.rawValue)
            measures[measure].write(to: &json)
        }
        json.endObject()
        json.endObject()
    }
}

extension Measures.Measured {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.sum("missed", missed)
        if let least = values.least, let most = values.most {
            json.field("least", least)
            json.field("most", most)
            json.field("total", values.total)
            json.key("buckets")
            json.beginArray()
            for stretch in values.stretches {
                json.beginArray()
                json.value(stretch.from)
                json.value(stretch.count)
                json.endArray()
            }
            json.endArray()
        }
        json.endObject()
    }
}

extension Fault {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("rule", rule)
        for (name, seen) in [("new", new), ("known", known)] where seen != Seen() {
            json.key(name)
            json.beginObject()
            json.sum("logs", seen.logs)
            json.sum("errors", seen.errors)
            json.sum("warnings", seen.warnings)
            json.sum("remarks", seen.remarks)
            json.endObject()
        }
        if let example {
            json.key("example")
            json.beginObject()
            json.field("message", example.message)
            json.field("severity", example.severity.name)
            json.field("time", timeOf: example.time)
            json.endObject()
        }
        if !devices.isEmpty { devices.write("devices", to: &json) { $0.value($1.value) } }
        if !versions.isEmpty { versions.write("versions", to: &json) { $0.value($1.value) } }
        json.endObject()
    }
}

extension SessionEntry {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("path", path)
        json.field("level", level.rawValue)
        for (name, count) in [
            ("errors", errors), ("warnings", warnings), ("remarks", remarks), ("known", known),
        ]
        where count > 0 {
            json.field(name, count)
        }
        json.field("rule", rule)
        json.field("start", timeOf: start)
        json.field("nanoseconds", duration)
        json.field("events", events)
        json.field("hasLoss", hasLoss ? true : nil)
        json.field("deviceModel", deviceModel)
        json.field("os", system)
        json.field("app", app)
        json.field("appVersion", appVersion)
        json.field("ending", ending?.rawValue)
        json.endObject()
    }
}
