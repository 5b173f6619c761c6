import EventLog
import Projections

/// `check --print-config`: what is in force, and where each value comes from.
struct ConfigurationText {
    let setup: CheckSetup
    let console: Console

    private var settings: Settings { setup.settings }

    func write(asJSON: Bool) {
        if asJSON { writeJSON() } else { writeText() }
    }

    /// A limit in force.
    private struct Limit {
        let name: String
        let value: Double
        let unit: String
        let from: String
    }

    /// The limits of the catalogue, then those of the app's own states.
    private var limits: [Limit] {
        let known = Catalogue.limits
        let own = settings.limitsSet.filter { name, _ in !known.contains { $0.name == name } }
        return known.map {
            Limit(name: $0.name, value: settings.value(of: $0), unit: $0.unit, from: origin($0.name))
        }
            + own.sorted { $0.key < $1.key }.map {
                Limit(name: $0.key, value: $0.value, unit: "s", from: origin($0.key))
            }
    }

    private func origin(_ name: String) -> String { setup.origins[name] ?? "default" }

    private func choice(_ rule: RuleAbout) -> String {
        guard setup.isOn(rule.id) else { return "off" }
        return settings.severities[rule.id]?.name ?? RulesCommand.severity(rule)
    }

    private func writeText() {
        console.line(
            "configuration: "
                + TerminalText.inert(setup.file?.path ?? "none, no \(ConfigurationFile.name) was found"))
        section("limits", limits.map { [$0.name, "\(number($0.value)) \($0.unit)", $0.from] })
        section("rules", Catalogue.about.map { [$0.id, choice($0), setup.ruleOrigins[$0.id] ?? "default"] })
        section(
            "names",
            NamesAbout.all.map { setting in
                let names = settings.names(of: setting)
                return [
                    setting.name, names.isEmpty ? "none" : names.joined(separator: ", "),
                    origin(setting.name),
                ]
            })
        section(
            "machines",
            settings.machines.sorted { $0.key < $1.key }.map {
                [$0.key, $0.value.edges.joined(separator: ", "), setup.machineOrigins[$0.key] ?? "default"]
            })
        section(
            "ignored",
            (setup.file?.configuration.ignores ?? []).map {
                [
                    $0.value.rule, $0.value.condition + $0.value.reason,
                    "\(setup.file?.path ?? ""):\($0.place.line)",
                ]
            })
    }

    private func section(_ title: String, _ rows: [[String]]) {
        guard !rows.isEmpty else { return }
        console.line()
        console.line(console.output.styled(title, .bold))
        var table = Table(columns: [.left, .left, .left], indent: 2)
        for row in rows { table.add(row) }
        console.output.write(table.text(width: console.tableWidth))
    }

    private func writeJSON() {
        var json = JSONWriter(style: .pretty)
        json.beginObject()
        json.field("path", setup.file?.path)
        rows("limits", limits, &json) { limit, json in
            json.field("name", limit.name)
            json.field("value", limit.value)
            json.field("unit", limit.unit)
            json.field("from", limit.from)
        }
        rows("rules", Catalogue.about, &json) { rule, json in
            json.field("id", rule.id)
            json.field("isOn", setup.isOn(rule.id))
            json.field("severity", settings.severities[rule.id]?.name)
            json.field("from", setup.ruleOrigins[rule.id] ?? "default")
        }
        rows("names", NamesAbout.all, &json) { setting, json in
            json.field("name", setting.name)
            json.field("value", settings.names(of: setting))
            json.field("from", origin(setting.name))
        }
        rows("machines", settings.machines.sorted { $0.key < $1.key }, &json) { machine, json in
            json.field("name", machine.key)
            json.field("transitions", machine.value.edges)
            json.field("from", setup.machineOrigins[machine.key] ?? "default")
        }
        rows("ignore", setup.file?.configuration.ignores ?? [], &json) { ignore, json in
            json.field("rule", ignore.value.rule)
            json.field("reason", ignore.value.reason)
            json.field("fingerprint", ignore.value.fingerprint)
            json.field("session", ignore.value.session)
            json.field("device", ignore.value.device)
            ignore.value.parts.write(to: &json)
            json.field("from", "\(setup.file?.path ?? ""):\(ignore.place.line)")
        }
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private func rows<Row>(
        _ name: String, _ rows: [Row], _ json: inout JSONWriter, _ write: (Row, inout JSONWriter) -> Void
    ) {
        json.key(name)
        json.beginArray()
        for row in rows {
            json.beginObject()
            write(row, &json)
            json.endObject()
        }
        json.endArray()
    }
}

extension IgnoreEntry {
    /// `machine checkout, session left: `, or nothing where the whole rule is meant.
    fileprivate var condition: String {
        var conditions = parts.map { "\($0.name.rawValue) \($0.text ?? "")" }
        if let session { conditions.append("session \(session)") }
        if let device { conditions.append("device \(device)") }
        if let fingerprint { conditions.append(fingerprint) }
        return conditions.isEmpty ? "" : conditions.joined(separator: ", ") + ": "
    }
}
