/// Where the ids in a message's wire form are, by its declaration.
struct IdentityPlan: Sendable {
    /// One bit for the number of each field that is an id.
    private let numbers: UInt64
    /// The messages inside that hold ids, by the number of their field.
    private let inner: [(number: UInt32, plan: IdentityPlan)]

    private init(_ message: MessageDescriptor) {
        var numbers: UInt64 = 0
        var inner: [(UInt32, IdentityPlan)] = []
        for field in message.fields where field.number < 64 {
            switch field.type {
            case .identity: numbers |= 1 << UInt64(field.number)
            case .message(let message): inner.append((UInt32(field.number), IdentityPlan(message)))
            default: break
            }
        }
        self.numbers = numbers
        self.inner = inner
    }

    /// The plan of each kind, in the order of `EventKind`.
    private static let all = KindDescriptor.all.map { IdentityPlan($0.message) }

    static func of(_ kind: EventKind) -> IdentityPlan { all[Int(kind.rawValue) - 1] }

    /// Appends the ids in `message` to `ids`, as far as it can be read.
    func collect(_ message: ByteCursor, into ids: inout [EntityID]) {
        forEach(in: message) { ids.append($0) }
    }

    /// Gives `body` the ids in `message`, as far as it can be read.
    func forEach(in message: ByteCursor, _ body: (EntityID) -> Void) {
        guard numbers != 0 || !inner.isEmpty else { return }
        var cursor = message
        while let tag = cursor.readTag(), tag != 0 {
            let number = tag >> 3
            guard tag & 7 == WireType.lengthDelimited.rawValue else {
                guard cursor.skipValue(of: tag) else { return }
                continue
            }
            guard let length = cursor.readVarint(), var part = cursor.readSlice(length: length) else {
                return
            }
            if number < 64, numbers & 1 << UInt64(number) != 0 {
                if part.remaining == 16, let low = part.read(UInt64.self), let high = part.read(UInt64.self) {
                    body(EntityID(low: low, high: high))
                }
            } else if let plan = inner.first(where: { $0.number == number })?.plan {
                plan.forEach(in: part, body)
            }
        }
    }
}
