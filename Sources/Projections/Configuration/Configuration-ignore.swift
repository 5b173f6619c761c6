// What the file says of findings that are to be left out.
extension Configuration {
    /// What an entry of `ignore` may hold, besides the names of a finding's identity.
    private static let own = ["rule", "reason", "fingerprint", "session", "device"]

    mutating func readIgnores(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        try scanner.array("ignore", of: "objects") { (scanner) throws(ConfigurationError) in
            let place = scanner.here
            let entry = try Self.readIgnore(&scanner, place)
            ignores.append(Placed(value: entry, place: scanner.place(at: place)))
        }
    }

    private static func readIgnore(
        _ scanner: inout ConfigurationScanner, _ place: Int
    ) throws(ConfigurationError) -> IgnoreEntry {
        var texts: [String: String] = [:]
        var parts: [FindingPart] = []
        try scanner.object("an entry of ignore") { (scanner, key, keyPlace) throws(ConfigurationError) in
            if let name = FindingPart.Name(rawValue: key) {
                parts += try scanner.texts(key).map { FindingPart(name, $0) }
                return
            }
            let known = own + FindingPart.Name.allCases.map(\.rawValue)
            guard own.contains(key) else {
                throw scanner.error(.unknown(what: "key", name: key, known: known), at: keyPlace)
            }
            let valuePlace = scanner.here
            if key == "rule" {
                texts[key] = try scanner.choice(key, "rule", Catalogue.about.map(\.id))
                return
            }
            let text = try scanner.text(key)
            if key == "fingerprint", !Fingerprint.isOne(text) {
                throw scanner.error(
                    .value(of: key, "must be 32 hexadecimal digits, as check --json prints it"),
                    at: valuePlace)
            }
            texts[key] = text
        }
        guard let rule = texts["rule"] else {
            throw scanner.error(.missing("rule", in: "an entry of ignore"), at: place)
        }
        guard let reason = texts["reason"] else {
            throw scanner.error(.missing("reason", in: "an entry of ignore"), at: place)
        }
        return IgnoreEntry(
            rule: rule, reason: reason, fingerprint: texts["fingerprint"]?.lowercased(),
            session: texts["session"], device: texts["device"], parts: parts)
    }
}
