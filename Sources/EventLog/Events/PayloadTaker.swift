/// What takes payloads of any kind, each as its own type: for code that is the same for all kinds and wants their values.
public protocol PayloadTaker: AnyObject {
    func take<P: EventPayload>(_ payload: P) where P.Storage == Owned
}

extension LoggedEvent {
    /// Hands the payload to `taker`, with texts of its own; `false` where it is malformed.
    ///
    /// It allocates for every text and list; per-event work decodes in place instead.
    @discardableResult
    public func handOver(to taker: any PayloadTaker) -> Bool {
        KindDescriptor.of(kind).handOver(self, taker)
    }
}
