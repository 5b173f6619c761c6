/// Remembers the ids of the labels that lines used lately, so that a label is hashed once and not a line.
///
/// A class, so that the decoder that owns it can ask it while it is being asked itself. Not for two threads.
final class LabelCache {
    private struct Slot {
        var label: [UInt8]
        var id: EntityID
        /// The label table's generation in which it learned the label.
        var generation: Int
    }

    private var slots: [Slot?] = Array(repeating: nil, count: 1024)
    private let labels: LabelTable

    init(_ labels: LabelTable) { self.labels = labels }

    /// The id that `text` names: the UUID it spells, or else its hash, and the table then knows it.
    func id(of text: UnsafeRawBufferPointer) -> EntityID {
        if let id = unsafe EntityID(uuidBytes: text) { return id }
        let place = unsafe Int(truncatingIfNeeded: NameTable.hash(text)) & (slots.count - 1)
        if let slot = slots[place], unsafe slot.label.elementsEqual(text) {
            if slot.generation != labels.generation {
                learn(slot.label, slot.id)
                slots[place]?.generation = labels.generation
            }
            return slot.id
        }
        let label = unsafe Array(text)
        let id = EntityID(hashing: String(decoding: label, as: UTF8.self))
        learn(label, id)
        slots[place] = Slot(label: label, id: id, generation: labels.generation)
        return id
    }

    private func learn(_ label: [UInt8], _ id: EntityID) {
        labels.learn(spelling: String(decoding: label, as: UTF8.self), for: id)
    }
}
