/// Lists of indices, each index in one list at most, the latest first; putting in and taking out cost the same
/// whatever the length. A list is named by a small number.
struct LinkedLists: ~Copyable {
    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Link: BitwiseCopyable {
        var next = -1
        var previous = -1
        /// The list it is in, or -1.
        var list = -1
    }

    private var links = Slab<Link>()
    private var heads = Slab<Int>()

    /// Puts `index`, which is in no list, at the head of one.
    mutating func push(_ index: Int, to list: Int) {
        while links.count <= index { links.append(Link()) }
        while heads.count <= list { heads.append(-1) }
        let head = heads[list]
        heads[list] = index
        links[index] = Link(next: head, previous: -1, list: list)
        if head >= 0 { links[head].previous = index }
    }

    /// Takes `index` out of the list it is in, if it is in one.
    mutating func remove(_ index: Int) {
        guard index < links.count, links[index].list >= 0 else { return }
        let (next, previous, list) = (links[index].next, links[index].previous, links[index].list)
        links[index] = Link()
        if next >= 0 { links[next].previous = previous }
        if previous >= 0 {
            links[previous].next = next
        } else {
            heads[list] = next
        }
    }

    /// Takes every index out of a list.
    mutating func removeList(_ list: Int) {
        guard list < heads.count else { return }
        var index = heads[list]
        heads[list] = -1
        while index >= 0 {
            let next = links[index].next
            links[index] = Link()
            index = next
        }
    }

    /// Whether `index` is in a list.
    func contains(_ index: Int) -> Bool { index < links.count && links[index].list >= 0 }

    /// At most `count` of a list, the latest first.
    func latest(_ count: Int, of list: Int) -> [Int] {
        var found: [Int] = []
        var index = first(of: list)
        while index >= 0, found.count < count {
            found.append(index)
            index = next(after: index)
        }
        return found
    }

    /// The first of a list, the one put in last; -1 where it is empty.
    func first(of list: Int) -> Int { list < heads.count ? heads[list] : -1 }

    /// The one behind `index` in its list; -1 at the end.
    func next(after index: Int) -> Int { links[index].next }
}
