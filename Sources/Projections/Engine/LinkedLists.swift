/// Lists of indices, each index in one list at most, the latest first; putting in and taking out cost the same
/// whatever the length.
struct LinkedLists<Name: Hashable> {
    fileprivate struct Link {
        var next = -1
        var previous = -1
        var list: Name?
    }

    private var links: [Link] = []
    private var heads: [Name: Int] = [:]

    /// Puts `index`, which is in no list, at the head of one.
    mutating func push(_ index: Int, to list: Name) {
        while links.count <= index { links.append(Link()) }
        let head = heads.updateValue(index, forKey: list) ?? -1
        links[index] = Link(next: head, previous: -1, list: list)
        if head >= 0 { links[head].previous = index }
    }

    /// Takes `index` out of the list it is in, if it is in one.
    mutating func remove(_ index: Int) {
        guard index < links.count, let list = links[index].list else { return }
        let (next, previous) = (links[index].next, links[index].previous)
        links[index] = Link()
        if next >= 0 { links[next].previous = previous }
        if previous >= 0 {
            links[previous].next = next
        } else {
            heads[list] = next >= 0 ? next : nil
        }
    }

    /// Takes every index out of a list.
    mutating func removeList(_ list: Name) {
        var index = heads.removeValue(forKey: list) ?? -1
        while index >= 0 {
            let next = links[index].next
            links[index] = Link()
            index = next
        }
    }

    /// The members of a list, the latest first.
    func members(of list: Name) -> Members { Members(links: links, next: heads[list] ?? -1) }

    struct Members: Sequence, IteratorProtocol {
        private let links: [Link]
        private var index: Int

        fileprivate init(links: [Link], next: Int) {
            self.links = links
            index = next
        }

        mutating func next() -> Int? {
            guard index >= 0 else { return nil }
            defer { index = links[index].next }
            return index
        }
    }
}
