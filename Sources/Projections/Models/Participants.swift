import EventLog

/// The participant anchors of one session: one for each peer whose world was merged with ours.
struct Participants {
    /// A participant's record in the anchor map, and its life.
    typealias Member = (anchor: Int, serial: UInt32)

    /// Participants kept at once; further ones are only counted.
    static let limit = 64

    /// How many came.
    private(set) var count = 0
    private var members: [Member] = []

    /// A participant anchor was added.
    mutating func came(_ anchor: Int, in anchors: AnchorMap) {
        let serial = anchors[anchor].serial
        guard !members.contains(where: { $0 == (anchor, serial) }) else { return }
        count += 1
        members.removeAll { !anchors.isCurrent($0.anchor, serial: $0.serial) || !anchors[$0.anchor].isLive }
        guard members.count < Self.limit else { return }
        members.append((anchor, serial))
    }

    /// Those that live, the first that came first.
    func live(in anchors: AnchorMap) -> [Int] {
        members.filter { anchors.isCurrent($0.anchor, serial: $0.serial) && anchors[$0.anchor].isLive }
            .map(\.anchor)
    }
}
