import EventLog
import Projections

/// What ids are called in output; where it is shared, without the names that people gave.
///
/// Labels are private: they name people, rooms and devices. Shared output has a number in place of each, in the order in
/// which they are first asked for. A UUID stays, because it names nobody, unless it is one that was made from a label.
final class Names {
    private let labels: LabelTable
    let isShared: Bool
    private var numbers: [EntityID: Int] = [:]

    init(_ labels: LabelTable, isShared: Bool) {
        self.labels = labels
        self.isShared = isShared
    }

    /// The id for people: the name given to it, else its label, else its UUID.
    func name(of id: EntityID) -> String { isShared ? shared(id) : labels.name(of: id) }

    /// The id as JSON has it: its label, or its UUID.
    func text(of id: EntityID) -> String { isShared ? shared(id) : labels.text(of: id) }

    /// The ids that were given just this name.
    func ids(givenName name: String) -> [EntityID] { isShared ? [] : labels.ids(givenName: name) }

    func text(of session: SessionName) -> String {
        switch session {
        case .main: "main"
        case .other(let id): text(of: id)
        }
    }

    /// A device, whose id says whose it is, label or not.
    func text(ofDevice id: EntityID) -> String { isShared ? number(id) : labels.text(of: id) }

    /// What a log is called: where it is shared, without the folder it lies in.
    func path(_ path: String) -> String { isShared ? Self.lastPart(of: path) : path }

    static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// A text of the log that is private; `nil` where that is withheld.
    func personal(_ text: String?) -> String? { isShared ? nil : text }

    private func shared(_ id: EntityID) -> String {
        guard labels.spelling(of: id) != nil || labels.givenName(of: id) != nil || id.isOfLabel else {
            return id.uuidText
        }
        return number(id)
    }

    private func number(_ id: EntityID) -> String {
        if let known = numbers[id] { return "id-\(known)" }
        numbers[id] = numbers.count + 1
        return "id-\(numbers.count)"
    }
}
