/// All kinds of events, each declared once, over the storage its texts are held in.
///
/// Encoder, decoder, embedded schema, NDJSON, `arlog schema` and the manual all follow from these declarations.
/// The contract they keep: names are ARKit's own; a field that is not required has explicit presence; what is
/// absent is unknown, never the default.
public enum Vocabulary<S: PayloadStorage> {}

/// Events as an app or a test makes them: `Event.AnchorRemoved { $0.anchor = id }`.
public typealias Event = Vocabulary<Owned>

/// Events as they are read: texts are ranges of the batch.
public typealias StoredEvent = Vocabulary<InBatch>

extension MessageFields {
    /// A payload with the fields that `fill` sets; all others stay absent.
    @inlinable
    public init(_ fill: (inout Self) -> Void) {
        self.init()
        fill(&self)
    }
}
